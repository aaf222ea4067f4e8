//! Where a number of the summary can come from.

use super::context::Context;
use super::derivation;
use super::quantity::{Dimension, Manner, Quantity};
use crate::scan::normal::Value;

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
    if is_part_of_held(context, quantity) {
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
    if is_part_of_time(context, quantity) || derivation::is_derived(context, quantity) {
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
        return left.raw == right.raw || left.other == Some(right.raw) || right.other == Some(left.raw);
    }
    left.value == right.value || left.other == Some(right.value) || right.other == Some(left.value)
}

/// How many of the smallest unit the unit of a quantity has, where it is a length of time or a size
pub fn factor(quantity: &Quantity) -> u64 {
    let is_scaled = matches!(quantity.dimension, Dimension::Duration | Dimension::Bytes) && quantity.raw.mantissa > 0;
    let power = u32::from(quantity.raw.scale.saturating_sub(quantity.value.scale));
    let value = quantity.value.mantissa.saturating_mul(10u64.saturating_pow(power));
    if is_scaled { value / quantity.raw.mantissa } else { 1 }
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

/// Whether it is one group of a number that the window holds
fn is_part_of_held(context: &Context<'_, '_>, quantity: &Quantity) -> bool {
    let grouped = context.summary.grouped.iter().find(|grouped| (grouped.first..grouped.end).contains(&quantity.item));
    let is = |value: Value| grouped.is_some_and(|grouped| grouped.value == value);
    context.window.quantities.iter().any(|other| is(other.value) || is(other.raw) || other.other.is_some_and(is))
}

/// Whether it is an hour or minute in words, such as `14 h 05` or `22点`, or one part of a length of time in two units
fn is_part_of_time(context: &Context<'_, '_>, quantity: &Quantity) -> bool {
    let summary = &context.summary;
    let Some(item) = summary.items.get(quantity.item) else { return false };
    let after = summary.text.get(item.span.end..).unwrap_or_default().trim_start_matches([' ', '\u{a0}']);
    let hour = quantity.raw.mantissa;
    let is_hour = quantity.raw.scale == 0
        && hour < 25
        && (["Uhr", "h", "点", "點", "时", "時", "o'clock"].iter().any(|mark| after.starts_with(mark)));
    let stands = |mark: char| {
        let digits = alloc::format!("{mark}{hour:02}:");
        super::naming::texts(context).any(|text| text.contains(digits.as_str()))
    };
    let beside = |other: &&Quantity| {
        other.dimension == Dimension::Duration
            && (other.item.saturating_add(other.width) == quantity.item
                || quantity.item.saturating_add(quantity.width) == other.item)
    };
    is_hour && ['T', ' ', '"'].into_iter().any(stands)
        || quantity.dimension == Dimension::Duration && summary.quantities.iter().any(|other| beside(&other))
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
    if quantity.dimension == Dimension::Clock {
        let (hours, minutes) = (quantity.value.mantissa / 60, quantity.value.mantissa % 60);
        let in_full = alloc::format!("{hours:02}:{minutes:02}");
        let is_said = |text: &str| {
            [digits, in_full.as_str()]
                .iter()
                .any(|time| super::naming::occurs(text, time, |byte| byte.is_ascii_digit()))
        };
        if super::naming::texts(context).any(is_said) {
            return true;
        }
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

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, blocking};
    use crate::admission::FindingCode;

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

    #[test]
    fn numbers_as_languages_write_them() {
        let window = [
            Turn::User("Find a flight to Seattle. I do not want to pay more than $1234.50, and leave after 11 AM."),
            Turn::Done(
                "search_flight",
                "{\"date\":\"2024-05-20\"}",
                "[{\"flight_number\":\"HAT136\",\"price\":12500,\"depart\":\"2024-05-20T14:05:00\",\"arrive\":\"2024-05-20T16:30:00\",\"seats\":1250},{\"flight_number\":\"HAT039\",\"price\":1030.4,\"depart\":\"2024-05-20T22:00:00\",\"arrive\":\"2024-05-21T03:30:00\",\"seats\":87}]",
            ),
            Turn::Assistant("HAT039 costs $1030.40, which is 20% of HAT136, and takes 5.5 hours."),
        ];
        let innocent = [
            "Le vol HAT136 coûte 12 500 dollars, HAT039 1 030,40 dollars ; départ à 14 h 05, arrivée à 16h30.",
            "Le prix maximal est de 1 234,50 $ ; HAT136 a 1 250 places, HAT039 en a 87.",
            "El vuelo HAT039 cuesta 1.030,40 dólares y sale a las 10:00 p. m.; no antes de las 11 a. m.",
            "Flug HAT136 um 14:05 Uhr für 12.500 Dollar, Höchstpreis 1.234,50 Dollar.",
            "HAT039: 1'030.40, HAT136: 12'500.",
            "HAT136 leaves at 2:05 PM and lands at 4:30 pm; HAT039 leaves at 10 pm and lands at 3:30 am.",
            "航班 HAT136 14:05 起飞，票价 1.25 万美元。航班 HAT039 22点起飞。",
            "HAT136 needs 2 h 25 min, HAT039 5 h 30 min.",
            "Two seats on HAT039 would be $2,060.80, above the limit of $1,234.50.",
        ];
        for summary in innocent {
            assert_eq!(blocking(&window, summary), [], "{summary}");
        }
        let faulty = [
            "HAT136 coûte 12 600 dollars.",
            "HAT136 costs 15,200 dollars.",
            "HAT039 cuesta 1.300,40 dólares.",
            "HAT136 a 1 520 places.",
        ];
        for summary in faulty {
            assert!(blocking(&window, summary).contains(&FindingCode::NumberAltered), "{summary}");
        }
    }
}
