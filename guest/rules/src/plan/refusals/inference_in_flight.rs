//! A model call is reading this window now.
//!
//! ## Why
//! What the model answers rests on the window that it read. If that window is replaced meanwhile, the answer speaks
//! of things that are no longer there.
//!
//! ## What helps
//! Wait until the call has ended, and plan again.
//!
//! ## Example
//! The framework compacts in the background while a reply is being streamed.
//!
//! ## Source
//! spec 001, third condition of validity

use crate::about::{Rule, RuleKind};
use crate::plan::Draft;
use crate::verdict::{Reason, Remedy};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "inference-in-flight",
    kind: RuleKind::Refusal,
    summary: "A model call is reading this window now",
    source: "spec 001, third condition of validity",
};

/// Whether the caller says so
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    draft.survey.request.inference_in_flight.then(|| (Reason::InferenceInFlight, alloc::vec![Remedy::Wait]))
}
