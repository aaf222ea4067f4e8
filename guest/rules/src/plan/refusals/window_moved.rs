//! The window that was read is not the current one.
//!
//! ## Why
//! A plan about an older window would drop what came since.
//!
//! ## What helps
//! Read the window again, and plan again.
//!
//! ## Example
//! A tool result arrives between reading the window and planning: revision 7 was read, revision 8 holds.
//!
//! ## Source
//! spec 001, third condition of validity

use crate::about::{Rule, RuleKind};
use crate::plan::Draft;
use crate::verdict::{Reason, Remedy};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "window-moved",
    kind: RuleKind::Refusal,
    summary: "The window that was read is not the current one",
    source: "spec 001, third condition of validity",
};

/// Whether the two revisions differ
pub fn holds(draft: &Draft<'_, '_>) -> Option<(Reason, Vec<Remedy>)> {
    let (read, current) = (draft.survey.request.revision, draft.survey.request.current_revision);
    (read != current).then(|| (Reason::WindowMoved { read, current }, alloc::vec![Remedy::PlanAgain]))
}
