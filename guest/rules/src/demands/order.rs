//! Orderings: one thing before another.

use super::constraint::words_of;
use super::sentences;
use super::words::{Word, begins_with};
use crate::scan::Span;
use alloc::vec::Vec;

/// One thing before another
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ordering {
    /// The whole sentence or list item
    pub span: Span,
    /// What comes first
    pub first: Span,
    /// What comes after it
    pub second: Span,
}

/// The most orderings that one text gives; of more, the last ones
pub const MOST: usize = 64;

/// The orderings of a text, in its order; of `a, then b, then c` one for each pair of neighbours
pub fn find(text: &str) -> Vec<Ordering> {
    let mut found: Vec<Ordering> = sentences::prose(text).flat_map(|sentence| of_sentence(text, sentence)).collect();
    let surplus = found.len().saturating_sub(MOST);
    found.drain(..surplus);
    found
}

/// The orderings that one sentence states
pub fn of_sentence(text: &str, sentence: Span) -> Vec<Ordering> {
    let words = words_of(text, sentence);
    let mut found = Vec::new();
    sequence(text, sentence, &words, &mut found);
    let mut place = 0;
    while place < words.len() {
        match connective(&words, place) {
            Some((relation, count)) => {
                pair(text, sentence, &words, place, count, relation, &mut found);
                place = place.saturating_add(count);
            }
            None => place = place.saturating_add(1),
        }
    }
    enumeration(text, sentence, &words, &mut found);
    unspaced(text, sentence, &mut found);
    found
}

/// How the parts on both sides of a connective are related
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// Left comes first: `left before right`
    LeftFirst,
    /// Right comes first: `left after right`
    RightFirst,
}

use Relation::{LeftFirst, RightFirst};

static CONNECTIVES: &[(&str, Relation)] = &[
    ("not until", RightFirst),
    ("after that", LeftFirst),
    ("after this", LeftFirst),
    ("after which", LeftFirst),
    ("prior to", LeftFirst),
    ("before", LeftFirst),
    ("only after", RightFirst),
    ("only once", RightFirst),
    ("after", RightFirst),
    ("until", RightFirst),
    ("once", RightFirst),
    ("as soon as", RightFirst),
    ("was preceded by", RightFirst),
    ("is preceded by", RightFirst),
    ("were preceded by", RightFirst),
    ("preceded by", RightFirst),
    ("was followed by", LeftFirst),
    ("is followed by", LeftFirst),
    ("followed by", LeftFirst),
    ("precedes", LeftFirst),
    ("bevor", LeftFirst),
    ("ehe", LeftFirst),
    ("vor", LeftFirst),
    ("nachdem", RightFirst),
    ("erst nach", RightFirst),
    ("erst wenn", RightFirst),
    ("sobald", RightFirst),
    ("bis", RightFirst),
    ("avant", LeftFirst),
    ("après", RightFirst),
    ("jusqu'à", RightFirst),
    ("antes de", LeftFirst),
    ("antes que", LeftFirst),
    ("antes", LeftFirst),
    ("después de", RightFirst),
    ("depois de", RightFirst),
    ("depois que", RightFirst),
    ("hasta que", RightFirst),
    ("até que", RightFirst),
    ("fue precedida por", RightFirst),
    ("fue precedido por", RightFirst),
    ("precedida por", RightFirst),
    ("precedido por", RightFirst),
];

fn connective(words: &[Word], place: usize) -> Option<(Relation, usize)> {
    let rest = words.get(place..)?;
    let first = rest.first()?.letters().first().copied();
    CONNECTIVES
        .iter()
        .filter(|(phrase, _)| phrase.as_bytes().first().copied() == first)
        .find_map(|(phrase, relation)| Some((*relation, begins_with(rest, phrase)?)))
}

/// The parts on both sides of the connective at `place`; where it begins its clause, the parts after it, which a comma
/// divides: `before b, a`
fn pair(
    text: &str,
    sentence: Span,
    words: &[Word],
    place: usize,
    count: usize,
    relation: Relation,
    found: &mut Vec<Ordering>,
) {
    let Some(cue) = words.get(place) else { return };
    let cue_end = words.get(place.saturating_add(count).saturating_sub(1)).map_or(cue.span.end, |word| word.span.end);
    let left = clause_before(text, sentence, cue.span.start);
    let right = clause_after(text, sentence, cue_end);
    let (left, right) = if has_words(left, words) {
        (left, right)
    } else {
        // `Before b, a` says the same as `a before b`.
        let main = clause_after(text, sentence, right.end.saturating_add(1));
        (main, right)
    };
    if !has_words(left, words) || !has_words(right, words) {
        return;
    }
    let (first, second) = if relation == LeftFirst { (left, right) } else { (right, left) };
    found.push(Ordering { span: sentence, first, second });
}

