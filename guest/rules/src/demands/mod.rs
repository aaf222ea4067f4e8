//! Texts that must be known verbatim after a pass.
//!
//! Each file finds one kind of demand in one text. All are pure functions that give places in the text, so that what is
//! carried and what is checked are found by the same rule.

pub mod constraint;
mod cues;
pub mod identifiers;
pub mod order;
mod phrases;
pub mod plan_position;
pub mod resolution;
pub mod sentences;
pub mod state;
pub mod words;
