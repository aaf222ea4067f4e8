//! Writes JSON text.

use alloc::string::String;
use anchorhold_rules::digest::Digest;
use core::fmt::Write as _;

/// JSON text as it grows
#[derive(Default)]
pub struct Writer {
    text: String,
    /// A value stands before this place, so that a comma is due
    follows: bool,
}

impl Writer {
    /// The text of one object
    pub fn object_of(members: impl FnOnce(&mut Writer)) -> String {
        Writer::large_object_of(0, members)
    }

    /// The text of one object that is likely to take so many bytes: a buffer that doubles would hold it twice
    pub fn large_object_of(bytes: usize, members: impl FnOnce(&mut Writer)) -> String {
        let mut writer = Writer { text: String::with_capacity(bytes), follows: false };
        writer.object(members);
        writer.text
    }

    /// An object whose members `members` writes, each by `key` and a value
    pub fn object(&mut self, members: impl FnOnce(&mut Writer)) {
        self.value(|text| text.push('{'));
        self.follows = false;
        members(self);
        self.text.push('}');
        self.follows = true;
    }

    /// An array of what `each` writes of each item
    pub fn array<Item>(&mut self, items: impl IntoIterator<Item = Item>, mut each: impl FnMut(&mut Writer, Item)) {
        self.value(|text| text.push('['));
        self.follows = false;
        for item in items {
            each(self, item);
        }
        self.text.push(']');
        self.follows = true;
    }

    /// The name of the member whose value comes next; names are ours and hold nothing to escape
    pub fn key(&mut self, name: &str) -> &mut Writer {
        self.string_unescaped(name);
        self.text.push(':');
        self.follows = false;
        self
    }

    /// What `each` writes of the value, or `null`
    pub fn optional<Value>(&mut self, value: Option<Value>, each: impl FnOnce(&mut Writer, Value)) {
        match value {
            Some(value) => each(self, value),
            None => self.value(|text| text.push_str("null")),
        }
    }

    /// A string
    pub fn string(&mut self, string: &str) {
        self.value(|text| {
            text.reserve(string.len().saturating_add(2));
            text.push('"');
            escape(text, string);
            text.push('"');
        });
    }

    /// A string that holds nothing to escape, such as the name of a case
    pub fn string_unescaped(&mut self, string: &str) {
        self.value(|text| {
            text.push('"');
            text.push_str(string);
            text.push('"');
        });
    }

    /// A digest
    pub fn digest(&mut self, digest: Digest) {
        self.string_unescaped(&digest.to_hex());
    }

    /// A whole number
    pub fn number(&mut self, number: impl Into<u64>) {
        let number = number.into();
        // Writing into a `String` cannot fail.
        self.value(|text| _ = write!(text, "{number}"));
    }

    /// A truth value
    pub fn flag(&mut self, holds: bool) {
        self.value(|text| text.push_str(if holds { "true" } else { "false" }));
    }

    fn value(&mut self, write: impl FnOnce(&mut String)) {
        if self.follows {
            self.text.push(',');
        }
        write(&mut self.text);
        self.follows = true;
    }
}

/// Appends `string` as the inside of a JSON string, as serde_json would
fn escape(text: &mut String, string: &str) {
    let mut rest = string;
    loop {
        let clean = clean_bytes(rest.as_bytes());
        // What needs an escape is ASCII, so the cut lies between two characters.
        let Some((plain, after)) = rest.split_at_checked(clean) else { return };
        text.push_str(plain);
        let Some(character) = after.chars().next() else { return };
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            other => _ = write!(text, "\\u{:04x}", u32::from(other)),
        }
        rest = after.get(character.len_utf8()..).unwrap_or_default();
    }
}

/// How many bytes stand before the first that needs an escape
fn clean_bytes(bytes: &[u8]) -> usize {
    let needs_escape = |byte: &u8| (*byte < 0x20) | (*byte == b'"') | (*byte == b'\\');
    let mut clean = 0usize;
    // Whole chunks without a branch for each byte, so that the compiler looks at all sixteen at once.
    for chunk in bytes.chunks(16) {
        if chunk.iter().fold(false, |found, byte| found | needs_escape(byte)) {
            return clean.saturating_add(chunk.iter().position(needs_escape).unwrap_or(chunk.len()));
        }
        clean = clean.saturating_add(chunk.len());
    }
    clean
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by a panic")]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn strings_are_written_as_serde_json_writes_them() {
        let every_ascii: String = (0u8..128).map(char::from).collect();
        for string in ["", "plain", "a \"quoted\" word", "back\\slash", "ends with \n", "жё 漢字 🦀", &every_ascii]
        {
            let padded = format!("sixteen bytes or more before it, then {string}");
            for string in [string, &padded] {
                let mut writer = Writer::default();
                writer.string(string);
                assert_eq!(writer.text, serde_json::to_string(string).unwrap());
            }
        }
    }

    #[test]
    fn commas_stand_between_values_only() {
        let text = Writer::object_of(|object| {
            object.key("none").optional(None::<u32>, Writer::number);
            object.key("list").array([1u32, 2], Writer::number);
            object.key("empty").object(|_| ());
            object.key("flag").flag(true);
        });
        assert_eq!(text, r#"{"none":null,"list":[1,2],"empty":{},"flag":true}"#);
    }
}
