//! What Claude Code adds to a conversation beside its messages: rules of a directory, queued requests, reminders.
//!
//! The model reads a rendering of it that no file holds; its texts are what of it can be known.

use crate::builder::Builder;
use crate::content::Content;
use crate::json::{Label, Part, Place, Shape, Source, Take};
use crate::speech;
use anchorhold_rules::error::InputError;
use anchorhold_rules::window::{ElementKind, Text};

const ATTACHMENT: Shape = &[
    ("type", Take::Value),
    ("prompt", Take::Value),
    ("content", Take::Value),
    ("file", Take::Value),
    ("text", Take::Value),
    ("snippet", Take::Value),
    ("addedBlocks", Take::Value),
    ("addedLines", Take::Value),
];

/// The members that hold text, in the order in which they are read
const TEXTS: [&str; 7] = ["prompt", "content", "file", "text", "snippet", "addedBlocks", "addedLines"];

/// Adds the element of an attachment, where it has text that the model sees
pub(crate) fn read<'a>(
    builder: &mut Builder<'a>,
    document: &'a str,
    raw: &'a str,
    name: Option<Text<'a>>,
) -> Result<(), InputError> {
    let source = Source::new(document, raw, Label::Field("attachment"));
    let mut attachment = source.parse_object(ATTACHMENT)?;
    let kind = source.text(&mut attachment, &Place::Root, "type")?;
    // This one is shown to the user and not sent.
    if kind == "hook_system_message" {
        return Ok(());
    }
    let mut content = Content::default();
    gather(attachment, &mut content);
    let (text, _) = content.into_text();
    if text.is_empty() {
        return Ok(());
    }
    let kind = match kind.as_ref() {
        "queued_command" => speech::of_claude(&text),
        "nested_memory" => ElementKind::DeveloperInstruction,
        _ => ElementKind::Notice,
    };
    builder.add(name, kind, text);
    Ok(())
}

fn gather<'a>(part: Part<'a>, content: &mut Content<'a>) {
    match part {
        Part::Text(text) if !text.is_empty() => content.push(text),
        Part::List(parts) => parts.into_iter().for_each(|part| gather(part, content)),
        mut object @ Part::Object(_) => {
            for name in TEXTS {
                gather(object.take(name), content);
            }
        }
        _ => {}
    }
}
