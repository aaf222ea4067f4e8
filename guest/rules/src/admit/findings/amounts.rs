//! Where a number of the summary can come from.

use super::context::Context;
use super::quantity::{Dimension, Manner, Quantity};
use crate::scan::normal::Value;
use alloc::vec::Vec;

/// Where a number can come from
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The window holds it
    Held,
    /// It numbers an item of a list, or is the year of a date
    Label,
    /// The summary says that it is not this
    Denied,
    /// It is a sum, a difference or a product of what is known
    Derived,
    /// It is another unit of what the window holds
    Converted,
    /// It is about what the window holds, and says so
    Approximate,
    /// It counts a few things, which anybody can count
    Counted,
    /// Nothing explains it
    Unknown,
}

/// Where a quantity of the summary comes from
pub fn explain(context: &Context<'_, '_>, quantity: &Quantity) -> Origin {
    if is_label(context, quantity) {
        return Origin::Label;
    }
    let dated =
        context.summary.items.get(quantity.item).is_some_and(|item| item.of_text(context.summary.text).contains('T'));
    if quantity.dimension == Dimension::Day && dated {
        return if stands(context, quantity) { Origin::Held } else { Origin::Unknown };
    }
    if context
        .window
        .quantities
        .iter()
        .any(|other| comparable(quantity.dimension, other.dimension) && is_equal(quantity, other))
        || stands(context, quantity)
    {
        return Origin::Held;
    }
    if is_denied(context, quantity) {
        return Origin::Denied;
    }
    if is_converted(context, quantity) {
        return Origin::Converted;
    }
    let near_here = |other: &Quantity| other.item != quantity.item && is_near(quantity, other);
    if quantity.manner == Manner::About
        && (context.window.quantities.iter().any(|other| is_near(quantity, other))
            || context.summary.quantities.iter().any(near_here))
    {
        return Origin::Approximate;
    }
    if is_small(quantity) || is_ordinal(context, quantity) {
        return Origin::Counted;
    }
    if is_derived(context, quantity) {
        return Origin::Derived;
    }
    Origin::Unknown
}

/// Whether two quantities can be the same thing
pub fn comparable(left: Dimension, right: Dimension) -> bool {
    use Dimension::{Clock, Count, Day, Version};
    left == right || matches!((left, right), (Count, other) | (other, Count) if !matches!(other, Day | Clock | Version))
}

/// Whether two quantities are equal in one of their readings; with different units, whether their digits are
pub fn is_equal(left: &Quantity, right: &Quantity) -> bool {
    if left.dimension != right.dimension {
        return left.raw == right.raw;
    }
    left.value == right.value || left.other == Some(right.value) || right.other == Some(left.value)
}

/// Whether two quantities differ by at most one part in `parts`
pub fn is_within(left: &Quantity, right: &Quantity, parts: u64) -> bool {
    if left.dimension == right.dimension {
        ratio_within(left.value, right.value, parts)
    } else {
        ratio_within(left.raw, right.raw, parts)
    }
}

/// Whether a count is so small that the summary may have counted itself
pub fn is_small(quantity: &Quantity) -> bool {
    matches!(quantity.dimension, Dimension::Count | Dimension::Duration) && quantity.manner == Manner::InWords
        || quantity.dimension == Dimension::Count && quantity.value.scale == 0 && quantity.value.mantissa <= 20
}

fn is_ordinal(context: &Context<'_, '_>, quantity: &Quantity) -> bool {
    let text = context.summary.items.get(quantity.item).map_or("", |item| item.of_text(context.summary.text));
    text.len() <= 4 && text.ends_with(['t', 'd', 'h']) && text.starts_with(|first: char| first.is_ascii_digit())
}

/// The number before an item of a list, or the year after a day
fn is_label(context: &Context<'_, '_>, quantity: &Quantity) -> bool {
    let summary = &context.summary;
    let Some(item) = summary.items.get(quantity.item) else { return true };
    let text = item.of_text(summary.text);
    // What stands before the number of a list is short.
    let line = tail(summary.text.get(..item.span.start).unwrap_or_default(), 16);
    let line = line.rsplit('\n').next().unwrap_or_default();
    let after = summary.text.get(item.span.end..).unwrap_or_default();
    let opens_line =
        line.len() < 16 && line.chars().all(|mark| matches!(mark, ' ' | '-' | '*' | '#' | '>' | '(' | '|'));
    if opens_line && after.starts_with(['.', ')', ':']) {
        return true;
    }
    let is_year =
        text.len() == 4 && matches!(text.get(..2), Some("19" | "20")) && quantity.dimension == Dimension::Count;
    let day_before = summary.quantities.iter().any(|other| {
        other.dimension == Dimension::Day
            && other.item.saturating_add(other.width).saturating_add(1) >= quantity.item
            && other.item < quantity.item
    });
    let month_before = quantity
        .item
        .checked_sub(1)
        .and_then(|place| summary.items.get(place))
        .is_some_and(|before| super::units::month_of(before.of_text(summary.text)).is_some());
    is_year && (day_before || month_before)
}

