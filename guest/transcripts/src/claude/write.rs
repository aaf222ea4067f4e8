//! The next session of Claude Code.
//!
//! A compaction is written as Claude Code writes its own: a boundary, then the text as a summary. Kept lines stay as
//! they stood: where the line that one follows has left, a small line takes over its name and follows the line before.
//! Only a line that followed none, or whose predecessor stands elsewhere now, is changed, in `parentUuid` alone.

use super::Session;
use super::chain::Link;
use super::record::Record;
use crate::json::{offset_in, raw_member, raw_members};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use anchorhold_rules::digest::{Digest, DigestBuilder};
use anchorhold_rules::gathered;
use anchorhold_rules::json::push_string;
use anchorhold_rules::window::Marker;

/// What stands at one place of the next window
#[derive(Clone, Copy)]
pub(crate) enum Piece<'t> {
    /// A line, as it stood
    Kept(usize),
    /// The text of a pass
    Carry(&'t str),
}

/// Writes the next session
pub(crate) fn write(text: &str, session: &Session<'_>, pieces: &[Piece<'_>], marker: &Marker) -> String {
    let mut writer = Writer::new(text, session, marker);
    let kept: BTreeSet<usize> = gathered::set(pieces.iter().filter_map(Piece::kept));
    if pieces.iter().any(|piece| matches!(piece, Piece::Carry(_))) {
        writer.boundary(&kept);
    }
    let mut links = session.chain.links.iter().copied();
    for piece in pieces {
        match *piece {
            Piece::Carry(carry) => writer.carry(carry),
            Piece::Kept(record) => {
                let mut passed = Vec::new();
                let own = links.by_ref().find(|link| {
                    passed.push(*link);
                    link.record == record
                });
                passed.truncate(passed.len().saturating_sub(usize::from(own.is_some())));
                writer.keep(own.unwrap_or(Link { record, is_beside: false }), &passed);
            }
        }
    }
    writer.finish(&links.collect::<Vec<_>>())
}

impl Piece<'_> {
    fn kept(&self) -> Option<usize> {
        match self {
            Piece::Kept(record) => Some(*record),
            Piece::Carry(_) => None,
        }
    }
}

struct Writer<'t, 'a> {
    text: &'t str,
    session: &'t Session<'a>,
    marker: &'t Marker,
    /// What new lines share with the last line of the session, as it stands
    shared: String,
    out: String,
    /// The name of the line that the next one follows; `None`: nothing was written yet
    end: Option<String>,
    /// The names that were written
    names: BTreeSet<String>,
    /// The lines that are no part of the conversation are written up to this one
    outside: usize,
    /// Something stands between the last kept line and the next
    is_broken: bool,
}

impl<'t, 'a> Writer<'t, 'a> {
    fn new(text: &'t str, session: &'t Session<'a>, marker: &'t Marker) -> Writer<'t, 'a> {
        let last = session.chain.links.last().and_then(|link| session.records.get(link.record));
        Writer {
            text,
            session,
            marker,
            shared: shared_members(last),
            out: String::with_capacity(text.len()),
            end: None,
            names: BTreeSet::new(),
            outside: 0,
            is_broken: false,
        }
    }

    fn boundary(&mut self, kept: &BTreeSet<usize>) {
        let left = self.session.seen.iter().rev().find(|record| !kept.contains(record));
        let left = left.and_then(|&record| self.session.records.get(record)?.uuid.as_deref());
        let logical = left.map_or("null".into(), quoted);
        let uuid = self.new_name("boundary");
        let mut line = format!("{{\"parentUuid\":null,\"logicalParentUuid\":{logical}{}", self.shared);
        line.push_str(",\"type\":\"system\",\"subtype\":\"compact_boundary\",\"content\":\"Conversation compacted\"");
        line.push_str(",\"isMeta\":false,\"level\":\"info\",\"compactMetadata\":{\"trigger\":\"manual\"}");
        self.inserted(line, uuid, None);
        self.is_broken = true;
    }

