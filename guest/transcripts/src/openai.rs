//! Messages of OpenAI's chat API, and of the benchmarks and logs that keep such messages.

use crate::builder::Builder;
use crate::content::{Content, Unseen, at_address, or_empty, placeholder};
use crate::document::Document;
use crate::json::{Label, Part, Place, Shape, Source, Take};
use crate::layout::Layout;
use crate::lists::{Carriage, Holds, List, Lists};
use crate::segments::Segments;
use crate::{Format, SegmentRole, Transcript};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use anchorhold_rules::error::InputError;
use anchorhold_rules::json::push_string;
use anchorhold_rules::marker;
use anchorhold_rules::window::{CallOutcome, CallProcess, ElementKind, Marker, Text};

const MESSAGE: Shape = &[
    ("role", Take::Value),
    ("content", Take::Value),
    ("name", Take::Value),
    ("tool_calls", Take::Value),
    ("tool_call_id", Take::Value),
    ("id", Take::Value),
    ("type", Take::Value),
    ("function", Take::Value),
    ("function_call", Take::Value),
    ("custom", Take::Value),
    ("arguments", Take::Raw),
    ("input", Take::Value),
    ("text", Take::Value),
    ("refusal", Take::Value),
    ("reasoning_content", Take::Value),
    ("image_url", Take::Value),
    ("input_audio", Take::Value),
    ("file", Take::Value),
    ("url", Take::Value),
    ("data", Take::Value),
    ("format", Take::Value),
    ("file_data", Take::Value),
    ("filename", Take::Value),
    ("error", Take::Value),
    ("compacted", Take::Value),
    ("isSummary", Take::Value),
    ("is_summary", Take::Value),
    ("metadata", Take::Value),
    ("kind", Take::Value),
    ("additional_kwargs", Take::Value),
    ("lc_source", Take::Value),
];

/// What precedes the number of the pass in the `name` of its message
const NAME_OF_PASS: &str = "anchorhold_s";

/// Reads a document
pub(crate) fn read(text: &str, process: CallProcess) -> Result<Transcript<'_>, InputError> {
    let document = Document::find(text)?;
    let mut builder = Builder::new(process);
    let mut segments = Segments::new(text);
    let mut items = Vec::with_capacity(document.messages.len());
    let mut legacy = None;
    let mut roles = Roles::default();
    for (index, raw) in document.messages.iter().enumerate() {
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        let segment = segments.cut_piece(raw, SegmentRole::Window(number));
        items.push(segment);
        builder.begin(segment, number);
        let source = Source::new(text, raw, document.label(index));
        let message = source.parse_object(MESSAGE)?;
        Message { source, builder: &mut builder, legacy: &mut legacy, roles: &mut roles }.read(message, number)?;
    }
    let list = List { holds: Holds::Messages, items, hole: document.hole, gap: document.gap() };
    let layout = Layout::Lists(Lists { lists: vec![list], carriage: Carriage::Chat(roles.of_carry()) });
    builder.finish(Format::OpenaiChat, text, segments, layout)
}

/// The message of a pass
///
/// Not in the user's role, since no user wrote it, and not in the assistant's, which would answer for it. The name is
/// the marker as data: unknown members are refused by the API, and a name holds letters, digits, `_` and `-` only.
pub(crate) fn message_of_pass(role: &str, text: &str, marker: &Marker) -> String {
    let mut message = format!("{{\"role\":\"{role}\",\"name\":\"{NAME_OF_PASS}{}", marker.sequence.unwrap_or_default());
    if let Some(covers) = marker.covers {
        const DIGITS: usize = 32;
        let mut digits = covers.to_hex();
        digits.truncate(DIGITS);
        message.push('_');
        message.push_str(&digits);
    }
    message.push_str("\",\"content\":");
    push_string(&mut message, text);
    message.push('}');
    message
}

/// The instruction roles that a document uses
#[derive(Default)]
struct Roles {
    system: bool,
    developer: bool,
}

impl Roles {
    /// The role of the message of a pass: the one that this document's instructions have
    fn of_carry(&self) -> &'static str {
        if self.developer && !self.system { "developer" } else { "system" }
    }
}

