//! Getting back what left.

use crate::error::InputError;
use crate::request::Request;
use crate::verdict::ProbeDuty;
use crate::window::{Permille, Text};
use alloc::vec::Vec;

/// One query that the agent's retrieval answered
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedQuery<'a> {
    /// What was asked
    pub query: Text<'a>,
    /// The epoch that it is about
    pub about: u32,
    /// The ids of the elements returned, the best first
    pub returned: Vec<Text<'a>>,
}

/// What left in one epoch
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Eviction<'a> {
    /// The epoch
    pub epoch: u32,
    /// The ids of the elements that left in it
    pub elements: Vec<Text<'a>>,
}

/// How often queries miss what left
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DivergenceReport {
    /// Queries about an epoch in which something left
    pub queries: u32,
    /// Those whose answers hold no element that left in that epoch
    pub missed: u32,
    /// The share of those
    pub divergence: Permille,
    /// It is above the limit
    pub exceeded: bool,
}

/// Queries for each anchor that would leave
///
/// # Errors
/// Those of `plan`.
pub fn probes(_request: &Request<'_>) -> Result<Vec<ProbeDuty>, InputError> {
    Ok(Vec::new())
}

/// Query-anchor divergence of a log
pub fn divergence(_log: &[LoggedQuery<'_>], _evictions: &[Eviction<'_>], _limit: Permille) -> DivergenceReport {
    DivergenceReport { queries: 0, missed: 0, divergence: 0, exceeded: false }
}