    fn carry(&mut self, carry: &str) {
        let uuid = self.new_name("summary");
        let mut line = self.following();
        line.push_str(",\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":");
        push_string(&mut line, carry);
        line.push_str("},\"isCompactSummary\":true,\"isVisibleInTranscriptOnly\":true");
        self.inserted(line, uuid, Some(Digest::of(carry.as_bytes())));
        self.is_broken = true;
    }

    fn keep(&mut self, link: Link, passed: &[Link]) {
        self.pass(passed);
        self.line(link);
        self.is_broken = false;
    }

    /// Lines between two messages, such as progress, stay where both stay and nothing came between
    fn pass(&mut self, passed: &[Link]) {
        if !self.is_broken && passed.iter().all(|link| !self.session.seen.contains(&link.record)) {
            passed.iter().for_each(|link| self.line(*link));
        }
    }

    /// Writes a line of the old session, so that it follows the last one
    fn line(&mut self, link: Link) {
        let Some(record) = self.session.records.get(link.record) else { return };
        self.outside_before(link.record);
        let follows = |end: &Option<String>| record.parent.as_deref() == end.as_deref();
        if link.is_beside || !self.session.chain.is_tree || self.end.is_none() || follows(&self.end) {
            self.old(record);
        } else {
            match record.parent.as_deref().filter(|parent| !self.names.contains(*parent)) {
                Some(parent) => {
                    let parent = parent.to_string();
                    self.bridge(parent);
                    self.old(record);
                }
                None => self.mended(record),
            }
        }
        if let Some(uuid) = &record.uuid {
            self.names.insert(uuid.to_string());
            if !link.is_beside {
                self.end = Some(uuid.to_string());
            }
        }
    }

    /// A line that takes over the name of one that left
    fn bridge(&mut self, name: String) {
        let mut line = self.following();
        line.push_str(",\"type\":\"system\",\"subtype\":\"informational\",\"level\":\"info\",\"isMeta\":false");
        line.push_str(",\"content\":\"Messages before this one are in the archive\"");
        self.inserted(line, name, None);
    }

    fn mended(&mut self, record: &Record<'_>) {
        let parent = self.end.as_deref().map_or("null".into(), quoted);
        match raw_member(record.raw, "parentUuid") {
            Some(old) => {
                let at = offset_in(record.raw, old);
                let (before, from) = record.raw.split_at_checked(at).unwrap_or((record.raw, ""));
                let after = from.get(old.len()..).unwrap_or_default();
                self.push(&format!("{before}{parent}{after}"));
            }
            None => {
                let rest = record.raw.strip_prefix('{').unwrap_or(record.raw);
                self.push(&format!("{{\"parentUuid\":{parent},{rest}"));
            }
        }
    }

    /// Lines without a name, such as titles, snapshots and settings, are not part of the conversation and stay
    fn outside_before(&mut self, end: usize) {
        let from = self.outside;
        let lines = self.session.records.iter().enumerate().skip(from).take(end.saturating_sub(from));
        for (place, record) in lines {
            if record.uuid.is_none() && !self.session.seen.contains(&place) && !record.raw.is_empty() {
                self.old(record);
            }
        }
        self.outside = self.outside.max(end);
    }

    fn finish(mut self, passed: &[Link]) -> String {
        self.pass(passed);
        self.outside_before(self.session.records.len());
        self.out
    }

    fn following(&self) -> String {
        let parent = self.end.as_deref().filter(|_| self.session.chain.is_tree).map_or("null".into(), quoted);
        format!("{{\"parentUuid\":{parent}{}", self.shared)
    }

    fn inserted(&mut self, mut line: String, uuid: String, digest: Option<Digest>) {
        line.push_str(",\"uuid\":");
        push_string(&mut line, &uuid);
        line.push_str(",\"anchorhold\":{");
        if let Some(sequence) = self.marker.sequence {
            line.push_str(&format!("\"sequence\":{sequence}"));
        }
        for (name, digest) in [("covers", self.marker.covers), ("digest", digest)] {
            if let Some(digest) = digest {
                let comma = if line.ends_with('{') { "" } else { "," };
                line.push_str(&format!("{comma}\"{name}\":\"{}\"", digest.to_hex()));
            }
        }
        line.push_str("}}");
        self.push(&line);
        self.names.insert(uuid.clone());
        self.end = Some(uuid);
    }

    /// A name that follows from the session and the pass, in the form of a UUID of version 8
    fn new_name(&self, what: &str) -> String {
        let mut digest = DigestBuilder::new();
        digest.add(what.as_bytes());
        digest.add(&self.marker.sequence.unwrap_or_default().to_be_bytes());
        digest.add(&(self.names.len() as u64).to_be_bytes());
        digest.add(self.shared.as_bytes());
        let hex = digest.finish().to_hex();
        let part = |from: usize, to: usize| hex.get(from..to).unwrap_or_default();
        format!("{}-{}-8{}-8{}-{}", part(0, 8), part(8, 12), part(12, 15), part(15, 18), part(18, 30))
    }

    /// A line as it stood, with its own line break
    fn old(&mut self, record: &Record<'_>) {
        self.out.push_str(self.text.get(record.range.clone()).unwrap_or_default());
        if !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn push(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }
}

/// The members that say in which session, version and directory a line was written, copied from a line as they stand
fn shared_members(last: Option<&Record<'_>>) -> String {
    const SHARED: [&str; 6] = ["userType", "cwd", "sessionId", "version", "gitBranch", "timestamp"];
    let mut shared = String::from(",\"isSidechain\":false");
    let members = last.map(|last| raw_members(last.raw)).unwrap_or_default();
    for name in SHARED {
        if let Some(value) = members.get(name) {
            shared.push_str(&format!(",\"{name}\":{value}"));
        }
    }
    shared
}

fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    push_string(&mut quoted, text);
    quoted
}
