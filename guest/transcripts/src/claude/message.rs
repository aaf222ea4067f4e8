//! The `message` of a line of Claude Code.

use super::record::{Record, RecordKind};
use crate::anthropic::blocks::MESSAGE;
use crate::json::{Label, Part, Place, Source};
use anchorhold_rules::error::InputError;
use anchorhold_rules::window::Text;

/// A message that was read
pub(crate) struct Message<'a> {
    /// Where it stands
    pub(crate) source: Source<'a>,
    /// Its content; taken out when its elements are made
    pub(crate) content: Part<'a>,
    id: Option<Text<'a>>,
}

impl<'a> Message<'a> {
    /// Reads the message of a line
    pub(crate) fn read(document: &'a str, record: &Record<'a>) -> Result<Message<'a>, InputError> {
        let (raw, role) = match record.kind {
            RecordKind::User(raw) => (raw, "user"),
            RecordKind::Assistant(raw) => (raw, "assistant"),
            _ => (record.raw, ""),
        };
        let source = Source::new(document, raw, Label::Field("message"));
        let mut object = source.parse_object(MESSAGE)?;
        let found = source.text(&mut object, &Place::Root, "role")?;
        if found != role {
            return Err(source.fault(&Place::Field(&Place::Root, "role"), "the role that the type of the line tells"));
        }
        let id = source.text_if_any(&mut object, &Place::Root, "id")?;
        Ok(Message { source, content: object.take("content"), id })
    }

    /// The id that all lines of one message share; the user's messages have none
    pub(crate) fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The ids of the calls in it
    pub(crate) fn calls(&self) -> impl Iterator<Item = &str> {
        self.blocks("tool_use", "id")
    }

    /// The ids of the calls that it answers
    pub(crate) fn results(&self) -> impl Iterator<Item = &str> {
        self.blocks("tool_result", "tool_use_id")
    }

    fn blocks(&self, kind: &'static str, name: &'static str) -> impl Iterator<Item = &str> {
        let blocks: &[Part<'a>] = match &self.content {
            Part::List(blocks) => blocks,
            _ => &[],
        };
        blocks
            .iter()
            .filter(move |block| block.get("type").and_then(Part::as_text) == Some(kind))
            .filter_map(move |block| block.get(name).and_then(Part::as_text))
    }
}
