//! One line of a session of Claude Code: what it is, and the line that it follows.

use crate::json::{Label, Part, Place, Shape, Source, Take};
use crate::lines::Line;
use alloc::vec::Vec;
use anchorhold_rules::digest::Digest;
use anchorhold_rules::error::InputError;
use anchorhold_rules::window::{Marker, Text};
use core::ops::Range;

/// A line
#[derive(Clone, Debug)]
pub(crate) struct Record<'a> {
    /// Where it stands in the text, with its line break
    pub(crate) range: Range<usize>,
    /// The line without the white space around it
    pub(crate) raw: &'a str,
    /// What it is
    pub(crate) kind: RecordKind<'a>,
    /// Its name; only lines with one are part of the conversation
    pub(crate) uuid: Option<Text<'a>>,
    /// The name of the line that it follows; `None`: it follows none, or its file does not say
    pub(crate) parent: Option<Text<'a>>,
    /// It belongs to a side chain, whose window is another one
    pub(crate) is_side: bool,
    /// Claude Code itself wrote it
    pub(crate) is_meta: bool,
    /// It is an error of the API in the shape of a reply, which is not sent
    pub(crate) is_error: bool,
    /// It is a summary
    pub(crate) summary: Option<Marker>,
}

/// What a line is
#[derive(Clone, Debug)]
pub(crate) enum RecordKind<'a> {
    /// A message of the user's role; its `message` as it stands
    User(&'a str),
    /// A message of the model; its `message` as it stands
    Assistant(&'a str),
    /// What Claude Code adds to the conversation; its `attachment` as it stands
    Attachment(&'a str),
    /// Output of a command that the user ran
    LocalCommand(Text<'a>),
    /// Where a compaction took place
    Boundary(Kept<'a>),
    /// Results that are no longer sent, by the ids of their calls
    Cleared(Vec<Text<'a>>),
    /// Anything else: progress, snapshots, titles
    Other,
}

/// Which lines from before a compaction its window still holds
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept<'a> {
    /// The line after which they stand
    pub(crate) anchor: Option<Text<'a>>,
    /// Their names, in order
    pub(crate) uuids: Vec<Text<'a>>,
    /// Or the first and the last of them
    pub(crate) ends: Option<(Text<'a>, Text<'a>)>,
}

const RECORD: Shape = &[
    ("type", Take::Value),
    ("subtype", Take::Value),
    ("uuid", Take::Value),
    ("parentUuid", Take::Value),
    ("isSidechain", Take::Value),
    ("isMeta", Take::Value),
    ("isCompactSummary", Take::Value),
    ("isApiErrorMessage", Take::Value),
    ("message", Take::Raw),
    ("attachment", Take::Raw),
    ("content", Take::Value),
    ("compactMetadata", Take::Value),
    ("preservedMessages", Take::Value),
    ("preservedSegment", Take::Value),
    ("anchorUuid", Take::Value),
    ("uuids", Take::Value),
    ("headUuid", Take::Value),
    ("tailUuid", Take::Value),
    ("microcompactMetadata", Take::Value),
    ("compactedToolIds", Take::Value),
    ("anchorhold", Take::Value),
    ("sequence", Take::Value),
    ("covers", Take::Value),
];

impl<'a> Record<'a> {
    /// Reads a line; a blank one is of no kind
    pub(crate) fn read(document: &'a str, line: Line<'a>) -> Result<Record<'a>, InputError> {
        let Line { range, body: raw } = line;
        let mut record = Record {
            range,
            raw,
            kind: RecordKind::Other,
            uuid: None,
            parent: None,
            is_side: false,
            is_meta: false,
            is_error: false,
            summary: None,
        };
        if raw.is_empty() {
            return Ok(record);
        }
        let place = &Place::Root;
        let source = Source::new(document, raw, Label::Whole);
        let mut object = source.parse_object(RECORD)?;
        let kind = source.text(&mut object, place, "type")?;
        record.uuid = source.text_if_any(&mut object, place, "uuid")?;
        record.parent = source.text_if_any(&mut object, place, "parentUuid")?;
        record.is_side = object.is_true("isSidechain");
        record.is_meta = object.is_true("isMeta");
        record.is_error = object.is_true("isApiErrorMessage");
        let ours = object.take("anchorhold");
        if object.is_true("isCompactSummary") {
            record.summary = Some(marker_of(&ours));
        }
        record.kind = match kind.as_ref() {
            "user" => RecordKind::User(raw_object(&source, &mut object, "message")?),
            "assistant" => RecordKind::Assistant(raw_object(&source, &mut object, "message")?),
            "attachment" => RecordKind::Attachment(raw_object(&source, &mut object, "attachment")?),
            "system" => of_system(&source, object)?,
            _ => RecordKind::Other,
        };
        Ok(record)
    }

    /// Whether it is a message of the conversation that this file is about
    pub(crate) fn is_message(&self) -> bool {
        !self.is_side && matches!(self.kind, RecordKind::User(_) | RecordKind::Assistant(_))
    }

    /// Whether nothing before it is in the window any more
    pub(crate) fn is_boundary(&self) -> bool {
        matches!(self.kind, RecordKind::Boundary(_))
    }
}

fn raw_object<'a>(source: &Source<'a>, object: &mut Part<'a>, name: &'static str) -> Result<&'a str, InputError> {
    match object.take(name) {
        Part::Raw(raw) if raw.starts_with('{') => Ok(raw),
        _ => Err(source.fault(&Place::Field(&Place::Root, name), "an object")),
    }
}

fn of_system<'a>(source: &Source<'a>, mut object: Part<'a>) -> Result<RecordKind<'a>, InputError> {
    let subtype = source.text_if_any(&mut object, &Place::Root, "subtype")?.unwrap_or_default();
    Ok(match subtype.as_ref() {
        "compact_boundary" => RecordKind::Boundary(kept(object.take("compactMetadata"))),
        "microcompact_boundary" => {
            let ids = object.take("microcompactMetadata").take("compactedToolIds").into_list();
            RecordKind::Cleared(ids.into_iter().filter_map(Part::into_text).collect())
        }
        "local_command" => object.take_text("content").map_or(RecordKind::Other, RecordKind::LocalCommand),
        _ => RecordKind::Other,
    })
}

fn kept(mut metadata: Part<'_>) -> Kept<'_> {
    let mut messages = metadata.take("preservedMessages");
    let mut segment = metadata.take("preservedSegment");
    let anchor = messages.take_text("anchorUuid").or_else(|| segment.take_text("anchorUuid"));
    let uuids = messages.take("uuids").into_list().into_iter().filter_map(Part::into_text).collect();
    let ends = segment.take_text("headUuid").zip(segment.take_text("tailUuid"));
    Kept { anchor, uuids, ends }
}

/// What a pass of ours left as data; of another framework's summary nothing but that it is one
fn marker_of(ours: &Part<'_>) -> Marker {
    let covers = ours.get("covers").and_then(Part::as_text).and_then(Digest::parse);
    Marker { sequence: ours.get("sequence").and_then(Part::as_number), covers, opaque: false }
}
