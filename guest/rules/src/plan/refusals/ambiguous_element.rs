//! An element is neither reclaimable nor known to be critical, and the settings say to refuse.
//!
//! ## Why
//! The reference code of spec 000 raises where it cannot prove that an element may go. Its prose treats such an
//! element as non-regenerable instead, and so does the preset `standard`: it is archived, and a pointer stays.
//!
//! ## What helps
//! Externalize the elements, or say what they are.
//!
//! ## Example
//! In `literal`, an element of which only `idempotent` is known.
//!
//! ## Source
//! spec 000, decision boundary and reference code

use crate::about::{Rule, RuleKind};
use crate::classification::Class;
use crate::plan::Draft;
use crate::request::PassMode;
use crate::settings::Ambiguity;
use crate::verdict::{Reason, Remedy};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "ambiguous-element",
    kind: RuleKind::Refusal,
    summary: "An element is neither reclaimable nor known to be critical, and the settings say to refuse",
    source: "spec 000, decision boundary and reference code",
};

/// The ambiguous elements, where the settings say to refuse
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let request = draft.survey.request;
    if request.settings.ambiguous == Ambiguity::Externalize || request.mode == PassMode::Spill {
        return None;
    }
    let leaves = |place: &usize| !draft.layout.keeps(*place);
    let is_ambiguous =
        |place: &usize| draft.survey.classifications.get(*place).is_some_and(|one| one.class == Class::Ambiguous);
    let ambiguous: Vec<usize> = (0..draft.survey.tokens.len()).filter(leaves).filter(is_ambiguous).collect();
    (!ambiguous.is_empty()).then(|| {
        let remedies = alloc::vec![Remedy::Externalize(ambiguous.clone()), Remedy::Spill];
        (Reason::AmbiguousElement(ambiguous), remedies)
    })
}
