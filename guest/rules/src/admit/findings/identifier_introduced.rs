//! An identifier that the window does not hold.
//!
//! ## Why
//! A name made up after the pattern of real ones is called, charged or waited for in vain.
//!
//! ## What helps
//! Ask again without it, then the spill.
//!
//! ## Example
//! The summary speaks of refund `RF-204417`; the window holds no refund number at all.
//!
//! ## Source
//! spec 001, invariant: no identifier is introduced

use super::context::Context;
use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "identifier-introduced",
    kind: RuleKind::Finding,
    summary: "An identifier that the window does not hold",
    source: "spec 001, invariant: no identifier is introduced",
};

/// Names that the window does not hold and that resemble none
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for unknown in context.unknown.iter().filter(|unknown| unknown.twin.is_none() && unknown.hard) {
        findings.push(finding(context, FindingCode::IdentifierIntroduced, Severity::Block, unknown.item));
    }
}
