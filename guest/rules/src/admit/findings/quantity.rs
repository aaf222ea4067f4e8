//! Quantities: numbers with what they measure, dates and times of day, in digits and in words.

use super::items::Item;
use super::units::{day_of, magnitude, minutes_of, month_of, number_word, unit_of};
use crate::scan::Kind;
use crate::scan::normal::{Readings, Value, readings};
use alloc::vec::Vec;

/// A quantity that a text states
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quantity {
    /// The place of its number among the items
    pub item: usize,
    /// How many items it takes, its unit included
    pub width: usize,
    /// What it measures
    pub dimension: Dimension,
    /// Its value, in the smallest unit of its dimension
    pub value: Value,
    /// What its digits can be read as besides
    pub other: Option<Value>,
    /// Its digits as they are written, without regard to any unit
    pub raw: Value,
    /// How it is said
    pub manner: Manner,
}

impl Quantity {
    /// A hash of what it measures and how much of it, without regard to its place and manner
    pub fn hash(&self) -> u64 {
        let of_value = |value: Value| value.mantissa ^ u64::from(value.scale).wrapping_shl(56);
        [of_value(self.value), of_value(self.raw), self.other.map_or(1, of_value), self.dimension as u64]
            .into_iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, part| {
                (hash ^ part).rotate_left(23).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            })
    }
}

/// What a quantity measures
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Dimension {
    /// A bare number: a count, an index, a line
    Count,
    /// An amount of money, in its main unit
    Money,
    /// Per cent
    Percent,
    /// A length of time, in milliseconds
    Duration,
    /// A size, in bytes
    Bytes,
    /// Something else with a unit
    Measure,
    /// A day: month × 100 + day
    Day,
    /// A time of day, in minutes
    Clock,
    /// A version; its value is a hash
    Version,
}

/// How a quantity is said
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// As it is
    Exact,
    /// `about`, `~`, `nearly`
    About,
    /// In words, such as `seven`
    InWords,
}

/// The quantities of a text, of which `items` are the tokens, in order
pub fn find(text: &str, items: &[Item]) -> Vec<Quantity> {
    let mut found = Vec::new();
    let mut place = 0usize;
    while place < items.len() {
        let quantity = at(text, items, place);
        let width = quantity.map_or(1, |quantity| quantity.width.max(1));
        found.extend(quantity);
        place = place.saturating_add(width);
    }
    found
}

/// The quantity that begins at `place`
fn at(text: &str, items: &[Item], place: usize) -> Option<Quantity> {
    let item = items.get(place)?;
    let word = item.of_text(text);
    let quantity = |width: usize, dimension: Dimension, value: Value| {
        let about = is_about(text, items, place);
        let manner = if about { Manner::About } else { Manner::Exact };
        Quantity { item: place, width, dimension, value, other: None, raw: value, manner }
    };
    match item.kind {
        Kind::Date => Some(quantity(1, Dimension::Day, day_of(word)?)),
        Kind::Time => Some(quantity(1, Dimension::Clock, in_half(minutes_of(word)?, text, item.span.end))),
        Kind::Version => Some(quantity(1, Dimension::Version, Value { mantissa: item.hash, scale: 0 })),
        // So many digits in a row are read as a name, but a size in bytes has as many.
        Kind::Code if word.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(quantity(1, Dimension::Count, readings(word)?.first))
        }
        Kind::Number | Kind::Money | Kind::Percent | Kind::Measure => {
            let read = readings(word)?;
            number(text, items, place, read, item.kind).map(|(width, dimension, value, other)| Quantity {
                other,
                raw: read.first,
                ..quantity(width, dimension, value)
            })
        }
        Kind::Word => {
            // `May 28`
            if let Some(month) = month_of(word)
                && word.starts_with(char::is_uppercase)
                && let Some(next) = items.get(place.saturating_add(1))
                && next.kind == Kind::Number
                && let Some(day) = whole(next.of_text(text)).filter(|day| (1..=31).contains(day))
            {
                return Some(quantity(2, Dimension::Day, Value::whole(month.saturating_mul(100).saturating_add(day))));
            }
            let value = number_word(word)?;
            let read = Readings { first: Value::whole(value), second: None, unit: "", negative: false };
            let (width, dimension, value, other) = number(text, items, place, read, Kind::Number)?;
            Some(Quantity { other, raw: read.first, manner: Manner::InWords, ..quantity(width, dimension, value) })
        }
        _ => None,
    }
}

type Measured = (usize, Dimension, Value, Option<Value>);

