//! What every rule looks at: the summary, the window and what was done.

use super::alignment::{self, Alignment};
use super::clause::{self, Clause};
use super::deed_words;
use super::deeds::{self, Deed};
use super::items::{self, Item};
use super::naming::{self, Unknown};
use super::numbers::{self, Wrong};
use super::opposites::Opposites;
use super::records::Records;
use super::summary::Summary;
use super::synonyms::Synonyms;
use super::terms::{Term, Terms};
use super::window::{Index, Segment};
use crate::admission::{Candidate, Finding, FindingCode, Severity};
use crate::classification::Classification;
use crate::demands::words::is_empty_word;
use crate::request::Request;
use crate::scan::normal::Value;
use crate::scan::{Kind, Span};
use crate::window::ElementKind;
use alloc::string::String;
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
    table: Terms,
    /// The terms that are opaque ids, each with what ids of its make have in common: their length, and whether they have marks
    codes: Vec<(Term, (usize, bool))>,
    /// Where these stand in the window
    pub window: Index,
    /// Text that the host itself adds to a summary
    pub host_text: &'c str,
    /// The names of the summary that the window does not hold
    pub unknown: Vec<Unknown>,
    /// The numbers of the summary that are not those of the window
    pub wrong: Vec<Wrong>,
    /// The clauses of the summary
    pub clauses: Vec<Clause>,
    /// Where the window speaks of each of them
    pub alignments: Vec<Alignment>,
    /// Short clauses together with those before them
    pub pairs: Vec<Clause>,
    /// Where the window speaks of each of these
    pub pair_alignments: Vec<Alignment>,
    /// What means the same
    pub synonyms: Synonyms,
    /// What means the opposite
    pub opposites: Opposites,
    /// What was done in the window
    pub deeds: Vec<Deed>,
    /// What the window says of the things that the summary names
    pub records: Records,
}

impl<'c, 'r> Context<'c, 'r> {
    /// Reads the summary and the window once
    pub fn of(
        request: &'c Request<'r>,
        classifications: &'c [Classification],
        candidate: &'c Candidate<'_>,
    ) -> Context<'c, 'r> {
        let summary = Summary::of(beginning(&candidate.text));
        let mut table = Terms::new();
        let terms: Vec<Option<Term>> = summary
            .items
            .iter()
            .map(|item| {
                let word = item.of_text(summary.text);
                let says_nothing = item.kind == Kind::Mask || item.kind == Kind::Word && is_empty(word);
                (!says_nothing).then(|| table.add(item.hash))
            })
            .collect();
        for (item, term) in summary.items.iter().zip(&terms) {
            if let (Some(last), Some(term)) = (items::hash_of_last(item.kind, item.of_text(summary.text)), term) {
                table.alias(last, *term);
            }
        }
        let is_code = |item: &Item| matches!(item.kind, Kind::Code | Kind::Uuid | Kind::Digest);
        let make = |item: &Item| (item.span.len(), item.of_text(summary.text).contains(['_', '-']));
        let coded = summary.items.iter().zip(&terms).filter(|(item, _)| is_code(item));
        let mut codes: Vec<(Term, (usize, bool))> =
            coded.filter_map(|(item, term)| Some(((*term)?, make(item)))).collect();
        codes.sort_unstable();
        codes.dedup();
        // Words by which deeds are known are looked for as well, whether or not the summary says them in these forms.
        for hash in deed_words::forms() {
            table.add(hash);
        }
        let (synonyms, opposites) = (Synonyms::new(), Opposites::new());
        // So are the opposites of what it says, and what means the same.
        for item in summary.items.iter().filter(|item| item.kind == Kind::Word) {
            let word = item.of_text(summary.text);
            for hash in opposites.of(word).chain(synonyms.of(item.hash)) {
                table.add(hash);
            }
        }
        let mut wanted: Vec<Value> = summary
            .quantities
            .iter()
            .flat_map(|quantity| [Some(quantity.value), Some(quantity.raw), quantity.other])
            .flatten()
            .chain(summary.grouped.iter().map(|grouped| grouped.value))
            .collect();
        wanted.sort_unstable();
        let window = Index::of(request, &table, &wanted);
        let mut context = Context {
            request,
            classifications,
            summary,
            terms,
            table,
            codes,
            window,
            host_text: &candidate.host_text,
            unknown: Vec::new(),
            wrong: Vec::new(),
            clauses: Vec::new(),
            alignments: Vec::new(),
            pairs: Vec::new(),
            pair_alignments: Vec::new(),
            synonyms,
            opposites,
            deeds: Vec::new(),
            records: Records::default(),
        };
        context.unknown = naming::unknown(&context);
        context.wrong = numbers::wrong(&context);
        context.deeds = deeds::of_window(&context);
        context.records = Records::of(&context);
        context.clauses = clause::split(&context.summary, |item| context.term_of(item).is_some());
        context.alignments = alignment::align(&context, &context.clauses);
        context.pairs = clause::pairs(&context.clauses, |item| context.term_of(item).is_some());
        context.pair_alignments = alignment::align(&context, &context.pairs);
        context
    }

