//! Effects that must not fire twice. (Spec 000, condition C2.)

mod begun;
pub mod entry;
mod identity;
mod judge;

pub use begun::is_begun;
pub use identity::{Identity, identity};
pub use judge::judge;

use crate::window::Effect;
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
        /// The first field of the arguments that differs, such as `items[2].id`; `tool` where another tool used the key
        field: String,
    },
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]
mod tests;
