//! A number that the window holds elsewhere, where beside the same words another one stands.

use super::amounts;
use super::context::Context;
use super::frame::Frame;
use super::matching::Surroundings;
use super::quantity::{Dimension, Manner, Quantity};
use super::twins;
use super::window::Number;
use alloc::vec::Vec;

/// The number of the window that one of the summary became by a slip: it stands among the same words, of which none stands
/// near the number that the summary gives
pub fn find(context: &Context<'_, '_>, quantity: &Quantity, beside: &[(usize, &Number)]) -> Option<usize> {
    // Small numbers stand everywhere, so that more of the words must agree.
    const SEVERAL_DIGITS: u32 = 100;
    const ONE_DIGIT: u32 = 150;
    if quantity.manner != Manner::Exact || quantity.dimension == Dimension::Version {
        return None;
    }
    let around = Surroundings::of(context, quantity);
    let (mut own, mut other) = (0u32, None);
    for (at, number) in beside {
        let is_own = amounts::is_equal(quantity, &number.quantity);
        if is_own || twins::slip(context, quantity, number).is_some() {
            let fit = around.fit(context, number);
            if is_own {
                own = own.max(fit);
            } else {
                other = other.max(Some((fit, *at)));
            }
        }
    }
    let least = if quantity.raw.mantissa >= 10 { SEVERAL_DIGITS } else { ONE_DIGIT };
    other.filter(|(fit, _)| *fit >= least && own.saturating_mul(4) <= *fit).map(|(_, at)| at)
}

/// The number of the window that stands right before or after the same word as one of the summary and belongs to all the
/// same words, where the window never gives the one of the summary for them
pub fn under_its_words(context: &Context<'_, '_>, quantity: &Quantity, beside: &[(usize, &Number)]) -> Option<usize> {
    // Two words of which one at least does not stand everywhere.
    const LEAST: u32 = 120;
    if quantity.manner != Manner::Exact || quantity.dimension == Dimension::Version {
        return None;
    }
    let items = &context.summary.items;
    let item = items.get(quantity.item)?;
    let hash = |place: Option<usize>| place.and_then(|place| items.get(place)).map(|item| item.hash);
    let noun = hash(quantity.item.checked_add(quantity.width.max(1)));
    let key = hash(quantity.item.checked_sub(1));
    let frame = Frame::of(context, context.summary.text, item.span);
    let whole = frame.shared(context, &frame);
    let (mut own, mut others) = (0u32, Vec::new());
    for (at, number) in beside {
        let text = context.text_of_element(number.element);
        // `2>&1` says nothing of the command before it.
        if text.get(number.span.end..).is_some_and(|rest| rest.starts_with('>')) {
            continue;
        }
        let held = Frame::of(context, text, number.span);
        let shared = frame.shared(context, &held);
        if amounts::is_equal(quantity, &number.quantity) {
            own = own.max(shared);
        } else if Some(number.noun) == noun || Some(number.key) == key {
            others.push((shared, *at));
        }
    }
    let (fit, at) = others.iter().copied().max()?;
    let alike = others.iter().filter(|(shared, _)| *shared == fit).count();
    // Several numbers with these words may have been added up.
    if alike != 1 || own.saturating_mul(3) > fit || fit.saturating_mul(100) < whole.saturating_mul(60) {
        return None;
    }
    let right = context.window.numbers.get(at)?;
    // A few things with a noun are counted by anybody, one way or another; what stands after its key is a value.
    let is_counted = amounts::is_small(quantity) && Some(right.key) != key;
    (fit >= LEAST && !is_counted || fit > 0 && has_sibling(context, quantity, at)).then_some(at)
}

/// Whether the number before or after a quantity in its sentence is the one that stands right beside a number of the window
fn has_sibling(context: &Context<'_, '_>, quantity: &Quantity, number: usize) -> bool {
    const NEAR: u32 = 6;
    let (Some(sentence), Some(found)) =
        (context.summary.sentence_of(quantity.item), context.window.numbers.get(number))
    else {
        return false;
    };
    let items = &context.summary.items;
    let around = context
        .window
        .numbers
        .get(number.saturating_sub(2)..number.saturating_add(3).min(context.window.numbers.len()));
    let siblings = context.summary.quantities.iter().filter(|other| {
        (sentence.first..sentence.end).contains(&other.item)
            && other.item != quantity.item
            && other.item.abs_diff(quantity.item) <= NEAR as usize
    });
    siblings.into_iter().any(|sibling| {
        let noun = items.get(sibling.item.saturating_add(sibling.width.max(1))).map(|item| item.hash);
        around.unwrap_or_default().iter().any(|other| {
            other.at != found.at
                && other.at.abs_diff(found.at) <= NEAR
                && amounts::is_equal(sibling, &other.quantity)
                && Some(other.noun) == noun
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use crate::admission::FindingCode;

    #[test]
    fn numbers_that_stand_elsewhere() {
        let window = [
            Turn::User("Run the suite, and mind the quota."),
            Turn::Done("run", "{\"suite\":\"heron\"}", "heron suite: 421 tests passed, 3 skipped, exit code 0"),
            Turn::Done(
                "stat",
                "{\"path\":\"pool\"}",
                "pool holds 412 sockets; worker 17 leases 96 slots, worker 4 leases 69",
            ),
            Turn::Assistant("The quota of the importer is 250 rows a minute."),
        ];
        let faulty = [
            "The heron suite ran: 412 tests passed, 3 skipped.",
            "The quota of the importer is 205 rows a minute.",
            "Die Quota des importer ist 251 rows.",
        ];
        let innocent = [
            "The heron suite ran: 421 tests passed, 3 skipped.",
            "The pool holds 412 sockets, the heron suite has 421 tests.",
            "The importer is limited to 250 rows a minute by its quota.",
            "424 tests in all: 421 passed, 3 were skipped.",
        ];
        check(FindingCode::NumberAltered, &window, &faulty, &innocent);
    }
}
