//! Messages of Anthropic's API: an array, or a request with `messages` and `system`.

pub(crate) mod blocks;

use crate::builder::Builder;
use crate::document::{Document, items_of};
use crate::json::{Label, Place, Source, offset_in};
use crate::layout::Layout;
use crate::lists::{Carriage, Holds, List, Lists};
use crate::segments::Segments;
use crate::{Format, SegmentRole, Transcript};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use anchorhold_rules::error::InputError;
use anchorhold_rules::json::push_string;
use anchorhold_rules::marker;
use anchorhold_rules::window::{CallProcess, ElementKind};
use blocks::{Author, MESSAGE, Reading, read_content};

/// Reads a document
pub(crate) fn read(text: &str, process: CallProcess) -> Result<Transcript<'_>, InputError> {
    let document = Document::find(text)?;
    let system = match document.system {
        Some(raw) => System::read(text, raw)?,
        None => System::default(),
    };
    let mut builder = Builder::new(process);
    let mut segments = Segments::new(text);
    // The model reads `system` first, but in the text it may stand behind the messages.
    let system_is_last = system.start > document.messages.first().map_or(document.hole, |first| offset_in(text, first));
    let blocks = u32::try_from(system.blocks.len()).unwrap_or(u32::MAX);
    let (system_items, items);
    if system_is_last {
        items = cut_all(&mut segments, &document.messages, blocks);
        system_items = cut_all(&mut segments, &system.blocks, 0);
    } else {
        system_items = cut_all(&mut segments, &system.blocks, 0);
        items = cut_all(&mut segments, &document.messages, blocks);
    }
    for (index, (raw, segment)) in system.blocks.iter().zip(&system_items).enumerate() {
        builder.begin(*segment, u32::try_from(index).unwrap_or(u32::MAX));
        read_system(&mut builder, &Source::new(text, raw, system.label(index)))?;
    }
    for (index, (raw, segment)) in document.messages.iter().zip(&items).enumerate() {
        builder.begin(*segment, blocks.saturating_add(u32::try_from(index).unwrap_or(u32::MAX)));
        read_message(&mut builder, &Source::new(text, raw, document.label(index)))?;
    }
    let messages = List { holds: Holds::Messages, items, hole: document.hole, gap: document.gap() };
    let system = document.system.map(|_| List {
        holds: if system.is_text { Holds::SystemText } else { Holds::System },
        items: system_items,
        hole: system.start.saturating_add(1),
        gap: ",",
    });
    let lists = match system {
        None => vec![messages],
        Some(system) if system_is_last => vec![messages, system],
        Some(system) => vec![system, messages],
    };
    builder.finish(
        Format::AnthropicMessages,
        text,
        segments,
        Layout::Lists(Lists { lists, carriage: Carriage::Anthropic }),
    )
}

/// The block of a pass in `system`
pub(crate) fn block_of_pass(text: &str) -> String {
    let mut block = String::from("{\"type\":\"text\",\"text\":");
    push_string(&mut block, text);
    block.push('}');
    block
}

/// The message of a pass, where the document has no `system`: the API has no other role for it than the user's, and no
/// place for data, so the first line of the text says what it is
pub(crate) fn message_of_pass(text: &str) -> String {
    format!("{{\"role\":\"user\",\"content\":[{}]}}", block_of_pass(text))
}

/// The `system` of a request
#[derive(Default)]
struct System<'a> {
    start: usize,
    /// Its blocks, or the string that it is
    blocks: Vec<&'a str>,
    is_text: bool,
}

impl<'a> System<'a> {
    fn read(text: &'a str, raw: &'a str) -> Result<System<'a>, InputError> {
        let source = Source::new(text, raw, Label::Field("system"));
        let start = offset_in(text, raw);
        match raw.as_bytes().first() {
            Some(b'"') => Ok(System { start, blocks: vec![raw], is_text: true }),
            Some(b'[') => Ok(System { start, blocks: items_of(&source)?, is_text: false }),
            _ => Err(source.fault(&Place::Root, "a string or an array of blocks")),
        }
    }

    fn label(&self, index: usize) -> Label {
        if self.is_text { Label::Field("system") } else { Label::Item("system", index) }
    }
}

fn cut_all<'a>(segments: &mut Segments<'a>, pieces: &[&'a str], first: u32) -> Vec<usize> {
    (first..).zip(pieces).map(|(number, piece)| segments.cut_piece(piece, SegmentRole::Window(number))).collect()
}

fn read_system<'a>(builder: &mut Builder<'a>, source: &Source<'a>) -> Result<(), InputError> {
    let mut block = source.parse(MESSAGE)?;
    let text = match block.as_text() {
        Some(_) => block.into_text().unwrap_or_default(),
        None => source.text(&mut block, &Place::Root, "text")?,
    };
    let kind = marker::recognise(&text).map_or(ElementKind::SystemInstruction, ElementKind::Summary);
    builder.add(None, kind, text);
    Ok(())
}

fn read_message<'a>(builder: &mut Builder<'a>, source: &Source<'a>) -> Result<(), InputError> {
    let mut message = source.parse_object(MESSAGE)?;
    let role = source.text(&mut message, &Place::Root, "role")?;
    let author = match role.as_ref() {
        "user" => Author::User,
        "assistant" => Author::Assistant,
        _ => return Err(source.fault(&Place::Field(&Place::Root, "role"), "`user` or `assistant`")),
    };
    let reading = Reading { name: None, author, kind: None, cleared: &|_| false };
    read_content(builder, source, message.take("content"), &reading)
}
