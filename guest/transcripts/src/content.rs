//! Texts and placeholders of content that is not text.

use crate::json::Part;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use anchorhold_rules::window::{Element, Text};

/// What the model reads of some blocks, and the bytes that their text does not show
#[derive(Default)]
pub(crate) struct Content<'a> {
    text: Text<'a>,
    blocks: usize,
    unseen_bytes: usize,
}

impl<'a> Content<'a> {
    /// Adds a block of text
    pub(crate) fn push(&mut self, text: Text<'a>) {
        if self.blocks == 0 {
            self.text = text;
        } else {
            let whole = self.text.to_mut();
            whole.push('\n');
            whole.push_str(&text);
        }
        self.blocks = self.blocks.saturating_add(1);
    }

    /// Adds a block that is no text: its placeholder, and its size in the request
    pub(crate) fn push_unseen(&mut self, placeholder: String, bytes: usize) {
        self.unseen_bytes = self.unseen_bytes.saturating_add(bytes);
        self.push(placeholder.into());
    }

    /// The text, and the size where the text does not show it
    pub(crate) fn into_text(self) -> (Text<'a>, Unseen) {
        (self.text, Unseen(self.unseen_bytes))
    }
}

/// How many bytes of the request the text of an element does not show
#[derive(Clone, Copy)]
pub(crate) struct Unseen(pub(crate) usize);

impl Unseen {
    /// Writes the size into the element
    pub(crate) fn note(self, element: &mut Element<'_>) {
        if self.0 > 0 {
            let size = element.text.len().saturating_add(self.0);
            element.size_bytes = Some(u32::try_from(size).unwrap_or(u32::MAX));
        }
    }
}

/// The placeholder of an image or file of some media type, or at some address
pub(crate) fn placeholder(what: &str, of: Option<&str>) -> String {
    match of {
        Some(of) if !of.is_empty() => format!("[{what} {of}]"),
        _ => format!("[{what}]"),
    }
}

/// The placeholder of what stands at an address, which may hold the data itself, and the size of that data
pub(crate) fn at_address(what: &str, address: &str) -> (String, usize) {
    match address.strip_prefix("data:") {
        Some(data) => {
            let media_type = data.split([';', ',']).next();
            (placeholder(what, media_type), address.len())
        }
        None => (placeholder(what, Some(address)), 0),
    }
}

/// The data of an image, document or file of Anthropic's API: its placeholder and its size
pub(crate) fn of_source(what: &str, source: &Part<'_>) -> (String, usize) {
    let text = |name| source.get(name).and_then(Part::as_text);
    let size = text("data").map_or(0, str::len);
    match text("url").or(text("file_id")) {
        Some(address) => at_address(what, address),
        None => (placeholder(what, text("media_type")), size),
    }
}

/// A text that is borrowed where the other is
pub(crate) fn or_empty(text: Option<Text<'_>>) -> Text<'_> {
    text.unwrap_or(Cow::Borrowed(""))
}
