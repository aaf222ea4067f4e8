//! How far two names are from each other.

use crate::scan::{Kind, normal};
use alloc::vec::Vec;

/// How far two names are: in how many characters they differ, or that they differ by a word; `None`: they are no twins
pub fn of_names(left: &str, right: &str) -> Option<usize> {
    let length = left.len().max(right.len());
    let most = match length {
        0..=3 => return None,
        4..=7 => 2,
        8..=19 => 2,
        _ => 3,
    };
    if length <= 5 && left.len() != right.len() {
        return None;
    }
    let near = between(left.as_bytes(), right.as_bytes(), most);
    // Of a short name half may not change.
    let near = near.filter(|distance| distance.saturating_mul(3) <= length);
    near.or_else(|| differ_by_a_word(left, right).then_some(4))
}

/// How far two paths are: in how many segments they differ, once one is laid on the end of the other
pub fn of_places(left: &str, right: &str) -> Option<usize> {
    let mut lefts = segments(left);
    let mut rights = segments(right);
    let (name, other_name) = (lefts.pop()?, rights.pop()?);
    let same_name = normal::is_same(Kind::Path, name, other_name);
    if !same_name {
        let distance = of_names(name, other_name)?;
        // A file of another name is the same file only if it lies in the same place.
        let depth = lefts.len().min(rights.len());
        let tails_agree = lefts
            .iter()
            .rev()
            .zip(rights.iter().rev())
            .take(depth)
            .all(|(left, right)| left.eq_ignore_ascii_case(right));
        return (tails_agree && (depth > 0 || lefts.is_empty())).then_some(distance);
    }
    // Only directories differ: what is shared from the end and from the beginning must be more than what is not.
    let suffix = lefts
        .iter()
        .rev()
        .zip(rights.iter().rev())
        .take_while(|(left, right)| left.eq_ignore_ascii_case(right))
        .count();
    let rest = lefts.len().saturating_sub(suffix);
    if rest == 0 {
        return None;
    }
    let remaining = lefts.get(..rest)?;
    let known = remaining.iter().filter(|left| rights.iter().any(|right| left.eq_ignore_ascii_case(right))).count();
    let differing = rest.saturating_sub(known);
    Some(differing.saturating_mul(4).saturating_add(lefts.len().abs_diff(rights.len())).max(1))
}

fn segments(path: &str) -> Vec<&str> {
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    path.split(['/', '\\']).filter(|segment| !segment.is_empty() && *segment != ".").collect()
}

/// The number of characters that must be put in, left out, replaced or swapped with their neighbour to make one of the
/// other, without regard to case; `None`: more than `most`
pub fn between(left: &[u8], right: &[u8], most: usize) -> Option<usize> {
    if left.len().abs_diff(right.len()) > most || left.len() > LONGEST || right.len() > LONGEST {
        return None;
    }
    let same = |left: &&u8, right: &&u8| left.eq_ignore_ascii_case(right);
    let prefix = left.iter().zip(right).take_while(|(left, right)| same(left, right)).count();
    let (left, right) = (left.get(prefix..)?, right.get(prefix..)?);
    let suffix = left.iter().rev().zip(right.iter().rev()).take_while(|(left, right)| same(left, right)).count();
    let left = left.get(..left.len().saturating_sub(suffix))?;
    let right = right.get(..right.len().saturating_sub(suffix))?;
    if left.is_empty() || right.is_empty() {
        return Some(left.len().max(right.len())).filter(|distance| *distance <= most);
    }
    // What is left in the middle of two names that are near each other is short; anything longer is far.
    if left.len().max(right.len()) > MIDDLE {
        return None;
    }
    rows(left, right, most)
}

/// A longer name is no name
const LONGEST: usize = 256;
const MIDDLE: usize = 24;

/// Optimal string alignment over three rows, of which only what can come to `most` is looked at: most names are far from
/// each other, and that shows in their first letters
fn rows(left: &[u8], right: &[u8], most: usize) -> Option<usize> {
    const FAR: usize = usize::MAX / 2;
    let mut before_last = [FAR; MIDDLE + 1];
    let mut last = [FAR; MIDDLE + 1];
    for (place, cell) in last.iter_mut().enumerate() {
        *cell = place;
    }
    let get = |row: &[usize; MIDDLE + 1], place: usize| row.get(place).copied().unwrap_or(FAR);
    let mut least_before = 0usize;
    for (line, &from) in left.iter().enumerate() {
        let mut row = [FAR; MIDDLE + 1];
        let mut least = line.saturating_add(1);
        if let Some(first) = row.first_mut() {
            *first = least;
        }
        let columns = line.saturating_sub(most)..right.len().min(line.saturating_add(most).saturating_add(1));
        for column in columns {
            let Some(&to) = right.get(column) else { break };
            let equal = from.eq_ignore_ascii_case(&to);
            let mut cost = get(&last, column).saturating_add(usize::from(!equal));
            cost = cost.min(get(&last, column.saturating_add(1)).saturating_add(1));
            cost = cost.min(get(&row, column).saturating_add(1));
            let swapped = line > 0
                && column > 0
                && left.get(line.saturating_sub(1)).is_some_and(|byte| byte.eq_ignore_ascii_case(&to))
                && right.get(column.saturating_sub(1)).is_some_and(|byte| byte.eq_ignore_ascii_case(&from));
            if swapped {
                cost = cost.min(get(&before_last, column.saturating_sub(1)).saturating_add(1));
            }
            if let Some(cell) = row.get_mut(column.saturating_add(1)) {
                *cell = cost;
            }
            least = least.min(cost);
        }
        // A swap looks two rows back.
        if least.min(least_before) > most {
            return None;
        }
        least_before = least;
        before_last = last;
        last = row;
    }
    Some(get(&last, right.len())).filter(|distance| *distance <= most)
}

