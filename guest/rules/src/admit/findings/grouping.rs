//! Numbers whose thousands are set apart by a space or an apostrophe: `12 500`, `1'030.40`.

use super::items::Item;
use crate::scan::Kind;
use crate::scan::normal::{Value, readings};
use alloc::string::String;
use alloc::vec::Vec;

/// A number in groups, which is several items
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grouped {
    /// Its first item
    pub first: usize,
    /// The item after its last
    pub end: usize,
    /// What it is as a whole
    pub value: Value,
}

/// All numbers of a text that are written in groups, in order
pub fn find(text: &str, items: &[Item]) -> Vec<Grouped> {
    let mut found = Vec::new();
    let mut place = 0usize;
    while place < items.len() {
        let grouped = at(text, items, place);
        place = grouped.map_or(place.saturating_add(1), |grouped| grouped.end);
        found.extend(grouped);
    }
    found
}

fn at(text: &str, items: &[Item], first: usize) -> Option<Grouped> {
    let is_number = |item: &&Item| matches!(item.kind, Kind::Number | Kind::Money | Kind::Measure);
    let head = items.get(first).filter(is_number)?;
    let digits = head.of_text(text).trim_start_matches(['-', '+', '$', '€', '£']);
    if !(1..=3).contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut whole = String::from(digits);
    let mut end = first.saturating_add(1);
    let mut last = head;
    while let Some(item) = items.get(end).filter(is_number) {
        let between = text.get(last.span.end..item.span.start).unwrap_or_default();
        let part = item.of_text(text);
        let group = part.bytes().take_while(u8::is_ascii_digit).count();
        if !matches!(between, " " | "\u{a0}" | "\u{202f}" | "\u{2009}" | "'" | "’") || group != 3 {
            break;
        }
        whole.push_str(part);
        end = end.saturating_add(1);
        last = item;
        if part.len() != group {
            break;
        }
    }
    // The last group may have a fraction, of which the mark is no thousands mark.
    let value = readings(&whole)?.first;
    (end > first.saturating_add(1)).then_some(Grouped { first, end, value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admit::findings::items;

    #[test]
    fn groups() {
        let cases: [(&str, &[(u64, u8)]); 7] = [
            ("coûte 12 500 dollars", &[(12500, 0)]),
            ("1 030,40 dollars", &[(10304, 1)]),
            ("1'030.40 and 12’500", &[(10304, 1), (12500, 0)]),
            ("1\u{202f}234\u{202f}567", &[(1_234_567, 0)]),
            ("5 files, 12 tests", &[]),
            ("12, 500", &[]),
            ("$12 500", &[(12500, 0)]),
        ];
        for (text, expected) in cases {
            let mut row = Vec::new();
            items::read_into(text, &mut row);
            let found: Vec<(u64, u8)> =
                find(text, &row).iter().map(|one| (one.value.mantissa, one.value.scale)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
