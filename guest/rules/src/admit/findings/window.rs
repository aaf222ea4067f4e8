//! Where the terms of the summary stand in the window, in one pass over it.

use super::items::{self, Item};
use super::quantity::{self, Quantity};
use super::terms::{Term, Terms};
use crate::request::Request;
use crate::scan::Span;
use crate::scan::normal::Value;
use crate::window::{Element, ElementKind};
use alloc::vec;
use alloc::vec::Vec;

/// The places of the summary's terms in the window
#[derive(Clone, Debug)]
pub struct Index {
    /// Terms of the summary as they occur, in order
    pub hits: Vec<Hit>,
    /// The sentences, lines and objects of the window that hold a term of the summary
    pub segments: Vec<Segment>,
    /// The numbers of the window that stand near a term of the summary, in order
    pub numbers: Vec<Number>,
    /// What these numbers say, each once
    pub quantities: Vec<Quantity>,
    /// For each term, in how many segments it occurs
    pub frequencies: Vec<u32>,
    /// For each term, whose words hold it: a bit for each speaker
    pub speakers: Vec<u8>,
    /// How many segments the window has
    pub total: u32,
    /// For each term where its segments begin in `holders`
    starts: Vec<u32>,
    /// The places of the segments that hold a term, term by term
    holders: Vec<u32>,
}

/// A term of the summary in the window
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    /// Its place, counted in items over the whole window
    pub at: u32,
    /// The term
    pub term: Term,
}

/// A sentence, a line or an object of the window
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The element in which it stands
    pub element: usize,
    /// Its place in the text of the element
    pub span: Span,
    /// The place of its first item
    pub first: u32,
    /// The place after its last item
    pub end: u32,
    /// Its first hit
    first_hit: u32,
    /// The hit after its last
    end_hit: u32,
    /// Whose words it is
    pub speaker: Speaker,
}

/// A number of the window
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// The element in which it stands
    pub element: usize,
    /// Its place in the text of the element
    pub span: Span,
    /// Its place, counted in items over the whole window
    pub at: u32,
    /// What it says
    pub quantity: Quantity,
    /// The hash of the item after its number, which may be its noun
    pub noun: u64,
    /// The hash of the item before it, which may be its key
    pub key: u64,
    /// The first hit at its place or after it
    next_hit: u32,
}

/// Whose words a segment is
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speaker {
    /// Instructions of the system or the developer
    Instruction,
    /// The user
    User,
    /// The assistant, aloud or in thought
    Assistant,
    /// The arguments of a call
    Call,
    /// The answer of a tool
    Tool,
    /// An earlier summary
    Summary,
    /// The framework
    Other,
}

impl Speaker {
    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Elements lie so far apart that nothing at the end of one is near anything at the beginning of the next
const GAP: u32 = 64;
/// A longer row of items without an end is cut
const SEGMENT_ITEMS_MAX: u32 = 48;
/// How far a number may stand from a term to be kept
const REACH: u32 = 12;

impl Index {
    /// Looks for `terms` in the window of a request. Of its numbers those are kept that stand near one of them, or are one of
    /// `wanted`, which is sorted.
    pub fn of(request: &Request<'_>, terms: &Terms, wanted: &[Value]) -> Index {
        let mut index = Index {
            hits: Vec::new(),
            segments: Vec::new(),
            numbers: Vec::new(),
            quantities: Vec::new(),
            frequencies: vec![0; terms.count()],
            speakers: vec![0; terms.count()],
            total: 0,
            starts: Vec::new(),
            holders: Vec::new(),
        };
        let mut row = Vec::new();
        let mut at = 0u32;
        let mut seen = vec![0u32; terms.count()];
        let mut known = Terms::new();
        for (element, content) in request.window.iter().enumerate() {
            items::read_into(&content.text, &mut row);
            let speaker = speaker_of(content);
            index.segment(&content.text, &row, element, speaker, at, terms, &mut seen);
            index.take_numbers(&content.text, &row, element, at, wanted, &mut known);
            at = at.saturating_add(u32::try_from(row.len()).unwrap_or(u32::MAX)).saturating_add(GAP);
        }
        index.invert();
        index
    }

    /// The hits with places from `first` to before `end`
    pub fn hits_between(&self, first: u32, end: u32) -> &[Hit] {
        let start = self.hits.partition_point(|hit| hit.at < first);
        let stop = self.hits.partition_point(|hit| hit.at < end);
        self.hits.get(start..stop).unwrap_or_default()
    }

    /// The hits at most `steps` before and after a number
    pub fn hits_around(&self, number: &Number, steps: u32) -> &[Hit] {
        self.hits_near(number.next_hit as usize, number.at, steps)
    }

