//! How well a number of the window fits the place of a number in the summary.

use super::context::Context;
use super::quantity::Quantity;
use super::terms::Term;
use super::window::Number;
use alloc::vec;
use alloc::vec::Vec;

/// What stands around a number of the summary
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// For each term of the summary how much it counts here; 0: it does not stand near
    weights: Vec<u32>,
}

/// So far a word can stand from a number and still say what it is
const REACH: usize = 10;
const WINDOW_REACH: u32 = 12;

impl Surroundings {
    /// What stands around a quantity of the summary, within its sentence
    pub fn of(context: &Context<'_, '_>, quantity: &Quantity) -> Surroundings {
        let mut weights = vec![0; context.terms.len()];
        let sentence = context.summary.sentence_of(quantity.item);
        let (first, end) = sentence.map_or((quantity.item, quantity.item), |sentence| (sentence.first, sentence.end));
        let first = first.max(quantity.item.saturating_sub(REACH));
        let end = end.min(quantity.item.saturating_add(quantity.width).saturating_add(REACH));
        for place in first..end {
            if (quantity.item..quantity.item.saturating_add(quantity.width)).contains(&place) {
                continue;
            }
            if let Some(term) = context.term_of(place)
                && let Some(weight) = weights.get_mut(term as usize)
            {
                *weight = (*weight).max(nearness(place.abs_diff(quantity.item)));
            }
        }
        Surroundings { weights }
    }

    /// How well `number` fits here: the telling terms that stand near both, the nearer the more
    pub fn fit(&self, context: &Context<'_, '_>, number: &Number) -> u32 {
        let hits = context.window.hits_around(number, WINDOW_REACH);
        let mut best: Vec<(Term, u32)> = Vec::new();
        for hit in hits.iter().filter(|hit| hit.at != number.at) {
            let here = self.weights.get(hit.term as usize).copied().unwrap_or(0);
            if here == 0 {
                continue;
            }
            let there = nearness(hit.at.abs_diff(number.at) as usize);
            let score = context.window.weight(hit.term).saturating_mul(here).saturating_mul(there) / 256;
            match best.iter_mut().find(|(term, _)| *term == hit.term) {
                Some((_, known)) => *known = (*known).max(score),
                None => best.push((hit.term, score)),
            }
        }
        best.iter().fold(0u32, |sum, (_, score)| sum.saturating_add(*score))
    }
}

/// How far a word can stand from a number and still belong to it
const LOCAL: usize = 3;

/// The words right beside a number of the summary
#[derive(Clone, Debug)]
pub struct Slot {
    terms: Vec<Term>,
}

impl Slot {
    /// The telling terms within three steps of a quantity of the summary
    pub fn of(context: &Context<'_, '_>, quantity: &Quantity) -> Slot {
        let sentence = context.summary.sentence_of(quantity.item);
        let (start, stop) = sentence.map_or((quantity.item, quantity.item), |sentence| (sentence.first, sentence.end));
        let after = quantity.item.saturating_add(quantity.width.max(1));
        let telling = |place: usize| context.term_of(place);
        let mut terms: Vec<Term> = (start..quantity.item).rev().take(6).filter_map(telling).take(LOCAL).collect();
        terms.extend((after..stop).take(6).filter_map(telling).take(LOCAL));
        // The unit of a quantity is one of its neighbours.
        terms.extend((quantity.item.saturating_add(1)..after).filter_map(telling));
        terms.sort_unstable();
        terms.dedup();
        Slot { terms }
    }

    /// The places of the numbers that stand beside one of its terms, in order. A term that stands everywhere finds none.
    pub fn numbers(&self, context: &Context<'_, '_>) -> Vec<usize> {
        const EVERYWHERE: usize = 128;
        let numbers = &context.window.numbers;
        let mut places: Vec<usize> = Vec::new();
        for term in &self.terms {
            let segments = context.window.segments_with(*term);
            if segments.len() > EVERYWHERE {
                continue;
            }
            for segment in segments.iter().filter_map(|place| context.window.segments.get(*place as usize)) {
                let first = numbers.partition_point(|number| number.at.saturating_add(5) < segment.first);
                let end = numbers.partition_point(|number| number.at < segment.end.saturating_add(6));
                places.extend(first..end);
            }
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    /// How much of it stands right beside `number`, and how many of its terms
    pub fn fit(&self, context: &Context<'_, '_>, number: &Number) -> Fit {
        let hits = context.window.hits_around(number, 5);
        let mut fit = Fit::default();
        for term in &self.terms {
            if hits.iter().any(|hit| hit.term == *term && hit.at != number.at) {
                fit.weight = fit.weight.saturating_add(context.window.weight(*term));
                fit.terms = fit.terms.saturating_add(1);
            }
        }
        fit
    }
}

/// How well a number of the window fits into a slot
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Fit {
    /// How telling the terms are together
    pub weight: u32,
    /// How many terms are shared
    pub terms: u32,
}

/// 16 for a neighbour, less with each step
fn nearness(steps: usize) -> u32 {
    const NEARNESS: [u32; 13] = [16, 16, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3];
    NEARNESS.get(steps).copied().unwrap_or(2)
}
