//! Getting back what left. (Spec 002.)

mod divergence;
mod probes;

pub use divergence::{DivergenceReport, Eviction, LoggedQuery, divergence};
pub use probes::probes;
pub(crate) use probes::{can_be_asked_for, of_draft};
