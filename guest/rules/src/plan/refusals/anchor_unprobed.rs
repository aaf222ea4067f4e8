//! An anchor would leave, and the index was not asked for it.
//!
//! ## Why
//! Only a probe made of its own content shows that the index brings an anchor back. In `literal` any anchor
//! refuses.
//!
//! ## What helps
//! Make the probes that the policy gives, and say what came of them.
//!
//! ## Example
//! The result `schema_version: 7` would leave, an index is given, and `probes` says nothing of it.
//!
//! ## Source
//! spec 002, first condition of refusal

use crate::about::{Rule, RuleKind};
use crate::gathered;
use crate::plan::Draft;
use crate::recall;
use crate::request::{IndexState, PassMode};
use crate::settings::Preset;
use crate::verdict::{Reason, Remedy};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "anchor-unprobed",
    kind: RuleKind::Refusal,
    summary: "An anchor would leave, and the index was not asked for it",
    source: "spec 002, first condition of refusal",
};

/// The anchors without a probe
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let unasked = unasked(draft);
    (!unasked.is_empty()).then(|| {
        let literal = draft.survey.request.settings.preset == Preset::Literal;
        let remedy = if literal { Remedy::Keep(unasked.clone()) } else { Remedy::Probe(unasked.clone()) };
        (Reason::AnchorUnprobed(unasked), alloc::vec![remedy, Remedy::Spill])
    })
}

/// The anchors that would leave without a probe, where the request asks for probes
pub fn unasked(draft: &Draft<'_, '_>) -> Vec<usize> {
    let request = draft.survey.request;
    let literal = request.settings.preset == Preset::Literal;
    if request.mode == PassMode::Spill || (!literal && request.index == IndexState::Absent) {
        return Vec::new();
    }
    let asked: BTreeSet<&str> = gathered::set(request.probes.iter().map(|probe| probe.element.as_ref()));
    let is_unasked = |place: &usize| draft.survey.element(*place).is_some_and(|one| !asked.contains(one.id.as_ref()));
    let anchors = draft.leaving_anchors().into_iter();
    if literal {
        return anchors.collect();
    }
    anchors.filter(|place| is_unasked(place) && recall::can_be_asked_for(draft, *place)).collect()
}
