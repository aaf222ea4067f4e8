//! One line of a rollout of Codex.

use crate::json::{Label, Part, Place, Shape, Source, Take};
use crate::lines::Line;
use anchorhold_rules::error::InputError;
use core::ops::Range;

/// A line
#[derive(Clone, Debug)]
pub(crate) struct Record<'a> {
    /// Where it stands in the text, with its line break
    pub(crate) range: Range<usize>,
    /// The line without the white space around it
    pub(crate) raw: &'a str,
    /// What it is
    pub(crate) kind: RecordKind,
    /// Its `payload` as it stands; empty where it has none
    pub(crate) payload: &'a str,
}

/// What a line is
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordKind {
    /// The session, with the instructions that every request of it carries
    Session,
    /// Model and settings of a turn
    Turn,
    /// What the model sees
    Item,
    /// A compaction
    Compacted,
    /// That the last turns were taken back
    RolledBack(u32),
    /// Anything else, such as what the screen shows
    Other,
}

const RECORD: Shape = &[("type", Take::Value), ("payload", Take::Raw)];

const EVENT: Shape = &[("type", Take::Value), ("num_turns", Take::Value)];

const ROLLED_BACK: &str = "thread_rolled_back";

impl<'a> Record<'a> {
    /// Reads a line; a blank one is of no kind
    pub(crate) fn read(document: &'a str, line: Line<'a>) -> Result<Record<'a>, InputError> {
        let Line { range, body: raw } = line;
        if raw.is_empty() {
            return Ok(Record { range, raw, kind: RecordKind::Other, payload: "" });
        }
        let source = Source::new(document, raw, Label::Whole);
        let mut object = source.parse_object(RECORD)?;
        let kind = source.text(&mut object, &Place::Root, "type")?;
        let payload = match object.take("payload") {
            Part::Raw(payload) => payload,
            _ => "",
        };
        let kind = match kind.as_ref() {
            "session_meta" => RecordKind::Session,
            "turn_context" => RecordKind::Turn,
            "response_item" => RecordKind::Item,
            "compacted" => RecordKind::Compacted,
            "event_msg" if payload.contains(ROLLED_BACK) => of_event(&source.other(payload, Label::Field("payload")))?,
            _ => RecordKind::Other,
        };
        if matches!(kind, RecordKind::Session | RecordKind::Item | RecordKind::Compacted) && !payload.starts_with('{') {
            return Err(source.fault(&Place::Field(&Place::Root, "payload"), "an object"));
        }
        Ok(Record { range, raw, kind, payload })
    }
}

fn of_event(source: &Source<'_>) -> Result<RecordKind, InputError> {
    let event = source.parse_object(EVENT)?;
    if event.get("type").and_then(Part::as_text) != Some(ROLLED_BACK) {
        return Ok(RecordKind::Other);
    }
    let turns = event.get("num_turns").and_then(Part::as_number).unwrap_or_default();
    Ok(RecordKind::RolledBack(u32::try_from(turns).unwrap_or(u32::MAX)))
}