/// The last `most` bytes of a text, or a few less where a character would be cut
fn tail(text: &str, most: usize) -> &str {
    let from = text.len().saturating_sub(most);
    let start = (from..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    text.get(start..).unwrap_or_default()
}

/// Whether the window holds the digits, as a part of a name or of a date
fn stands(context: &Context<'_, '_>, quantity: &Quantity) -> bool {
    if context.term_of(quantity.item).is_some_and(|term| context.window.holds(term)) {
        return true;
    }
    let Some(item) = context.summary.items.get(quantity.item) else { return false };
    let text = item.of_text(context.summary.text);
    if quantity.dimension == Dimension::Version {
        return super::naming::stands(context, text);
    }
    let start = text.find(|first: char| first.is_ascii_digit()).unwrap_or(0);
    let digits = text.get(start..).unwrap_or_default();
    let length = digits
        .find(|other: char| !other.is_ascii_digit() && !matches!(other, '.' | ',' | '-' | ':' | '/' | 'T'))
        .unwrap_or(digits.len());
    let digits = digits.get(..length).unwrap_or_default();
    // A time of day can stand in a date, right after its `T`.
    let is_clock = quantity.dimension == Dimension::Clock;
    if is_clock
        && super::naming::texts(context).any(|text| super::naming::occurs(text, digits, |byte| byte.is_ascii_digit()))
    {
        return true;
    }
    digits.len() >= 2
        && super::naming::texts(context)
            .any(|text| super::naming::occurs(text, digits, |byte| byte.is_ascii_alphanumeric() || byte == b'.'))
        || digits.len() >= 2 && super::naming::texts(context).any(|text| has_letter(text, digits))
}

/// Whether a number of the text has one letter right after it, as the `220p` of an address of `sed` has
fn has_letter(text: &str, digits: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memmem::find_iter(bytes, digits.as_bytes()).any(|at| {
        let after = at.saturating_add(digits.len());
        let byte_at = |at: usize| bytes.get(at).copied().unwrap_or(b' ');
        let opens =
            at.checked_sub(1).is_none_or(|before| !byte_at(before).is_ascii_alphanumeric() && byte_at(before) != b'.');
        opens && byte_at(after).is_ascii_alphabetic() && !byte_at(after.saturating_add(1)).is_ascii_alphanumeric()
    })
}

/// `not 5,700`, `nicht 692`, `no 139`
fn is_denied(context: &Context<'_, '_>, quantity: &Quantity) -> bool {
    const DENIALS: [&str; 20] = [
        "not", "nor", "never", "than", "instead", "nicht", "statt", "weder", "noch", "no", "ni", "non", "pas", "não",
        "nem", "without", "isn't", "wasn't", "neither", "sondern",
    ];
    let first = quantity.item.saturating_sub(3);
    let before = context.summary.items.get(first..quantity.item).unwrap_or_default();
    let denied = before
        .iter()
        .any(|item| DENIALS.iter().any(|word| item.of_text(context.summary.text).eq_ignore_ascii_case(word)));
    // `so 1.25 would not do`
    let end = quantity.item.saturating_add(4).min(context.summary.items.len());
    let after = context.summary.items.get(quantity.item..end).unwrap_or_default();
    denied || after.windows(2).any(|two| matches!(two, [would, not] if not.of_text(context.summary.text) == "not" && matches!(would.of_text(context.summary.text), "would" | "does" | "is" | "was" | "will")))
}

/// Whether the window holds it in another unit
fn is_converted(context: &Context<'_, '_>, quantity: &Quantity) -> bool {
    const FACTORS: [u64; 7] = [1000, 1024, 60, 1_048_576, 60_000, 3600, 1_000_000];
    let times = |value: Value, factor: u64| {
        value.mantissa.checked_mul(factor).and_then(|mantissa| Value { mantissa, scale: value.scale }.shifted(0))
    };
    if quantity.value.mantissa < 2 {
        return false;
    }
    let factors: &[u64] = match quantity.dimension {
        Dimension::Bytes | Dimension::Duration => &FACTORS,
        Dimension::Percent => &[100],
        Dimension::Count
        | Dimension::Measure
        | Dimension::Money
        | Dimension::Day
        | Dimension::Clock
        | Dimension::Version => {
            return false;
        }
    };
    context.window.quantities.iter().any(|other| {
        other.value.mantissa > 1
            && factors.iter().any(|factor| {
                times(quantity.value, *factor) == Some(other.value)
                    || times(other.value, *factor) == Some(quantity.value)
            })
    })
}

/// Whether another quantity is within a tenth
fn is_near(quantity: &Quantity, other: &Quantity) -> bool {
    comparable(quantity.dimension, other.dimension) && is_within(quantity, other, 10)
}

/// Whether two values differ by at most one part in `parts`
pub fn ratio_within(left: Value, right: Value, parts: u64) -> bool {
    let scale = left.scale.max(right.scale);
    let raise =
        |value: Value| value.mantissa.checked_mul(10u64.checked_pow(u32::from(scale.saturating_sub(value.scale)))?);
    let (Some(left), Some(right)) = (raise(left), raise(right)) else { return false };
    left.abs_diff(right).saturating_mul(parts) <= left.max(right)
}

/// Whether it is a sum, a difference or a product of numbers that stand together
fn is_derived(context: &Context<'_, '_>, quantity: &Quantity) -> bool {
    if matches!(quantity.dimension, Dimension::Day | Dimension::Clock | Dimension::Version) {
        return false;
    }
    let place = context.summary.quantities.iter().position(|other| other.item == quantity.item).unwrap_or(0);
    let end = place.saturating_add(7).min(context.summary.quantities.len());
    let here = context.summary.quantities.get(place.saturating_sub(12)..end).unwrap_or_default();
    let values: Vec<Value> = here
        .iter()
        .filter(|other| other.item != quantity.item && comparable(quantity.dimension, other.dimension))
        .map(|other| other.value)
        .collect();
    if pairs_give(&values, quantity.value, true) || runs_give(&values, quantity.value) {
        return true;
    }
    let numbers = &context.window.numbers;
    if let Some(noun) = context.summary.items.get(quantity.item.saturating_add(quantity.width.max(1))) {
        // All that the window gives of one thing, such as the tests that passed in two runs.
        const MOST: usize = 6;
        let of_noun = numbers.iter().filter(|number| number.noun == noun.hash).map(|number| number.quantity.value);
        let mut values: Vec<Value> = of_noun.take(MOST.saturating_add(1)).collect();
        values.dedup();
        let few = quantity.dimension == Dimension::Count && values.len() <= MOST;
        if few && (pairs_give(&values, quantity.value, false) || runs_give(&values, quantity.value)) {
            return true;
        }
    }
    // In the window: two values of one key near each other, such as the prices of two legs.
    numbers.iter().enumerate().any(|(place, number)| {
        let near = numbers
            .get(place.saturating_add(1)..)
            .unwrap_or_default()
            .iter()
            .take_while(|other| other.at.saturating_sub(number.at) <= 40);
        near.filter(|other| comparable(quantity.dimension, other.quantity.dimension)).any(|other| {
            (other.key == number.key || other.noun == number.noun)
                && pairs_give(&[number.quantity.value, other.quantity.value], quantity.value, false)
        })
    })
}

fn pairs_give(values: &[Value], wanted: Value, products: bool) -> bool {
    let scale = values.iter().map(|value| value.scale).chain([wanted.scale]).max().unwrap_or(0);
    let raise =
        |value: &Value| value.mantissa.checked_mul(10u64.checked_pow(u32::from(scale.saturating_sub(value.scale)))?);
    let Some(wanted_raised) = raise(&wanted) else { return false };
    let raised: Vec<u64> = values.iter().filter_map(raise).collect();
    raised.iter().enumerate().any(|(place, left)| {
        // A sum of something large and something tiny is an accident.
        let counts = |operand: u64| operand.saturating_mul(20) >= wanted_raised;
        let multiples = products && (2..=12u64).any(|count| left.checked_mul(count) == Some(wanted_raised));
        multiples
            || raised.get(place.saturating_add(1)..).unwrap_or_default().iter().any(|right| {
                if !counts(*left) || !counts(*right) {
                    return false;
                }
                let sum = left.saturating_add(*right);
                let difference = left.abs_diff(*right);
                sum == wanted_raised
                    || difference == wanted_raised
                    || products && (2..=4u64).any(|count| sum.checked_mul(count) == Some(wanted_raised))
            })
    })
}

/// Whether some values that follow each other add up to it
fn runs_give(values: &[Value], wanted: Value) -> bool {
    let scale = values.iter().map(|value| value.scale).chain([wanted.scale]).max().unwrap_or(0);
    let raise =
        |value: &Value| value.mantissa.checked_mul(10u64.checked_pow(u32::from(scale.saturating_sub(value.scale)))?);
    let Some(wanted) = raise(&wanted) else { return false };
    (0..values.len()).any(|start| {
        let mut sum = 0u64;
        values.get(start..).unwrap_or_default().iter().filter_map(raise).any(|value| {
            sum = sum.saturating_add(value);
            sum == wanted
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, blocking};

    #[test]
    fn numbers_beside_letters_and_marks() {
        let window = [
            Turn::User("Fix the planner."),
            Turn::Done(
                "bash",
                "{\"command\":\"git diff --stat; sed -n '1,220p' src/planner.go\"}",
                " src/planner.go | 7 ++++++-\n src/planner_test.go | 9 +++++++++\n 2 files changed, 15 insertions(+), 1 deletion(-)",
            ),
        ];
        let innocent = [
            "Read 1-220 of it; the diff is src/planner.go +6/-1, src/planner_test.go +9/-0.",
            "`sed -n '1,220p'` showed it; planner.go (+6 −1), planner_test.go (+9).",
        ];
        for summary in innocent {
            assert_eq!(blocking(&window, summary), [], "{summary}");
        }
    }
}
