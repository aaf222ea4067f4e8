//! State assertions: a key and its value.

use super::sentences;
use crate::gathered;
use crate::scan::Span;
use alloc::vec::Vec;

/// A key and its value
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// What it is about
    pub key: Span,
    /// Its value
    pub value: Span,
}

/// The state assertions of a text, in its order; the caller keeps the latest of each key.
///
/// These are `key: value` at the beginning of a line, `key=value`, fields of JSON with a scalar value, and sentences such as
/// `X was created`, `X is now Y`.
pub fn find(text: &str) -> Vec<Assertion> {
    let mut found: Vec<Assertion> = Fields { text, at: 0 }.collect();
    found.extend(sentences::prose(text).filter_map(|sentence| of_sentence(text, sentence)));
    gathered::order_by(&mut found, |assertion| assertion.key.start);
    found
}

/// The last `most` state assertions among the first and the last 4 KiB of a text: for tool results of any size
pub fn find_bounded(text: &str, most: usize) -> Vec<Assertion> {
    const PART: usize = 4096;
    if text.len() <= PART.saturating_mul(2) {
        return find_last(text, most);
    }
    let head_end = floor(text, PART);
    let tail_start = floor(text, text.len().saturating_sub(PART));
    let tail = find_last(text.get(tail_start..).unwrap_or_default(), most);
    let mut found = find_last(text.get(..head_end).unwrap_or_default(), most.saturating_sub(tail.len()));
    found.extend(tail.into_iter().map(|assertion| Assertion {
        key: moved(assertion.key, tail_start),
        value: moved(assertion.value, tail_start),
    }));
    found
}

/// The last `most` of what `find` finds
fn find_last(text: &str, most: usize) -> Vec<Assertion> {
    if most == 0 {
        return Vec::new();
    }
    let mut found = last_fields(text, most);
    found.extend(sentences::prose(text).filter_map(|sentence| of_sentence(text, sentence)));
    gathered::order_by(&mut found, |assertion| assertion.key.start);
    let surplus = found.len().saturating_sub(most);
    found.drain(..surplus);
    found
}

/// All fields of a text, or those of its end alone where these are `most` or more: a long JSON text has hundreds
fn last_fields(text: &str, most: usize) -> Vec<Assertion> {
    const END: usize = 1024;
    if let Some(at) = outside_values(text, text.len().saturating_sub(END)) {
        let found: Vec<Assertion> = Fields { text, at }.collect();
        if found.len() >= most {
            return found;
        }
    }
    Fields { text, at: 0 }.collect()
}

/// The first place from `at` on that is within no value, so that a search that begins there finds what one that came
/// that far would find; `None`: it is not near
fn outside_values(text: &str, mut at: usize) -> Option<usize> {
    const REACH: usize = VALUE_BYTES_MAX + 16;
    const TRIES: usize = 4;
    for _ in 0..TRIES {
        let from = at.saturating_sub(REACH);
        let before = text.as_bytes().get(from..at)?;
        let mut marks = memchr::memchr2_iter(b':', b'=', before).map(|mark| from.saturating_add(mark));
        match marks.find_map(|mark| field(text, mark).filter(|field| field.value.end > at)) {
            Some(field) => at = field.value.end,
            None => return Some(at),
        }
    }
    None
}

/// Whether a text states any: as `!find(text).is_empty()`, and stops at the first
pub fn any(text: &str) -> bool {
    Fields { text, at: 0 }.next().is_some()
        || sentences::prose(text).any(|sentence| of_sentence(text, sentence).is_some())
}

/// A value with more bytes is a text and no state
const VALUE_BYTES_MAX: usize = 96;
const KEY_BYTES_MAX: usize = 48;

/// The fields of a text: `"key": scalar`, `key: value` at the beginning of a line, `key=value`
struct Fields<'t> {
    text: &'t str,
    at: usize,
}

impl Iterator for Fields<'_> {
    type Item = Assertion;

    fn next(&mut self) -> Option<Assertion> {
        let bytes = self.text.as_bytes();
        loop {
            let rest = bytes.get(self.at..)?;
            let mark = self.at.saturating_add(memchr::memchr2(b':', b'=', rest)?);
            self.at = mark.saturating_add(1);
            if let Some(field) = field(self.text, mark) {
                self.at = field.value.end.max(self.at);
                return Some(field);
            }
        }
    }
}

/// The field whose key ends at `mark` and whose value follows it
fn field(text: &str, mark: usize) -> Option<Assertion> {
    let key = key_before(text, mark)?;
    let value = value_after(text, mark, key)?;
    Some(Assertion { key, value })
}