/// A number with the unit that is written at it or after it
fn number(text: &str, items: &[Item], place: usize, read: Readings<'_>, kind: Kind) -> Option<Measured> {
    let as_is = |width: usize, dimension: Dimension| Some((width, dimension, read.first, read.second));
    match kind {
        Kind::Money => {
            let value = magnitude(read.unit).map_or(Some(read.first), |power| read.first.shifted(power))?;
            return Some((1, Dimension::Money, value, read.second));
        }
        Kind::Percent => return as_is(1, Dimension::Percent),
        _ => {}
    }
    let rest = items.get(place).and_then(|item| text.get(item.span.end..)).unwrap_or_default();
    if read.unit.is_empty()
        && read.first.scale == 0
        && (1..=12).contains(&read.first.mantissa)
        && half_of_day(rest).is_some()
    {
        let minutes = Value::whole(read.first.mantissa.saturating_mul(60));
        return Some((2, Dimension::Clock, in_half(minutes, rest, 0), None));
    }
    // `1.25 万`
    let power = match rest.trim_start_matches(' ').chars().next() {
        Some('万' | '萬') => Some(4),
        Some('亿' | '億') => Some(8),
        _ => None,
    };
    if let Some(power) = power.filter(|_| read.unit.is_empty()) {
        return Some((1, Dimension::Count, read.first.shifted(power)?, None));
    }
    let (unit, width) = if read.unit.is_empty() || is_ordinal(read.unit) {
        // `MiB` has the shape of a name.
        let is_unit = |next: &&Item| matches!(next.kind, Kind::Word | Kind::Symbol);
        let next = items.get(place.saturating_add(1)).filter(|next| is_unit(next) && near(items, place));
        (next.map_or("", |next| next.of_text(text)), 2)
    } else {
        (read.unit, 1)
    };
    if read.unit.is_empty()
        && let Some(month) = month_of(unit)
        && unit.starts_with(char::is_uppercase)
        && read.first.scale == 0
        && (1..=31).contains(&read.first.mantissa)
    {
        let day = Value::whole(month.saturating_mul(100).saturating_add(read.first.mantissa));
        return Some((2, Dimension::Day, day, None));
    }
    // `9. Mai`, `13 de mayo`
    if read.unit.is_empty()
        && let Some((width, month)) = month_later(text, items, place)
        && read.first.scale == 0
        && (1..=31).contains(&read.first.mantissa)
    {
        let day = Value::whole(month.saturating_mul(100).saturating_add(read.first.mantissa));
        return Some((width, Dimension::Day, day, None));
    }
    // `13 and 14 May`, `28–29 May`
    if read.unit.is_empty()
        && let Some(month) = month_after(text, items, place)
        && read.first.scale == 0
        && (1..=31).contains(&read.first.mantissa)
    {
        let day = Value::whole(month.saturating_mul(100).saturating_add(read.first.mantissa));
        return Some((1, Dimension::Day, day, None));
    }
    if let Some((dimension, factor)) = unit_of(unit) {
        let value = scaled(read.first, factor)?;
        return Some((width, dimension, value, read.second.and_then(|second| scaled(second, factor))));
    }
    if let Some(power) = magnitude(read.unit) {
        return Some((1, Dimension::Count, read.first.shifted(power)?, None));
    }
    if !read.unit.is_empty() && !is_ordinal(read.unit) {
        return as_is(1, Dimension::Measure);
    }
    as_is(1, Dimension::Count)
}

/// The half of the day that is named at the beginning of a text: whether it is the second one
fn half_of_day(rest: &str) -> Option<bool> {
    let is_space = |letter: char| matches!(letter, ' ' | '\u{a0}' | '\u{202f}');
    let rest = rest.trim_start_matches(is_space);
    let is_second = rest.starts_with(['p', 'P']);
    let rest = rest.strip_prefix(['a', 'A', 'p', 'P'])?;
    let rest = rest.strip_prefix('.').unwrap_or(rest).trim_start_matches(is_space).strip_prefix(['m', 'M'])?;
    (!rest.starts_with(char::is_alphanumeric)).then_some(is_second)
}

/// A time of day in the half of the day that is named after it
fn in_half(minutes: Value, text: &str, end: usize) -> Value {
    const HALF: u64 = 720;
    match text.get(end..).and_then(half_of_day) {
        Some(true) if minutes.mantissa < HALF => Value::whole(minutes.mantissa.saturating_add(HALF)),
        Some(false) if minutes.mantissa >= HALF => Value::whole(minutes.mantissa.saturating_sub(HALF)),
        _ => minutes,
    }
}

/// The month that follows after a full stop or `de`, and how many items day and month take
fn month_later(text: &str, items: &[Item], place: usize) -> Option<(usize, u64)> {
    let item = items.get(place)?;
    let next = items.get(place.saturating_add(1))?;
    let between = text.get(item.span.end..next.span.start)?;
    if between == ". " {
        return Some((2, month_of(next.of_text(text))?));
    }
    let after = items.get(place.saturating_add(2))?;
    (next.of_text(text) == "de").then(|| Some((3, month_of(after.of_text(text))?))).flatten()
}

