//! How a text becomes words that can be searched: an identifier whole and in its parts, and text without blanks in pairs of
//! characters. The endings of words are cut off by the database.

use std::collections::BTreeSet;

/// A word of a text, and whether it is an identifier as it stands
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) is_whole: bool,
}

/// Longer runs, such as Base64, have no words that anybody would ask for
const PART_BYTES_MAX: usize = 64;
/// A longer identifier, such as a path, is found by its parts only
const WHOLE_BYTES_MAX: usize = 128;

/// The words of a text, in order
pub(super) fn words_of(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    for run in text.split(|letter: char| !letter.is_alphanumeric() && !is_joint(letter)) {
        let run = run.trim_matches(is_joint);
        if !run.is_empty() {
            add_run(run, &mut words);
        }
    }
    words
}

/// The words of some texts, each once, with a blank between them
pub(super) fn line_of(texts: &[&str]) -> String {
    let words: BTreeSet<String> = texts.iter().flat_map(|text| words_of(text)).map(|word| word.text).collect();
    words.into_iter().collect::<Vec<_>>().join(" ")
}

/// What may stand inside an identifier, a path, an address or a number
fn is_joint(letter: char) -> bool {
    matches!(letter, '_' | '-' | '.' | '/' | '@' | '#' | '+' | '~')
}

/// Whether a letter is of a script that puts no blanks between words
fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{0e00}'..='\u{0eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn add_run(run: &str, words: &mut Vec<Word>) {
    let words_before = words.len();
    for part in run.split(is_joint).filter(|part| !part.is_empty()) {
        add_part(part, words);
    }
    let is_one_word = words.len() <= words_before + 1 && !run.contains(is_joint);
    if !is_one_word && run.len() <= WHOLE_BYTES_MAX && !run.contains(is_unspaced) {
        words.push(Word { text: run.to_lowercase(), is_whole: true });
    }
}

/// Adds the words of a text that has no joint: `schemaVersion` has two, `30s` a number and a unit
fn add_part(part: &str, words: &mut Vec<Word>) {
    if part.contains(is_unspaced) {
        return add_pairs(part, words);
    }
    if part.len() > PART_BYTES_MAX {
        return;
    }
    let letters: Vec<char> = part.chars().collect();
    let mut word = String::new();
    for (place, letter) in letters.iter().enumerate() {
        let before = place.checked_sub(1).and_then(|before| letters.get(before));
        let after = letters.get(place + 1);
        let is_border = before.is_some_and(|before| {
            let is_new_word = letter.is_uppercase()
                && (before.is_lowercase()
                    || (before.is_uppercase() && after.is_some_and(|after| after.is_lowercase())));
            // `30s` is a number with its unit; `utf8` and `7be01d4` are one word each.
            let is_unit = letter.is_alphabetic()
                && word.chars().all(|digit| digit.is_ascii_digit())
                && letters.iter().skip(place).all(|letter| letter.is_alphabetic());
            is_new_word || is_unit
        });
        if is_border && !word.is_empty() {
            words.push(Word { text: std::mem::take(&mut word), is_whole: false });
        }
        word.extend(letter.to_lowercase());
    }
    if !word.is_empty() {
        words.push(Word { text: word, is_whole: false });
    }
}

/// Adds each two neighbours of a script without blanks, and what of other scripts stands between them
fn add_pairs(part: &str, words: &mut Vec<Word>) {
    let mut rest = part;
    while let Some(first) = rest.chars().next() {
        let is_unspaced_here = is_unspaced(first);
        let end = rest.find(|letter| is_unspaced(letter) != is_unspaced_here).unwrap_or(rest.len());
        let (run, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = after;
        if !is_unspaced_here {
            add_part(run, words);
            continue;
        }
        let letters: Vec<char> = run.chars().collect();
        let pairs = letters.windows(2).map(|pair| pair.iter().collect());
        let alone = (letters.len() == 1).then(|| run.to_owned());
        words.extend(pairs.chain(alone).map(|text| Word { text, is_whole: false }));
    }
}

#[cfg(test)]
mod tests {
    use super::line_of;

    #[test]
    fn identifiers_are_found_whole_and_by_their_parts() {
        for (text, expected) in [
            ("schema_version: 7", "7 schema schema_version version"),
            ("{\"schemaVersion\":7}", "7 schema schemaversion version"),
            ("src/db/pool.rs:42", "42 db pool rs src src/db/pool.rs"),
            ("HTTPServer v4.2.1", "1 2 http httpserver server v4 v4.2.1"),
            ("took 250ms, then 30 s.", "250 250ms 30 ms s then took"),
            ("commit 7be01d4", "7be01d4 commit"),
            ("'quoted' (bracketed), ended.", "bracketed ended quoted"),
            ("不要删除main主分支", "main 不要 主分 分支 删除 要删"),
            ("版", "版"),
            ("Schlüssel für Straße", "für schlüssel straße"),
            ("", ""),
        ] {
            assert_eq!(line_of(&[text]), expected, "{text}");
        }
        assert_eq!(line_of(&[&"Ab0+".repeat(40), &"x".repeat(65)]), "ab0");
    }
}