/// The key that ends at `mark`, without its quotation marks
fn key_before(text: &str, mark: usize) -> Option<Span> {
    let bytes = text.as_bytes();
    let byte_before = |at: usize| at.checked_sub(1).and_then(|at| bytes.get(at)).copied();
    let mut end = mark;
    let quote = byte_before(end).filter(|byte| matches!(byte, b'"' | b'\'' | b'`' | b'*'));
    while quote.is_some() && byte_before(end) == quote && mark.saturating_sub(end) < 2 {
        end = end.saturating_sub(1);
    }
    let is_key = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.') || byte >= 0x80;
    let length =
        bytes.get(..end)?.iter().rev().take(KEY_BYTES_MAX.saturating_add(1)).take_while(|&&byte| is_key(byte)).count();
    let start = end.saturating_sub(length);
    let first = *bytes.get(start)?;
    if !(2..=KEY_BYTES_MAX).contains(&length) || !(first.is_ascii_alphabetic() || first >= 0x80 || first == b'_') {
        return None;
    }
    let before = byte_before(start);
    let fits = match (quote, bytes.get(mark)) {
        (Some(quote), _) => before == Some(quote),
        // Without quotation marks a colon gives state at the beginning of a line alone; within a sentence it introduces.
        (None, Some(b':')) => begins_line(bytes, start),
        (None, _) => before.is_none_or(|byte| {
            byte.is_ascii_whitespace() || matches!(byte, b',' | b'(' | b'{' | b'[' | b';' | b'&' | b'?' | b'"' | b'`')
        }),
    };
    (fits && text.is_char_boundary(start) && text.is_char_boundary(end)).then_some(Span { start, end })
}

fn begins_line(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(..at).unwrap_or_default().iter().rev().take(24);
    let mut marks = before.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'-' | b'*' | b'+' | b'>' | b'{' | b','));
    matches!(marks.next(), None | Some(b'\n'))
}

/// The scalar after `mark`, without its quotation marks
fn value_after(text: &str, mark: usize, key: Span) -> Option<Span> {
    let bytes = text.as_bytes();
    let rest = bytes.get(mark.saturating_add(1)..)?;
    // `==`, `::`, `://`, `:=` and `=>` give no value.
    if matches!(rest.first(), None | Some(b'=' | b':' | b'/' | b'>' | b'\n')) {
        return None;
    }
    let is_equals = bytes.get(mark) == Some(&b'=');
    let blanks = rest.iter().take(8).take_while(|&&byte| matches!(byte, b' ' | b'*')).count();
    if is_equals && blanks > 1 {
        return None;
    }
    let start = mark.saturating_add(1).saturating_add(blanks);
    let value = bytes.get(start..)?;
    if let Some(quote) = value.first().filter(|byte| matches!(byte, b'"' | b'\'' | b'`')) {
        let inner = value.get(1..)?;
        let length =
            inner.iter().take(VALUE_BYTES_MAX.saturating_add(1)).position(|byte| byte == quote || *byte == b'\n')?;
        let closed = inner.get(length) == Some(quote) && length > 0;
        return closed
            .then(|| span(start.saturating_add(1), length))
            .filter(|span| text.get(span.start..span.end).is_some());
    }
    let quoted_key = !matches!(bytes.get(key.end), Some(b':' | b'='));
    let stops = |byte: &u8| match byte {
        b'\n' | b'\r' | b',' | b'}' | b']' | b';' | b')' | b'"' | b'&' | b'`' => true,
        b' ' => is_equals || quoted_key,
        b'{' | b'[' | b'<' | b'(' => true,
        _ => false,
    };
    let length = value.iter().take(VALUE_BYTES_MAX.saturating_add(1)).position(stops).unwrap_or(value.len());
    let content = text.get(start..start.saturating_add(length))?;
    let trimmed = content.trim_end_matches([' ', '.', '*']);
    let ends_line = quoted_key || is_equals || matches!(value.get(length), None | Some(b'\n' | b'\r'));
    let is_scalar = !trimmed.is_empty() && length <= VALUE_BYTES_MAX && trimmed.split(' ').count() <= 4;
    // A field of JSON has a number, `true`, `false` or `null` without quotation marks.
    let fits_json =
        !quoted_key || trimmed.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+'));
    (is_scalar && fits_json && ends_line).then(|| span(start, trimmed.len()))
}