/// `first a, then b, and then c`, and arrows: each part and the one after it
fn sequence(text: &str, sentence: Span, words: &[Word], found: &mut Vec<Ordering>) {
    const STARTS: [&str; 10] =
        ["first", "firstly", "zuerst", "erst", "d'abord", "primero", "primeiro", "zunächst", "start", "begin"];
    const GOES_ON: [&str; 18] = [
        "then",
        "afterwards",
        "lastly",
        "dann",
        "danach",
        "anschließend",
        "schließlich",
        "puis",
        "ensuite",
        "enfin",
        "luego",
        "después",
        "finalmente",
        "então",
        "depois",
        "thereafter",
        "subsequently",
        "finally",
    ];
    // These are adjectives as well, save where a comma follows.
    const GOES_ON_WITH_COMMA: [&str; 6] = ["second", "third", "last", "next", "segundo", "zweitens"];
    let mut marks: Vec<Span> = words
        .iter()
        .enumerate()
        .filter(|(place, word)| {
            // `if … then`, `more than then` and the like say nothing of time.
            let with_comma = text.get(word.span.end..).is_some_and(|rest| rest.starts_with([',', ':']));
            (word.is_one_of(&GOES_ON) || with_comma && word.is_one_of(&GOES_ON_WITH_COMMA))
                && *place > 0
                && !words.first().is_some_and(|first| first.is_one_of(&["if", "wenn", "si", "se"]))
        })
        .map(|(_, word)| word.span)
        .collect();
    let content = sentence.of(text);
    for arrow in ["→", "->", "=>"] {
        marks.extend(content.match_indices(arrow).map(|(at, mark)| {
            let start = sentence.start.saturating_add(at);
            Span { start, end: start.saturating_add(mark.len()) }
        }));
    }
    marks.sort_unstable();
    if marks.is_empty() {
        return;
    }
    // `a first, then b` has its `first` behind, `first a, then b` in front.
    let opened = words.iter().find(|word| word.is_one_of(&STARTS)).map(|word| word.span.end);
    // `Order: a, then b` begins after its label.
    let after_label = content
        .find(':')
        .filter(|at| *at < 32)
        .map_or(sentence.start, |at| sentence.start.saturating_add(at).saturating_add(1));
    let after_label =
        if marks.first().is_some_and(|mark| after_label < mark.start) { after_label } else { sentence.start };
    let start = opened
        .filter(|&start| {
            marks.first().is_some_and(|mark| start <= mark.start && has_words(Span { start, end: mark.start }, words))
        })
        .unwrap_or(after_label);
    let mut parts: Vec<Span> = Vec::new();
    let mut from = start;
    for mark in marks.iter().chain([&Span { start: sentence.end, end: sentence.end }]) {
        let part = tidy(text, Span { start: from, end: mark.start.max(from) });
        if has_words(part, words) {
            parts.push(part);
        }
        from = mark.end;
    }
    for (first, second) in parts.iter().zip(parts.iter().skip(1)) {
        found.push(Ordering { span: sentence, first: *first, second: *second });
    }
}

/// `order: a, b, c`, and `first a, as second b, as third c`: the parts between commas follow each other
fn enumeration(text: &str, sentence: Span, words: &[Word], found: &mut Vec<Ordering>) {
    const LABELS: [&str; 6] = ["order", "sequence", "reihenfolge", "orden", "ordre", "ordem"];
    const SECONDS: [&str; 6] = ["second", "zweite", "zweites", "zweiter", "segundo", "segunda"];
    let content = sentence.of(text);
    let labelled = content.find(':').filter(|at| {
        words.iter().any(|word| {
            word.is_one_of(&LABELS)
                && word.span.end <= sentence.start.saturating_add(*at)
                && word.span.end.saturating_add(3) > sentence.start.saturating_add(*at)
        })
    });
    let counted =
        words.iter().position(|word| word.is_one_of(&["zuerst", "first", "primero", "primeiro"])).filter(|place| {
            words.iter().skip(*place).any(|word| word.is_one_of(&SECONDS))
                && words.iter().any(|word| word.is_one_of(&["als", "as", "como"]))
        });
    let start = match (labelled, counted.and_then(|place| words.get(place))) {
        (Some(at), _) => sentence.start.saturating_add(at).saturating_add(1),
        (None, Some(word)) => word.span.start,
        (None, None) => return,
    };
    // What has its own words of order was read already.
    if labelled.is_some() && !found.is_empty() {
        return;
    }
    let rest = Span { start, end: sentence.end };
    let mut from = rest.start;
    let mut parts = Vec::new();
    for part in rest.of(text).split(',') {
        let part_span = tidy(text, Span { start: from, end: from.saturating_add(part.len()) });
        from = from.saturating_add(part.len()).saturating_add(1);
        if has_words(part_span, words) {
            parts.push(part_span);
        }
    }
    for (first, second) in parts.iter().zip(parts.iter().skip(1)) {
        found.push(Ordering { span: sentence, first: *first, second: *second });
    }
}

