//! What the suites share: the repository, the cases, the engines that run them, and real transcripts.

pub mod case;
pub mod engine;
pub mod repository;
pub mod transcript;
