//! How often the agent's queries miss what left. (Spec 002, fourth condition of validity.)

use crate::window::{Permille, Text};
use alloc::collections::{BTreeMap, BTreeSet};
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

/// Query-anchor divergence of a log. The comparison with `limit` is exact; the share that is told is rounded up, so that
/// it never reads as within a limit that it exceeds.
pub fn divergence(log: &[LoggedQuery<'_>], evictions: &[Eviction<'_>], limit: Permille) -> DivergenceReport {
    let mut left: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    for eviction in evictions {
        left.entry(eviction.epoch).or_default().extend(eviction.elements.iter().map(Text::as_ref));
    }
    let (mut queries, mut missed) = (0u32, 0u32);
    for query in log {
        let Some(elements) = left.get(&query.about).filter(|elements| !elements.is_empty()) else { continue };
        queries = queries.saturating_add(1);
        let hit = query.returned.iter().any(|element| elements.contains(element.as_ref()));
        missed = missed.saturating_add(u32::from(!hit));
    }
    let thousandths = u64::from(missed) * 1000;
    DivergenceReport {
        queries,
        missed,
        divergence: Permille::try_from(thousandths.div_ceil(u64::from(queries.max(1)))).unwrap_or(Permille::MAX),
        exceeded: u64::from(limit) * u64::from(queries) < thousandths,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_counts_if_something_left_in_its_epoch() {
        let evictions = [Eviction { epoch: 1, elements: alloc::vec!["a".into(), "b".into()] }];
        let query = |about: u32, returned: &[&'static str]| LoggedQuery {
            query: "q".into(),
            about,
            returned: returned.iter().map(|id| Text::from(*id)).collect(),
        };
        let check = |log: &[LoggedQuery<'_>], limit, expected: (u32, u32, u32, bool)| {
            let report = divergence(log, &evictions, limit);
            assert_eq!((report.queries, report.missed, report.divergence, report.exceeded), expected);
        };
        check(&[], 10, (0, 0, 0, false));
        check(&[query(2, &["x"])], 10, (0, 0, 0, false));
        check(&[query(1, &["x", "b"])], 10, (1, 0, 0, false));
        check(&[query(1, &["x"]), query(1, &["a"]), query(1, &["b"])], 10, (3, 1, 334, true));
        let mut log = alloc::vec![query(1, &["a"]); 99];
        log.push(query(1, &[]));
        check(&log, 10, (100, 1, 10, false));
        log.pop();
        log.pop();
        log.push(query(1, &[]));
        check(&log, 10, (99, 1, 11, true));
    }
}
