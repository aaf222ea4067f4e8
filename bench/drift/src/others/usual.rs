//! A guard of the kind in use today, written from its description: required headings, identifiers by one regular
//! expression of which the first twelve must be present, and two shared words that save a prohibition.

use super::Guard;
use anchorhold_rules::window::{ElementKind, Window};
use regex::{Regex, RegexSet};
use std::collections::BTreeSet;

/// How many identifiers are looked at
const IDENTIFIERS_MOST: usize = 12;

/// How many elements make the end of a window
const LAST_ELEMENTS: usize = 10;

/// How many words a prohibition must share with the summary
const SHARED_WORDS: usize = 2;

/// Long hexadecimal numbers, URLs, paths, hosts with a port, and long decimal numbers
const IDENTIFIER: &str = concat!(
    r#"https?://[^\s"'<>()\[\]]+"#,
    r#"|(?:[A-Za-z]:\\|/)[\w.-]+(?:[\\/][\w.-]+)+"#,
    r#"|\b[\w-]+(?:\.[\w-]+)*:\d{2,5}\b"#,
    r#"|\b[0-9A-Fa-f]{8,}\b"#,
    r#"|\b\d{6,}\b"#,
);

const PROHIBITION: &str = r"(?i)\b(?:do not|don't|never|must not|mustn't|should not|shouldn't|cannot|can't|avoid)\b";

/// The headings that every summary must have; each can be put in several ways
const HEADINGS: [&str; 3] = [
    r"(?im)^#+\s*(?:goal|request|task)",
    r"(?im)^#+\s*(?:state|done|progress|key facts)",
    r"(?im)^#+\s*(?:.*\bnext\b|pending)",
];

/// Which part of a window the identifiers are taken from
pub enum From {
    /// From its first element on
    Beginning,
    /// Its last elements only
    LastElements,
}

/// What it wants of a summary
pub struct Usual {
    identifiers: Vec<String>,
    prohibitions: Vec<BTreeSet<String>>,
    headings: Option<RegexSet>,
}

impl Usual {
    /// Identifiers alone
    pub fn identifiers(window: &Window<'_>, from: From) -> Usual {
        Usual { identifiers: identifiers(window, from), prohibitions: Vec::new(), headings: None }
    }

    /// Prohibitions alone
    pub fn prohibitions(window: &Window<'_>) -> Usual {
        Usual { identifiers: Vec::new(), prohibitions: prohibitions(window), headings: None }
    }

    /// Everything that it looks at
    pub fn all(window: &Window<'_>) -> Usual {
        Usual {
            identifiers: identifiers(window, From::LastElements),
            prohibitions: prohibitions(window),
            headings: RegexSet::new(HEADINGS).ok(),
        }
    }
}

impl Guard for Usual {
    fn blocks(&self, summary: &str) -> bool {
        let has_headings =
            self.headings.as_ref().is_none_or(|headings| headings.matches(summary).iter().count() == headings.len());
        let words = words(summary);
        let is_saved = |prohibition: &BTreeSet<String>| {
            prohibition.intersection(&words).count() >= SHARED_WORDS.min(prohibition.len())
        };
        let has_identifiers = self.identifiers.iter().all(|identifier| summary.contains(identifier));
        !(has_headings && has_identifiers && self.prohibitions.iter().all(is_saved))
    }
}

fn identifiers(window: &Window<'_>, from: From) -> Vec<String> {
    let Ok(pattern) = Regex::new(IDENTIFIER) else { return Vec::new() };
    let skipped = match from {
        From::Beginning => 0,
        From::LastElements => window.len().saturating_sub(LAST_ELEMENTS),
    };
    let mut found: Vec<String> = Vec::new();
    for element in window.iter().skip(skipped) {
        for place in pattern.find_iter(&element.text) {
            let identifier = place.as_str().trim_end_matches(['.', ',', ';', ':']);
            if !found.iter().any(|known| known == identifier) {
                found.push(identifier.to_owned());
            }
            if found.len() == IDENTIFIERS_MOST {
                return found;
            }
        }
    }
    found
}

/// The words of each sentence in which the user forbids something
fn prohibitions(window: &Window<'_>) -> Vec<BTreeSet<String>> {
    let Ok(pattern) = Regex::new(PROHIBITION) else { return Vec::new() };
    let turns = window.iter().filter(|element| element.kind == ElementKind::UserRequest);
    turns
        .flat_map(|element| element.text.split(['.', '!', '?', '\n']))
        .filter(|sentence| pattern.is_match(sentence))
        .map(words)
        .collect()
}

/// Words that are long enough to say something
fn words(text: &str) -> BTreeSet<String> {
    let all = text.split(|character: char| !character.is_alphanumeric());
    all.filter(|word| word.chars().count() > 3).map(str::to_lowercase).collect()
}
