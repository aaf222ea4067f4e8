//! The summary as sentences and items.

use super::grouping::{self, Grouped};
use super::items::{self, Item};
use super::negation;
use super::quantity::{self, Quantity};
use super::section::{self, Section};
use crate::scan::Span;
use alloc::vec::Vec;

/// A summary that is being checked
#[derive(Clone, Debug)]
pub struct Summary<'c> {
    /// Its text
    pub text: &'c str,
    /// Its tokens
    pub items: Vec<Item>,
    /// Its sentences, list items, cells and headings, in order
    pub sentences: Vec<Sentence>,
    /// Its quantities
    pub quantities: Vec<Quantity>,
    /// Its numbers that are written in groups
    pub grouped: Vec<Grouped>,
}

/// A sentence, list item, cell or heading
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// Where it stands, without the marks before it
    pub span: Span,
    /// Its first item
    pub first: usize,
    /// The item after its last
    pub end: usize,
    /// What the part of the summary is about in which it stands
    pub section: Section,
    /// It is a heading itself
    pub heading: bool,
    /// Its first item that denies
    pub negator: Option<usize>,
}

impl Sentence {
    /// Whether something before an item denies
    pub fn denies_before(&self, item: usize) -> bool {
        self.negator.is_some_and(|negator| negator < item)
    }
}

impl<'c> Summary<'c> {
    /// Reads a summary
    pub fn of(text: &'c str) -> Summary<'c> {
        let mut row = Vec::new();
        items::read_into(text, &mut row);
        let quantities = quantity::find(text, &row);
        let mut sentences = Vec::new();
        let mut section = Section::Unknown;
        let mut start = 0usize;
        for line in text.split_inclusive('\n') {
            let span = Span { start, end: start.saturating_add(line.len()) };
            start = span.end;
            if let Some(opened) = section::heading(line) {
                section = opened;
                push(text, &row, span, section, true, &mut sentences);
                continue;
            }
            // A line with a label, such as `Pending: …`, is a section of one line.
            let (labelled, span) = match section::label(line) {
                Some((labelled, length)) => {
                    (labelled, Span { start: span.start.saturating_add(length), end: span.end })
                }
                None => (section, span),
            };
            for sentence in crate::demands::sentences::of_line(text, span) {
                push(text, &row, sentence, labelled, false, &mut sentences);
            }
        }
        let grouped = grouping::find(text, &row);
        Summary { text, items: row, sentences, quantities, grouped }
    }

    /// The sentence in which an item stands
    pub fn sentence_of(&self, item: usize) -> Option<&Sentence> {
        let after = self.sentences.partition_point(|sentence| sentence.first <= item);
        self.sentences.get(after.checked_sub(1)?).filter(|sentence| item < sentence.end)
    }
}

fn push(text: &str, row: &[Item], span: Span, section: Section, heading: bool, sentences: &mut Vec<Sentence>) {
    let first = row.partition_point(|item| item.span.start < span.start);
    let end = row.partition_point(|item| item.span.start < span.end);
    if first >= end || span.of(text).trim().is_empty() {
        return;
    }
    // Rules look at all of a sentence for each of its clauses: nobody writes longer ones, but a summarizer may be made to.
    let mut start = span.start;
    for first in (first..end).step_by(SENTENCE_ITEMS_MOST) {
        let after = first.saturating_add(SENTENCE_ITEMS_MOST).min(end);
        let next = row.get(after).filter(|_| after < end).map_or(span.end, |item| item.span.start);
        let negator = negation::first(text, row.get(first..after).unwrap_or_default());
        let negator = negator.map(|place| first.saturating_add(place));
        let span = Span { start, end: next };
        sentences.push(Sentence { span, first, end: after, section, heading, negator });
        start = next;
    }
}

/// A longer sentence is read as several
const SENTENCE_ITEMS_MOST: usize = 160;
