//! The next rollout of Codex.
//!
//! A compaction is written as Codex writes its own: a line whose history replaces all that stands before it. The
//! history ends with the text of the pass; what is kept behind it stays in its own line, byte for byte. That text has
//! the developer's role, since no user wrote it.

use super::record::RecordKind;
use super::{Origin, Rollout};
use crate::json::raw_member;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use anchorhold_rules::gathered;
use anchorhold_rules::json::push_string;
use anchorhold_rules::window::Marker;

/// What stands at one place of the next window
#[derive(Clone, Copy)]
pub(crate) enum Piece<'t> {
    /// A segment, as it stood
    Kept(usize),
    /// The text of a pass
    Carry(&'t str),
}

/// Writes the next rollout
pub(crate) fn write(text: &str, rollout: &Rollout<'_>, pieces: &[Piece<'_>], marker: &Marker) -> String {
    // Everything up to the last piece that cannot be a line of its own has to stand in a history.
    let bound = pieces.iter().rposition(|piece| is_bound(rollout, piece)).map_or(0, |last| last.saturating_add(1));
    let (history, tail) = pieces.split_at_checked(bound).unwrap_or((&[], pieces));
    let kept: BTreeSet<usize> = gathered::set(tail.iter().filter_map(|piece| line_of(rollout, piece)));
    let live: BTreeSet<usize> = gathered::set(rollout.origins.values().filter_map(Origin::line));
    let last_turn = rollout.records.iter().rposition(|record| record.kind == RecordKind::Turn);
    let mut out = String::with_capacity(text.len());
    let mut compaction = (!history.is_empty()).then(|| compacted(rollout, history, &kept, marker));
    let mut passing = Passing::default();
    for (line, record) in rollout.records.iter().enumerate() {
        let raw = text.get(record.range.clone()).unwrap_or_default();
        if record.kind == RecordKind::Session || Some(line) == last_turn {
            passing.lines.push((raw, Stays::Always));
        } else if kept.contains(&line) {
            passing.settle(&mut out, true);
            push(&mut out, &compaction.take().unwrap_or_default());
            push(&mut out, raw);
        } else if live.contains(&line) {
            passing.settle(&mut out, false);
        } else if line >= rollout.start && record.kind != RecordKind::Compacted {
            passing.lines.push((raw, Stays::BetweenKept));
        }
    }
    let follows_kept = passing.follows_kept;
    passing.settle(&mut out, follows_kept);
    push(&mut out, &compaction.take().unwrap_or_default());
    out
}

/// Lines that the model does not see, such as what the screen shows
#[derive(Default)]
struct Passing<'t> {
    lines: Vec<(&'t str, Stays)>,
    follows_kept: bool,
}

/// When such a line stays
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stays {
    /// Without it the rollout cannot be taken up again
    Always,
    /// Where the lines before and behind it stay that the model sees
    BetweenKept,
}

impl<'t> Passing<'t> {
    /// The next line that the model sees stays, or leaves
    fn settle(&mut self, out: &mut String, stays: bool) {
        let is_between = stays && self.follows_kept;
        for (line, when) in self.lines.drain(..) {
            if is_between || when == Stays::Always {
                push(out, line);
            }
        }
        self.follows_kept = stays;
    }
}

impl Origin<'_> {
    fn line(&self) -> Option<usize> {
        match self {
            Origin::Line(line) => Some(*line),
            Origin::History(_) => None,
        }
    }
}

/// Whether a piece cannot be a line of its own: an older compaction's line would act on what stands before it
fn is_bound(rollout: &Rollout<'_>, piece: &Piece<'_>) -> bool {
    match piece {
        Piece::Carry(_) => true,
        Piece::Kept(segment) => match rollout.origins.get(segment) {
            Some(Origin::Line(line)) => {
                rollout.records.get(*line).is_some_and(|record| record.kind == RecordKind::Compacted)
            }
            _ => true,
        },
    }
}

fn line_of(rollout: &Rollout<'_>, piece: &Piece<'_>) -> Option<usize> {
    match piece {
        Piece::Kept(segment) => rollout.origins.get(segment).and_then(Origin::line),
        Piece::Carry(_) => None,
    }
}

fn compacted(rollout: &Rollout<'_>, history: &[Piece<'_>], kept: &BTreeSet<usize>, marker: &Marker) -> String {
    let next = kept.first().and_then(|&line| rollout.records.get(line)).or(rollout.records.last());
    let timestamp = next.and_then(|record| raw_member(record.raw, "timestamp")).unwrap_or("null");
    let items: Vec<String> = history.iter().filter_map(|piece| item_of(rollout, piece, marker)).collect();
    let items = items.join(",");
    format!(
        "{{\"timestamp\":{timestamp},\"type\":\"compacted\",\"payload\":{{\"message\":\"\",\"replacement_history\":[{items}]}}}}"
    )
}

/// A piece as an item; `None` for the line of the session, which stays in its place
fn item_of(rollout: &Rollout<'_>, piece: &Piece<'_>, marker: &Marker) -> Option<String> {
    let segment = match piece {
        Piece::Carry(carry) => return Some(message("developer", &quoted(carry), &data_of(marker))),
        Piece::Kept(segment) => segment,
    };
    let line = match rollout.origins.get(segment)? {
        Origin::History(raw) => return Some((*raw).into()),
        Origin::Line(line) => *line,
    };
    let record = rollout.records.get(line)?;
    match record.kind {
        RecordKind::Item => Some(record.payload.into()),
        RecordKind::Compacted => Some(message("user", raw_member(record.payload, "message")?, "")),
        _ => None,
    }
}

fn message(role: &str, text: &str, data: &str) -> String {
    let content = format!("[{{\"type\":\"input_text\",\"text\":{text}}}]");
    format!("{{\"type\":\"message\",\"role\":\"{role}\",\"content\":{content}{data}}}")
}

fn data_of(marker: &Marker) -> String {
    let sequence = marker.sequence.map(|sequence| format!("\"sequence\":{sequence}"));
    let covers = marker.covers.map(|covers| format!("\"covers\":\"{}\"", covers.to_hex()));
    let members: Vec<String> = sequence.into_iter().chain(covers).collect();
    format!(",\"anchorhold\":{{{}}}", members.join(","))
}

fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    push_string(&mut quoted, text);
    quoted
}

fn push(out: &mut String, line: &str) {
    out.push_str(line);
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}
