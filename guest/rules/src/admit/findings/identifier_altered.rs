//! An identifier is a near twin of one in the window.
//!
//! ## Why
//! `req_7c41e08b` for `req_7c41e09b` reads as right as the right one; the next call goes to another thing, or to none.
//!
//! ## What helps
//! Ask again and name the original, then the spill.
//!
//! ## Example
//! The window holds `AAVMM8`, the summary `AAVMN8`.
//!
//! ## Source
//! spec 001, invariant: identifiers survive character for character

use super::context::Context;
use super::finding;
use super::naming::Unknown;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "identifier-altered",
    kind: RuleKind::Finding,
    summary: "An identifier is a near twin of one in the window",
    source: "spec 001, invariant: identifiers survive character for character",
};

/// Names that the window does not hold and that resemble one that it does
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for unknown in &context.unknown {
        let Unknown { item, hard, is_place: false, twin: Some(twin) } = unknown else { continue };
        let severity = if *hard { Severity::Block } else { Severity::Warn };
        findings.push(Finding {
            window_text: Some(twin.text.clone()),
            element: Some(twin.element),
            ..finding(context, FindingCode::IdentifierAltered, severity, *item)
        });
    }
}
