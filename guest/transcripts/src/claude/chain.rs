//! Which lines of a session are in the window, and in which order.
//!
//! A session is a tree: a rewind starts another branch, and the old one stays in the file. The window is the way from
//! the last message up to the last compaction or the root. Of parallel calls only one lies on that way: the others,
//! and their results, hang beside it and are fetched.

use super::message::Message;
use super::record::{Kept, Record, RecordKind};
use crate::json::{Label, Place, Source};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use anchorhold_rules::error::InputError;
use anchorhold_rules::gathered;

/// The lines of the window, from its beginning on
#[derive(Clone, Debug, Default)]
pub(crate) struct Chain {
    /// The lines, those between messages included
    pub(crate) links: Vec<Link>,
    /// Lines follow each other by name; without that, they follow each other as they stand
    pub(crate) is_tree: bool,
}

impl Chain {
    /// The lines of the window and their numbers, in its order
    pub(crate) fn records<'r, 'a>(&self, records: &'r [Record<'a>]) -> impl Iterator<Item = (usize, &'r Record<'a>)> {
        self.links.iter().filter_map(move |link| Some((link.record, records.get(link.record)?)))
    }
}

/// One line of the window
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    /// The number of the line, from 0
    pub(crate) record: usize,
    /// It hangs beside the chain: no other line is to follow it
    pub(crate) is_beside: bool,
}

