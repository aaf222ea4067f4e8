//! Questions about state, made from what later turns of the session really use.
//!
//! A question is asked in an epoch and is about an earlier one. Its words are those of the later turn: the tool and the
//! argument that the agent fills in, and what it says just before. They are not the words of the text that holds the answer.

use crate::pairs::{self, Pair};
use crate::session::Session;
use anchorhold_rules::window::{Element, ElementKind};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A question with its answer
pub struct Question {
    /// The epoch in which it is asked
    pub asked: usize,
    /// The element before which it is asked
    pub before: usize,
    /// The epoch in which its answer was last said
    pub about: usize,
    /// What it asks for
    pub key: String,
    /// Its words
    pub words: String,
    /// The right answer
    pub answer: String,
    /// Whether the key had other values before
    pub is_changing: bool,
}

/// The questions of a session that is cut into these epochs, in the order in which they are asked
pub fn of(session: &Session, epochs: &[Range<usize>]) -> Vec<Question> {
    let mut questions = uses(session, epochs);
    questions.extend(changes(session, epochs));
    questions.sort_by_key(|question| question.before);
    questions
}

/// Values that a tool gave in an earlier epoch and that a call takes as an argument now
fn uses(session: &Session, epochs: &[Range<usize>]) -> Vec<Question> {
    let elements = &session.elements;
    let mut questions = Vec::new();
    for (asked, range) in epochs.iter().enumerate().skip(1) {
        let mut seen = BTreeSet::new();
        for at in range.clone() {
            let Some(call) = elements.get(at).and_then(Element::call) else { continue };
            let Ok(arguments) = serde_json::from_str::<Value>(&call.arguments) else { continue };
            let mut leaves = Vec::new();
            collect("", &arguments, &mut leaves);
            for (key, value) in leaves {
                if !is_telling(&value) || !seen.insert(value.clone()) {
                    continue;
                }
                let holders: Vec<usize> = (0..at).filter(|place| holds(elements, *place, &value)).collect();
                let Some((first, last)) = holders.first().zip(holders.last()) else { continue };
                let is_told = holders.iter().any(|place| is_always_there(elements, *place));
                let is_from_tool =
                    matches!(elements.get(*first).map(|one| &one.kind), Some(ElementKind::ToolResult(_)));
                if is_told || !is_from_tool || *last >= range.start {
                    continue;
                }
                let Some(about) = epoch_of(epochs, *last) else { continue };
                let words = format!("{} {} {}", said_before(elements, at, range.start, &value), call.tool, key);
                questions.push(Question {
                    asked,
                    before: at,
                    about,
                    key: key.clone(),
                    words,
                    answer: value,
                    is_changing: false,
                });
            }
        }
    }
    questions
}

/// Keys of which tools told one value and later another; asked at the end of each later epoch that speaks of the key
fn changes(session: &Session, epochs: &[Range<usize>]) -> Vec<Question> {
    let elements = &session.elements;
    // For each key: where it was told, and its value there.
    let mut told: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    for (place, element) in elements.iter().enumerate() {
        if !matches!(element.kind, ElementKind::ToolResult(_)) {
            continue;
        }
        let mut here: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for Pair { key, value } in pairs::of(&element.text) {
            here.entry(key).or_default().push(value);
        }
        // A key that stands several times in one text is one of several things, and no state.
        for (key, values) in here {
            if let [value] = values.as_slice() {
                told.entry(key).or_default().push((place, value.clone()));
            } else {
                told.entry(key).or_default().push((place, String::new()));
            }
        }
    }
    told.retain(|_, values| values.iter().all(|(_, value)| !value.is_empty()));
    let mut questions = Vec::new();
    for (key, values) in &told {
        for (asked, range) in epochs.iter().enumerate().skip(1) {
            let before: Vec<&(usize, String)> = values.iter().filter(|(place, _)| *place < range.start).collect();
            let Some((last, answer)) = before.last().map(|(place, value)| (*place, value.clone())) else { continue };
            let has_changed = before.iter().any(|(_, value)| *value != answer);
            let is_told_here = values.iter().any(|(place, _)| range.contains(place));
            let speaks = range.clone().find(|place| is_of_agent(elements, *place) && holds(elements, *place, &answer));
            let Some(at) = speaks.filter(|_| has_changed && !is_told_here) else { continue };
            let Some(about) = epoch_of(epochs, last) else { continue };
            questions.push(Question {
                asked,
                before: at,
                about,
                key: key.clone(),
                words: format!("what is the {} now", pairs::words(key)),
                answer,
                is_changing: true,
            });
        }
    }
    questions
}

fn collect(key: &str, value: &Value, leaves: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) => leaves.push((key.to_owned(), text.clone())),
        Value::Number(number) => leaves.push((key.to_owned(), number.to_string())),
        Value::Array(values) => values.iter().for_each(|value| collect(key, value, leaves)),
        Value::Object(members) => members.iter().for_each(|(key, value)| collect(key, value, leaves)),
        Value::Null | Value::Bool(_) => {}
    }
}

/// An id, a number, a path or another name that nobody says by chance
fn is_telling(value: &str) -> bool {
    (5..=100).contains(&value.len())
        && !value.contains(char::is_whitespace)
        && value.chars().any(|one| one.is_ascii_digit() || matches!(one, '_' | '/' | '-'))
}

fn holds(elements: &[Element<'_>], place: usize, value: &str) -> bool {
    elements.get(place).is_some_and(|element| element.text.contains(value))
}

/// What no compaction takes away: then nothing is asked
fn is_always_there(elements: &[Element<'_>], place: usize) -> bool {
    elements.get(place).is_some_and(|element| element.kind.is_instruction() || element.kind == ElementKind::UserRequest)
}

fn is_of_agent(elements: &[Element<'_>], place: usize) -> bool {
    elements.get(place).is_some_and(|element| {
        matches!(element.kind, ElementKind::Reply | ElementKind::Reasoning | ElementKind::ToolCall(_))
    })
}

fn epoch_of(epochs: &[Range<usize>], place: usize) -> Option<usize> {
    epochs.iter().position(|range| range.contains(&place))
}

/// What the agent says just before a call, without the answer
fn said_before(elements: &[Element<'_>], at: usize, from: usize, answer: &str) -> String {
    const WORDS: usize = 24;
    let said = (from.max(at.saturating_sub(4))..at)
        .rev()
        .filter_map(|place| elements.get(place))
        .find(|element| matches!(element.kind, ElementKind::Reply | ElementKind::Reasoning));
    let said = said.map_or("", |element| element.text.as_ref()).replace(answer, " ");
    let words: Vec<&str> = said.split_whitespace().collect();
    words.get(words.len().saturating_sub(WORDS)..).unwrap_or_default().join(" ")
}
