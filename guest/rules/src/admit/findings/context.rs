//! What every rule looks at: the summary, the window and what was done.

use super::naming::{self, Unknown};
use super::summary::{Sentence, Summary};
use super::terms::{Term, Terms};
use super::window::{Index, Segment};
use crate::admission::Candidate;
use crate::classification::Classification;
use crate::demands::words::is_empty_word;
use crate::request::Request;
use crate::scan::Kind;
use alloc::vec::Vec;

/// What every rule looks at
pub struct Context<'c, 'r> {
    /// The request
    pub request: &'c Request<'r>,
    /// What each element of the window is worth, and what it did
    pub classifications: &'c [Classification],
    /// The summary
    pub summary: Summary<'c>,
    /// For each item of the summary its term; none for words that say nothing
    pub terms: Vec<Option<Term>>,
    /// Where these stand in the window
    pub window: Index,
    /// Text that the host itself adds to a summary
    pub host_text: &'c str,
    /// The names of the summary that the window does not hold
    pub unknown: Vec<Unknown>,
}

impl<'c, 'r> Context<'c, 'r> {
    /// Reads the summary and the window once
    pub fn of(request: &'c Request<'r>, classifications: &'c [Classification], candidate: &'c Candidate<'_>) -> Context<'c, 'r> {
        let summary = Summary::of(&candidate.text);
        let mut table = Terms::new();
        let terms = summary
            .items
            .iter()
            .map(|item| {
                let word = item.of_text(summary.text);
                let says_nothing = item.kind == Kind::Mask || item.kind == Kind::Word && is_empty(word);
                (!says_nothing).then(|| table.add(item.hash))
            })
            .collect();
        let window = Index::of(request, &table);
        let mut context = Context {
            request,
            classifications,
            summary,
            terms,
            window,
            host_text: &candidate.host_text,
            unknown: Vec::new(),
        };
        context.unknown = naming::unknown(&context);
        context
    }

    /// The term of an item of the summary
    pub fn term_of(&self, item: usize) -> Option<Term> {
        self.terms.get(item).copied().flatten()
    }

    /// The terms of a sentence of the summary, each once
    pub fn terms_of(&self, sentence: &Sentence) -> Vec<Term> {
        let mut terms: Vec<Term> = self.terms.get(sentence.first..sentence.end).unwrap_or_default().iter().flatten().copied().collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// The text of a segment of the window
    pub fn text_of(&self, segment: &Segment) -> &'c str {
        let request: &'c Request<'r> = self.request;
        request.window.get(segment.element).map_or("", |element| segment.span.of(&element.text))
    }
}

fn is_empty(word: &str) -> bool {
    let mut letters = [0u8; 16];
    if word.len() > letters.len() {
        return false;
    }
    for (place, byte) in letters.iter_mut().zip(word.bytes()) {
        *place = byte.to_ascii_lowercase();
    }
    is_empty_word(letters.get(..word.len()).unwrap_or_default())
}