    /// The term that a hash stands for, if the summary holds it
    pub fn term_with(&self, hash: u64) -> Option<Term> {
        self.table.find(hash)
    }

    /// The term of an item of the summary
    pub fn term_of(&self, item: usize) -> Option<Term> {
        self.terms.get(item).copied().flatten()
    }

    /// Whether two terms are opaque ids of one make, such as two codes of six letters and digits
    pub fn are_alike(&self, one: Term, other: Term) -> bool {
        let make = |term: Term| {
            let at = self.codes.partition_point(|(code, _)| *code < term);
            self.codes.get(at).filter(|(code, _)| *code == term).map(|(_, make)| *make)
        };
        make(one).is_some() && make(one) == make(other)
    }

    /// The terms of the items from `first` to before `end`, each once
    pub fn terms_between(&self, first: usize, end: usize) -> Vec<Term> {
        let mut terms: Vec<Term> = self.terms.get(first..end).unwrap_or_default().iter().flatten().copied().collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// The items of a clause
    pub fn items_of(&self, clause: &Clause) -> &[Item] {
        self.summary.items.get(clause.first..clause.end).unwrap_or_default()
    }

    /// The text of a clause
    pub fn text_of_clause(&self, clause: &Clause) -> &'c str {
        let (first, last) = (
            self.summary.items.get(clause.first),
            clause.end.checked_sub(1).and_then(|last| self.summary.items.get(last)),
        );
        match (first, last) {
            (Some(first), Some(last)) => Span { start: first.span.start, end: last.span.end }.of(self.summary.text),
            _ => "",
        }
    }

    /// Whether an earlier summary stands in the window, so that not all that was done can be seen
    pub fn has_earlier_summary(&self) -> bool {
        self.request.window.iter().any(|element| matches!(element.kind, ElementKind::Summary(_)))
    }

    /// Whether a segment of the window asks
    pub fn is_question(&self, segment: &Segment) -> bool {
        let text = self.request.window.get(segment.element).map_or("", |element| element.text.as_ref());
        text.get(segment.span.end..)
            .is_some_and(|rest| rest.trim_start_matches(['"', ')', '*', '`', ' ']).starts_with(['?', '？']))
    }

    /// A finding about a clause that a segment of the window contradicts
    pub fn contradiction(&self, code: FindingCode, severity: Severity, clause: &Clause, segment: usize) -> Finding {
        let segment = self.window.segments.get(segment);
        Finding {
            code,
            severity,
            summary_text: Some(self.text_of_clause(clause).into()),
            window_text: segment
                .map(|segment| self.text_of(segment).split_whitespace().collect::<Vec<&str>>().join(" ")),
            element: segment.map(|segment| segment.element),
        }
    }

    /// A part of an element with a few words on both sides, in one line
    pub fn around(&self, element: usize, span: Span) -> String {
        const REACH: usize = 40;
        let text = self.request.window.get(element).map_or("", |element| element.text.as_ref());
        let border = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let part = text.get(border(span.start.saturating_sub(REACH))..border(span.end.saturating_add(REACH)));
        part.unwrap_or_default().split_whitespace().collect::<Vec<&str>>().join(" ")
    }

    /// The text of an element of the window; nothing where there is no such element
    pub fn text_of_element(&self, element: usize) -> &'c str {
        let request: &'c Request<'r> = self.request;
        request.window.get(element).map_or("", |element| element.text.as_ref())
    }

    /// The text of a segment of the window
    pub fn text_of(&self, segment: &Segment) -> &'c str {
        segment.span.of(self.text_of_element(segment.element))
    }
}

/// As much of a summary as is read: a longer one is over budget
fn beginning(text: &str) -> &str {
    text.get(..text.floor_char_boundary(SUMMARY_BYTES_MOST)).unwrap_or_default()
}

/// The longest summary that is read to its end
pub const SUMMARY_BYTES_MOST: usize = 256 * 1024;

/// Whether a word says nothing by itself
pub fn is_empty(word: &str) -> bool {
    let mut letters = [0u8; 16];
    if word.len() > letters.len() {
        return false;
    }
    for (place, byte) in letters.iter_mut().zip(word.bytes()) {
        *place = byte.to_ascii_lowercase();
    }
    is_empty_word(letters.get(..word.len()).unwrap_or_default())
}
