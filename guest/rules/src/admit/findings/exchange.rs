//! Values of the summary that belong in the window to something else: two that have changed places, and one beside an id
//! that has another.

use super::amounts;
use super::context::Context;
use super::frame::Frame;
use super::items;
use super::quantity::{Dimension, Manner, Quantity};
use super::window::Number;
use crate::scan::{Kind, Span};
use alloc::vec::Vec;

/// So many values after one may have changed places with it
const NEIGHBOURS: usize = 4;
/// A weight that a word has which does not stand everywhere
const TELLING: u32 = 60;
/// More values are not looked at
const VALUES_MAX: usize = 256;
/// What stands in more places of the window belongs to nothing in particular
const HELD_MAX: usize = 24;

/// A value of the summary, and where it stands in the window
struct Value {
    /// Its place in the summary
    place: usize,
    frame: Frame,
    held: Vec<(Held, Frame)>,
}

/// Where a value stands in the window
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Held {
    /// The element
    pub element: usize,
    /// Where it begins in its text
    start: usize,
    /// Where it ends
    end: usize,
    /// The place of a number among the numbers of the window
    pub number: usize,
}

impl Held {
    /// Where it stands in the text of its element
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.end }
    }
}

/// The numbers of the summary that stand for something else in the window, each with the number of the window that stands
/// in its place
pub fn of_numbers(context: &Context<'_, '_>) -> Vec<(usize, usize)> {
    let quantity = |value: &Value| context.summary.quantities.get(value.place);
    let quantities = context.summary.quantities.iter().enumerate();
    let exact =
        quantities.filter(|(_, quantity)| quantity.manner == Manner::Exact && quantity.dimension != Dimension::Version);
    let values: Vec<Value> =
        exact.take(VALUES_MAX).filter_map(|(place, quantity)| value_of_number(context, place, quantity)).collect();
    let crossed = exchanged(context, &values, |one, other| match (quantity(one), quantity(other)) {
        (Some(one), Some(other)) => {
            amounts::comparable(one.dimension, other.dimension) && !amounts::is_equal(one, other)
        }
        _ => false,
    });
    let mut found: Vec<(usize, usize)> = crossed.into_iter().map(|(place, held)| (place, held.number)).collect();
    for value in &values {
        if !found.iter().any(|(place, _)| *place == value.place)
            && let Some(right) = quantity(value).and_then(|quantity| of_another_owner(context, value, quantity))
        {
            found.push((value.place, right));
        }
    }
    found
}

/// The ids of the summary that have changed places, by their items, each with the one of the window in its place
pub fn of_names(context: &Context<'_, '_>) -> Vec<(usize, Held)> {
    let items = context.summary.items.iter().enumerate();
    let codes = items.filter(|(_, item)| matches!(item.kind, Kind::Code | Kind::Uuid | Kind::Digest));
    let values: Vec<Value> = codes.take(VALUES_MAX).filter_map(|(place, _)| value_of_name(context, place)).collect();
    exchanged(context, &values, |one, other| match (context.term_of(one.place), context.term_of(other.place)) {
        (Some(one), Some(other)) => one != other && context.are_alike(one, other),
        _ => false,
    })
}

/// The values that have changed places with one of those after them
fn exchanged(
    context: &Context<'_, '_>,
    values: &[Value],
    may_be: impl Fn(&Value, &Value) -> bool,
) -> Vec<(usize, Held)> {
    let mut found: Vec<(usize, Held)> = Vec::new();
    for (at, one) in values.iter().enumerate() {
        for other in values.iter().skip(at.saturating_add(1)).take(NEIGHBOURS).filter(|other| may_be(one, other)) {
            let known = found.iter().any(|(place, _)| *place == one.place || *place == other.place);
            if let Some((first, second)) = crossed(context, one, other).filter(|_| !known) {
                found.push((one.place, first));
                found.push((other.place, second));
            }
        }
    }
    found
}

/// Where in the window the other values stand that belong to what these two belong to, where each belongs to the other's
fn crossed(context: &Context<'_, '_>, one: &Value, other: &Value) -> Option<(Held, Held)> {
    if one.held.len().max(other.held.len()) >= HELD_MAX {
        return None;
    }
    let (mine, others) = (one.frame.without(&other.frame), other.frame.without(&one.frame));
    let best = |frame: &Frame, held: &[(Held, Frame)]| {
        held.iter().map(|(held, holder)| (frame.shared(context, holder), *held)).max().unwrap_or_default()
    };
    let straight = best(&mine, &one.held).0.max(best(&others, &other.held).0);
    let (first, second) = (best(&mine, &other.held), best(&others, &one.held));
    let least = first.0.min(second.0);
    (least >= TELLING && straight.saturating_mul(3) <= least).then_some((first.1, second.1))
}

