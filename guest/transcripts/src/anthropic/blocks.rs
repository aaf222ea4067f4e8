//! Messages of Anthropic's API, which Claude Code keeps as well: their blocks become elements.

use crate::builder::Builder;
use crate::content::{Content, Unseen, of_source, or_empty, placeholder};
use crate::json::{Part, Place, Shape, Source, Take, raw_item, raw_member};
use alloc::format;
use anchorhold_rules::error::InputError;
use anchorhold_rules::marker;
use anchorhold_rules::window::{CallOutcome, ElementKind, Marker, Text};

/// What is read of a message
pub(crate) const MESSAGE: Shape = &[
    ("role", Take::Value),
    ("content", Take::Value),
    ("type", Take::Value),
    ("text", Take::Value),
    ("id", Take::Value),
    ("name", Take::Value),
    ("input", Take::Raw),
    ("tool_use_id", Take::Value),
    ("is_error", Take::Value),
    ("thinking", Take::Value),
    ("signature", Take::Value),
    ("data", Take::Value),
    ("source", Take::Value),
    ("media_type", Take::Value),
    ("url", Take::Value),
    ("file_id", Take::Value),
    ("title", Take::Value),
    ("tool_name", Take::Value),
    ("encrypted_content", Take::Value),
];

/// Who wrote a message
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Author {
    /// The user, or the framework in the user's role
    User,
    /// The framework itself, as its data say
    Framework,
    /// The model
    Assistant,
}

/// How the elements of a message are named and told apart
pub(crate) struct Reading<'r, 'a> {
    /// The framework's own name of the message, to which the number of the block is added
    pub(crate) name: Option<Text<'a>>,
    /// Who wrote it
    pub(crate) author: Author,
    /// What all its text is, where the data of the message tell
    pub(crate) kind: Option<ElementKind<'a>>,
    /// Results that are no longer sent, by the ids of their calls
    pub(crate) cleared: &'r dyn Fn(&str) -> bool,
}

/// What stands in the window for a result that is no longer sent
const CLEARED: &str = "[Old tool result content cleared]";

/// Adds the elements of a message; it has at least one, so that it can be kept
pub(crate) fn read_content<'a>(
    builder: &mut Builder<'a>,
    source: &Source<'a>,
    content: Part<'a>,
    reading: &Reading<'_, 'a>,
) -> Result<(), InputError> {
    let place = Place::Field(&Place::Root, "content");
    match content {
        Part::Text(text) => {
            let kind = reading.kind_of(&text, true);
            builder.add(reading.name.clone(), kind, text);
        }
        Part::List(blocks) => {
            let only = blocks.len() == 1;
            for (index, block) in blocks.into_iter().enumerate() {
                let at = At { place: Place::Item(&place, index), index, only };
                read_block(builder, source, block, reading, &at)?;
            }
            if builder.is_bare() {
                builder.add(reading.name.clone(), reading.kind_of("", true), "");
            }
        }
        _ => return Err(source.fault(&place, "a string or an array of blocks")),
    }
    Ok(())
}

/// Where a block stands in its message
struct At<'p> {
    place: Place<'p>,
    index: usize,
    /// It is the only block
    only: bool,
}

