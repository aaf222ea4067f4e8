//! The next window in the format of the transcript that it comes from.

use crate::layout::Layout;
use crate::lists::{Carriage, Holds, Lists, Piece};
use crate::{SegmentRole, Transcript, anthropic, claude, codex, openai};
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use anchorhold_rules::admission::NextElement;
use anchorhold_rules::window::Marker;

/// What stands at one place of the next window
#[derive(Clone, Copy)]
enum Part<'t> {
    /// A message, by its segment
    Kept(usize),
    /// The text of a pass
    Carry(&'t str),
}

impl Transcript<'_> {
    /// The next window in the same format: kept messages as they stood, byte for byte, and the text of the pass
    ///
    /// A message stays as a whole where any of its elements does. If all stay and no text is added, the answer is the
    /// text that was read. Otherwise lines of a session that no longer belong to its window are left out.
    pub fn write(&self, next: &[NextElement], marker: &Marker) -> String {
        let mut seen = BTreeSet::new();
        let parts: Vec<Part<'_>> = next
            .iter()
            .filter_map(|element| match element {
                NextElement::Carry(text) => Some(Part::Carry(text)),
                NextElement::Kept(element) => {
                    let segment = *self.origins.get(*element)?;
                    seen.insert(segment).then_some(Part::Kept(segment))
                }
            })
            .collect();
        let is_window = |segment: &&crate::Segment| matches!(segment.role, SegmentRole::Window(_));
        let is_whole = seen.len() == self.segments.iter().filter(is_window).count();
        if is_whole && parts.len() == seen.len() && self.is_in_order(&parts) {
            return self.text.into();
        }
        match &self.layout {
            Layout::Lists(lists) => lists.write(self.text, &self.segments, &in_lists(lists, &parts, marker)),
            Layout::Session(session) => {
                let pieces: Vec<_> = parts.iter().map(Part::in_session).collect();
                claude::write(self.text, session, &pieces, marker)
            }
            Layout::Rollout(rollout) => {
                let pieces: Vec<_> = parts.iter().map(Part::in_rollout).collect();
                codex::write(self.text, rollout, &pieces, marker)
            }
        }
    }

    fn is_in_order(&self, parts: &[Part<'_>]) -> bool {
        let mut before = BTreeSet::new();
        let in_order = self.origins.iter().copied().filter(|origin| before.insert(*origin));
        in_order.eq(parts.iter().filter_map(Part::kept))
    }
}

impl<'t> Part<'t> {
    fn kept(&self) -> Option<usize> {
        match self {
            Part::Kept(segment) => Some(*segment),
            Part::Carry(_) => None,
        }
    }

    fn in_session(&self) -> claude::Piece<'t> {
        match *self {
            // In a session each line is a segment.
            Part::Kept(segment) => claude::Piece::Kept(segment),
            Part::Carry(text) => claude::Piece::Carry(text),
        }
    }

    fn in_rollout(&self) -> codex::Piece<'t> {
        match *self {
            Part::Kept(segment) => codex::Piece::Kept(segment),
            Part::Carry(text) => codex::Piece::Carry(text),
        }
    }
}

/// What stands in each array of the document
fn in_lists(lists: &Lists, parts: &[Part<'_>], marker: &Marker) -> Vec<Vec<Piece>> {
    let of_messages = lists.lists.iter().position(|list| list.holds == Holds::Messages).unwrap_or(0);
    let of_system = lists.lists.iter().position(|list| list.holds != Holds::Messages);
    let mut pieces: Vec<Vec<Piece>> = lists.lists.iter().map(|_| Vec::new()).collect();
    let mut is_before_messages = true;
    for part in parts {
        let (list, piece) = match *part {
            Part::Kept(segment) => {
                let holds = |list: &crate::lists::List| list.items.binary_search(&segment).is_ok();
                let list = lists.lists.iter().position(holds).unwrap_or(of_messages);
                is_before_messages &= list != of_messages;
                (list, Piece::Kept(segment))
            }
            Part::Carry(text) => match (lists.carriage, of_system.filter(|_| is_before_messages)) {
                (Carriage::Chat(role), _) => (of_messages, Piece::New(openai::message_of_pass(role, text, marker))),
                (Carriage::Anthropic, Some(system)) => (system, Piece::New(anthropic::block_of_pass(text))),
                (Carriage::Anthropic, None) => (of_messages, Piece::New(anthropic::message_of_pass(text))),
            },
        };
        if let Some(pieces) = pieces.get_mut(list) {
            pieces.push(piece);
        }
    }
    pieces
}
