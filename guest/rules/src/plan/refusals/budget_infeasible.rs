//! What must stay is larger than the budget.
//!
//! ## Why
//! Instructions, the request that is being worked on, what the user pinned and what must be carried word for word
//! cannot be shrunk without losing them.
//!
//! ## What helps
//! Raise the budget to the size that is given. Nothing that can be done within the session helps otherwise.
//!
//! ## Example
//! The system prompt has 9,000 tokens and B is 8,000.
//!
//! ## Source
//! spec 000, reference code: the size after compaction

use crate::about::{Rule, RuleKind};
use crate::plan::Draft;
use crate::settings::Preset;
use crate::verdict::{Reason, Remedy};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "budget-infeasible",
    kind: RuleKind::Refusal,
    summary: "What must stay is larger than the budget",
    source: "spec 000, reference code: the size after compaction",
};

/// Whether what must stay fits
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let survey = &draft.survey;
    if survey.request.settings.preset == Preset::Literal {
        // The reference code weighs the whole only after the summary is made.
        return None;
    }
    if !draft.is_over_limit() {
        // The window fits as it stands; a pass that would make it larger has nothing to gain.
        return None;
    }
    let (needed, budget) = (draft.needed_tokens.min(survey.before), survey.budget);
    let needed_bytes = survey
        .request
        .budget
        .limit_bytes
        .map(|limit| (draft.needed_bytes(), u64::from(limit)))
        .filter(|(needed, limit)| limit < needed)
        .map(|(needed, _)| needed);
    (budget < needed || needed_bytes.is_some()).then(|| {
        let remedies = alloc::vec![Remedy::RaiseBudget(needed.max(budget)), Remedy::Stop];
        (Reason::BudgetInfeasible { needed, budget, needed_bytes }, remedies)
    })
}