/// A number beside an id to which it belongs nowhere in the window, where it belongs to ids of the same make alone: the
/// number under the same key that does belong to it
fn of_another_owner(context: &Context<'_, '_>, value: &Value, quantity: &Quantity) -> Option<usize> {
    let owner = value.frame.owner?;
    let is_others = |frame: &Frame| frame.owner.is_some_and(|known| owner.is_other(&known));
    if value.held.is_empty() || value.held.len() >= HELD_MAX || !value.held.iter().all(|(_, frame)| is_others(frame)) {
        return None;
    }
    let sentence = context.summary.sentence_of(quantity.item)?;
    // Of two ids in one sentence either can be meant.
    let codes = context.summary.items.get(sentence.first..sentence.end)?.iter();
    let mut hashes: Vec<u64> = codes
        .filter(|item| matches!(item.kind, Kind::Code | Kind::Uuid | Kind::Digest))
        .map(|item| item.hash)
        .collect();
    hashes.dedup();
    if hashes.len() != 1 {
        return None;
    }
    let term = context.term_with(owner.hash)?;
    let own = numbers_near(context, term).filter(|(_, number)| {
        amounts::comparable(quantity.dimension, number.quantity.dimension)
            && !amounts::is_equal(quantity, &number.quantity)
    });
    let mut own = own.take(HELD_MAX).map(|(at, number)| (at, frame_of(context, number)));
    let is_same_key = |frame: &Frame| value.held.iter().any(|(_, held)| held.key.is_some() && held.key == frame.key);
    own.find(|(_, frame)| frame.owner == Some(owner) && is_same_key(frame)).map(|(at, _)| at)
}

/// The numbers in the segments of the window that hold a term and in the few after them
fn numbers_near<'c>(context: &'c Context<'_, '_>, term: u32) -> impl Iterator<Item = (usize, &'c Number)> + use<'c> {
    const REACH: u32 = 40;
    let window = &context.window;
    let segments = window.segments_with(term).iter().filter_map(move |place| window.segments.get(*place as usize));
    segments.flat_map(move |segment| {
        let first = window.numbers.partition_point(|number| number.at < segment.first);
        let end = window.numbers.partition_point(|number| number.at < segment.end.saturating_add(REACH)).max(first);
        (first..end).filter_map(move |at| Some((at, window.numbers.get(at)?)))
    })
}

fn value_of_number(context: &Context<'_, '_>, place: usize, quantity: &Quantity) -> Option<Value> {
    let item = context.summary.items.get(quantity.item)?;
    let frame = Frame::of(context, context.summary.text, item.span);
    let numbers = context.window.numbers.iter().enumerate();
    let equal = numbers.filter(|(_, number)| {
        amounts::comparable(quantity.dimension, number.quantity.dimension)
            && amounts::is_equal(quantity, &number.quantity)
    });
    let held = equal
        .take(HELD_MAX)
        .map(|(at, number)| {
            let Span { start, end } = number.span;
            (Held { element: number.element, start, end, number: at }, frame_of(context, number))
        })
        .collect();
    Some(Value { place, frame, held })
}

fn frame_of(context: &Context<'_, '_>, number: &Number) -> Frame {
    Frame::of(context, context.text_of_element(number.element), number.span)
}

fn value_of_name(context: &Context<'_, '_>, place: usize) -> Option<Value> {
    let item = context.summary.items.get(place)?;
    let mut row = Vec::new();
    let mut held = Vec::new();
    let unowned = |frame: Frame| Frame { owner: None, ..frame };
    for segment in context.window.segments_with(context.term_of(place)?).iter().take(HELD_MAX) {
        let Some(segment) = context.window.segments.get(*segment as usize) else { continue };
        items::read_into(context.text_of(segment), &mut row);
        for found in row.iter().filter(|found| found.hash == item.hash) {
            let moved = |at: usize| at.saturating_add(segment.span.start);
            let span = Span { start: moved(found.span.start), end: moved(found.span.end) };
            let frame = Frame::of(context, context.text_of_element(segment.element), span);
            held.push((Held { element: segment.element, start: span.start, end: span.end, number: 0 }, unowned(frame)));
        }
    }
    Some(Value { place, frame: unowned(Frame::of(context, context.summary.text, item.span)), held })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use crate::admission::FindingCode;

    const WINDOW: [Turn; 3] = [
        Turn::User("Book two rooms and look at the flights."),
        Turn::Done(
            "list",
            "{}",
            "reservation RSV-88120 is for the blue room\nreservation RSV-88126 is for the red room\n{\"flights\":[{\"id\":\"HAT003\",\"price\":106},{\"id\":\"HAT091\",\"price\":561}]}",
        ),
        Turn::Assistant("Noted."),
    ];

    #[test]
    fn ids_in_each_others_places() {
        let faulty = [
            "RSV-88126 is for the blue room, RSV-88120 is for the red room.",
            "- blue room: RSV-88126\n- red room: RSV-88120",
        ];
        let innocent = [
            "RSV-88120 is for the blue room, RSV-88126 is for the red room.",
            "Two reservations, RSV-88120 and RSV-88126, for the blue and the red room.",
            "Red room: RSV-88126; blue room: RSV-88120.",
        ];
        check(FindingCode::IdentifierAltered, &WINDOW, &faulty, &innocent);
    }

    #[test]
    fn values_of_other_ids() {
        let faulty =
            ["HAT003 costs $561 and HAT091 costs $106.", "HAT003 at $561.", "HAT003 kostet 561, HAT091 kostet 106."];
        let innocent = [
            "HAT003 costs $106 and HAT091 costs $561.",
            "The flights HAT003 and HAT091 cost $106 and $561.",
            "HAT091 was dearer ($561) than HAT003 ($106), by $455.",
        ];
        check(FindingCode::NumberAltered, &WINDOW, &faulty, &innocent);
    }
}