/// A message that is being read
struct Message<'r, 'a> {
    source: Source<'a>,
    builder: &'r mut Builder<'a>,
    /// The id that was given to the last call of the old kind, which has none of its own
    legacy: &'r mut Option<Text<'a>>,
    roles: &'r mut Roles,
}

impl<'a> Message<'_, 'a> {
    fn read(mut self, mut message: Part<'a>, number: u32) -> Result<(), InputError> {
        let place = &Place::Root;
        let role = self.source.text(&mut message, place, "role")?;
        match role.as_ref() {
            "system" => {
                self.roles.system = true;
                self.speech(message, ElementKind::SystemInstruction, number)
            }
            "developer" => {
                self.roles.developer = true;
                self.speech(message, ElementKind::DeveloperInstruction, number)
            }
            "user" => self.speech(message, ElementKind::UserRequest, number),
            "assistant" => self.speech(message, ElementKind::Reply, number),
            "tool" => self.tool_result(message),
            "function" => {
                let id = self.legacy.take().unwrap_or_else(|| format!("function:{number}").into());
                let name = Place::Field(place, "name");
                self.result(message, &name, id)
            }
            _ => {
                let role = Place::Field(place, "role");
                Err(self.source.fault(&role, "`system`, `developer`, `user`, `assistant`, `tool` or `function`"))
            }
        }
    }

    /// Any message that is no result: what it says, and the calls that it makes
    fn speech(&mut self, mut message: Part<'a>, kind: ElementKind<'a>, number: u32) -> Result<(), InputError> {
        let place = &Place::Root;
        let written_by_model = kind == ElementKind::Reply;
        let marker = if written_by_model { None } else { marker_in_data(&message) };
        if let Some(reasoning) = self.source.text_if_any(&mut message, place, "reasoning_content")?
            && !reasoning.is_empty()
        {
            self.builder.add(None, ElementKind::Reasoning, reasoning);
        }
        let (text, unseen) = self.content(message.take("content"), &Place::Field(place, "content"))?;
        let refusal = self.source.text_if_any(&mut message, place, "refusal")?;
        let calls = self.source.list_if_any(&mut message, place, "tool_calls")?;
        let legacy_call = message.take("function_call");
        let calls_none = calls.is_empty() && legacy_call.is_absent() && self.builder.is_bare();
        if !text.is_empty() || unseen.0 > 0 || (calls_none && refusal.is_none()) {
            let marker = marker.or_else(|| if written_by_model { None } else { marker::recognise(&text) });
            let kind = marker.map_or(kind, ElementKind::Summary);
            let element = self.builder.add(None, kind, text);
            unseen.note(element);
        }
        if let Some(refusal) = refusal {
            self.builder.add(None, ElementKind::Reply, refusal);
        }
        let list = Place::Field(place, "tool_calls");
        for (index, call) in calls.into_iter().enumerate() {
            self.call(call, &Place::Item(&list, index))?;
        }
        if !legacy_call.is_absent() {
            let id: Text<'a> = format!("function:{number}").into();
            *self.legacy = Some(id.clone());
            let at = &Place::Field(place, "function_call");
            self.function(legacy_call, at, at, id)?;
        }
        Ok(())
    }

    fn call(&mut self, mut call: Part<'a>, place: &Place<'_>) -> Result<(), InputError> {
        let id = self.source.text(&mut call, place, "id")?;
        let id_at = &Place::Field(place, "id");
        match (call.take("function"), call.take("custom")) {
            (function @ Part::Object(_), _) => self.function(function, &Place::Field(place, "function"), id_at, id),
            (_, mut custom @ Part::Object(_)) => {
                let at = &Place::Field(place, "custom");
                let tool = self.source.text(&mut custom, at, "name")?;
                let input = self.source.text(&mut custom, at, "input")?;
                self.builder.call(&self.source, id_at, id, tool, input)
            }
            // One benchmark writes name and arguments beside the id.
            (Part::Missing, Part::Missing) if call.has("name") => self.function(call, place, id_at, id),
            _ => Err(self.source.fault(&Place::Field(place, "function"), "an object with a name and arguments")),
        }
    }

    fn function(
        &mut self,
        mut function: Part<'a>,
        place: &Place<'_>,
        id_at: &Place<'_>,
        id: Text<'a>,
    ) -> Result<(), InputError> {
        let tool = self.source.text(&mut function, place, "name")?;
        let at = Place::Field(place, "arguments");
        let arguments: Text<'a> = match function.take("arguments") {
            Part::Raw(raw) if raw.starts_with('"') => {
                self.source.other(raw, Label::Whole).parse(&[])?.into_text().unwrap_or(Cow::Borrowed(raw))
            }
            Part::Raw(raw) if raw.starts_with('{') => raw.into(),
            _ => return Err(self.source.fault(&at, "a string or an object")),
        };
        self.builder.call(&self.source, id_at, id, tool, arguments)
    }

    fn tool_result(&mut self, mut message: Part<'a>) -> Result<(), InputError> {
        // One benchmark gives a result the id of its call.
        let name = if message.has("tool_call_id") || !message.has("id") { "tool_call_id" } else { "id" };
        let id = self.source.text(&mut message, &Place::Root, name)?;
        self.result(message, &Place::Field(&Place::Root, name), id)
    }

    fn result(&mut self, mut message: Part<'a>, place: &Place<'_>, id: Text<'a>) -> Result<(), InputError> {
        let (text, unseen) = self.content(message.take("content"), &Place::Field(&Place::Root, "content"))?;
        let outcome = if message.is_true("error") { CallOutcome::Failure } else { CallOutcome::Success };
        unseen.note(self.builder.result(&self.source, place, id, outcome, text)?);
        Ok(())
    }

    fn content(&self, content: Part<'a>, place: &Place<'_>) -> Result<(Text<'a>, Unseen), InputError> {
        match content {
            Part::Missing | Part::Null => Ok((Cow::Borrowed(""), Unseen(0))),
            Part::Text(text) => Ok((text, Unseen(0))),
            Part::List(parts) => {
                let mut whole = Content::default();
                for (index, part) in parts.into_iter().enumerate() {
                    self.part(&mut whole, part, &Place::Item(place, index))?;
                }
                Ok(whole.into_text())
            }
            _ => Err(self.source.fault(place, "a string, an array of parts or null")),
        }
    }

    fn part(&self, whole: &mut Content<'a>, mut part: Part<'a>, place: &Place<'_>) -> Result<(), InputError> {
        let kind = self.source.text(&mut part, place, "type")?;
        let mut inner = part.take(&kind);
        match kind.as_ref() {
            "text" | "refusal" => match inner {
                Part::Text(text) => whole.push(text),
                _ => {
                    let name = if kind == "text" { "text" } else { "refusal" };
                    return Err(self.source.fault(&Place::Field(place, name), "a string"));
                }
            },
            "image_url" => {
                let address = match inner {
                    Part::Text(address) => address,
                    _ => or_empty(inner.take_text("url")),
                };
                let (text, size) = at_address("image", &address);
                whole.push_unseen(text, size);
            }
            _ => {
                let of = inner.take_text("format").or_else(|| inner.take_text("filename"));
                let sealed = inner.take_text("data").or_else(|| inner.take_text("file_data"));
                whole.push_unseen(placeholder(&kind, of.as_deref()), sealed.map_or(0, |data| data.len()));
            }
        }
        Ok(())
    }
}

/// The marker that a framework left in the members of a message, where no user can write
fn marker_in_data(message: &Part<'_>) -> Option<Marker> {
    let text_in =
        |outer: &str, inner: &str| message.get(outer).and_then(|object| object.get(inner)).and_then(Part::as_text);
    if let Some(sequence) = message.get("name").and_then(Part::as_text).and_then(sequence_of_pass) {
        let text = message.get("content").and_then(Part::as_text).unwrap_or_default();
        return Some(marker::recognise(text).unwrap_or(Marker { sequence: Some(sequence), ..Marker::default() }));
    }
    let is_summary = ["compacted", "isSummary", "is_summary"].into_iter().any(|name| message.is_true(name))
        || text_in("metadata", "kind") == Some("compaction")
        || text_in("metadata", "lc_source") == Some("summarization")
        || text_in("additional_kwargs", "lc_source") == Some("summarization");
    is_summary.then(Marker::default)
}

fn sequence_of_pass(name: &str) -> Option<u64> {
    let rest = name.strip_prefix(NAME_OF_PASS)?;
    rest.split('_').next()?.parse().ok()
}
