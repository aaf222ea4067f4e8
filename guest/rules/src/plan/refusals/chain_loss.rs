//! One chain would lose more of its anchors than it may.
//!
//! ## Why
//! A conclusion whose anchor is gone cannot be checked again; a chain with one anchor loses 1.0 with it. An anchor
//! that the carry block restates, or that a probe brought back, is not lost.
//!
//! ## What helps
//! Show by a probe that those anchors can be asked for, or keep them; where there is no room for them, the spill.
//!
//! ## Example
//! A chain has one tool result, it would leave, and no probe was made for it.
//!
//! ## Source
//! spec 002, third condition of validity

use super::anchor_unprobed;
use crate::about::{Rule, RuleKind};
use crate::gathered;
use crate::plan::Draft;
use crate::request::{LossBound, PassMode};
use crate::verdict::ChainLoss;
use crate::verdict::{Reason, Remedy};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "chain-loss",
    kind: RuleKind::Refusal,
    summary: "One chain would lose more of its anchors than it may",
    source: "spec 002, third condition of validity",
};

/// The chains that would lose more than the bound
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let request = draft.survey.request;
    let limit = match request.loss_bound {
        LossBound::PerChain(limit) => limit,
        LossBound::Undeclared | LossBound::PerEpoch(_) => request.settings.chain_loss_limit,
    };
    let over: Vec<ChainLoss> = draft.losses.iter().filter(|loss| limit < loss.loss).cloned().collect();
    if over.is_empty() || request.mode == PassMode::Spill {
        return None;
    }
    let chains: BTreeSet<&str> = gathered::set(over.iter().map(|loss| loss.chain.as_str()));
    let in_chain =
        |place: &usize| draft.survey.classifications.get(*place).is_some_and(|one| chains.contains(one.chain.as_str()));
    let anchors: Vec<usize> = draft.leaving_anchors().into_iter().filter(in_chain).collect();
    // What a probe brings back need not stay, so the probe comes first.
    let unasked = anchor_unprobed::unasked(draft);
    let mut remedies = if unasked.is_empty() { Vec::new() } else { alloc::vec![Remedy::Probe(unasked)] };
    remedies.extend(draft.keeping_or_spilling(anchors));
    Some((Reason::ChainLoss(over), remedies))
}
