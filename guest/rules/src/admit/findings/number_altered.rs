//! A number is not the one that the window gives for the same thing.
//!
//! ## Why
//! A digit lost or swapped makes another amount, date, line or limit, and nothing in the text shows it.
//!
//! ## What helps
//! Ask again and name the original, then the spill.
//!
//! ## Example
//! The window says `85 insertions(+)`, the summary `95 insertions`, although 95 occurs elsewhere.
//!
//! ## Source
//! spec 001, invariant: exact values survive

use super::context::Context;
use super::numbers::Fault;
use super::of_wrong_number;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "number-altered",
    kind: RuleKind::Finding,
    summary: "A number is not the one that the window gives for the same thing",
    source: "spec 001, invariant: exact values survive",
};

/// Numbers that the window does not hold, or not for this
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let altered = context.wrong.iter().filter(|wrong| wrong.fault == Fault::Altered);
    findings.extend(altered.map(|wrong| of_wrong_number(context, FindingCode::NumberAltered, wrong)));
}
