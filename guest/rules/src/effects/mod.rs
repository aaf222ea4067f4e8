//! Effects that must not fire twice. (Spec 000, condition C2.)

use crate::request::ToolTraits;
use crate::window::{Effect, ToolCall};
use alloc::string::String;

/// What a host should do with a call that is about to fire
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// Fire it; the entry to write before, which a read has none of
    Fire(Option<Effect<'static>>),
    /// It was done before
    AlreadyDone(Effect<'static>),
    /// It was fired and its outcome is awaited
    InFlight(Effect<'static>),
    /// It was fired and nobody knows the outcome
    OutcomeUnknown(Effect<'static>),
    /// Its key was used with other arguments
    KeyReused {
        /// The entry that has the key
        entry: Effect<'static>,
        /// The first field of the arguments that differs
        field: String,
    },
}

/// Judges a call by the ledger, oldest entry first
pub fn judge(_call: &ToolCall<'_>, _tools: &[ToolTraits<'_>], _ledger: &[Effect<'_>]) -> Judgement {
    Judgement::Fire(None)
}
