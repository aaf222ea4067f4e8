//! The numbers of a summary that are not those of the window, each with the number of the window that stands in its place.

use super::amounts::{self, Origin};
use super::belonging;
use super::context::Context;
use super::derivation;
use super::exchange;
use super::items::is_one_of;
use super::matching::{Fit, Slot, Surroundings};
use super::other_unit;
use super::placement;
use super::quantity::{self, Dimension, Manner, Quantity};
use super::twins::{self, Slip};
use super::verbatim::{self, Said};
use super::window::Number;
use crate::scan::Kind;
use alloc::vec::Vec;

/// A number that is not the one of the window
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// Its place among the quantities of the summary
    pub quantity: usize,
    /// The place of the right one among the numbers of the window, where it is known
    pub right: Option<usize>,
    /// How it is wrong
    pub fault: Fault,
    /// Whether it can be nothing else
    pub certain: bool,
}

/// How a number is wrong
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It is another number
    Altered,
    /// It is a rounded number that is given as exact, or `about` with a wrong magnitude
    Rounded,
}

/// The numbers of the summary that are wrong
pub fn wrong(context: &Context<'_, '_>) -> Vec<Wrong> {
    // More numbers are not looked at: a summary with so many is a table, and wrong in its first rows or right.
    const MOST: usize = 512;
    let quantities = context.summary.quantities.iter().enumerate().take(MOST);
    let exchanged = exchange::of_numbers(context);
    let wrong = quantities.filter_map(|(place, quantity)| {
        let right = exchanged.iter().find(|(number, _)| *number == place).map(|(_, right)| *right);
        let changed =
            right.map(|right| Wrong { quantity: place, right: Some(right), fault: Fault::Altered, certain: true });
        Some((quantity.item, changed.or_else(|| judge(context, place, quantity))?))
    });
    wrong.filter(|(item, _)| !is_quoted(context, *item)).map(|(_, wrong)| wrong).take(WRONG_MOST).collect()
}

/// More are not looked for: so many send any summary back
const WRONG_MOST: usize = 64;

/// Whether the window has the sentence of an item word for word
fn is_quoted(context: &Context<'_, '_>, item: usize) -> bool {
    context.summary.sentence_of(item).is_some_and(|sentence| verbatim::of(context, sentence) != Said::Nowhere)
}

fn judge(context: &Context<'_, '_>, place: usize, quantity: &Quantity) -> Option<Wrong> {
    match amounts::explain(context, quantity) {
        Origin::Unknown if quantity.manner != Manner::About => Some(without_origin(context, place, quantity)),
        Origin::Unknown | Origin::Approximate => wrong_magnitude(context, place, quantity),
        Origin::Held => misplaced(context, place, quantity).filter(|_| !derivation::is_derived_here(context, quantity)),
        Origin::Counted => {
            let beside = beside(context, quantity, &Slot::of(context, quantity));
            let right = placement::under_its_words(context, quantity, &beside)?;
            Some(Wrong { quantity: place, right: Some(right), fault: Fault::Altered, certain: true })
        }
        Origin::Label | Origin::Denied | Origin::Derived | Origin::Converted => None,
    }
}

