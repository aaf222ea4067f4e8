//! Documents that hold messages: an array, an object with an array in it, or one message a line.

use crate::json::{Label, Part, Place, Shape, Source, Take, offset_in, raw_member};
use crate::lines::lines;
use alloc::vec::Vec;
use anchorhold_rules::error::InputError;
use serde_json::value::RawValue;

/// Where the messages of a document are
pub(crate) struct Document<'a> {
    /// The messages, as they stand
    pub(crate) messages: Vec<&'a str>,
    /// The path of their array; `None`: they stand one a line
    pub(crate) path: Option<&'static str>,
    /// Where the first message would stand
    pub(crate) hole: usize,
    /// Anthropic's `system` as it stands, where the object has one
    pub(crate) system: Option<&'a str>,
}

/// The paths at which objects keep their messages: a request or a log of one, and the runs of two benchmarks
const PATHS: [&str; 3] = ["messages", "traj", "simulation.messages"];

const WRAPPER: Shape = &[
    ("messages", Take::Items),
    ("traj", Take::Items),
    ("simulation", Take::Value),
    ("system", Take::Raw),
    ("role", Take::Raw),
];

impl<'a> Document<'a> {
    /// Finds the messages
    ///
    /// # Errors
    /// Where the text is not JSON, or holds no array of messages.
    pub(crate) fn find(text: &'a str) -> Result<Document<'a>, InputError> {
        let body = text.trim_start_matches('\u{feff}').trim();
        let whole = Source::new(text, body, Label::Whole);
        if body.starts_with('[') {
            let messages = items_of(&whole)?;
            return Ok(Document {
                messages,
                path: Some(""),
                hole: offset_in(text, body).saturating_add(1),
                system: None,
            });
        }
        if is_an_object_a_line(body) {
            return Ok(Document::of_lines(text));
        }
        let mut object = whole.parse_object(WRAPPER)?;
        if object.has("role") {
            return Ok(Document::of_lines(text));
        }
        let system = match object.take("system") {
            Part::Raw(raw) if raw != "null" => Some(raw),
            _ => None,
        };
        let mut simulation = object.take("simulation");
        let lists = [object.take("messages"), object.take("traj"), simulation.take("messages")];
        let (path, list) = PATHS
            .into_iter()
            .zip(lists)
            .find(|(_, list)| !matches!(list, Part::Missing))
            .ok_or_else(|| whole.fault(&Place::Field(&Place::Root, "messages"), "an array of messages"))?;
        let Part::Items(messages) = list else {
            return Err(whole.fault(&Place::Field(&Place::Root, path), "an array of messages"));
        };
        let hole = if messages.is_empty() { hole_at(text, body, path) } else { 0 };
        Ok(Document { messages, path: Some(path), hole, system })
    }

    fn of_lines(text: &'a str) -> Document<'a> {
        let messages = lines(text).map(|line| line.body).filter(|body| !body.is_empty()).collect();
        Document { messages, path: None, hole: 0, system: None }
    }

    /// The path of a message
    pub(crate) fn label(&self, index: usize) -> Label {
        self.path.map_or(Label::Whole, |path| Label::Item(path, index))
    }

    /// What stands between two messages where the document has no two
    pub(crate) fn gap(&self) -> &'static str {
        if self.path.is_some() { "," } else { "\n" }
    }
}

/// The elements of an array, as they stand
pub(crate) fn items_of<'a>(source: &Source<'a>) -> Result<Vec<&'a str>, InputError> {
    let items: Vec<&'a RawValue> = serde_json::from_str(source.raw()).map_err(|error| source.broken(&error))?;
    Ok(items.into_iter().map(RawValue::get).collect())
}

/// Whether a text is, or would be, one JSON value and not one a line
pub(crate) fn is_one_value(body: &str) -> bool {
    body.starts_with('[') || (body.starts_with('{') && !is_an_object_a_line(body))
}

/// Whether the text holds one object a line: its first line is one, and another begins with a brace. An object over
/// several lines may have a message on each, but its first line is none.
fn is_an_object_a_line(body: &str) -> bool {
    let mut lines = body.lines().filter(|line| !line.trim().is_empty());
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    first.starts_with('{') && second.starts_with('{') && serde_json::from_str::<&RawValue>(first).is_ok()
}

fn hole_at(text: &str, body: &str, path: &str) -> usize {
    let array = path.split('.').try_fold(body, |raw, name| raw_member(raw, name)).unwrap_or(body);
    offset_in(text, array).saturating_add(1)
}
