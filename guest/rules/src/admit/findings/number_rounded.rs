//! An exact value is given as another without saying so.
//!
//! ## Why
//! A rounded amount is paid, compared and asserted as if it were exact; `about` with a wrong magnitude is no better.
//!
//! ## What helps
//! Ask again and name the original, then the spill.
//!
//! ## Example
//! The window says 118,000, the summary `120k`. An honest `about 120k` passes: the exact value is in the carry block.
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
    code: "number-rounded",
    kind: RuleKind::Finding,
    summary: "An exact value is given as another without saying so",
    source: "spec 001, invariant: exact values survive",
};

/// Numbers with fewer digits than those of the window, and wrong magnitudes
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let rounded = context.wrong.iter().filter(|wrong| wrong.fault == Fault::Rounded);
    findings.extend(rounded.map(|wrong| of_wrong_number(context, FindingCode::NumberRounded, wrong)));
}
