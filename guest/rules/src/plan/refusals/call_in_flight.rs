//! A call has no result, and its process may still answer.
//!
//! ## Why
//! If the call leaves, its result comes back to nothing, and the agent calls again. Only the caller knows whether
//! the process lives: a dead call is recorded as an effect of unknown outcome and blocks nothing.
//!
//! ## What helps
//! Wait for the result. If the process is gone, say that the call is dead.
//!
//! ## Example
//! A deployment was started and has not answered; an interim answer does not count as one.
//!
//! ## Source
//! spec 000, scope: open tool handles

use crate::about::{Rule, RuleKind};
use crate::plan::Draft;
use crate::verdict::{Reason, Remedy};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "call-in-flight",
    kind: RuleKind::Refusal,
    summary: "A call has no result, and its process may still answer",
    source: "spec 000, scope: open tool handles",
};

/// The calls that may still answer
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let open: Vec<usize> = (0..draft.survey.tokens.len()).filter(|place| draft.survey.is_open_call(*place)).collect();
    (!open.is_empty()).then(|| (Reason::CallInFlight(open), alloc::vec![Remedy::Wait]))
}