/// A number that the window does not hold: what stands in its place there?
fn without_origin(context: &Context<'_, '_>, place: usize, quantity: &Quantity) -> Wrong {
    let around = Surroundings::of(context, quantity);
    let slot = Slot::of(context, quantity);
    let mut twin: Option<(u32, usize)> = None;
    let mut source: Option<(u32, usize)> = None;
    let is_line = is_line(context, quantity);
    let rounds = !is_line && !matches!(quantity.dimension, Dimension::Day | Dimension::Clock | Dimension::Version);
    for (at, number) in candidates(context, quantity) {
        let slip = twins::slip(context, quantity, number);
        let rounds = rounds && twins::is_rounded(quantity, &number.quantity);
        // Of most numbers neither is true, and nothing has to be known of what stands around them.
        if slip.is_none() && !rounds {
            continue;
        }
        let fit = around.fit(context, number);
        if let Some(slip) = slip {
            // Two digits of a fraction do not swap by chance.
            let sure = slip == Slip::Swapped && quantity.raw.scale > 0 && quantity.raw.mantissa >= 100;
            twin = twin.max(Some((if sure { fit.saturating_add(CLOSE) } else { fit }, at)));
        }
        if rounds {
            source = source.max(Some((fit, at)));
        }
    }
    // What was measured is told with as many digits as matter.
    let measured = |at: usize| {
        quantity.dimension == Dimension::Duration
            && context.window.numbers.get(at).is_some_and(|number| amounts::is_within(quantity, &number.quantity, 100))
    };
    // A year can be reckoned: the one after the last, the one a span begins with.
    let is_year = quantity.dimension == Dimension::Count
        && quantity.value.scale == 0
        && (1900..2100).contains(&quantity.value.mantissa);
    // A total can be one of things that stand far apart, or that nobody counted.
    let is_total = context.summary.sentence_of(quantity.item).is_some_and(|sentence| {
        let items = context.summary.items.get(sentence.first..sentence.end).unwrap_or_default();
        items.iter().any(|item| is_one_of(item.of_text(context.summary.text), &TOTAL))
    });
    let wrong = |fault: Fault, right: Option<usize>, certain: bool| Wrong {
        quantity: place,
        right,
        fault,
        certain: certain && !is_year && !is_total,
    };
    // What has few digits is met by chance; then the words around it must be the same.
    let several = quantity.raw.mantissa >= 10;
    let close = |fit: u32| is_exact(context, quantity) || fit >= CLOSE || several && fit >= NEAR;
    match (twin, source) {
        (Some((near, _)), Some((fit, at))) if fit >= near => {
            wrong(Fault::Rounded, Some(at), close(fit) && !measured(at))
        }
        (None, Some((fit, at))) => wrong(Fault::Rounded, Some(at), close(fit) && !measured(at)),
        (Some((fit, at)), _) => wrong(Fault::Altered, Some(at), close(fit)),
        (None, None) => {
            match beside(context, quantity, &slot).into_iter().map(|(at, number)| (slot.fit(context, number), at)).max()
            {
                Some((fit, at)) if fit.terms >= 2 => wrong(Fault::Altered, Some(at), fit.weight >= TELLING),
                _ => wrong(Fault::Altered, None, is_exact(context, quantity)),
            }
        }
    }
}

/// Words of sums
const TOTAL: [&str; 12] = [
    "total",
    "totals",
    "altogether",
    "combined",
    "together",
    "sum",
    "insgesamt",
    "zusammen",
    "gesamt",
    "suma",
    "totale",
    "au-total",
];

/// Words that stand near two numbers in the summary and in the window alike reach this only if some of them are rare
const CLOSE: u32 = 90;
/// And this if one of them is not everywhere
const NEAR: u32 = 40;

/// `about 1,800 lines` of a file that has 1,081
fn wrong_magnitude(context: &Context<'_, '_>, place: usize, quantity: &Quantity) -> Option<Wrong> {
    let slot = Slot::of(context, quantity);
    let mut near = Fit::default();
    let mut far: Option<(Fit, usize)> = None;
    for (at, number) in beside(context, quantity, &slot) {
        let fit = slot.fit(context, number);
        if amounts::is_within(quantity, &number.quantity, 8) {
            near = near.max(fit);
        } else {
            far = far.max(Some((fit, at)));
        }
    }
    let (fit, at) = far?;
    let telling = fit.terms >= 3 || fit.terms == 2 && fit.weight >= TELLING;
    (telling && fit.weight > near.weight.saturating_mul(2)).then_some(Wrong {
        quantity: place,
        right: Some(at),
        fault: Fault::Rounded,
        certain: true,
    })
}

/// A weight that only rare words reach together
const TELLING: u32 = 160;

