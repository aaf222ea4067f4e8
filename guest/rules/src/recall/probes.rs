//! Queries for what would leave, made from its own content in the words of a later question. (Spec 002.)
//!
//! The agent will not ask for `schema_version: 7` but for "the schema version". So each state assertion gives a query
//! of the words of its key, and each result one of the words of the call that it answers.

use crate::demands::state;
use crate::error::InputError;
use crate::plan::Draft;
use crate::request::Request;
use crate::scan::{Family, tokens};
use crate::verdict::ProbeDuty;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Queries for each anchor that would leave
///
/// # Errors
/// Those of `plan`.
pub fn probes(request: &Request<'_>) -> Result<Vec<ProbeDuty>, InputError> {
    Ok(of_draft(&Draft::of(request)?))
}

/// The same, of a pass that is worked out already
pub(crate) fn of_draft(draft: &Draft<'_, '_>) -> Vec<ProbeDuty> {
    draft
        .leaving_anchors()
        .into_iter()
        .map(|element| ProbeDuty { element, queries: queries(draft, element) })
        .filter(|duty| !duty.queries.is_empty())
        .collect()
}

/// Whether a query can be made for an element. Of one without any text nothing can be asked, and nothing would be missed.
pub(crate) fn can_be_asked_for(draft: &Draft<'_, '_>, place: usize) -> bool {
    !queries(draft, place).is_empty()
}

/// The most queries that are made for one anchor
const QUERIES_MOST: usize = 4;

/// The most words of a call or a text that make up one query
const WORDS_MOST: usize = 8;

fn queries(draft: &Draft<'_, '_>, place: usize) -> Vec<String> {
    let Some(element) = draft.survey.element(place) else { return Vec::new() };
    let text = element.text.as_ref();
    let mut queries: Vec<String> = Vec::new();
    let mut add = |query: String| {
        if !query.is_empty() && !queries.contains(&query) && queries.len() < QUERIES_MOST {
            queries.push(query);
        }
    };
    for assertion in state::find_bounded(text, QUERIES_MOST) {
        let words = words_of_name(assertion.key.of(text));
        if !words.is_empty() {
            add(format!("what is the {words}"));
        }
    }
    let call = draft.survey.units.partner(place).and_then(|call| draft.survey.element(call)?.call());
    if let Some(call) = call {
        let arguments = first_words(&call.arguments);
        add(format!("{} {arguments}", words_of_name(&call.tool)).trim().to_owned());
    }
    add(first_words(text));
    // A result that is nothing but an id can be asked for by that id only.
    if queries.is_empty() {
        queries.extend(
            text.split_whitespace()
                .next()
                .map(|word| word.get(..word.floor_char_boundary(64)).unwrap_or(word).to_owned()),
        );
    }
    queries
}

/// `schema_version`, `schemaVersion` and `schema-version` as `schema version`
fn words_of_name(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    let mut last_was_lower = false;
    for letter in name.chars() {
        if letter.is_alphanumeric() {
            if letter.is_uppercase() && last_was_lower {
                words.push(' ');
            }
            last_was_lower = letter.is_lowercase();
            words.extend(letter.to_lowercase());
        } else if !words.is_empty() && !words.ends_with(' ') {
            words.push(' ');
            last_was_lower = false;
        }
    }
    words.trim_end().to_owned()
}

/// The first words and identifiers of a text, without its punctuation
fn first_words(text: &str) -> String {
    let head = text.get(..text.floor_char_boundary(512)).unwrap_or_default();
    let mut words = String::new();
    for token in tokens(head).filter(|token| token.kind.family() != Family::Opaque).take(WORDS_MOST) {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(token.of(head));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_the_words_of_a_question() {
        for (name, words) in [
            ("schema_version", "schema version"),
            ("schemaVersion", "schema version"),
            ("HTTPServer", "httpserver"),
            ("x-request-id", "x request id"),
            ("__init__", "init"),
            ("", ""),
        ] {
            assert_eq!(words_of_name(name), words);
        }
    }
}