/// Finds the lines of the window
pub(crate) fn find<'a>(
    document: &'a str,
    records: &[Record<'a>],
    messages: &mut [Option<Message<'a>>],
) -> Result<Chain, InputError> {
    if records.iter().all(|record| record.parent.is_none()) {
        return Ok(in_file_order(records));
    }
    let tree = Tree::plant(document, records)?;
    let way = tree.way_up()?;
    let links = fetch_parallel(document, records, messages, &way)?;
    Ok(Chain { links, is_tree: true })
}

fn in_file_order(records: &[Record<'_>]) -> Chain {
    let before_last = records.iter().rposition(Record::is_message).unwrap_or(0);
    let last_boundary = records.iter().take(before_last).rposition(Record::is_boundary).unwrap_or(0);
    let live = records.iter().enumerate().skip(last_boundary);
    let named = live.filter(|(_, record)| !record.is_side && (record.uuid.is_some() || record.is_message()));
    let links = named.map(|(record, _)| Link { record, is_beside: false }).collect();
    Chain { links, is_tree: false }
}

struct Tree<'r, 'a> {
    document: &'a str,
    records: &'r [Record<'a>],
    places: BTreeMap<&'r str, usize>,
    /// Of each line, the nearest one before it that is part of the conversation
    befores: Vec<Option<usize>>,
    /// Lines that a compaction kept follow others than their files say
    relinked: BTreeMap<usize, usize>,
}

impl<'r, 'a> Tree<'r, 'a> {
    fn plant(document: &'a str, records: &'r [Record<'a>]) -> Result<Tree<'r, 'a>, InputError> {
        let mut tree =
            Tree { document, records, places: BTreeMap::new(), befores: Vec::new(), relinked: BTreeMap::new() };
        let mut before = None;
        for (place, record) in records.iter().enumerate() {
            tree.befores.push(before);
            before = if record.is_side || record.uuid.is_none() { before } else { Some(place) };
            let Some(uuid) = record.uuid.as_deref() else {
                if record.is_message() {
                    return Err(tree.fault(record, "uuid", "the name of the line"));
                }
                continue;
            };
            // A resumed session repeats lines of the one before it: the later one holds. Anything else under a
            // name that is taken would make two lines one.
            let earlier = tree.places.insert(uuid, place).and_then(|earlier| records.get(earlier));
            if earlier.is_some_and(|earlier| !is_repeat(earlier, record)) {
                return Err(tree.fault(record, "uuid", "a name that no other line has"));
            }
        }
        let last_boundary = records.iter().rev().find_map(|record| match &record.kind {
            RecordKind::Boundary(kept) => Some(kept),
            _ => None,
        });
        if let Some(kept) = last_boundary {
            tree.relink(kept);
        }
        Ok(tree)
    }

    /// Puts the lines that a compaction kept behind its summary
    fn relink(&mut self, kept: &Kept<'a>) {
        let Some(anchor) = kept.anchor.as_deref().and_then(|uuid| self.places.get(uuid)).copied() else { return };
        let mut places: Vec<usize> =
            kept.uuids.iter().filter_map(|uuid| self.places.get(uuid.as_ref())).copied().collect();
        if let Some((head, tail)) = &kept.ends
            && let Some((head, tail)) = self.places.get(head.as_ref()).zip(self.places.get(tail.as_ref()))
        {
            places = self.between(*head, *tail);
        }
        let (Some(&head), Some(&tail)) = (places.first(), places.last()) else { return };
        for (place, record) in self.records.iter().enumerate().skip(anchor.saturating_add(1)) {
            if place != head && self.parent_of(record) == Some(anchor) {
                self.relinked.insert(place, tail);
            }
        }
        for pair in places.windows(2) {
            if let [earlier, later] = pair {
                self.relinked.insert(*later, *earlier);
            }
        }
        self.relinked.insert(head, anchor);
    }

    fn between(&self, head: usize, tail: usize) -> Vec<usize> {
        let mut places = Vec::new();
        let mut at = Some(tail);
        while let Some(place) = at.filter(|_| places.len() < self.records.len()) {
            places.push(place);
            at = if place == head { None } else { self.records.get(place).and_then(|record| self.parent_of(record)) };
        }
        places.reverse();
        places
    }

    /// The lines from the last message up to the last compaction or the root, in their order
    fn way_up(&self) -> Result<Vec<usize>, InputError> {
        let Some(leaf) = self.records.iter().rposition(Record::is_message) else { return Ok(Vec::new()) };
        let mut way = Vec::new();
        let mut seen = BTreeSet::new();
        let mut at = Some(leaf);
        while let Some((place, record)) = at.and_then(|place| Some((place, self.records.get(place)?))) {
            if !seen.insert(place) {
                return Err(self.fault(record, "parentUuid", "a line that does not follow this one"));
            }
            way.push(place);
            at = match self.relinked.get(&place) {
                _ if record.is_boundary() => None,
                Some(&parent) => Some(parent),
                None => self.parent_of(record).or_else(|| self.stand_in(place, record)),
            };
        }
        way.reverse();
        self.follow_down(leaf, &mut way);
        Ok(way)
    }

    /// Adds what was written after the last message and is no message: the next message will follow it
    fn follow_down(&self, leaf: usize, way: &mut Vec<usize>) {
        let mut end = leaf;
        for (place, record) in self.records.iter().enumerate().skip(leaf.saturating_add(1)) {
            if !record.is_side && !record.is_boundary() && self.parent_of(record) == Some(end) {
                way.push(place);
                end = place;
            }
        }
    }

    /// The line before one whose predecessor this file does not hold: it begins in the middle of a session, and
    /// then there is none, or somebody took lines out of it
    fn stand_in(&self, place: usize, record: &Record<'a>) -> Option<usize> {
        record.parent.as_ref()?;
        self.befores.get(place).copied().flatten()
    }

    fn parent_of(&self, record: &Record<'a>) -> Option<usize> {
        self.places.get(record.parent.as_deref()?).copied()
    }

    fn fault(&self, record: &Record<'a>, field: &'static str, expected: &str) -> InputError {
        Source::new(self.document, record.raw, Label::Whole).fault(&Place::Field(&Place::Root, field), expected)
    }
}

fn is_repeat(earlier: &Record<'_>, later: &Record<'_>) -> bool {
    match (&earlier.kind, &later.kind) {
        (RecordKind::User(one), RecordKind::User(other)) => one == other,
        (RecordKind::Assistant(one), RecordKind::Assistant(other)) => one == other,
        (RecordKind::Attachment(one), RecordKind::Attachment(other)) => one == other,
        (RecordKind::Other, RecordKind::Other) => true,
        _ => earlier.raw == later.raw,
    }
}

/// Adds the lines of parallel calls and results that hang beside the way, each behind the last line of its message
fn fetch_parallel<'a>(
    document: &'a str,
    records: &[Record<'a>],
    messages: &mut [Option<Message<'a>>],
    way: &[usize],
) -> Result<Vec<Link>, InputError> {
    let on_way: BTreeSet<usize> = gathered::set(way.iter().copied());
    let first = on_way.first().copied().unwrap_or(0);
    for (place, (record, message)) in records.iter().zip(messages.iter_mut()).enumerate() {
        if record.is_message() && (place >= first || on_way.contains(&place)) {
            *message = Some(Message::read(document, record)?);
        }
    }
    // Where the message of an id ends on the way, and where that of an unanswered call does.
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    let mut open: BTreeMap<&str, Option<usize>> = BTreeMap::new();
    for (position, &place) in way.iter().enumerate() {
        let Some(message) = messages.get(place).and_then(Option::as_ref) else { continue };
        if let Some(id) = message.id() {
            ends.insert(id, position);
        }
        for call in message.calls() {
            open.insert(call, Some(position));
        }
        for result in message.results() {
            close(&mut open, result);
        }
    }
    let calls_on_way: BTreeSet<&str> =
        gathered::set(way.iter().filter_map(|&place| messages.get(place)?.as_ref()).flat_map(Message::calls));
    let mut beside: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, message) in messages.iter().enumerate() {
        let Some(message) = message.as_ref().filter(|_| !on_way.contains(&place)) else { continue };
        let sibling = message.id().and_then(|id| ends.get(id)).copied();
        if let Some(position) = sibling.filter(|_| !message.calls().any(|call| calls_on_way.contains(call))) {
            beside.entry(position).or_default().push(place);
            open.extend(message.calls().map(|call| (call, Some(position))));
        } else if let Some(position) = message.results().find_map(|result| close(&mut open, result)) {
            for result in message.results() {
                close(&mut open, result);
            }
            let end = way.get(position).and_then(|&at| messages.get(at)?.as_ref()?.id()).and_then(|id| ends.get(id));
            beside.entry(end.copied().unwrap_or(position)).or_default().push(place);
        }
    }
    let mut links = Vec::new();
    for (position, &record) in way.iter().enumerate() {
        links.push(Link { record, is_beside: false });
        let hanging = beside.get_mut(&position).map(core::mem::take).unwrap_or_default();
        links.extend(hanging.into_iter().map(|record| Link { record, is_beside: true }));
    }
    Ok(links)
}

/// Where the call ends that is answered, if it was still open
fn close(open: &mut BTreeMap<&str, Option<usize>>, call: &str) -> Option<usize> {
    open.get_mut(call).and_then(Option::take)
}