/// A number that the window holds, but where the same is said in the window stands another one
fn misplaced(context: &Context<'_, '_>, place: usize, quantity: &Quantity) -> Option<Wrong> {
    if quantity.manner == Manner::InWords || quantity.dimension == Dimension::Version && quantity.width > 1 {
        return None;
    }
    let slot = Slot::of(context, quantity);
    let beside = beside(context, quantity, &slot);
    if let Some(right) = other_unit::find(context, quantity, &slot, &beside) {
        return Some(Wrong { quantity: place, right: Some(right), fault: Fault::Altered, certain: true });
    }
    let is_label = is_line(context, quantity) || is_listed(context, quantity);
    let elsewhere = placement::find(context, quantity, &beside).filter(|_| !is_label);
    if let Some(right) = elsewhere.or_else(|| placement::under_its_words(context, quantity, &beside)) {
        return Some(Wrong { quantity: place, right: Some(right), fault: Fault::Altered, certain: true });
    }
    // Where the window has the same number beside one of the same words, as of most numbers, no other one can be meant.
    let is_equal = |number: &Number| amounts::is_equal(quantity, &number.quantity);
    let confirmed = beside.iter().any(|(_, number)| is_equal(number) && slot.fit(context, number).terms > 0);
    let of_name = belonging::find(context, quantity).map(|right| Wrong {
        quantity: place,
        right: Some(right),
        fault: Fault::Altered,
        certain: true,
    });
    if confirmed {
        return of_name.or_else(|| another_count(context, place, quantity, &beside));
    }
    let fits: Vec<(Fit, usize, &Number)> = beside
        .iter()
        .filter(|(_, number)| !is_equal(number))
        .map(|(at, number)| (slot.fit(context, number), *at, *number))
        .filter(|(fit, _, _)| fit.weight >= RARE)
        .collect();
    if let Some(wrong) = rounded_beside_its_name(context, place, quantity, &fits) {
        return Some(wrong);
    }
    if let Some(wrong) = of_name.or_else(|| another_count(context, place, quantity, &beside)) {
        return Some(wrong);
    }
    let mut other: Option<(Slip, Fit, usize)> = None;
    for (fit, at, number) in fits {
        if let Some(slip) = twins::slip(context, quantity, number)
            && other
                .is_none_or(|(known, best, _)| fit.weight > best.weight || fit.weight == best.weight && slip < known)
        {
            other = Some((slip, fit, at));
        }
    }
    let (slip, fit, at) = other?;
    let digits = quantity.value.mantissa.checked_ilog10().unwrap_or(0);
    let told = match slip {
        // Two digits swapped beside the same name.
        Slip::Swapped => digits >= 2,
        // Three words around it agree; of a line in a listing nothing agrees and nothing is wrong.
        Slip::Changed => {
            digits >= 1 && fit.terms >= 3 && fit.weight >= 250 && !is_label && has_its_noun(context, quantity, at)
        }
    };
    told.then_some(Wrong { quantity: place, right: Some(at), fault: Fault::Altered, certain: true })
}

/// `$5,000` right beside an id that has $5,074 beside it
fn rounded_beside_its_name(
    context: &Context<'_, '_>,
    place: usize,
    quantity: &Quantity,
    fits: &[(Fit, usize, &Number)],
) -> Option<Wrong> {
    let told_about = quantity.manner != Manner::Exact || is_line(context, quantity);
    if quantity.value.mantissa < 100 || told_about {
        return None;
    }
    let (_, at, _) = fits.iter().find(|(_, _, number)| twins::is_rounded(quantity, &number.quantity))?;
    Some(Wrong { quantity: place, right: Some(*at), fault: Fault::Rounded, certain: true })
}

/// A weight that a word reaches alone only if it is rare
const RARE: u32 = 110;

/// `5 new builders` where the window, in the same surroundings, speaks of `4 new builder functions` and never of five
fn another_count(
    context: &Context<'_, '_>,
    place: usize,
    quantity: &Quantity,
    beside: &[(usize, &Number)],
) -> Option<Wrong> {
    const MORE: u32 = 100;
    if quantity.dimension != Dimension::Count || quantity.value.scale > 0 || quantity.value.mantissa > 99 {
        return None;
    }
    let following = |count: usize| context.term_of(quantity.item.saturating_add(count));
    let end = context.summary.items.get(quantity.item)?.span.end;
    let (first, second) = (following(1)?, following(2).filter(|_| is_before_word(context.summary.text, end))?);
    let follows = |number: &Number| {
        let text = context.request.window.get(number.element).map_or("", |element| element.text.as_ref());
        let hits = context.window.hits_between(number.at.saturating_add(1), number.at.saturating_add(3));
        is_before_word(text, number.span.end)
            && matches!(hits, [one, two, ..] if one.term == first && two.term == second)
    };
    let own = context.window.weight(first).saturating_add(context.window.weight(second));
    let around = Surroundings::of(context, quantity);
    let mut other = None;
    for (at, number) in beside.iter().filter(|(_, number)| follows(number)) {
        if amounts::is_equal(quantity, &number.quantity) {
            return None;
        }
        if around.fit(context, number) >= own.saturating_add(MORE) {
            other = Some(*at);
        }
    }
    let right = other.filter(|_| own >= TELLING)?;
    Some(Wrong { quantity: place, right: Some(right), fault: Fault::Altered, certain: true })
}

