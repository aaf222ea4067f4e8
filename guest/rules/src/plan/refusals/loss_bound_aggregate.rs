//! The loss is bounded per epoch, not per chain.
//!
//! ## Why
//! A bound of 8 % over an epoch is kept by a pass that takes the only anchor of one chain: that chain loses
//! everything.
//!
//! ## What helps
//! State the bound per chain.
//!
//! ## Example
//! The caller declares that an epoch may lose 80 thousandths.
//!
//! ## Source
//! spec 002, third condition of validity

use crate::about::{Rule, RuleKind};
use crate::plan::Draft;
use crate::request::{LossBound, PassMode};
use crate::verdict::{Reason, Remedy};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "loss-bound-aggregate",
    kind: RuleKind::Refusal,
    summary: "The loss is bounded per epoch, not per chain",
    source: "spec 002, third condition of validity",
};

/// Whether the caller declares its bound so
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let LossBound::PerEpoch(bound) = draft.survey.request.loss_bound else { return None };
    let summarizes = draft.survey.request.mode == PassMode::Summarize;
    summarizes.then(|| (Reason::LossBoundAggregate(bound), alloc::vec![Remedy::BoundPerChain, Remedy::Spill]))
}
