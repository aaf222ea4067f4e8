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

/// The opposites by the stems of the words
#[derive(Clone, Debug)]
pub struct Opposites {
    /// Each stem with one of its opposites, in order
    pairs: Vec<(u64, u64)>,
}

impl Opposites {
    /// Reads the pairs once
    pub fn new() -> Opposites {
        let both = PAIRS.iter().map(|(one, other)| (stem::hash(one), stem::hash(other)));
        let mut pairs: Vec<(u64, u64)> = both.flat_map(|(one, other)| [(one, other), (other, one)]).collect();
        pairs.sort_unstable();
        Opposites { pairs }
    }

    /// The stems of the words that say the opposite of a word
    pub fn of<'w>(&'w self, word: &'w str) -> impl Iterator<Item = u64> + 'w {
        let hash = stem::hash(word);
        let first = self.pairs.partition_point(|(known, _)| *known < hash);
        let own = self.pairs.get(first..).unwrap_or_default().iter().take_while(move |(known, _)| *known == hash);
        let bare = PREFIXES.iter().filter_map(move |prefix| word.strip_prefix(prefix)).filter(|rest| rest.len() >= 4);
        own.map(|(_, other)| *other).chain(bare.map(stem::hash))
    }
}