/// Whether the word right before or after a number of the window is the one of the summary
fn has_its_noun(context: &Context<'_, '_>, quantity: &Quantity, number: usize) -> bool {
    let hash = |place: Option<usize>| place.and_then(|place| context.summary.items.get(place)).map(|item| item.hash);
    let after = hash(quantity.item.checked_add(quantity.width.max(1)));
    let before = hash(quantity.item.checked_sub(1));
    context.window.numbers.get(number).is_some_and(|number| Some(number.noun) == after || Some(number.key) == before)
}

/// Whether nothing but a space stands between `at` and a word
fn is_before_word(text: &str, at: usize) -> bool {
    let rest = text.get(at..).and_then(|rest| rest.strip_prefix(' '));
    rest.is_some_and(|rest| rest.starts_with(char::is_alphabetic))
}

/// The numbers that stand beside a word of the slot
fn beside<'c>(context: &'c Context<'_, '_>, quantity: &Quantity, slot: &Slot) -> Vec<(usize, &'c Number)> {
    let mut places = slot.numbers(context);
    places.retain(|place| {
        context
            .window
            .numbers
            .get(*place)
            .is_some_and(|number| amounts::comparable(quantity.dimension, number.quantity.dimension))
    });
    places.into_iter().filter_map(|place| Some((place, context.window.numbers.get(place)?))).collect()
}

fn candidates<'c>(
    context: &'c Context<'_, '_>,
    quantity: &Quantity,
) -> impl Iterator<Item = (usize, &'c Number)> + use<'c> {
    let dimension = quantity.dimension;
    context
        .window
        .numbers
        .iter()
        .enumerate()
        .filter(move |(_, number)| amounts::comparable(dimension, number.quantity.dimension))
}

/// Whether it numbers a line of a file: `lines 318-370`, `a.rs:12`
fn is_line(context: &Context<'_, '_>, quantity: &Quantity) -> bool {
    let summary = &context.summary;
    let first = quantity::range_start(summary.text, &summary.items, quantity.item).unwrap_or(quantity.item);
    let Some(before) = first.checked_sub(1).and_then(|place| summary.items.get(place)) else { return false };
    before.kind == Kind::Path
        || matches!(
            before.of_text(summary.text),
            "line" | "lines" | "Line" | "Lines" | "L" | "Zeile" | "Zeilen" | "línea" | "líneas"
        )
}

/// Whether nobody makes such a number up by counting or reckoning
fn is_exact(context: &Context<'_, '_>, quantity: &Quantity) -> bool {
    let digits = context
        .summary
        .items
        .get(quantity.item)
        .map_or(0, |item| item.of_text(context.summary.text).bytes().filter(u8::is_ascii_digit).count());
    match quantity.dimension {
        Dimension::Money | Dimension::Day | Dimension::Clock => true,
        Dimension::Count | Dimension::Measure | Dimension::Bytes | Dimension::Version => {
            digits >= 3 && (quantity.value.scale > 1 || !is_line(context, quantity))
        }
        Dimension::Percent | Dimension::Duration => quantity.value.scale > 0 && digits >= 3,
    }
}

/// Whether the number stands at the beginning of a line of the window, as the number of that line
fn is_listed(context: &Context<'_, '_>, quantity: &Quantity) -> bool {
    context.window.numbers.iter().filter(|number| number.quantity.value == quantity.value).any(|number| {
        let text = context.request.window.get(number.element).map_or("", |element| element.text.as_ref());
        let after = text.get(number.span.end..).unwrap_or_default();
        let before = text.get(..number.span.start).unwrap_or_default();
        let opens = before.trim_end_matches([' ', '\t']).ends_with('\n')
            || before.trim_end_matches(' ').ends_with("\\n")
            || before.trim().is_empty();
        opens && after.starts_with(['→', '\t', ':', '|', ' '])
    })
}
