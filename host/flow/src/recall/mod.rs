//! Recall: what left a window can be had again, by its pointer, by its pass, by its chain, and by a question.

mod divergence;
mod leaving;
mod pointer;
mod probing;
mod question;

pub use divergence::DivergenceError;
pub(crate) use divergence::divergence;
pub(crate) use leaving::left_by;
pub use pointer::{RecallError, Recalled, recall};
pub use probing::ProbeError;
pub(crate) use probing::{probes, wants_probes};
pub use question::{Answer, Answers, Question, ask, left_of_chain, left_with};
