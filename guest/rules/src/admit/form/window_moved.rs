//! The window is not the one that was planned.
//!
//! ## Why
//! Between plan and admission the window may change under the model; what came since would be dropped.
//!
//! ## What helps
//! Plan again.
//!
//! ## Example
//! The receipts carry the digest of a window with 41 elements, and the request holds 42.
//!
//! ## Source
//! spec 001, third condition of validity

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Receipts};
use crate::plan::Draft;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "window-moved",
    kind: RuleKind::Finding,
    summary: "The window is not the one that was planned",
    source: "spec 001, third condition of validity",
};

/// Whether the receipts speak of another window
pub fn find(draft: &Draft<'_, '_>, receipts: &Receipts<'_>, findings: &mut Vec<Finding>) {
    let planned = receipts.window.filter(|digest| *digest != draft.window_digest());
    if let Some(planned) = planned {
        let mut moved = finding(FindingCode::WindowMoved);
        moved.window_text = Some(planned.to_hex());
        findings.push(moved);
    }
}