/// `先 a 再 b`, `a 之前 b`, `a してから b`
fn unspaced(text: &str, sentence: Span, found: &mut Vec<Ordering>) {
    const MARKS: [(&str, Relation); 12] = [
        ("之前", RightFirst),
        ("之后", LeftFirst),
        ("以前", RightFirst),
        ("以后", LeftFirst),
        ("然后", LeftFirst),
        ("再", LeftFirst),
        ("直到", RightFirst),
        ("してから", LeftFirst),
        ("てから", LeftFirst),
        ("する前に", RightFirst),
        ("の前に", RightFirst),
        ("の後に", LeftFirst),
    ];
    let content = sentence.of(text);
    if content.is_ascii() {
        return;
    }
    let Some((at, mark, relation)) = MARKS
        .iter()
        .filter_map(|(mark, relation)| content.find(mark).map(|at| (at, *mark, *relation)))
        .min_by_key(|(at, _, _)| *at)
    else {
        return;
    };
    let at = sentence.start.saturating_add(at);
    let left = clause_before(text, sentence, at);
    let right = tidy(text, Span { start: at.saturating_add(mark.len()), end: sentence.end });
    if left.is_empty() || right.is_empty() {
        return;
    }
    let (first, second) = if relation == LeftFirst { (left, right) } else { (right, left) };
    found.push(Ordering { span: sentence, first, second });
}

/// The clause of `sentence` that ends at `end`
fn clause_before(text: &str, sentence: Span, end: usize) -> Span {
    let part = Span { start: sentence.start, end };
    let content = part.of(text).trim_end_matches([' ', ',', '，', '、']);
    let start = content.rfind([',', ';', ':', '—', '，', '；', '：', '、', '(']).map_or(0, |at| {
        content.get(at..).and_then(|rest| rest.chars().next()).map_or(at, |mark| at.saturating_add(mark.len_utf8()))
    });
    tidy(text, Span { start: part.start.saturating_add(start), end: part.start.saturating_add(content.len()) })
}

/// The clause of `sentence` that begins at `start`
fn clause_after(text: &str, sentence: Span, start: usize) -> Span {
    let part = Span { start: start.min(sentence.end), end: sentence.end };
    let content = part.of(text);
    let lead = content.len().saturating_sub(content.trim_start_matches([' ', ',', '，', '、']).len());
    let rest = content.get(lead..).unwrap_or_default();
    let length = rest.find([',', ';', ':', '—', '，', '；', '：', '、', ')']).unwrap_or(rest.len());
    let start = part.start.saturating_add(lead);
    tidy(text, Span { start, end: start.saturating_add(length) })
}

/// Without the punctuation and the `and` at its ends
fn tidy(text: &str, span: Span) -> Span {
    const MARKS: [char; 14] = [' ', ',', '.', ';', ':', '!', '。', '，', '、', '；', '：', '\n', '(', ')'];
    let content = span.of(text);
    let without_lead = content.trim_start_matches(MARKS);
    let mut start = span.start.saturating_add(content.len().saturating_sub(without_lead.len()));
    let mut inner = without_lead.trim_end_matches(MARKS);
    for joint in ["and ", "und ", "y ", "et ", "e "] {
        if let Some(rest) = inner.strip_prefix(joint) {
            start = start.saturating_add(joint.len());
            inner = rest;
        }
    }
    for joint in [" and", " und", " y", " et", " e", " and only", " und erst"] {
        inner = inner.strip_suffix(joint).unwrap_or(inner);
    }
    let inner = inner.trim_end_matches(MARKS);
    Span { start, end: start.saturating_add(inner.len()) }
}

fn has_words(part: Span, words: &[Word]) -> bool {
    words.iter().any(|word| word.span.start >= part.start && word.span.end <= part.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_first() {
        let cases: [(&str, &[(&str, &str)]); 17] = [
            ("Run the tests before the merge.", &[("Run the tests", "the merge")]),
            ("Before the merge, run the tests.", &[("run the tests", "the merge")]),
            ("Merge after the tests pass.", &[("the tests pass", "Merge")]),
            ("After the tests pass, merge.", &[("the tests pass", "merge")]),
            (
                "Do not rotate the key until the replica catches up.",
                &[("the replica catches up", "Do not rotate the key")],
            ),
            ("First snapshot, then fetch, then change.", &[("snapshot", "fetch"), ("fetch", "change")]),
            ("snapshot → fetch → upload", &[("snapshot", "fetch"), ("fetch", "upload")]),
            (
                "Details are gathered first; then the plan is written.",
                &[("Details are gathered first", "the plan is written")],
            ),
            ("The deletion was preceded by the merge.", &[("the merge", "The deletion")]),
            ("The merge was followed by the deletion.", &[("The merge", "the deletion")]),
            ("Sichern, bevor die Umstellung beginnt.", &[("Sichern", "die Umstellung beginnt")]),
            ("Zuerst die Sicherung, dann die Umstellung.", &[("die Sicherung", "die Umstellung")]),
            ("Haz la copia antes de la migración.", &[("Haz la copia", "la migración")]),
            ("La cancelación fue precedida por su confirmación.", &[("su confirmación", "La cancelación")]),
            ("迁移之前备份数据库。", &[("备份数据库", "迁移")]),
            ("备份してから移行する。", &[("备份", "移行する")]),
            ("If it fails, then stop.", &[]),
        ];
        for (text, expected) in cases {
            let sentence = Span { start: 0, end: text.len() };
            let found: Vec<(&str, &str)> = of_sentence(text, sentence)
                .iter()
                .map(|ordering| (ordering.first.of(text), ordering.second.of(text)))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
