//! Documents whose messages stand in arrays, or one a line: where each stands, and how others take their place.
//!
//! Whatever stands between two messages stays with the later one, so that indentation and line breaks are kept.

use crate::Segment;
use alloc::string::String;
use alloc::vec::Vec;

/// The arrays of a document, in the order of its text
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    /// The arrays
    pub(crate) lists: Vec<List>,
    /// How the text of a pass is written into the document
    pub(crate) carriage: Carriage,
}

/// One array
#[derive(Clone, Debug)]
pub(crate) struct List {
    /// What it holds
    pub(crate) holds: Holds,
    /// The segments of its elements, in order
    pub(crate) items: Vec<usize>,
    /// Where an element would stand if there is none
    pub(crate) hole: usize,
    /// What stands between two elements where the document has no two
    pub(crate) gap: &'static str,
}

/// What an array holds
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Holds {
    /// Messages
    Messages,
    /// Blocks of Anthropic's `system`
    System,
    /// Nothing yet: Anthropic's `system` is a string, and becomes an array when something is added
    SystemText,
}

/// How the text of a pass is written
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Carriage {
    /// As a message of OpenAI's chat with this role
    Chat(&'static str),
    /// As a block of Anthropic's `system` where there is one, else as a message
    Anthropic,
}

/// What stands at one place of an array after the pass
pub(crate) enum Piece {
    /// A segment, as it stood
    Kept(usize),
    /// A new element, as JSON text
    New(String),
}

impl Lists {
    /// The document with other elements: of each array, those given for it
    pub(crate) fn write(&self, text: &str, segments: &[Segment], pieces: &[Vec<Piece>]) -> String {
        let mut out = String::with_capacity(text.len());
        let mut at = 0usize;
        for (list, pieces) in self.lists.iter().zip(pieces) {
            let (start, end) = list.extent(segments);
            out.push_str(text.get(at..start).unwrap_or_default());
            list.write(&mut out, text, segments, pieces);
            at = end;
        }
        out.push_str(text.get(at..).unwrap_or_default());
        out
    }
}

impl List {
    fn extent(&self, segments: &[Segment]) -> (usize, usize) {
        let range = |item: Option<&usize>| item.and_then(|&item| segments.get(item)).map(|segment| &segment.range);
        let start = range(self.items.first()).map_or(self.hole, |range| range.start);
        let end = range(self.items.last()).map_or(self.hole, |range| range.end);
        (start, end)
    }

    fn write(&self, out: &mut String, text: &str, segments: &[Segment], pieces: &[Piece]) {
        let wraps = self.holds == Holds::SystemText && pieces.iter().any(|piece| matches!(piece, Piece::New(_)));
        if wraps {
            out.push('[');
        }
        for (place, piece) in pieces.iter().enumerate() {
            if place > 0 {
                out.push_str(self.gap_before(text, segments, piece));
            }
            match piece {
                Piece::Kept(segment) => {
                    let range = segments.get(*segment).map(|segment| segment.range.clone()).unwrap_or_default();
                    let kept = text.get(range).unwrap_or_default();
                    if wraps {
                        out.push_str("{\"type\":\"text\",\"text\":");
                    }
                    out.push_str(kept);
                    if wraps {
                        out.push('}');
                    }
                }
                Piece::New(element) => out.push_str(element),
            }
        }
        if wraps {
            out.push(']');
        }
    }

    /// What stood before the element, or else before the second element of the array
    fn gap_before<'t>(&self, text: &'t str, segments: &[Segment], piece: &Piece) -> &'t str {
        let gap = |later: usize| {
            let earlier = self.items.get(later.checked_sub(1)?)?;
            let from = segments.get(*earlier)?.range.end;
            let to = segments.get(*self.items.get(later)?)?.range.start;
            text.get(from..to)
        };
        let own = match piece {
            Piece::Kept(segment) => self.items.binary_search(segment).ok().and_then(gap),
            Piece::New(_) => None,
        };
        own.or_else(|| gap(1)).unwrap_or(self.gap)
    }
}