    /// The hits at most `steps` before and after `at`, of which `next` is the first at or after it
    fn hits_near(&self, next: usize, at: u32, steps: u32) -> &[Hit] {
        let is_near = |hit: &&Hit| hit.at.abs_diff(at) <= steps;
        let before = self.hits.get(..next).unwrap_or_default().iter().rev().take_while(is_near).count();
        let after = self.hits.get(next..).unwrap_or_default().iter().take_while(is_near).count();
        self.hits.get(next.saturating_sub(before)..next.saturating_add(after)).unwrap_or_default()
    }

    /// The hits of a segment
    pub fn hits_of(&self, segment: &Segment) -> &[Hit] {
        self.hits.get(segment.first_hit as usize..segment.end_hit as usize).unwrap_or_default()
    }

    /// The places of the segments that hold a term, in order
    pub fn segments_with(&self, term: Term) -> &[u32] {
        let bound = |place: usize| self.starts.get(place).map_or(0, |start| *start as usize);
        self.holders.get(bound(term as usize)..bound((term as usize).saturating_add(1))).unwrap_or_default()
    }

    /// Lists for each term the segments that hold it
    fn invert(&mut self) {
        let terms = self.frequencies.len();
        let mut last = vec![u32::MAX; terms];
        let mut pairs: Vec<(Term, u32)> = Vec::with_capacity(self.hits.len());
        for (place, segment) in (0u32..).zip(&self.segments) {
            for hit in self.hits.get(segment.first_hit as usize..segment.end_hit as usize).unwrap_or_default() {
                if let Some(last) = last.get_mut(hit.term as usize)
                    && *last != place
                {
                    *last = place;
                    pairs.push((hit.term, place));
                }
            }
        }
        let mut starts = vec![0u32; terms.saturating_add(1)];
        for (term, _) in &pairs {
            if let Some(count) = starts.get_mut((*term as usize).saturating_add(1)) {
                *count = count.saturating_add(1);
            }
        }
        let mut sum = 0u32;
        for start in &mut starts {
            sum = sum.saturating_add(*start);
            *start = sum;
        }
        let mut next = starts.clone();
        self.holders = vec![0; pairs.len()];
        for (term, place) in pairs {
            if let Some(at) = next.get_mut(term as usize) {
                if let Some(holder) = self.holders.get_mut(*at as usize) {
                    *holder = place;
                }
                *at = at.saturating_add(1);
            }
        }
        self.starts = starts;
    }

    /// How telling a term is: 0 where it stands everywhere, some 16 for each halving of that. A term that the window does
    /// not hold tells nothing.
    pub fn weight(&self, term: Term) -> u32 {
        let frequency = self.frequencies.get(term as usize).copied().unwrap_or(0);
        if frequency == 0 {
            return 0;
        }
        // In a window of three sentences no word is rare; it is then taken as if there were some more.
        const LEAST: u32 = 64;
        log2_sixteenths(self.total.saturating_add(1).max(frequency).max(LEAST))
            .saturating_sub(log2_sixteenths(frequency))
    }

    /// Whether the window holds a term
    pub fn holds(&self, term: Term) -> bool {
        self.frequencies.get(term as usize).is_some_and(|frequency| *frequency > 0)
    }

    /// Whether one of `speakers` holds a term
    pub fn is_said_by(&self, term: Term, speakers: &[Speaker]) -> bool {
        let held = self.speakers.get(term as usize).copied().unwrap_or(0);
        speakers.iter().any(|speaker| held & speaker.bit() != 0)
    }

    #[allow(clippy::too_many_arguments, reason = "one pass fills everything")]
    fn segment(
        &mut self,
        text: &str,
        row: &[Item],
        element: usize,
        speaker: Speaker,
        base: u32,
        terms: &Terms,
        seen: &mut [u32],
    ) {
        let mut open: Option<Segment> = None;
        let mut end_before = 0usize;
        let mut hits_before = self.hits.len();
        for (place, item) in (0u32..).zip(row) {
            let at = base.saturating_add(place);
            let long = open.is_some_and(|open| at.saturating_sub(open.first) >= SEGMENT_ITEMS_MAX);
            if open.is_none()
                || long
                || ends_segment(text.as_bytes().get(end_before..item.span.start).unwrap_or_default())
            {
                self.close(open.take(), at, hits_before);
                self.total = self.total.saturating_add(1);
                hits_before = self.hits.len();
                open =
                    Some(Segment { element, span: item.span, first: at, end: at, first_hit: 0, end_hit: 0, speaker });
            }
            if let Some(open) = &mut open {
                open.span.end = item.span.end;
            }
            let last = items::hash_of_last(item.kind, item.of_text(text));
            for term in [Some(item.hash), last].into_iter().flatten().filter_map(|hash| terms.find(hash)) {
                self.hits.push(Hit { at, term });
                if let Some(speakers) = self.speakers.get_mut(term as usize) {
                    *speakers |= speaker.bit();
                }
                if let (Some(seen), Some(frequency)) =
                    (seen.get_mut(term as usize), self.frequencies.get_mut(term as usize))
                    && *seen != self.total
                {
                    *seen = self.total;
                    *frequency = frequency.saturating_add(1);
                }
            }
            end_before = item.span.end;
        }
        let end = base.saturating_add(u32::try_from(row.len()).unwrap_or(u32::MAX));
        self.close(open, end, hits_before);
    }

