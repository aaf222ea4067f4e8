//! Sessions of Claude Code: one JSON object a line, which follow each other by name.

mod attachment;
mod chain;
mod message;
mod record;
mod write;

pub(crate) use write::{Piece, write};

use crate::anthropic::blocks::{Author, Reading, read_content};
use crate::builder::Builder;
use crate::layout::Layout;
use crate::lines::lines;
use crate::segments::Segments;
use crate::{Format, SegmentRole, Transcript};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use anchorhold_rules::error::InputError;
use anchorhold_rules::gathered;
use anchorhold_rules::marker;
use anchorhold_rules::window::{CallProcess, ElementKind, Marker, Text};
use chain::Chain;
use message::Message;
use record::{Record, RecordKind};

/// What is needed to write the next session
#[derive(Clone, Debug)]
pub(crate) struct Session<'a> {
    records: Vec<Record<'a>>,
    chain: Chain,
    /// The lines that hold elements
    seen: BTreeSet<usize>,
}

/// Reads a session
pub(crate) fn read(text: &str, process: CallProcess) -> Result<Transcript<'_>, InputError> {
    let records = lines(text).map(|line| Record::read(text, line)).collect::<Result<Vec<_>, _>>()?;
    let mut messages: Vec<Option<Message<'_>>> = records.iter().map(|_| None).collect();
    let chain = chain::find(text, &records, &mut messages)?;
    let cleared: BTreeSet<Text<'_>> = gathered::set(chain.records(&records).flat_map(|(_, record)| cleared_by(record)));
    let mut builder = Builder::new(process);
    let mut numbers = Numbers::default();
    let mut seen = BTreeMap::new();
    for (place, record) in chain.records(&records) {
        let message = match messages.get_mut(place).and_then(Option::take) {
            None if record.is_message() => Some(Message::read(text, record)?),
            message => message,
        };
        let number = numbers.of(message.as_ref().and_then(Message::id));
        builder.begin(place, number);
        match message {
            Some(message) => read_message(&mut builder, record, message, &cleared)?,
            None => read_other(&mut builder, text, record)?,
        }
        if !builder.is_bare() {
            seen.insert(place, number);
            numbers.use_up(number);
        }
    }
    let mut segments = Segments::new(text);
    for (place, record) in records.iter().enumerate() {
        let role = seen.get(&place).map_or(SegmentRole::Outside, |number| SegmentRole::Window(*number));
        segments.cut(record.range.end, role);
    }
    let layout = Layout::Session(Session { records, chain, seen: gathered::set(seen.into_keys()) });
    builder.finish(Format::ClaudeCode, text, segments, layout)
}

/// The numbers of messages: the lines of one message share one
#[derive(Default)]
struct Numbers {
    next: u32,
    of_ids: BTreeMap<String, u32>,
}

impl Numbers {
    fn of(&mut self, id: Option<&str>) -> u32 {
        match id {
            Some(id) => *self.of_ids.entry(id.into()).or_insert(self.next),
            None => self.next,
        }
    }

    fn use_up(&mut self, number: u32) {
        self.next = self.next.max(number.saturating_add(1));
    }
}

fn cleared_by<'a>(record: &Record<'a>) -> Vec<Text<'a>> {
    match &record.kind {
        RecordKind::Cleared(ids) => ids.clone(),
        _ => Vec::new(),
    }
}

fn read_message<'a>(
    builder: &mut Builder<'a>,
    record: &Record<'a>,
    message: Message<'a>,
    cleared: &BTreeSet<Text<'a>>,
) -> Result<(), InputError> {
    let author = match record.kind {
        RecordKind::Assistant(_) => Author::Assistant,
        _ if record.is_meta => Author::Framework,
        _ => Author::User,
    };
    let kind = match record.summary {
        Some(Marker { sequence: None, .. }) => {
            // A copy may have lost the data that stood beside the text.
            let ours = message.content.as_text().and_then(marker::recognise);
            Some(ElementKind::Summary(ours.unwrap_or_default()))
        }
        Some(marker) => Some(ElementKind::Summary(marker)),
        None => record.is_error.then_some(ElementKind::Notice),
    };
    let reading = Reading { name: record.uuid.clone(), author, kind, cleared: &|id| cleared.contains(id) };
    read_content(builder, &message.source, message.content, &reading)
}

/// A line that is no message, and that the model sees nevertheless
fn read_other<'a>(builder: &mut Builder<'a>, text: &'a str, record: &Record<'a>) -> Result<(), InputError> {
    match &record.kind {
        RecordKind::Attachment(raw) => attachment::read(builder, text, raw, record.uuid.clone()),
        RecordKind::LocalCommand(output) => {
            builder.add(record.uuid.clone(), ElementKind::Notice, output.clone());
            Ok(())
        }
        _ => Ok(()),
    }
}
