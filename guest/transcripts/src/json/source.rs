//! A value that is being read, and the errors that are made of it.

use super::{Part, Place, Shape, offset_in};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use anchorhold_rules::error::{InputError, Malformed};
use anchorhold_rules::window::Text;

/// How deep JSON may nest where its parts are kept
const DEPTH_MAX: u64 = 128;

/// One JSON value of a document
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    /// The whole document, by which lines are counted
    document: &'a str,
    /// The value: a piece of the document
    raw: &'a str,
    /// Its path in its line or document
    label: Label,
}

/// The path of a value in its line or document
#[derive(Clone, Copy)]
pub(crate) enum Label {
    /// It is the line or the document
    Whole,
    /// The member of that path
    Field(&'static str),
    /// An element of the array of that path
    Item(&'static str, usize),
}

impl<'a> Source<'a> {
    /// The value `raw`, which must be a piece of `document`
    pub(crate) fn new(document: &'a str, raw: &'a str, label: Label) -> Source<'a> {
        Source { document, raw, label }
    }

    /// The value as it stands
    pub(crate) fn raw(&self) -> &'a str {
        self.raw
    }

    /// Reads it
    pub(crate) fn parse(&self, shape: Shape) -> Result<Part<'a>, InputError> {
        let error = match Part::parse(self.raw, shape) {
            Ok(part) => return Ok(part),
            Err(error) => error,
        };
        if depth_of(self.raw) <= DEPTH_MAX
            && let Ok(part) = Part::parse_lossy(self.raw, shape)
        {
            return Ok(part);
        }
        Err(self.broken(&error))
    }

    /// Another value of the same document
    pub(crate) fn other(&self, raw: &'a str, label: Label) -> Source<'a> {
        Source { raw, label, ..*self }
    }

    /// Reads it where it must be an object
    pub(crate) fn parse_object(&self, shape: Shape) -> Result<Part<'a>, InputError> {
        match self.parse(shape)? {
            part @ Part::Object(_) => Ok(part),
            _ => Err(self.fault(&Place::Root, "an object")),
        }
    }

    /// Takes a string out of an object where there must be one
    pub(crate) fn text(
        &self,
        object: &mut Part<'a>,
        place: &Place<'_>,
        name: &'static str,
    ) -> Result<Text<'a>, InputError> {
        object.take_text(name).ok_or_else(|| self.fault(&Place::Field(place, name), "a string"))
    }

    /// Takes a string out of an object where there may be one
    pub(crate) fn text_if_any(
        &self,
        object: &mut Part<'a>,
        place: &Place<'_>,
        name: &'static str,
    ) -> Result<Option<Text<'a>>, InputError> {
        match object.take(name) {
            Part::Missing | Part::Null => Ok(None),
            Part::Text(text) => Ok(Some(text)),
            _ => Err(self.fault(&Place::Field(place, name), "a string")),
        }
    }

    /// Takes an array out of an object where there may be one
    pub(crate) fn list_if_any(
        &self,
        object: &mut Part<'a>,
        place: &Place<'_>,
        name: &'static str,
    ) -> Result<Vec<Part<'a>>, InputError> {
        match object.take(name) {
            Part::Missing | Part::Null => Ok(Vec::new()),
            Part::List(elements) => Ok(elements),
            _ => Err(self.fault(&Place::Field(place, name), "an array")),
        }
    }

    /// The error that something else stands at `place` than what is expected there
    pub(crate) fn fault(&self, place: &Place<'_>, expected: &str) -> InputError {
        let (raw, found) = place.locate(self.raw);
        InputError::Malformed(Malformed {
            line: line_of(self.document, offset_in(self.document, raw)),
            field: place.render(&self.label.render()),
            found: if found { shorten(raw) } else { "nothing".into() },
            expected: expected.into(),
        })
    }

    /// The error that something else stands in a field, by its path below the value, than what is expected there
    pub(crate) fn fault_at(&self, field: &str, expected: &str) -> InputError {
        let root = self.label.render();
        let field = if root.is_empty() { field.into() } else { format!("{root}.{field}") };
        InputError::Malformed(Malformed {
            line: line_of(self.document, offset_in(self.document, self.raw)),
            field,
            found: shorten(self.raw),
            expected: expected.into(),
        })
    }

    /// The error that the value is no JSON, or nests too deep
    pub(crate) fn broken(&self, error: &serde_json::Error) -> InputError {
        let depth = depth_of(self.raw);
        if depth > DEPTH_MAX {
            return InputError::TooMuch { subject: "depth".into(), given: depth, allowed: DEPTH_MAX };
        }
        let start = offset_in(self.document, self.raw);
        let line_start =
            self.raw.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
        let at = line_start.saturating_add(error.column().saturating_sub(1)).min(self.raw.len());
        let rest = self.raw.as_bytes().get(at..).unwrap_or_default();
        let text_ends_here = self.document.len() == start.saturating_add(self.raw.len());
        let expected = if error.is_eof() && text_ends_here {
            "the rest of the text, which ends in the middle of a value".into()
        } else {
            let message = format!("{error}");
            format!("valid JSON ({})", message.split(" at line ").next().unwrap_or(&message))
        };
        InputError::Malformed(Malformed {
            line: line_of(self.document, start.saturating_add(at)),
            field: self.label.render(),
            found: shorten(&String::from_utf8_lossy(rest)),
            expected,
        })
    }
}

impl Label {
    fn render(self) -> String {
        match self {
            Label::Whole => String::new(),
            Label::Field(name) => name.into(),
            Label::Item(list, index) => format!("{list}[{index}]"),
        }
    }
}

/// The number of the line in which the byte at `offset` stands, from 1
fn line_of(document: &str, offset: usize) -> u32 {
    let before = document.as_bytes().get(..offset).unwrap_or(document.as_bytes());
    u32::try_from(memchr::memchr_iter(b'\n', before).count()).unwrap_or(u32::MAX).saturating_add(1)
}

/// The beginning of a text, for an error
pub(crate) fn shorten(text: &str) -> String {
    const CHARACTERS_MAX: usize = 60;
    let text = text.trim();
    match text.char_indices().nth(CHARACTERS_MAX) {
        _ if text.is_empty() => "nothing".into(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.into(),
    }
}

/// How deep the brackets of a JSON text nest
fn depth_of(raw: &str) -> u64 {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0u64, 0u64, false, false);
    for byte in raw.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => {
                depth = depth.saturating_add(1);
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}
