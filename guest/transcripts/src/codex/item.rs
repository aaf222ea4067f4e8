//! One item of a rollout of Codex: its contents become elements.

use super::outcome;
use crate::builder::Builder;
use crate::content::{Content, Unseen, at_address, or_empty, placeholder};
use crate::json::{Label, Part, Place, Shape, Source, Take, raw_member};
use crate::speech;
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use anchorhold_rules::digest::Digest;
use anchorhold_rules::error::InputError;
use anchorhold_rules::marker;
use anchorhold_rules::window::{CallOutcome, ElementKind, Marker, Text};

/// An item that was read
pub(crate) struct Item<'a> {
    /// Where it stands
    pub(crate) source: Source<'a>,
    kind: Text<'a>,
    role: Option<Text<'a>>,
    object: Part<'a>,
    /// It stands in the history of a compaction
    is_history: bool,
}

const ITEM: Shape = &[
    ("type", Take::Value),
    ("id", Take::Value),
    ("role", Take::Value),
    ("content", Take::Value),
    ("text", Take::Value),
    ("image_url", Take::Value),
    ("summary", Take::Value),
    ("encrypted_content", Take::Value),
    ("name", Take::Value),
    ("arguments", Take::Raw),
    ("action", Take::Raw),
    ("input", Take::Value),
    ("call_id", Take::Value),
    ("output", Take::Value),
    ("success", Take::Value),
    ("tools", Take::Raw),
    ("status", Take::Value),
    ("anchorhold", Take::Value),
    ("sequence", Take::Value),
    ("covers", Take::Value),
];

/// How the summary of Codex itself begins; it counts only in the history of a compaction
const SUMMARY_OPENING: &str = "Another language model started to solve this problem";

/// The tools whose results are still to come, by the ids of their calls
pub(crate) type Tools<'a> = BTreeMap<Text<'a>, Text<'a>>;

impl<'a> Item<'a> {
    /// Reads an item
    pub(crate) fn read(source: Source<'a>, is_history: bool) -> Result<Item<'a>, InputError> {
        let mut object = source.parse_object(ITEM)?;
        let kind = source.text(&mut object, &Place::Root, "type")?;
        let role = source.text_if_any(&mut object, &Place::Root, "role")?;
        Ok(Item { source, kind, role, object, is_history })
    }

    /// Whether the model sees it
    pub(crate) fn is_seen(&self) -> bool {
        self.kind != "ghost_snapshot"
    }

    /// Whether it is a message of the developer or the user, which an older Codex keeps at a compaction
    pub(crate) fn outlives_compaction(&self) -> bool {
        self.kind == "message" && matches!(self.role.as_deref(), Some("user" | "developer" | "system"))
    }

    /// Whether a turn of the user begins with it
    pub(crate) fn begins_turn(&self) -> bool {
        let texts = match self.object.get("content") {
            Some(Part::List(parts)) => parts.as_slice(),
            _ => &[],
        };
        let mut texts = texts.iter().filter_map(|part| part.get("text").and_then(Part::as_text));
        self.kind == "message"
            && self.role.as_deref() == Some("user")
            && texts.any(|text| speech::of_codex(text) == ElementKind::UserRequest)
    }

    /// Adds its elements, at least one
    pub(crate) fn add_to(mut self, builder: &mut Builder<'a>, tools: &mut Tools<'a>) -> Result<(), InputError> {
        let place = &Place::Root;
        let kind = core::mem::take(&mut self.kind);
        match kind.as_ref() {
            "message" => self.message(builder),
            "reasoning" => self.reasoning(builder),
            "compaction" | "compaction_summary" | "context_compaction" => {
                let sealed = or_empty(self.source.text_if_any(&mut self.object, place, "encrypted_content")?);
                let summary = ElementKind::Summary(Marker { opaque: true, ..Marker::default() });
                let name = self.object.take_text("id");
                let element = builder.add(name, summary, placeholder("sealed compaction", None));
                element.signed = true;
                Unseen(sealed.len()).note(element);
                Ok(())
            }
            _ if kind.ends_with("_call") => self.call(builder, tools, &kind),
            _ if kind.ends_with("_output") => self.output(builder, tools),
            _ => {
                builder.add(None, ElementKind::Other(kind.clone()), self.source.raw());
                Ok(())
            }
        }
    }

    fn message(mut self, builder: &mut Builder<'a>) -> Result<(), InputError> {
        let place = &Place::Root;
        let at = Place::Field(place, "content");
        let marker = self.marker_in_data();
        let parts = match self.object.take("content") {
            Part::List(parts) => parts,
            _ => return Err(self.source.fault(&at, "an array of parts")),
        };
        let only = parts.len() == 1;
        for (index, mut part) in parts.into_iter().enumerate() {
            let place = &Place::Item(&at, index);
            let kind = self.source.text(&mut part, place, "type")?;
            let (text, unseen) = match part.take_text("image_url") {
                Some(address) => {
                    let (text, size) = at_address("image", &address);
                    (text.into(), size)
                }
                None if kind.ends_with("text") => (self.source.text(&mut part, place, "text")?, 0),
                None => (placeholder(&kind, None).into(), 0),
            };
            let kind = self.kind_of(&text, only, marker)?;
            Unseen(unseen).note(builder.add(None, kind, text));
        }
        if builder.is_bare() {
            let kind = self.kind_of("", true, marker)?;
            builder.add(None, kind, "");
        }
        Ok(())
    }

    /// What a text of a message is; `only`: it is all that the message holds
    fn kind_of(&self, text: &str, only: bool, marker: Option<Marker>) -> Result<ElementKind<'a>, InputError> {
        let role = self.role.as_deref().unwrap_or_default();
        if role == "assistant" {
            return Ok(ElementKind::Reply);
        }
        let ours = marker.or_else(|| only.then(|| marker::recognise(text)).flatten());
        let theirs = self.is_history && role == "user" && text.starts_with(SUMMARY_OPENING);
        if let Some(marker) = ours.or(theirs.then(Marker::default)) {
            return Ok(ElementKind::Summary(marker));
        }
        match role {
            "user" => Ok(speech::of_codex(text)),
            "developer" => Ok(ElementKind::DeveloperInstruction),
            "system" => Ok(ElementKind::SystemInstruction),
            _ => {
                let at = Place::Field(&Place::Root, "role");
                Err(self.source.fault(&at, "`user`, `assistant`, `developer` or `system`"))
            }
        }
    }

