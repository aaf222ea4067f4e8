//! The words that make a sentence bind, in eight languages.

use super::constraint::Polarity;
use super::phrases::{Condition, INITIALS, PHRASES, UNSPACED};
use super::words::{Word, begins_with};
use crate::scan::{Kind, Span};

/// What makes a sentence bind
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cue {
    /// The words
    pub span: Span,
    /// Which way they bind
    pub polarity: Polarity,
}

/// The strongest cue of a sentence, of which `words` are the words in lower case: what forbids before what limits, what
/// limits before what demands, and of the same the first
pub fn find(text: &str, words: &[Word]) -> Option<Cue> {
    let mut best: Option<Cue> = None;
    for (place, word) in words.iter().enumerate() {
        let found = match word.kind {
            Kind::Word => spaced(words, place),
            Kind::Ideographs => unspaced(text, word.span),
            _ => None,
        };
        if let Some(cue) = found
            && best.is_none_or(|best| cue.polarity < best.polarity)
        {
            best = Some(cue);
        }
    }
    best
}

/// A cue that begins at `place`
fn spaced(words: &[Word], place: usize) -> Option<Cue> {
    let rest = words.get(place..)?;
    let first = rest.first()?;
    let before = place.checked_sub(1).and_then(|place| words.get(place));
    let initial = usize::from(*first.letters().first()?);
    let (start, end) = (*INITIALS.get(initial)?, *INITIALS.get(initial.saturating_add(1))?);
    for (phrase, polarity, condition) in PHRASES.get(usize::from(start)..usize::from(end))? {
        let Some(count) = begins_with(rest, phrase) else { continue };
        let after = rest.get(count..).unwrap_or_default();
        let last = match condition {
            Condition::None => Some(count),
            Condition::NotFirstPerson => (!before.is_some_and(is_first_person)).then_some(count),
            Condition::Then(words) => follows(after, words, 8).map(|at| count.saturating_add(at)),
            Condition::Next(words) => after.first().filter(|next| next.is_one_of(words)).map(|_| count),
            Condition::Imperative => (place < 3 && !is_told(words) || is_modal(words, place)).then_some(count),
            Condition::NotTold => (!is_told(words)).then_some(count),
        };
        if let Some(last) = last {
            let end = rest.get(last.saturating_sub(1)).map_or(first.span.end, |word| word.span.end);
            return Some(Cue { span: Span { start: first.span.start, end }, polarity: *polarity });
        }
    }
    None
}

/// The strongest cue within a run of a script without spaces
fn unspaced(text: &str, span: Span) -> Option<Cue> {
    let run = span.of(text);
    for (cue, polarity) in UNSPACED {
        if let Some(at) = run.find(cue) {
            let start = span.start.saturating_add(at);
            return Some(Cue { span: Span { start, end: start.saturating_add(cue.len()) }, polarity: *polarity });
        }
    }
    None
}

fn follows(words: &[Word], wanted: &[&str], within: usize) -> Option<usize> {
    let at = words.iter().take(within).position(|word| word.is_one_of(wanted))?;
    // `as is`, `as it is`, `as they are`: the `as` of a comparison has something else after it.
    let is_as = words.get(at).is_some_and(|word| word.is("as"));
    let mut after = words.iter().skip(at.saturating_add(1));
    if is_as && !after.next().is_some_and(|next| next.is_one_of(&["is", "it", "they"])) {
        return None;
    }
    Some(at.saturating_add(1))
}

fn is_first_person(word: &Word) -> bool {
    word.is_one_of(&["i", "we", "they", "you"])
}

/// Whether the sentence tells of its speaker or of what was, instead of ruling what is to be
fn is_told(words: &[Word]) -> bool {
    const TOLD: [&str; 30] = [
        "i",
        "i'm",
        "i’m",
        "i've",
        "i’ve",
        "we",
        "was",
        "were",
        "did",
        "didn't",
        "didn’t",
        "had",
        "seems",
        "noticed",
        "found",
        "thought",
        "ich",
        "wir",
        "war",
        "hatte",
        "wurde",
        "wurden",
        "funktioniert",
        "je",
        "j'ai",
        "était",
        "yo",
        "fue",
        "eu",
        "foi",
    ];
    words.iter().take(12).any(|word| word.is_one_of(&TOLD))
}

/// Whether a word of permission or duty stands right before `place`
fn is_modal(words: &[Word], place: usize) -> bool {
    const MODAL: [&str; 22] = [
        "must", "may", "can", "should", "shall", "use", "allowed", "and", "but", "please", "darf", "kann", "soll",
        "bitte", "puede", "debe", "pode", "deve", "peut", "doit", "por", "favor",
    ];
    place.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|word| word.is_one_of(&MODAL))
}
