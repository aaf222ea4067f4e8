//! The commands, one file each: its options, and what it does.

pub mod batch;
pub mod check;
pub mod classify;
pub mod compact;
pub mod completions;
pub mod decisions;
pub mod effects;
pub mod log;
pub mod plan;
pub mod policy;
pub mod recall;
pub mod reload;
pub mod replay;
pub mod serve;
pub mod store;
