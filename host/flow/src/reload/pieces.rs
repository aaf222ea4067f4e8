//! A document in pieces that can be joined with those of another: its lines, or the messages of its list.

use anchorhold_store::Digest;
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A document in pieces
pub(super) struct Pieces<'a> {
    pub(super) all: Vec<Piece<'a>>,
    /// What stands before the first piece, between two, and after the last
    frame: [&'a str; 3],
}

/// A line with its end, or a message
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Of what it says, so that spaces and the order of names do not matter
    pub(super) identity: Digest,
}

impl<'a> Pieces<'a> {
    /// `places` are those of its elements, in bytes. `None`: it is neither lines of JSON nor a JSON value with a list of messages.
    pub(super) fn of(document: &'a str, places: &[[usize; 2]]) -> Option<Pieces<'a>> {
        let Ok(whole) = serde_json::from_str::<&RawValue>(document) else { return Some(Pieces::of_lines(document)) };
        let messages = list_in(document, whole.get(), places)?;
        let texts = messages.iter().map(|message| message.get());
        let all: Vec<Piece<'_>> = texts.map(|text| Piece::of(text, offset(document, text))).collect();
        let (first, last) = (all.first()?.start, all.last()?.end);
        Some(Pieces { frame: [document.get(..first)?, ",", document.get(last..)?], all })
    }

    fn of_lines(document: &'a str) -> Pieces<'a> {
        let mut start = 0;
        let lines = document.split_inclusive('\n').map(|line| {
            let piece = Piece::of(line.trim_end_matches('\n'), start);
            start += line.len();
            piece
        });
        Pieces { all: lines.collect(), frame: ["", "\n", "\n"] }
    }

    /// The same document with other pieces
    pub(super) fn with(&self, pieces: &[String]) -> String {
        let [before, between, after] = self.frame;
        format!("{before}{}{after}", pieces.join(between))
    }
}

impl<'a> Piece<'a> {
    fn of(text: &'a str, start: usize) -> Piece<'a> {
        let identity = match serde_json::from_str::<Value>(text) {
            Ok(value) => Digest::of(value.to_string().as_bytes()),
            Err(_) => Digest::of(text.as_bytes()),
        };
        Piece { text, start, end: start + text.len(), identity }
    }
}

impl Piece<'_> {
    /// The name of a line, where lines have names
    pub(super) fn name(&self) -> Option<String> {
        self.member("uuid").and_then(|value| serde_json::from_str(value).ok())
    }

    /// The name of the line that it follows
    pub(super) fn follows(&self) -> Option<String> {
        self.member("parentUuid").and_then(|value| serde_json::from_str(value).ok())
    }

    /// The same line, but it follows this one
    pub(super) fn following(&self, name: &str) -> Option<String> {
        let value = self.member("parentUuid")?;
        let start = offset(self.text, value);
        let (before, after) = (self.text.get(..start)?, self.text.get(start + value.len()..)?);
        Some(format!("{before}{}{after}", Value::from(name)))
    }

    fn member(&self, name: &str) -> Option<&str> {
        let members: BTreeMap<Cow<'_, str>, &RawValue> = serde_json::from_str(self.text).ok()?;
        members.get(name).map(|value| value.get())
    }
}

/// The innermost list in which most of the elements stand, each message an item of it
fn list_in<'a>(document: &'a str, value: &'a str, places: &[[usize; 2]]) -> Option<Vec<&'a RawValue>> {
    let held = |value: &str| {
        let start = offset(document, value);
        places.iter().filter(|[first, end]| start <= *first && *end <= start + value.len()).count()
    };
    if value.starts_with('{') {
        let members: BTreeMap<Cow<'a, str>, &'a RawValue> = serde_json::from_str(value).ok()?;
        let most = members.into_values().max_by_key(|member| held(member.get()))?;
        return list_in(document, most.get(), places);
    }
    let items: Vec<&'a RawValue> = serde_json::from_str(value).ok()?;
    let all = held(value);
    let only = items.iter().find(|item| all > 0 && held(item.get()) == all);
    only.and_then(|only| list_in(document, only.get(), places)).or_else(|| (all > 0).then_some(items))
}

/// Where a part of a text stands in it
fn offset(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that cannot go on must stop")]
mod tests {
    use super::Pieces;

    #[test]
    fn a_document_comes_apart_and_together() {
        for (document, messages) in [
            (
                "[{\"role\": \"user\", \"content\": \"a\"},{\"role\": \"user\"}]\n",
                &["\"a\"", "\"role\": \"user\"}]"][..],
            ),
            (
                "{\"system\": \"s\", \"messages\": [ {\"a\": 1},{\"b\": [2]} ], \"stream\": true}",
                &["\"s\"", "\"a\"", "[2]"],
            ),
            ("{\"run\": {\"messages\": [{\"content\": [1]}, {\"b\": 2}]}}", &["1", "2"]),
            ("{\"run\": {\"messages\": [{\"content\": [1]},{\"content\": [3, 4]}]}}", &["3", "4", "1"]),
            ("{\"type\":\"user\"}\n{\"type\":\"assistant\"}\n", &["user"]),
        ] {
            let places: Vec<[usize; 2]> =
                messages.iter().filter_map(|text| document.find(text).map(|at| [at, at + 1])).collect();
            let pieces = Pieces::of(document, &places).expect("pieces");
            assert_eq!(pieces.all.len(), 2, "{document}");
            assert!(pieces.all.iter().all(|piece| document.get(piece.start..piece.end) == Some(piece.text)));
            let texts: Vec<String> = pieces.all.iter().map(|piece| piece.text.to_owned()).collect();
            assert_eq!(pieces.with(&texts).replace(", ", ","), document.replace(", ", ","));
        }
        for document in ["[]", "{}", "7"] {
            assert!(Pieces::of(document, &[]).is_none(), "{document}");
        }
    }
}
