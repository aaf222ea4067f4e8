//! Words that say the opposite of each other.

use super::stem;
use alloc::vec::Vec;

/// Pairs of words of which one denies what the other says
static PAIRS: [(&str, &str); 37] = [
    ("pass", "fail"),
    ("succeed", "fail"),
    ("success", "failure"),
    ("successful", "failed"),
    ("enable", "disable"),
    ("include", "exclude"),
    ("allow", "forbid"),
    ("allowed", "forbidden"),
    ("permitted", "prohibited"),
    ("permit", "forbid"),
    ("increase", "decrease"),
    ("correct", "incorrect"),
    ("correct", "wrong"),
    ("valid", "invalid"),
    ("available", "unavailable"),
    ("possible", "impossible"),
    ("complete", "incomplete"),
    ("supported", "unsupported"),
    ("required", "optional"),
    ("accept", "reject"),
    ("approve", "reject"),
    ("green", "red"),
    ("upgrade", "downgrade"),
    ("eligible", "ineligible"),
    ("faster", "slower"),
    ("above", "below"),
    ("present", "missing"),
    ("keep", "remove"),
    ("keep", "delete"),
    ("refundable", "non-refundable"),
    ("public", "private"),
    ("online", "offline"),
    ("safe", "unsafe"),
    ("stable", "unstable"),
    ("synchronous", "asynchronous"),
    ("writable", "readonly"),
    ("encrypted", "unencrypted"),
];

/// Beginnings with which a word denies itself
const PREFIXES: [&str; 2] = ["non-", "non"];

/// The stems of the words that say the opposite of a word
pub fn of(word: &str) -> Vec<u64> {
    let hash = stem::hash(word);
    let mut found: Vec<u64> = PAIRS
        .iter()
        .flat_map(|(one, other)| [(one, other), (other, one)])
        .filter(|(one, _)| stem::hash(one) == hash)
        .map(|(_, other)| stem::hash(other))
        .collect();
    found.extend(
        PREFIXES.iter().filter_map(|prefix| word.strip_prefix(prefix)).filter(|rest| rest.len() >= 4).map(stem::hash),
    );
    found
}