/// Whether two names made of several words differ in one word, in the order of their words, or by one word more
pub fn differ_by_a_word(left: &str, right: &str) -> bool {
    let ends = |name: &str| {
        let byte = |byte: Option<u8>| byte.map(|byte| byte.to_ascii_lowercase());
        (byte(name.bytes().next()), byte(name.bytes().next_back()))
    };
    let ((first, last), (other_first, other_last)) = (ends(left), ends(right));
    // They share neither their first nor their last word, so that only all of them may be in another order.
    if first != other_first && last != other_last && left.len() != right.len() {
        return false;
    }
    let (mut left_words, mut right_words) = ([""; WORDS], [""; WORDS]);
    let (Some(lefts), Some(rights)) = (split(left, &mut left_words), split(right, &mut right_words)) else {
        return false;
    };
    let (left, right) = (left_words.get(..lefts).unwrap_or_default(), right_words.get(..rights).unwrap_or_default());
    let equal = |left: &&str, right: &&str| left.eq_ignore_ascii_case(right);
    let prefix = left.iter().zip(right).take_while(|(left, right)| equal(left, right)).count();
    let most = left.len().min(right.len());
    let suffix = left
        .iter()
        .rev()
        .zip(right.iter().rev())
        .take_while(|(left, right)| equal(left, right))
        .count()
        .min(most.saturating_sub(prefix));
    let same = prefix.saturating_add(suffix);
    if left.len() == right.len() {
        let differing = left.len().saturating_sub(same);
        let rest = |words: &[&str]| {
            words
                .get(prefix..words.len().saturating_sub(suffix))
                .map_or(0, |rest| rest.iter().fold(0u64, |sum, word| sum.wrapping_add(sum_of(word))))
        };
        return left.len() >= 3 && (differing == 1 || differing >= 2 && rest(left) == rest(right));
    }
    left.len().abs_diff(right.len()) == 1 && same == most && most >= 2
}

const WORDS: usize = 12;

fn sum_of(word: &str) -> u64 {
    word.bytes().fold(17u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte.to_ascii_lowercase())))
}

/// Splits a name into its words, at marks and at capitals
fn split<'n>(name: &'n str, words: &mut [&'n str; WORDS]) -> Option<usize> {
    let bytes = name.as_bytes();
    let mut count = 0usize;
    let mut start = 0usize;
    for at in 0..=bytes.len() {
        let byte = bytes.get(at).copied();
        let before = at.checked_sub(1).and_then(|at| bytes.get(at)).copied();
        let is_mark = byte.is_none_or(|byte| matches!(byte, b'_' | b'-' | b'.' | b':' | b'/' | b' '));
        let humps = matches!((before, byte), (Some(before), Some(byte)) if before.is_ascii_lowercase() && byte.is_ascii_uppercase());
        if is_mark || humps {
            if start < at {
                *words.get_mut(count)? = name.get(start..at)?;
                count = count.saturating_add(1);
            }
            start = if humps { at } else { at.saturating_add(1) };
        }
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let cases = [
            ("req_7c41e09b", "req_7c41e08b", 2, Some(1)),
            ("AAVMM8", "AAVMN8", 2, Some(1)),
            ("LU15PA", "LU51PA", 2, Some(1)),
            ("YASH_PS1R", "YASH_RPS1", 2, Some(2)),
            ("abc", "abc", 2, Some(0)),
            ("ABC", "abc", 2, Some(0)),
            ("kitten", "sitting", 3, Some(3)),
            ("abcdef", "xbcdey", 2, Some(2)),
            ("abcdef", "cdefab", 3, None),
            ("ab_cdef", "xxab_cdeg", 3, Some(3)),
            ("kitten", "sitting", 2, None),
            ("", "ab", 2, Some(2)),
        ];
        for (left, right, most, expected) in cases {
            assert_eq!(between(left.as_bytes(), right.as_bytes(), most), expected, "{left} {right}");
        }
    }

    #[test]
    fn words_of_names() {
        let cases = [
            ("plan_data_json", "plan_json_data", true),
            ("CondensedTranscriptLines", "CondensedTranscriptOffset", true),
            ("tokenstore_lock_windows.go", "tokenstore_windows.go", true),
            ("capturing_error_diff", "capturing_errors_diff", true),
            ("unixUpgrade", "unixNotice", false),
            ("buildErrorFix", "mergePhaseDiffs", false),
            ("a_b_c", "a_b_c", false),
        ];
        for (left, right, expected) in cases {
            assert_eq!(differ_by_a_word(left, right), expected, "{left} {right}");
        }
    }
}