    fn marker_in_data(&self) -> Option<Marker> {
        let ours = self.object.get("anchorhold")?;
        let covers = ours.get("covers").and_then(Part::as_text).and_then(Digest::parse);
        Some(Marker { sequence: Some(ours.get("sequence")?.as_number()?), covers, opaque: false })
    }

    fn reasoning(mut self, builder: &mut Builder<'a>) -> Result<(), InputError> {
        let sealed = self.source.text_if_any(&mut self.object, &Place::Root, "encrypted_content")?;
        let mut content = Content::default();
        for name in ["summary", "content"] {
            let parts = self.source.list_if_any(&mut self.object, &Place::Root, name)?;
            parts.into_iter().filter_map(|mut part| part.take_text("text")).for_each(|text| content.push(text));
        }
        let (text, _) = content.into_text();
        let element = builder.add(None, ElementKind::Reasoning, text);
        element.signed = sealed.is_some();
        Unseen(sealed.map_or(0, |sealed| sealed.len())).note(element);
        Ok(())
    }

    fn call(mut self, builder: &mut Builder<'a>, tools: &mut Tools<'a>, kind: &str) -> Result<(), InputError> {
        let place = &Place::Root;
        let named = matches!(kind, "function_call" | "custom_tool_call");
        let tool = match self.object.take_text("name") {
            Some(name) => name,
            None if named => return Err(self.source.fault(&Place::Field(place, "name"), "a string")),
            None => Cow::Owned(kind.trim_end_matches("_call").into()),
        };
        let arguments = self.arguments(kind)?;
        let at = Place::Field(place, "call_id");
        match self.object.take("call_id") {
            Part::Text(id) => {
                tools.insert(id.clone(), tool.clone());
                builder.call(&self.source, &at, id, tool, arguments)
            }
            _ if named => Err(self.source.fault(&at, "a string")),
            // The service runs such a call itself and keeps what it found: call and result are one item.
            _ => {
                let own = self.object.take_text("id");
                let id: Text<'a> = own
                    .unwrap_or_else(|| format!("{kind}:{}", Digest::of(self.source.raw().as_bytes()).short()).into());
                let failed = self.object.get("status").and_then(Part::as_text) == Some("failed");
                let outcome = if failed { CallOutcome::Failure } else { CallOutcome::Success };
                builder.call(&self.source, &at, id.clone(), tool, arguments)?;
                builder.result(&self.source, &at, id, outcome, Cow::Borrowed(""))?;
                Ok(())
            }
        }
    }

    fn arguments(&mut self, kind: &str) -> Result<Text<'a>, InputError> {
        let place = &Place::Root;
        if kind == "custom_tool_call" {
            return self.source.text(&mut self.object, place, "input");
        }
        match (self.object.take("arguments"), self.object.take("action")) {
            (Part::Raw(raw), _) if raw.starts_with('"') => {
                let text = self.source.other(raw, Label::Field("payload.arguments")).parse(&[])?;
                Ok(text.into_text().unwrap_or(Cow::Borrowed(raw)))
            }
            (Part::Raw(raw), _) | (_, Part::Raw(raw)) if kind != "function_call" => Ok(raw.into()),
            _ if kind == "function_call" => Err(self.source.fault(&Place::Field(place, "arguments"), "a string")),
            _ => Ok(Cow::Borrowed("{}")),
        }
    }

    fn output(mut self, builder: &mut Builder<'a>, tools: &mut Tools<'a>) -> Result<(), InputError> {
        let place = &Place::Root;
        let id = self.source.text(&mut self.object, place, "call_id")?;
        let mut output = self.object.take("output");
        let mut failed = output.get("success").is_some_and(|part| matches!(part, Part::Bool(false)));
        if matches!(output, Part::Object(_)) {
            output = output.take("content");
        }
        let mut content = Content::default();
        match output {
            Part::Text(text) => content.push(text),
            Part::List(parts) => {
                for mut part in parts {
                    match (part.take_text("text"), part.take_text("image_url")) {
                        (Some(text), _) => content.push(text),
                        (None, Some(address)) => {
                            let (text, size) = at_address("image", &address);
                            content.push_unseen(text, size);
                        }
                        (None, None) => {
                            let kind = or_empty(part.take_text("type"));
                            content.push_unseen(placeholder(&kind, None), 0);
                        }
                    }
                }
            }
            _ => match raw_member(self.source.raw(), "tools") {
                Some(tools) => content.push(tools.into()),
                None => return Err(self.source.fault(&Place::Field(place, "output"), "a string or an array of parts")),
            },
        }
        let (text, unseen) = content.into_text();
        let tool = tools.get_mut(&id).map(core::mem::take).unwrap_or_default();
        failed |= outcome::is_failure(&tool, &text);
        let outcome = if failed { CallOutcome::Failure } else { CallOutcome::Success };
        unseen.note(builder.result(&self.source, &Place::Field(place, "call_id"), id, outcome, text)?);
        Ok(())
    }
}
