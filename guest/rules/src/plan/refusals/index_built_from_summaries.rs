//! The rehydration index holds post-compaction text.
//!
//! ## Why
//! What was left out of a summary cannot be found in an index of summaries: the set of anchors that can be asked
//! for shrinks with every pass, and no loss bound sees it.
//!
//! ## What helps
//! Build the index anew from the archive.
//!
//! ## Example
//! The index is rebuilt from the live window after every pass.
//!
//! ## Source
//! spec 002, first condition of validity

use crate::about::{Rule, RuleKind};
use crate::plan::Draft;
use crate::request::{IndexState, PassMode};
use crate::verdict::{Reason, Remedy};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "index-built-from-summaries",
    kind: RuleKind::Refusal,
    summary: "The rehydration index holds post-compaction text",
    source: "spec 002, first condition of validity",
};

/// Whether the caller says so of its index
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let IndexState::Built(index) = draft.survey.request.index else { return None };
    let summarizes = draft.survey.request.mode == PassMode::Summarize;
    (index.from_summaries && summarizes)
        .then(|| (Reason::IndexBuiltFromSummaries, alloc::vec![Remedy::RebuildIndex, Remedy::Spill]))
}
