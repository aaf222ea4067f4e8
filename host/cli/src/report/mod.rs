//! What the command shows to people, and the JSON of what the policy does not answer itself.

pub mod check;
pub mod classify;
pub mod compact;
pub mod effects;
pub mod log;
pub mod plan;
pub mod policy;
pub mod recall;
pub mod store;

mod bars;
mod numbers;
mod refusal;
mod style;
mod table;
mod treatments;
mod words;

/// How wide a report is, in columns of a terminal
const WIDTH: usize = 100;