/// The month that follows in `13 and 14 May`, `28/29 May`
fn month_after(text: &str, items: &[Item], place: usize) -> Option<u64> {
    let after = |ahead: usize| items.get(place.saturating_add(ahead));
    let is_joint = |item: &Item| {
        item.kind == Kind::Word && matches!(item.of_text(text), "and" | "or" | "to" | "und" | "y" | "et" | "e" | "bis")
    };
    let second = if after(1).is_some_and(is_joint) { 2 } else { 1 };
    let number = after(second).filter(|item| item.kind == Kind::Number)?;
    whole(number.of_text(text)).filter(|day| (1..=31).contains(day))?;
    let month = after(second.saturating_add(1))?;
    let month_word = month.of_text(text);
    (month_word.starts_with(char::is_uppercase)).then(|| month_of(month_word)).flatten()
}

/// Whether the next item stands right after this one, with a space or a dash between them
fn near(items: &[Item], place: usize) -> bool {
    match (items.get(place), items.get(place.saturating_add(1))) {
        (Some(item), Some(next)) => next.span.start.saturating_sub(item.span.end) <= 1,
        _ => false,
    }
}

fn is_about(text: &str, items: &[Item], place: usize) -> bool {
    const ABOUT: [&str; 34] = [
        "about",
        "around",
        "roughly",
        "approximately",
        "approx",
        "circa",
        "ca",
        "nearly",
        "almost",
        "some",
        "over",
        "under",
        "least",
        "most",
        "than",
        "etwa",
        "rund",
        "ungefähr",
        "fast",
        "knapp",
        "gut",
        "über",
        "environ",
        "presque",
        "unos",
        "unas",
        "casi",
        "aproximadamente",
        "cerca",
        "quase",
        "bit",
        "alrededor",
        "up",
        "within",
    ];
    let Some(item) = items.get(place) else { return false };
    // In `~400-425ms` both ends are about.
    if let Some(first) = range_start(text, items, place) {
        return is_about(text, items, first);
    }
    let mark = item.span.start.checked_sub(1).and_then(|at| text.as_bytes().get(at)).copied();
    let before =
        |back: usize| place.checked_sub(back).and_then(|place| items.get(place)).map(|item| item.of_text(text));
    let is_word =
        |word: Option<&str>| word.is_some_and(|word| ABOUT.iter().any(|about| word.eq_ignore_ascii_case(about)));
    mark == Some(b'~')
        || text.get(..item.span.start).is_some_and(|before| before.ends_with('≈'))
        || is_word(before(1))
        || (is_word(before(2)) && before(1).is_some_and(|word| word == "a" || word == "the"))
}

/// The place of the first number of a range that ends at `place`
pub fn range_start(text: &str, items: &[Item], place: usize) -> Option<usize> {
    let before = place.checked_sub(1)?;
    let (first, second) = (items.get(before)?, items.get(place)?);
    let between = text.get(first.span.end..second.span.start)?;
    let is_number = matches!(first.kind, Kind::Number | Kind::Measure | Kind::Money);
    (is_number && matches!(between, "-" | "–" | "—" | " - " | " – ")).then_some(before)
}

fn is_ordinal(unit: &str) -> bool {
    matches!(unit, "st" | "nd" | "rd" | "th")
}

fn whole(text: &str) -> Option<u64> {
    let read = readings(text)?;
    (read.first.scale == 0 && (read.unit.is_empty() || is_ordinal(read.unit))).then_some(read.first.mantissa)
}

fn scaled(value: Value, factor: u64) -> Option<Value> {
    let mantissa = value.mantissa.checked_mul(factor)?;
    Value { mantissa, scale: value.scale }.shifted(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admit::findings::items;

    #[test]
    fn quantities() {
        use Dimension::{Bytes, Clock, Count, Day, Duration, Measure, Money, Percent};
        type Case = (&'static str, &'static [(Dimension, u64, u8)]);
        let cases: [Case; 16] = [
            ("a refund of $5,382 to the card", &[(Money, 5382, 0)]),
            ("6,178 dollars", &[(Money, 6178, 0)]),
            ("4 files, 85 insertions", &[(Count, 4, 0), (Count, 85, 0)]),
            ("ten minutes each", &[(Duration, 600_000, 0)]),
            ("0.651s in all", &[(Duration, 651, 0)]),
            ("10 MB", &[(Bytes, 10_485_760, 0)]),
            ("12 % of it and 3.5%", &[(Count, 12, 0), (Percent, 35, 1)]),
            ("on 28 May 2024", &[(Day, 528, 0), (Count, 2024, 0)]),
            ("on May 28", &[(Day, 528, 0)]),
            ("13 and 14 May", &[(Day, 513, 0), (Day, 514, 0)]),
            ("2024-05-28T15:00:00Z", &[(Day, 528, 0)]),
            ("at 15:00", &[(Clock, 900, 0)]),
            ("120k tokens", &[(Count, 120_000, 0)]),
            ("the seven hooks", &[(Count, 7, 0)]),
            ("5x faster", &[(Measure, 5, 0)]),
            ("you may 28 times", &[(Count, 28, 0)]),
        ];
        for (text, expected) in cases {
            let mut row = Vec::new();
            items::read_into(text, &mut row);
            let found: Vec<(Dimension, u64, u8)> = find(text, &row)
                .iter()
                .map(|found| (found.dimension, found.value.mantissa, found.value.scale))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