/// `X was created`, `X is now Y`, `X set to Y`
fn of_sentence(text: &str, sentence: Span) -> Option<Assertion> {
    const DONE: [&str; 30] = [
        "applied",
        "created",
        "merged",
        "deleted",
        "removed",
        "deployed",
        "published",
        "released",
        "installed",
        "updated",
        "renamed",
        "closed",
        "opened",
        "cancelled",
        "canceled",
        "refunded",
        "sent",
        "booked",
        "pushed",
        "committed",
        "started",
        "stopped",
        "enabled",
        "disabled",
        "completed",
        "finished",
        "failed",
        "migrated",
        "reverted",
        "rolled",
    ];
    const NOT: [&str; 12] = ["not", "never", "be", "if", "when", "no", "should", "must", "will", "can", "n't", "isn't"];
    let words = super::constraint::words_of(text, sentence);
    if words.len() > 16 {
        return None;
    }
    let place = words.iter().position(|word| word.is_one_of(&DONE) || word.is("now") || word.is("set"))?;
    let cue = words.get(place)?;
    let before = words.get(..place)?;
    if before.iter().any(|word| word.is_one_of(&NOT)) {
        return None;
    }
    let subject_end = before
        .iter()
        .rev()
        .find(|word| {
            !word.is_one_of(&["was", "is", "has", "been", "have", "were", "are", "successfully", "just", "already"])
        })?
        .span
        .end;
    let subject = Span { start: before.first()?.span.start, end: subject_end };
    let value = if cue.is("now") || cue.is("set") {
        // `is now Y`, `set to Y`
        let after = words.get(place.saturating_add(1)..)?;
        let first = after.iter().find(|word| !word.is("to"))?;
        let linked = if cue.is("now") { before.last()?.is_one_of(&["is", "are"]) } else { after.first()?.is("to") };
        linked.then_some(Span { start: first.span.start, end: words.last()?.span.end })?
    } else {
        cue.span
    };
    (subject.len() <= VALUE_BYTES_MAX && before.len() <= 6).then_some(Assertion { key: subject, value })
}

fn span(start: usize, length: usize) -> Span {
    Span { start, end: start.saturating_add(length) }
}

fn moved(part: Span, by: usize) -> Span {
    Span { start: part.start.saturating_add(by), end: part.end.saturating_add(by) }
}

/// The last border of characters at or before `at`
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn assertions() {
        let cases: [(&str, &[(&str, &str)]); 13] = [
            (
                "{\"schema_version\": 7, \"status\":\"active\",\"note\":null}",
                &[("schema_version", "7"), ("status", "active"), ("note", "null")],
            ),
            ("{\"nested\": {\"id\": \"run_7c41\"}, \"list\": [1]}", &[("id", "run_7c41")]),
            ("status: running\nbranch: main\n", &[("status", "running"), ("branch", "main")]),
            ("- **Version:** 1.2.3", &[("Version", "1.2.3")]),
            ("GOOS=windows GOARCH=amd64 go test", &[("GOOS", "windows"), ("GOARCH", "amd64")]),
            ("The migration was applied.", &[("The migration", "applied")]),
            ("Branch feature/tz merged.", &[("Branch feature/tz", "merged")]),
            ("The default region is now eu-west-1.", &[("The default region", "eu-west-1")]),
            ("The migration was not applied.", &[]),
            ("Note: this is a long sentence about something else", &[]),
            ("see https://example.com and a::b, x == y", &[]),
            ("He said: come here", &[]),
            ("if a != b then c => d", &[]),
        ];
        for (text, expected) in cases {
            let found: Vec<(&str, &str)> =
                find(text).iter().map(|assertion| (assertion.key.of(text), assertion.value.of(text))).collect();
            assert_eq!(found, expected, "{text}");
            assert_eq!(any(text), !expected.is_empty(), "{text}");
        }
    }

    #[test]
    fn the_end_of_a_text_is_enough() {
        let pieces = [
            "\"key\": 12, ",
            "a_b=c ",
            "when: 10:20:30\n",
            "\"q\":\"x: 1, y=2\",",
            "The job was created. ",
            "\n",
            "ü: é\n",
        ];
        let mut dice = 5u64;
        for length in (900..4000).step_by(41) {
            let mut text = String::new();
            while text.len() < length {
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push_str(pieces.get((dice >> 40) as usize % pieces.len()).copied().unwrap_or_default());
            }
            let all = find(&text);
            for most in [0, 1, 12, 50] {
                let last = all.get(all.len().saturating_sub(most)..).unwrap_or_default();
                assert_eq!(find_last(&text, most), last, "{most} of {text}");
            }
        }
    }

    #[test]
    fn large_texts_are_read_at_their_ends() {
        let mut text = String::from("{\"first\": 1,\n");
        for _ in 0..5000 {
            text.push_str("\"middle\": 2,\n");
        }
        text.push_str("\"last\": 3}");
        let found = find_bounded(&text, 4);
        assert_eq!(found.len(), 4);
        assert_eq!(found.last().map(|last| last.key.of(&text)), Some("last"));
        assert!(find_bounded(&text, 4000).iter().any(|assertion| assertion.key.of(&text) == "first"));
    }
}
