//! Where the window speaks of what a clause of the summary says.

use super::clause::Clause;
use super::context::Context;
use alloc::vec;
use alloc::vec::Vec;

/// A segment of the window that speaks of what a clause says
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Match {
    /// How much of the clause the segment shares, by the weight of the terms
    pub weight: u32,
    /// How many terms they share
    pub terms: u32,
    /// The place of the segment
    pub segment: usize,
}

/// What a clause has in all, and where the window speaks of it, the best first
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alignment {
    /// The weight of the terms of the clause, those that the window lacks at the weight of rare ones
    pub total: u32,
    /// The weight of its terms that the window lacks
    pub lacking: u32,
    /// The best segments
    pub matches: Vec<Match>,
}

/// So many segments are kept for each clause
const KEPT: usize = 6;
/// A term in more clauses than these does not tell one from the other
const HOLDERS_MAX: usize = 48;
/// What a term that the window lacks would weigh
const UNKNOWN_WEIGHT: u32 = 120;

/// Aligns clauses of the summary
pub fn align(context: &Context<'_, '_>, clauses: &[Clause]) -> Vec<Alignment> {
    // For each term the clauses in which it stands.
    let mut holders: Vec<Vec<u32>> = vec![Vec::new(); context.window.frequencies.len()];
    let mut found: Vec<Alignment> = Vec::with_capacity(clauses.len());
    for (place, clause) in (0u32..).zip(clauses) {
        let mut alignment = Alignment { total: 0, lacking: 0, matches: Vec::new() };
        for term in context.terms_between(clause.first, clause.end) {
            if context.window.holds(term) {
                alignment.total = alignment.total.saturating_add(context.window.weight(term));
                if let Some(holder) = holders.get_mut(term as usize)
                    && holder.len() < HOLDERS_MAX
                {
                    holder.push(place);
                }
            } else {
                alignment.total = alignment.total.saturating_add(UNKNOWN_WEIGHT);
                alignment.lacking = alignment.lacking.saturating_add(UNKNOWN_WEIGHT);
            }
        }
        found.push(alignment);
    }
    let mut scores: Vec<(u32, u32)> = vec![(0, 0); clauses.len()];
    let mut touched: Vec<u32> = Vec::new();
    let mut last_seen: Vec<u32> = vec![u32::MAX; context.window.frequencies.len()];
    for (place, segment) in context.window.segments.iter().enumerate() {
        let number = u32::try_from(place).unwrap_or(u32::MAX);
        for hit in context.window.hits_of(segment) {
            let Some(seen) = last_seen.get_mut(hit.term as usize) else { continue };
            if *seen == number {
                continue;
            }
            *seen = number;
            let holders = holders.get(hit.term as usize).map_or(&[][..], Vec::as_slice);
            let weight = context.window.weight(hit.term);
            for holder in holders {
                if let Some(score) = scores.get_mut(*holder as usize) {
                    if score.1 == 0 {
                        touched.push(*holder);
                    }
                    *score = (score.0.saturating_add(weight), score.1.saturating_add(1));
                }
            }
        }
        for holder in touched.drain(..) {
            let Some(score) = scores.get_mut(holder as usize) else { continue };
            let (weight, terms) = core::mem::take(score);
            if terms >= 2
                && let Some(alignment) = found.get_mut(holder as usize)
            {
                keep(&mut alignment.matches, Match { weight, terms, segment: place });
            }
        }
    }
    found
}

/// Keeps the best few, the best first
fn keep(matches: &mut Vec<Match>, new: Match) {
    if matches.len() >= KEPT && matches.last().is_some_and(|last| last.weight >= new.weight) {
        return;
    }
    let at = matches.partition_point(|known| known.weight >= new.weight);
    matches.insert(at, new);
    matches.truncate(KEPT);
}