    /// Keeps a segment that holds a term
    fn close(&mut self, segment: Option<Segment>, end: u32, hits_before: usize) {
        if let Some(segment) = segment
            && self.hits.len() > hits_before
        {
            let count = |hits: usize| u32::try_from(hits).unwrap_or(u32::MAX);
            let (first_hit, end_hit) = (count(hits_before), count(self.hits.len()));
            self.segments.push(Segment { end, first_hit, end_hit, ..segment });
        }
    }

    #[allow(clippy::too_many_arguments, reason = "one pass fills everything")]
    fn take_numbers(
        &mut self,
        text: &str,
        row: &[Item],
        element: usize,
        base: u32,
        wanted: &[Value],
        known: &mut Terms,
    ) {
        let mut next_hit = self.hits.partition_point(|hit| hit.at < base);
        for quantity in quantity::find(text, row) {
            let at = base.saturating_add(u32::try_from(quantity.item).unwrap_or(u32::MAX));
            let is_wanted = |value: Value| wanted.binary_search(&value).is_ok();
            let sought = is_wanted(quantity.value) || is_wanted(quantity.raw) || quantity.other.is_some_and(is_wanted);
            let later = self.hits.get(next_hit..).unwrap_or_default();
            next_hit = next_hit.saturating_add(later.iter().take_while(|hit| hit.at < at).count());
            if !sought && self.hits_near(next_hit, at, REACH).is_empty() {
                continue;
            }
            let hash = |place: Option<usize>| place.and_then(|place| row.get(place)).map_or(0, |item| item.hash);
            let Some(item) = row.get(quantity.item) else { continue };
            if known.add(quantity.hash()) as usize == self.quantities.len() {
                self.quantities.push(quantity);
            }
            self.numbers.push(Number {
                element,
                span: item.span,
                at,
                quantity,
                noun: hash(quantity.item.checked_add(1)),
                key: hash(quantity.item.checked_sub(1)),
                next_hit: u32::try_from(next_hit).unwrap_or(u32::MAX),
            });
        }
    }
}

fn speaker_of(element: &Element<'_>) -> Speaker {
    match &element.kind {
        ElementKind::SystemInstruction | ElementKind::DeveloperInstruction => Speaker::Instruction,
        ElementKind::UserRequest => Speaker::User,
        ElementKind::Reply | ElementKind::Reasoning => Speaker::Assistant,
        ElementKind::ToolCall(_) => Speaker::Call,
        ElementKind::ToolResult(_) | ElementKind::WriteAcknowledgement | ElementKind::StateAssertion => Speaker::Tool,
        ElementKind::Summary(_) => Speaker::Summary,
        ElementKind::Notice | ElementKind::Other(_) => Speaker::Other,
    }
}

/// Whether what stands between two items ends a sentence, a line or an object
fn ends_segment(between: &[u8]) -> bool {
    match between {
        [] | [b' '] => false,
        [b'.' | b'!' | b'?', b' ' | b'\n' | b'"' | b'\\', ..] => true,
        _ => {
            let mut before = 0u8;
            let mut closed = false;
            for &byte in between {
                match byte {
                    b'\n' => return true,
                    b'n' if before == b'\\' => return true,
                    b'}' => closed = true,
                    b'{' if closed => return true,
                    // The last byte of an ideographic full stop, question or exclamation mark.
                    0x82 if before == 0x80 => return true,
                    0x81 | 0x9f if before == 0xbc => return true,
                    _ => {}
                }
                before = byte;
            }
            matches!(between.first(), Some(b'.' | b'!' | b'?'))
                && between.get(1).is_some_and(|byte| matches!(byte, b')' | b'*' | b'`'))
        }
    }
}

/// The binary logarithm in sixteenths, between the whole ones in a straight line
fn log2_sixteenths(number: u32) -> u32 {
    let number = number.max(1);
    let whole = number.ilog2();
    let base = 1u32 << whole;
    let rest = u64::from(number.saturating_sub(base)).saturating_mul(16) / u64::from(base);
    whole.saturating_mul(16).saturating_add(u32::try_from(rest).unwrap_or(0))
}
