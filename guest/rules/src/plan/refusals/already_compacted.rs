//! No raw element is left to compact: all that may leave is the output of earlier passes.
//!
//! ## Why
//! Each pass over a summary loses what the last one thought worth keeping, and the rare words go first:
//! identifiers, negations, units. This is regime C.
//!
//! ## What helps
//! Reload the originals of the summaries from the archive and make one new summary of them. Where they are not to
//! be had, the spill sets the summaries aside whole.
//!
//! ## Example
//! The window holds the instructions, a summary of 60 kB and the question that is being worked on.
//!
//! ## Source
//! spec 001, regime C

use crate::about::{Rule, RuleKind};
use crate::plan::Draft;
use crate::request::PassMode;
use crate::settings::Preset;
use crate::verdict::{Reason, Remedy};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "already-compacted",
    kind: RuleKind::Refusal,
    summary: "No raw element is left to compact: all that may leave is the output of earlier passes",
    source: "spec 001, regime C",
};

/// The summaries, where nothing else may leave. In `literal` any summary at all.
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let survey = &draft.survey;
    if survey.request.mode == PassMode::Spill {
        return None;
    }
    let summaries: Vec<usize> = (0..survey.tokens.len()).filter(|place| survey.marker_of(*place).is_some()).collect();
    let is_raw = |place: usize| !draft.is_fixed(place) && survey.marker_of(place).is_none();
    let literal = survey.request.settings.preset == Preset::Literal;
    if summaries.is_empty() || (!literal && (0..survey.tokens.len()).any(is_raw)) {
        return None;
    }
    let remedies = alloc::vec![Remedy::Reload(summaries.clone()), Remedy::Spill];
    Some((Reason::AlreadyCompacted(summaries), remedies))
}
