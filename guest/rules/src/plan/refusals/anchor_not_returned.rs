//! An anchor would leave, and the index did not return it when it was asked.
//!
//! ## Why
//! The agent will ask for it in later words still further from its own, and answer from what comes back instead.
//!
//! ## What helps
//! Restate the anchor by keeping it in the window; where there is no room for it, the spill.
//!
//! ## Example
//! The probe `schema version` returned the reasoning about the version and not the result that holds it.
//!
//! ## Source
//! spec 002, decision boundary

use crate::about::{Rule, RuleKind};
use crate::plan::Draft;
use crate::request::{IndexState, PassMode};
use crate::settings::Preset;
use crate::verdict::{Reason, Remedy};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "anchor-not-returned",
    kind: RuleKind::Refusal,
    summary: "An anchor would leave, and the index did not return it when it was asked",
    source: "spec 002, decision boundary",
};

/// The anchors whose probes all failed
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let request = draft.survey.request;
    let summarizes = request.mode == PassMode::Summarize && request.settings.preset == Preset::Standard;
    if !summarizes || request.index == IndexState::Absent {
        return None;
    }
    let mut returned: BTreeMap<&str, bool> = BTreeMap::new();
    for probe in &request.probes {
        *returned.entry(probe.element.as_ref()).or_default() |= probe.returned;
    }
    let is_missed =
        |place: &usize| draft.survey.element(*place).is_some_and(|one| returned.get(one.id.as_ref()) == Some(&false));
    let missed: Vec<usize> = draft.leaving_anchors().into_iter().filter(is_missed).collect();
    (!missed.is_empty()).then(|| {
        let remedies = draft.keeping_or_spilling(missed.clone());
        (Reason::AnchorNotReturned(missed), remedies)
    })
}
