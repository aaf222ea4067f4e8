//! An output above the margin was accepted in this episode, and compaction is asked for again.
//!
//! ## Why
//! An output in (margin, B] fills the window again before the turn is over. A second pass in the same turn compacts
//! what the first one left, and so on until the goal itself is gone. This is regime B.
//!
//! ## What helps
//! The spill: it sets whole elements aside and makes no summary.
//!
//! ## Example
//! A turn of 176k tokens was compacted to 120k of 170k; two tool results later the limit is reached again.
//!
//! ## Source
//! spec 001, regime B

use crate::about::{Rule, RuleKind};
use crate::plan::Draft;
use crate::request::PassMode;
use crate::verdict::{Reason, Remedy};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "single-shot-spent",
    kind: RuleKind::Refusal,
    summary: "An output above the margin was accepted in this episode, and compaction is asked for again",
    source: "spec 001, regime B",
};

/// Whether the episode has had its one pass above the margin
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let request = draft.survey.request;
    let spent = request.episode.accepted_above_margin && request.mode == PassMode::Summarize;
    spent.then(|| (Reason::SingleShotSpent, alloc::vec![Remedy::Spill]))
}