fn read_block<'a>(
    builder: &mut Builder<'a>,
    source: &Source<'a>,
    mut block: Part<'a>,
    reading: &Reading<'_, 'a>,
    at: &At<'_>,
) -> Result<(), InputError> {
    let place = &at.place;
    let name = reading.name.as_deref().map(|name| format!("{name}.{}", at.index).into());
    let kind = source.text(&mut block, place, "type")?;
    match kind.as_ref() {
        "text" => {
            let text = source.text(&mut block, place, "text")?;
            builder.add(name, reading.kind_of(&text, at.only), text);
        }
        "thinking" => {
            let text = source.text(&mut block, place, "thinking")?;
            let signature = source.text_if_any(&mut block, place, "signature")?;
            let element = builder.add(name, ElementKind::Reasoning, text);
            element.signed = signature.is_some();
            Unseen(signature.map_or(0, |signature| signature.len())).note(element);
        }
        "redacted_thinking" => {
            let sealed = or_empty(source.text_if_any(&mut block, place, "data")?);
            let element = builder.add(name, ElementKind::Reasoning, placeholder("sealed thinking", None));
            element.signed = true;
            Unseen(sealed.len()).note(element);
        }
        "compaction" => read_compaction(builder, source, block, name, place)?,
        "image" | "document" | "container_upload" => {
            let (text, size) = of_source(&kind, block.get("source").unwrap_or(&block));
            let element = builder.add(name, reading.kind_of("", false), text);
            Unseen(size).note(element);
        }
        _ if kind.ends_with("tool_use") => {
            let id = source.text(&mut block, place, "id")?;
            let tool = source.text(&mut block, place, "name")?;
            let Part::Raw(input) = block.take("input") else {
                return Err(source.fault(&Place::Field(place, "input"), "the arguments of the call"));
            };
            builder.call(source, &Place::Field(place, "id"), id, tool, input.into())?;
        }
        _ if kind.ends_with("tool_result") => {
            let id = source.text(&mut block, place, "tool_use_id")?;
            let outcome = if block.is_true("is_error") { CallOutcome::Failure } else { CallOutcome::Success };
            let (text, unseen) = match block.take("content") {
                _ if (reading.cleared)(&id) => (CLEARED.into(), Unseen(0)),
                content => read_result(source, content, &Place::Field(place, "content"))?,
            };
            let element = builder.result(source, &Place::Field(place, "tool_use_id"), id, outcome, text)?;
            unseen.note(element);
        }
        _ => {
            let raw = raw_member(source.raw(), "content").and_then(|content| raw_item(content, at.index));
            builder.add(name, ElementKind::Other(kind), raw.unwrap_or_default());
        }
    }
    Ok(())
}

/// A summary that the API itself made: it cannot be edited, and may be sealed
fn read_compaction<'a>(
    builder: &mut Builder<'a>,
    source: &Source<'a>,
    mut block: Part<'a>,
    name: Option<Text<'a>>,
    place: &Place<'_>,
) -> Result<(), InputError> {
    let text = source.text_if_any(&mut block, place, "content")?;
    let sealed = or_empty(source.text_if_any(&mut block, place, "encrypted_content")?);
    let signature = or_empty(source.text_if_any(&mut block, place, "signature")?);
    let marker = Marker { opaque: text.is_none(), ..Marker::default() };
    let text = text.unwrap_or_else(|| placeholder("sealed compaction", None).into());
    let element = builder.add(name, ElementKind::Summary(marker), text);
    element.signed = !(sealed.is_empty() && signature.is_empty());
    Unseen(sealed.len().saturating_add(signature.len())).note(element);
    Ok(())
}

/// The text of a result, in which images and files have placeholders
fn read_result<'a>(
    source: &Source<'a>,
    content: Part<'a>,
    place: &Place<'_>,
) -> Result<(Text<'a>, Unseen), InputError> {
    let mut whole = Content::default();
    match content {
        Part::Missing | Part::Null => {}
        Part::Text(text) => whole.push(text),
        Part::List(blocks) => {
            for (index, mut block) in blocks.into_iter().enumerate() {
                let place = Place::Item(place, index);
                let kind = source.text(&mut block, &place, "type")?;
                match kind.as_ref() {
                    "text" => whole.push(source.text(&mut block, &place, "text")?),
                    "image" | "document" => {
                        let (text, size) = of_source(&kind, block.get("source").unwrap_or(&block));
                        whole.push_unseen(text, size);
                    }
                    _ => {
                        let about = ["tool_name", "url", "title", "file_id"];
                        let about = about.iter().find_map(|name| block.get(name).and_then(Part::as_text));
                        let sealed = block.get("encrypted_content").and_then(Part::as_text).map_or(0, str::len);
                        whole.push_unseen(placeholder(&kind, about), sealed);
                    }
                }
            }
        }
        // A search that failed answers with one object instead of a list.
        Part::Object(_) => whole.push_unseen(placeholder("error", content.get("type").and_then(Part::as_text)), 0),
        _ => return Err(source.fault(place, "a string or an array of blocks")),
    }
    Ok(whole.into_text())
}

impl<'a> Reading<'_, 'a> {
    /// What a text is; `whole`: it is all that its message holds
    fn kind_of(&self, text: &str, whole: bool) -> ElementKind<'a> {
        if let Some(kind) = &self.kind {
            return kind.clone();
        }
        match self.author {
            Author::Assistant => ElementKind::Reply,
            Author::User | Author::Framework => {
                if let Some(marker) = whole.then(|| marker::recognise(text)).flatten() {
                    return ElementKind::Summary(marker);
                }
                match self.author {
                    Author::Framework => crate::speech::of_claude_itself(text),
                    _ => crate::speech::of_claude(text),
                }
            }
        }
    }
}
