//! The pass could not free the least gain.
//!
//! ## Why
//! A pass that frees next to nothing costs a model call and is asked for again at once. Above the limit a pass is
//! never refused for this.
//!
//! ## What helps
//! Wait until there is more to set aside.
//!
//! ## Example
//! The window has 2,000 tokens, and 40 of them could leave.
//!
//! ## Source
//! spec 001, budget oscillation

use crate::about::{Rule, RuleKind};
use crate::plan::Draft;
use crate::plan::survey::share;
use crate::settings::Preset;
use crate::verdict::{Reason, Remedy};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "nothing-to-gain",
    kind: RuleKind::Refusal,
    summary: "The pass could not free the least gain",
    source: "spec 001, budget oscillation",
};

/// Whether the most that could be freed is less than the least gain, while the window is within its limits
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let survey = &draft.survey;
    if survey.request.settings.preset == Preset::Literal || draft.is_over_limit() {
        return None;
    }
    let possible = survey.before.saturating_sub(draft.must_stay_tokens());
    let least = share(survey.before, survey.request.settings.least_gain).max(1);
    (possible < least).then(|| (Reason::NothingToGain { possible, least }, alloc::vec![Remedy::Wait]))
}
