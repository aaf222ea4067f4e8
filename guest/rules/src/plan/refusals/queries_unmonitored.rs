//! There is a rehydration index, and the queries that the agent makes of it are not logged.
//!
//! ## Why
//! That queries miss what left is seen in their log or not at all.
//!
//! ## What helps
//! Log the queries.
//!
//! ## Example
//! An index is given, and `queries_logged` is false.
//!
//! ## Source
//! spec 002, fourth condition of validity

use crate::about::{Rule, RuleKind};
use crate::plan::Draft;
use crate::request::{IndexState, PassMode};
use crate::verdict::{Reason, Remedy};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "queries-unmonitored",
    kind: RuleKind::Refusal,
    summary: "There is a rehydration index, and the queries that the agent makes of it are not logged",
    source: "spec 002, fourth condition of validity",
};

/// Whether the caller says so of its index
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let IndexState::Built(index) = draft.survey.request.index else { return None };
    let summarizes = draft.survey.request.mode == PassMode::Summarize;
    (!index.queries_logged && summarizes)
        .then(|| (Reason::QueriesUnmonitored, alloc::vec![Remedy::MonitorQueries, Remedy::Spill]))
}
