//! The next window would lie above the margin for the second time in an episode.
//!
//! ## Why
//! One output in (margin, B] may be accepted in an episode; the second would make the budget swing until the goal
//! is gone.
//!
//! ## What helps
//! A shorter summary, then the spill.
//!
//! ## Example
//! B is 100,000, the next window has 82,000, and one of 90,000 was accepted in this turn.
//!
//! ## Source
//! spec 001, regime B

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::Regime;
use crate::admission::{Finding, FindingCode};
use crate::admit::installation::Installation;
use crate::request::PassMode;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "single-shot-spent",
    kind: RuleKind::Finding,
    summary: "The next window would lie above the margin for the second time in an episode",
    source: "spec 001, regime B",
};

/// Whether the pass would be the second above the margin. A spill is admitted by construction.
pub fn find(installation: &Installation<'_, '_, '_>, findings: &mut Vec<Finding>) {
    let request = installation.draft.survey.request;
    let above = installation.regime() == Regime::B && request.mode == PassMode::Summarize;
    if above && request.episode.accepted_above_margin {
        findings.push(finding(FindingCode::SingleShotSpent));
    }
}
