//! Which words of a sentence are denied.

use super::items::{Item, is_one_of, is_one_of_sorted};
use crate::scan::Kind;
use alloc::vec;
use alloc::vec::Vec;

/// What is denied in a row of items
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Denial {
    /// For each item whether it stands in the scope of a negation
    pub denied: Vec<bool>,
    /// The places of the negations
    pub negators: Vec<usize>,
}

impl Denial {
    /// Whether an item is denied
    pub fn is_denied(&self, place: usize) -> bool {
        self.denied.get(place).copied().unwrap_or(false)
    }
}

/// Finds what is denied.
///
/// A negation reaches to the end of its clause. What stands before it is not denied, save where the language puts it at
/// the end (`ändere das nicht`).
pub fn read(text: &str, items: &[Item]) -> Denial {
    let mut denial = Denial { denied: vec![false; items.len()], negators: Vec::new() };
    let mut reach = 0usize;
    let mut end_before = items.first().map_or(0, |item| item.span.start);
    for (place, item) in items.iter().enumerate() {
        let between = text.get(end_before..item.span.start).unwrap_or_default();
        if ends_clause(between) || is_joint(item.of_text(text)) {
            reach = 0;
        }
        end_before = item.span.end;
        let whether = place
            .checked_sub(1)
            .and_then(|before| items.get(before))
            .is_some_and(|before| before.of_text(text) == "or");
        match negator(text, item) {
            // `whether or not` denies nothing.
            Negator::Forward | Negator::Backward if whether => {}
            Negator::Forward => {
                reach = SCOPE;
                denial.negators.push(place);
            }
            Negator::Backward => {
                reach = SCOPE;
                denial.negators.push(place);
                deny_back(text, items, place, &mut denial.denied);
            }
            Negator::None => {
                if reach > 0 {
                    if let Some(place) = denial.denied.get_mut(place) {
                        *place = true;
                    }
                    reach = reach.saturating_sub(1);
                }
            }
        }
    }
    denial
}

/// So many items a negation reaches at most
const SCOPE: usize = 9;

/// The place of the first negation of a row
pub fn first(text: &str, items: &[Item]) -> Option<usize> {
    let denies = |place: usize| {
        let after_or =
            place.checked_sub(1).and_then(|before| items.get(before)).is_some_and(|or| or.of_text(text) == "or");
        !after_or && items.get(place).is_some_and(|item| !matches!(negator(text, item), Negator::None))
    };
    (0..items.len()).find(|place| denies(*place))
}

/// Words that deny what follows, in the order of their bytes
const FORWARD: [&str; 62] = [
    "aren't",
    "avoid",
    "can't",
    "cannot",
    "couldn't",
    "declined",
    "didn't",
    "doesn't",
    "don't",
    "excludes",
    "excluding",
    "failed",
    "fails",
    "forbidden",
    "forbids",
    "hadn't",
    "hasn't",
    "haven't",
    "ignores",
    "ignoring",
    "impossible",
    "incomplete",
    "isn't",
    "jamais",
    "kein",
    "mustn't",
    "nada",
    "ne",
    "needn't",
    "neither",
    "nenhum",
    "never",
    "nie",
    "niemals",
    "ninguna",
    "ningún",
    "no",
    "nobody",
    "none",
    "nor",
    "not",
    "nothing",
    "nunca",
    "não",
    "ohne",
    "prohibited",
    "refuse",
    "refused",
    "refuses",
    "sans",
    "sem",
    "shouldn't",
    "sin",
    "unable",
    "unavailable",
    "unless",
    "wasn't",
    "weder",
    "weren't",
    "without",
    "won't",
    "wouldn't",
];

enum Negator {
    None,
    /// Denies what follows
    Forward,
    /// Denies what stands before it in its clause as well
    Backward,
}

fn negator(text: &str, item: &Item) -> Negator {
    const BACKWARD: [&str; 6] = ["nicht", "keine", "keinen", "keiner", "keinem", "nichts"];
    let word = item.of_text(text);
    if item.kind == Kind::Ideographs {
        let denies = ["不", "没", "未", "无", "勿", "禁止", "ない", "ません"].iter().any(|mark| word.contains(mark));
        return if denies { Negator::Backward } else { Negator::None };
    }
    let curly = word.len() > 5 && word.ends_with("n’t");
    if is_one_of_sorted(word, &FORWARD) || curly {
        Negator::Forward
    } else if is_one_of(word, &BACKWARD) {
        Negator::Backward
    } else {
        Negator::None
    }
}

fn deny_back(text: &str, items: &[Item], place: usize, denied: &mut [bool]) {
    let mut start_after = items.get(place).map_or(0, |item| item.span.start);
    for at in (place.saturating_sub(6)..place).rev() {
        let Some(item) = items.get(at) else { return };
        if ends_clause(text.get(item.span.end..start_after).unwrap_or_default()) {
            return;
        }
        start_after = item.span.start;
        if let Some(flag) = denied.get_mut(at) {
            *flag = true;
        }
    }
}

/// Whether a clause ends before the item at `place`
pub fn is_border(text: &str, items: &[Item], place: usize) -> bool {
    let before = place.checked_sub(1).and_then(|before| items.get(before));
    let (Some(before), Some(item)) = (before, items.get(place)) else { return true };
    ends_clause(text.get(before.span.end..item.span.start).unwrap_or_default()) || is_joint(item.of_text(text))
}

fn ends_clause(between: &str) -> bool {
    between.contains([',', ';', ':', '(', ')', '—', '.', '!', '?', '\n', '，', '；', '。', '、', '|'])
        || between.contains("\\n")
}

fn is_joint(word: &str) -> bool {
    const JOINTS: [&str; 17] = [
        "but", "and", "because", "so", "however", "although", "while", "whereas", "since", "aber", "sondern", "weil",
        "denn", "pero", "sino", "porque", "mais",
    ];
    is_one_of(word, &JOINTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negations_are_sorted() {
        assert!(FORWARD.is_sorted());
    }
}
