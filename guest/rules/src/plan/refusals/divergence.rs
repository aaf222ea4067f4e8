//! The agent asks for what left and does not get it: query-anchor divergence is above its limit.
//!
//! ## Why
//! Questions are put in other words than the text that would answer them. If the log shows that they miss it, a
//! further eviction makes the next answer wrong as well.
//!
//! ## What helps
//! The spill, for this epoch.
//!
//! ## Example
//! 2 of 100 queries did not return anything that left in the epoch they were about; the limit is 10 thousandths.
//!
//! ## Source
//! spec 002, fourth condition of validity

use crate::about::{Rule, RuleKind};
use crate::plan::Draft;
use crate::request::{IndexState, PassMode};
use crate::verdict::{Reason, Remedy};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "divergence",
    kind: RuleKind::Refusal,
    summary: "The agent asks for what left and does not get it: query-anchor divergence is above its limit",
    source: "spec 002, fourth condition of validity",
};

/// Whether the measured divergence is above the limit
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let request = draft.survey.request;
    let IndexState::Built(index) = request.index else { return None };
    let limit = request.settings.divergence_limit;
    let divergence = index.divergence.filter(|measured| limit < *measured && request.mode == PassMode::Summarize)?;
    Some((Reason::Divergence { divergence, limit }, alloc::vec![Remedy::Spill]))
}
