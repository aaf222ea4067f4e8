//! What the command shows to people, and the JSON of what the policy does not answer itself.

pub mod check;
pub mod classify;
pub mod compact;
pub mod diff;
pub mod effects;
pub mod log;
pub mod plan;
pub mod policy;
pub mod recall;
pub mod registry;
pub mod replay;
pub mod store;
pub mod test;

mod bars;
mod numbers;
mod refusal;
mod style;
mod table;
mod time;
mod treatments;
mod words;

/// How wide a report is, in columns: as the terminal is, within what can still be read. A file or a pipe gets the most.
fn report_columns() -> usize {
    const WIDTH_MIN: usize = 60;
    const WIDTH_MAX: usize = 100;
    terminal_size::terminal_size().map_or(WIDTH_MAX, |(width, _)| usize::from(width.0).clamp(WIDTH_MIN, WIDTH_MAX))
}
