//! What a value is the value of: the words of its part of a sentence, row or object.

use super::context::Context;
use super::items::{self, Item};
use super::terms::Term;
use crate::scan::{Kind, Span};
use alloc::vec::Vec;

/// The terms that belong to one value of a text
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Each once, in order
    pub terms: Vec<Term>,
    /// The id whose row or object it is
    pub owner: Option<Owner>,
    /// The hash of the last word before the value, which may be its key
    pub key: Option<u64>,
}

/// An id to which values belong
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owner {
    /// Its hash
    pub hash: u64,
    /// Which of its characters are letters, digits and marks
    make: u64,
}

impl Owner {
    fn of(text: &str, item: &Item) -> Owner {
        let kind = |byte: u8| match byte {
            b'0'..=b'9' => 1,
            b'a'..=b'z' | b'A'..=b'Z' => 2,
            _ => 3,
        };
        let make = item.of_text(text).bytes().fold(1u64, |make, byte| make.wrapping_mul(31).wrapping_add(kind(byte)));
        Owner { hash: item.hash, make }
    }

    /// Whether it is another id of the same make
    pub fn is_other(&self, known: &Owner) -> bool {
        self.hash != known.hash && self.make == known.make
    }
}

/// What an owner weighs, as a word that stands once
const OWNER_WEIGHT: u32 = 96;

impl Frame {
    /// The terms that stand with what `span` holds, up to the next border on both sides
    pub fn of(context: &Context<'_, '_>, text: &str, span: Span) -> Frame {
        let part = Span { start: opening(text, span.start), end: closing(text, span.end) };
        let mut row = Vec::new();
        let mut terms: Vec<Term> = Vec::new();
        let mut key = None;
        for half in [Span { start: part.start, end: span.start }, Span { start: span.end, end: part.end }] {
            items::read_into(half.of(text), &mut row);
            if half.end == span.start {
                key = row.last().map(|item| item.hash);
            }
            let telling = row.iter().filter(|item| tells(half.of(text), item));
            terms.extend(telling.filter_map(|item| context.term_with(item.hash)));
        }
        terms.sort_unstable();
        terms.dedup();
        Frame { terms, owner: owner(text, span), key }
    }

    /// The terms that another frame does not have
    pub fn without(&self, other: &Frame) -> Frame {
        let terms = self.terms.iter().filter(|term| other.terms.binary_search(term).is_err());
        Frame {
            terms: terms.copied().collect(),
            owner: self.owner.filter(|_| self.owner != other.owner),
            key: self.key,
        }
    }

    /// How telling the terms are together that both have
    pub fn shared(&self, context: &Context<'_, '_>, other: &Frame) -> u32 {
        let shared = self.terms.iter().filter(|term| other.terms.binary_search(term).is_ok());
        let owned = if self.owner.is_some() && self.owner == other.owner { OWNER_WEIGHT } else { 0 };
        shared.fold(owned, |sum, term| sum.saturating_add(context.window.weight(*term)))
    }
}

/// The id that stands last before a place in its row or object, or first after it where none stands before
fn owner(text: &str, span: Span) -> Option<Owner> {
    const REACH: usize = 320;
    let mut row = Vec::new();
    let first = floor(text, span.start.saturating_sub(REACH));
    let before = text.get(first..span.start).unwrap_or_default();
    let opened =
        ["}", "\n\n", ". ", "{"].iter().filter_map(|mark| Some(before.rfind(mark)?.saturating_add(mark.len()))).max();
    let before = before.get(opened.unwrap_or(0)..).unwrap_or_default();
    items::read_into(before, &mut row);
    let is_code = |item: &&Item| matches!(item.kind, Kind::Code | Kind::Uuid | Kind::Digest);
    if let Some(item) = row.iter().rev().find(is_code) {
        return Some(Owner::of(before, item));
    }
    let after = text.get(span.end..floor(text, span.end.saturating_add(REACH).min(text.len()))).unwrap_or_default();
    let closed = ["}", "\n", ". ", "{"].iter().filter_map(|mark| after.find(mark)).min();
    let after = after.get(..closed.unwrap_or(after.len())).unwrap_or_default();
    items::read_into(after, &mut row);
    row.iter().find(is_code).map(|item| Owner::of(after, item))
}

/// Another number tells nothing of this one
fn tells(text: &str, item: &Item) -> bool {
    match item.kind {
        Kind::Number | Kind::Money | Kind::Percent | Kind::Measure | Kind::Mask | Kind::Blob => false,
        Kind::Word => !super::context::is_empty(item.of_text(text)),
        _ => true,
    }
}

/// So far what belongs to a value can stand from it, in bytes
const REACH: usize = 96;
/// Words that begin another part
const JOINTS: [&str; 16] = [
    " and ", " und ", " et ", " y ", " e ", " or ", " oder ", " sowie ", " while ", " but ", " aber ", " mais ",
    " pero ", " than ", " then ", " / ",
];

/// Where the part begins that ends at `at`
fn opening(text: &str, at: usize) -> usize {
    let first = floor(text, at.saturating_sub(REACH));
    let before = text.get(first..at).unwrap_or_default();
    let mark = before.char_indices().rev().find(|(place, mark)| is_border(before, *place, *mark));
    let after_mark = mark.map_or(0, |(place, mark)| place.saturating_add(mark.len_utf8()));
    let joint = JOINTS.iter().filter_map(|joint| Some(before.rfind(joint)?.saturating_add(joint.len()))).max();
    first.saturating_add(after_mark.max(joint.unwrap_or(0)))
}

/// Where the part ends that begins before `at`
fn closing(text: &str, at: usize) -> usize {
    let last = floor(text, at.saturating_add(REACH).min(text.len()));
    let after = text.get(at..last).unwrap_or_default();
    // What stands between brackets right after a value still belongs to it.
    let mark = after
        .char_indices()
        .find(|(place, mark)| is_border(after, *place, *mark))
        .map_or(after.len(), |(place, _)| place);
    let joint = JOINTS.iter().filter_map(|joint| after.find(joint)).min().unwrap_or(after.len());
    at.saturating_add(mark.min(joint))
}

/// Whether a mark ends a part
fn is_border(text: &str, place: usize, mark: char) -> bool {
    let next = text.get(place.saturating_add(mark.len_utf8())..).and_then(|rest| rest.chars().next());
    match mark {
        // `1,220`, `3.5`, `a.rs`
        ',' => !next.is_some_and(|next| next.is_ascii_digit()),
        '.' => next.is_none_or(char::is_whitespace),
        '\n' | ';' | '(' | ')' | '{' | '}' | '[' | ']' | '|' | '—' | '，' | '；' | '。' | '、' | '（' | '）' | '！'
        | '？' => true,
        '\\' => next == Some('n'),
        _ => false,
    }
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
