//! Getting back what left. (Spec 002.)

mod divergence;
mod probes;

pub use divergence::{DivergenceReport, Eviction, LoggedQuery, divergence};
pub(crate) use probes::of_draft;
pub use probes::probes;
