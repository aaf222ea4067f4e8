//! What leaves is chosen by similarity alone.
//!
//! ## Why
//! Tool results are short, structured and unlike the prose around them: by similarity they look redundant, although
//! they are what the reasoning rests on.
//!
//! ## What helps
//! Add a term for structure, or leave the choice to the policy.
//!
//! ## Example
//! Spans are evicted by the cosine distance to the summary of the epoch.
//!
//! ## Source
//! spec 002, second condition of validity

use crate::about::{Rule, RuleKind};
use crate::plan::Draft;
use crate::request::{EvictionScore, PassMode};
use crate::verdict::{Reason, Remedy};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "score-embedding-only",
    kind: RuleKind::Refusal,
    summary: "What leaves is chosen by similarity alone",
    source: "spec 002, second condition of validity",
};

/// Whether the caller says so
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let request = draft.survey.request;
    let holds = request.score == EvictionScore::EmbeddingOnly && request.mode == PassMode::Summarize;
    holds.then(|| (Reason::ScoreEmbeddingOnly, alloc::vec![Remedy::ChangeScore, Remedy::Spill]))
}
