//! Clauses: the parts of a sentence that say one thing.

use super::items::Item;
use super::summary::Summary;
use alloc::vec::Vec;

/// A part of a sentence that says one thing
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The place of its sentence
    pub sentence: usize,
    /// Its first item
    pub first: usize,
    /// The item after its last
    pub end: usize,
}

/// The clauses of a summary, headings left out. A part without a telling word belongs to the clause before it, or to the one
/// after it where it comes first.
pub fn split(summary: &Summary<'_>, is_telling: impl Fn(usize) -> bool) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    for (place, sentence) in summary.sentences.iter().enumerate().filter(|(_, sentence)| !sentence.heading) {
        let mut first = sentence.first;
        for border in sentence.first.saturating_add(1)..=sentence.end {
            if border != sentence.end && !is_border(summary, border) {
                continue;
            }
            let telling = (first..border).filter(|item| is_telling(*item)).count();
            if telling >= 1 || border == sentence.end {
                let last = clauses.last_mut().filter(|last| last.sentence == place && telling < 1);
                match last {
                    Some(last) => last.end = border,
                    None => clauses.push(Clause { sentence: place, first, end: border }),
                }
                first = border;
            }
        }
    }
    clauses
}

/// Each short clause together with the one before it in its sentence, since `it can be changed` says of what before
pub fn pairs(clauses: &[Clause], is_telling: impl Fn(usize) -> bool) -> Vec<Clause> {
    let pairs =
        clauses.iter().zip(clauses.iter().skip(1)).filter(|(before, clause)| before.sentence == clause.sentence);
    pairs
        .filter(|(_, clause)| (clause.first..clause.end).filter(|item| is_telling(*item)).count() <= LEAST)
        .map(|(before, clause)| Clause { sentence: clause.sentence, first: before.first, end: clause.end })
        .collect()
}

/// A clause with more telling words says of what it speaks
const LEAST: usize = 2;

/// Whether a clause ends before the item at `place`
fn is_border(summary: &Summary<'_>, place: usize) -> bool {
    let (Some(before), Some(item)) =
        (place.checked_sub(1).and_then(|place| summary.items.get(place)), summary.items.get(place))
    else {
        return false;
    };
    let between = summary.text.get(before.span.end..item.span.start).unwrap_or_default();
    between.contains([',', ';', ':', '—', '(', ')', '，', '；', '：', '|', '→'])
        || between.contains(". ")
        || is_joint(summary.text, item)
}

fn is_joint(text: &str, item: &Item) -> bool {
    const JOINTS: [&str; 18] = [
        "but", "because", "so", "however", "although", "while", "whereas", "since", "though", "aber", "sondern",
        "weil", "denn", "pero", "sino", "porque", "mais", "despite",
    ];
    let word = item.of_text(text);
    JOINTS.iter().any(|joint| word.eq_ignore_ascii_case(joint))
}
