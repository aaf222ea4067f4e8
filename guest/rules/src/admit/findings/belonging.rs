//! A date, time or amount beside an id that never stands near it in the window.

use super::amounts;
use super::context::Context;
use super::items::is_one_of;
use super::quantity::{Dimension, Manner, Quantity};
use super::terms::Term;
use super::twins;
use super::window::Number;
use crate::scan::Kind;
use alloc::vec::Vec;

/// The number of the window that a date, time or amount beside an id became by a slip, where that one belongs to the id
/// and the one of the summary nowhere does
pub fn find(context: &Context<'_, '_>, quantity: &Quantity) -> Option<usize> {
    const BEFORE: usize = 10;
    const MENTIONS_MAX: usize = 40;
    let telling = matches!(quantity.dimension, Dimension::Day | Dimension::Clock | Dimension::Money);
    if !telling || quantity.manner != Manner::Exact {
        return None;
    }
    let summary = &context.summary;
    let first = summary.sentence_of(quantity.item)?.first.max(quantity.item.saturating_sub(BEFORE));
    let name = (first..quantity.item).rev().find(|item| {
        summary.items.get(*item).is_some_and(|item| matches!(item.kind, Kind::Code | Kind::Uuid | Kind::Digest))
    })?;
    let related = summary.items.get(name..quantity.item)?.iter().any(|item| {
        // `… before the current date, 2024-05-15` is not a date of the thing.
        is_one_of(
            item.of_text(summary.text),
            &[
                "before", "after", "current", "today", "now", "than", "since", "until", "not", "vor", "nach", "antes",
                "hoy",
            ],
        )
    });
    let mentions = context.window.segments_with(context.term_of(name)?);
    if related || mentions.is_empty() || mentions.len() > MENTIONS_MAX {
        return None;
    }
    let mut slipped = None;
    for (at, number) in numbers_of(context, context.term_of(name)?) {
        if !amounts::comparable(quantity.dimension, number.quantity.dimension) {
            continue;
        }
        if amounts::is_equal(quantity, &number.quantity) {
            return None;
        }
        if twins::slip(context, quantity, number).is_some() {
            slipped = Some(at);
        }
    }
    slipped
}

/// The numbers that belong to an id wherever the window mentions it, in its order: those of its sentence or object, up to
/// the next id of its make
fn numbers_of<'c>(context: &'c Context<'_, '_>, name: Term) -> Vec<(usize, &'c Number)> {
    // As many words as an object of JSON has after an id.
    const NEAR: u32 = 70;
    let numbers = &context.window.numbers;
    let mut found = Vec::new();
    for segment in
        context.window.segments_with(name).iter().filter_map(|place| context.window.segments.get(*place as usize))
    {
        let until = segment.end.saturating_add(NEAR);
        let hits = context.window.hits_between(segment.first, until);
        let own = hits.iter().position(|hit| hit.term == name).unwrap_or(0);
        let next = hits
            .iter()
            .skip(own)
            .find(|hit| hit.term != name && context.are_alike(hit.term, name))
            .map_or(until, |hit| hit.at);
        let start = numbers.partition_point(|number| number.at < segment.first);
        let end = numbers.partition_point(|number| number.at < next).max(start);
        found.extend((start..end).filter_map(|place| Some((place, numbers.get(place)?))));
    }
    found
}
