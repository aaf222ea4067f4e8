//! Why a pass may not begin: one rule, one file, in order of precedence.

mod already_compacted;
mod ambiguous_element;
mod anchor_not_returned;
mod anchor_unprobed;
mod budget_infeasible;
mod call_in_flight;
mod chain_loss;
mod divergence;
mod index_built_from_summaries;
mod index_rebuilt;
mod inference_in_flight;
mod loss_bound_aggregate;
mod nothing_to_gain;
mod queries_unmonitored;
mod score_embedding_only;
mod single_shot_spent;
mod window_moved;

use super::Draft;
use crate::about::Rule;
use crate::verdict::{Reason, Refusal, Remedy};
use alloc::vec::Vec;

/// A reason with what helps against it, the most helpful first
pub type Refused = (Reason, Vec<Remedy>);

/// The rules, in order of precedence
pub const RULES: [Rule; 17] = [
    inference_in_flight::RULE,
    window_moved::RULE,
    call_in_flight::RULE,
    already_compacted::RULE,
    single_shot_spent::RULE,
    ambiguous_element::RULE,
    index_built_from_summaries::RULE,
    index_rebuilt::RULE,
    score_embedding_only::RULE,
    loss_bound_aggregate::RULE,
    chain_loss::RULE,
    queries_unmonitored::RULE,
    divergence::RULE,
    anchor_unprobed::RULE,
    anchor_not_returned::RULE,
    budget_infeasible::RULE,
    nothing_to_gain::RULE,
];

const CHECKS: [fn(&Draft<'_, '_>) -> Option<Refused>; 17] = [
    inference_in_flight::holds,
    window_moved::holds,
    call_in_flight::holds,
    already_compacted::holds,
    single_shot_spent::holds,
    ambiguous_element::holds,
    index_built_from_summaries::holds,
    index_rebuilt::holds,
    score_embedding_only::holds,
    loss_bound_aggregate::holds,
    chain_loss::holds,
    queries_unmonitored::holds,
    divergence::holds,
    anchor_unprobed::holds,
    anchor_not_returned::holds,
    budget_infeasible::holds,
    nothing_to_gain::holds,
];

/// All reasons that hold, in order of precedence
pub fn all(draft: &Draft<'_, '_>) -> Vec<Refused> {
    CHECKS.iter().filter_map(|check| check(draft)).collect()
}

impl Refusal {
    /// The refusal for these reasons; `None` where there are none.
    ///
    /// Remedies stand in the order of the reasons that they help against, each once. A remedy that a later reason would
    /// defeat is still named: every reason asks for its own. Where the same refusal was given too often in a row, the
    /// owner of the session is asked before anything else.
    pub(crate) fn of(refused: Vec<Refused>, draft: &Draft<'_, '_>) -> Option<Refusal> {
        let request = draft.survey.request;
        if refused.is_empty() {
            return None;
        }
        let mut reasons = Vec::new();
        let mut remedies: Vec<Remedy> = Vec::new();
        if request.refusal_streak >= request.settings.streak_limit {
            remedies.push(Remedy::Stop);
        }
        for (reason, helps) in refused {
            reasons.push(reason);
            for remedy in helps {
                if !remedies.contains(&remedy) {
                    remedies.push(remedy);
                }
            }
        }
        Some(Refusal { reasons, remedies, sizes: draft.sizes() })
    }
}
