//! The pieces of a text, one after the other without a gap.

use crate::json::offset_in;
use crate::{Segment, SegmentRole};
use alloc::vec::Vec;
use anchorhold_rules::digest::Digest;

/// Pieces that are being cut, from the front of the text to its end
pub(crate) struct Segments<'a> {
    text: &'a str,
    segments: Vec<Segment>,
    covered: usize,
}

impl<'a> Segments<'a> {
    /// No piece so far
    pub(crate) fn new(text: &'a str) -> Segments<'a> {
        Segments { text, segments: Vec::new(), covered: 0 }
    }

    /// Cuts the next piece, up to `end`, and gives its number
    pub(crate) fn cut(&mut self, end: usize, role: SegmentRole) -> usize {
        let range = self.covered..end;
        let bytes = self.text.as_bytes().get(range.clone()).unwrap_or_default();
        self.segments.push(Segment { range, digest: Digest::of(bytes), role });
        self.covered = end;
        self.segments.len().saturating_sub(1)
    }

    /// Cuts what stands before `piece`, if anything does, and then `piece`, and gives the number of the latter
    pub(crate) fn cut_piece(&mut self, piece: &'a str, role: SegmentRole) -> usize {
        let start = offset_in(self.text, piece);
        if start > self.covered {
            self.cut(start, SegmentRole::Outside);
        }
        self.cut(start.saturating_add(piece.len()), role)
    }

    /// All pieces; what is left of the text is the last one
    pub(crate) fn finish(mut self) -> Vec<Segment> {
        if self.covered < self.text.len() {
            self.cut(self.text.len(), SegmentRole::Outside);
        }
        self.segments
    }
}
