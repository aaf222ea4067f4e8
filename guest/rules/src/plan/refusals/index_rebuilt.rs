//! The rehydration index was rebuilt from post-compaction text within the last N epochs.
//!
//! ## Why
//! Anchors that left before the rebuild are in neither the window nor the index; until N epochs have passed, the
//! index is not known to hold all that leaves.
//!
//! ## What helps
//! The spill, or so many epochs.
//!
//! ## Example
//! The index was rebuilt in epoch 8, it is epoch 9, and N is 2.
//!
//! ## Source
//! spec 002, second condition of refusal

use crate::about::{Rule, RuleKind};
use crate::plan::Draft;
use crate::request::{IndexState, PassMode};
use crate::verdict::{Reason, Remedy};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "index-rebuilt",
    kind: RuleKind::Refusal,
    summary: "The rehydration index was rebuilt from post-compaction text within the last N epochs",
    source: "spec 002, second condition of refusal",
};

/// Whether fewer than N + 1 epochs have passed
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let request = draft.survey.request;
    let IndexState::Built(index) = request.index else { return None };
    let rebuilt = index.rebuilt_from_summaries.filter(|_| request.mode == PassMode::Summarize)?;
    let passed = request.current_epoch.saturating_sub(rebuilt);
    let wait = request.settings.index_window_epochs.saturating_add(1).saturating_sub(passed);
    (wait > 0).then(|| {
        let reason = Reason::IndexRebuilt { rebuilt, current: request.current_epoch, wait };
        (reason, alloc::vec![Remedy::Spill, Remedy::WaitEpochs(wait)])
    })
}
