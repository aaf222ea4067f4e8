//! Batch: calls of the desk, one a line, each answered by one line, in order.
//!
//! Whatever a line holds, it is answered, and the next one is not affected.

use crate::answers::{Element, ReadAnswer};
use crate::desk::{Answer, Desk, DeskError, InputFault};
use crate::inquiry::call;
use crate::tokens;
use anchorhold_runtime::{DeskFunction, Failure};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::io::{self, BufRead, Write};

/// Where the sizes of elements come from
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tokens {
    /// From the request; the policy estimates what it does not say
    AsGiven,
    /// From the tokenizer, where the request does not say them
    Counted,
}

/// A batch
#[derive(Clone)]
pub struct Batch {
    desk: Desk,
    tokens: Tokens,
    line_bytes_max: usize,
}

/// How many lines were answered, and how
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct BatchCounts {
    /// With an answer
    pub ok: u64,
    /// With an input error
    pub input_errors: u64,
    /// With a failure
    pub failures: u64,
}

/// Why a batch ended before its input
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The input cannot be read
    #[error("cannot read the input")]
    Input(#[source] io::Error),
    /// The output cannot be written
    #[error("cannot write the output")]
    Output(#[source] io::Error),
}

enum Line {
    End,
    Text(Vec<u8>),
    /// Longer than a line may be; so many bytes
    TooLong(usize),
}

impl Batch {
    /// A batch that asks this desk
    pub fn new(desk: Desk, tokens: Tokens) -> Batch {
        let line_bytes_max = desk.policy().bounds().input_bytes_max;
        Batch { desk, tokens, line_bytes_max }
    }

    /// Answers every line. What is answered is written out whenever no further line is waiting.
    ///
    /// # Errors
    /// Where input or output fails, as when nobody reads the answers any more.
    pub fn run(&self, input: &mut impl BufRead, output: &mut impl Write) -> Result<BatchCounts, BatchError> {
        let mut counts = BatchCounts::default();
        let mut rest_bytes = 0;
        loop {
            if rest_bytes == 0 {
                output.flush().map_err(BatchError::Output)?;
            }
            let (line, waiting) = read_line(input, self.line_bytes_max).map_err(BatchError::Input)?;
            rest_bytes = waiting;
            let answer = match line {
                Line::End => {
                    output.flush().map_err(BatchError::Output)?;
                    return Ok(counts);
                }
                Line::Text(line) => self.answer(&line),
                Line::TooLong(given) => Err(DeskError::Input(too_long(given, self.line_bytes_max))),
            };
            match &answer {
                Ok(_) => counts.ok += 1,
                Err(DeskError::Input(_)) => counts.input_errors += 1,
                Err(_) => counts.failures += 1,
            }
            output.write_all(shown(answer).as_bytes()).map_err(BatchError::Output)?;
        }
    }

    fn answer(&self, line: &[u8]) -> Result<String, DeskError> {
        let text = std::str::from_utf8(line).map_err(|_| malformed("", "bytes that are not UTF-8", "a JSON object"))?;
        let function = function_of(text)?;
        let asked = match self.tokens {
            Tokens::AsGiven => Cow::Borrowed(text),
            Tokens::Counted => self.counted(text)?,
        };
        let answer = self.desk.call_text(function, &asked)?.answer;
        // What is passed on must be one line of JSON, whoever wrote the policy.
        match serde_json::from_str::<IgnoredAny>(&answer) {
            Ok(_) => Ok(answer),
            Err(source) => Err(DeskError::Unreadable { function, source }),
        }
    }

    /// The call with the sizes of its elements
    fn counted<'a>(&self, text: &'a str) -> Result<Cow<'a, str>, DeskError> {
        let Ok(Value::Object(mut asked)) = serde_json::from_str(text) else { return Ok(Cow::Borrowed(text)) };
        let Some(Value::Object(request)) = asked.get_mut("request") else { return Ok(Cow::Borrowed(text)) };
        let has_window = request.contains_key("window") || request.contains_key("transcript");
        if !has_window || request.contains_key("tokens") {
            return Ok(Cow::Borrowed(text));
        }
        let reading = ["window", "transcript", "format", "calls_alive"];
        let reading = reading.into_iter().filter_map(|name| Some((name.to_owned(), request.get(name)?.clone())));
        let Answer { value: read, .. }: Answer<ReadAnswer> =
            self.desk.call(DeskFunction::Read, &call(Map::from_iter(reading)))?;
        let sizes: Value = read.elements.iter().map(|element: &Element| tokens::size_of(element)).collect();
        request.insert("tokens".to_owned(), sizes);
        Ok(Cow::Owned(Value::Object(asked).to_string()))
    }
}

/// The function that a line calls
fn function_of(text: &str) -> Result<DeskFunction, DeskError> {
    #[derive(Deserialize)]
    struct Named<'a> {
        #[serde(borrow, default)]
        call: Option<Cow<'a, str>>,
    }
    let expected = "`plan`, `check`, `admit`, `classify`, `probes`, `divergence`, `judge`, `read` or `describe`";
    if text.trim().is_empty() {
        return Err(malformed("", "an empty line", "a JSON object"));
    }
    let named: Named<'_> = serde_json::from_str(text)
        .map_err(|error| malformed("", &format!("{error}"), "a JSON object with the name of a call in `call`"))?;
    let name = named.call.ok_or_else(|| malformed("call", "nothing", expected))?;
    name.parse().map_err(|()| malformed("call", &shortened(&name), expected))
}

/// Reads a line, and tells how much of the input was read ahead. A line that is too long is skipped, not kept.
fn read_line(input: &mut impl BufRead, bytes_max: usize) -> io::Result<(Line, usize)> {
    let mut line = Vec::new();
    let mut length: usize = 0;
    loop {
        let waiting = match input.fill_buf() {
            Ok(waiting) => waiting,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let is_end = waiting.is_empty();
        let (part, is_whole) = match waiting.iter().position(|byte| *byte == b'\n') {
            Some(end) => (waiting.get(..end).unwrap_or_default(), true),
            None => (waiting, false),
        };
        length = length.saturating_add(part.len());
        if length <= bytes_max {
            line.extend_from_slice(part);
        } else {
            line = Vec::new();
        }
        let taken = part.len() + usize::from(is_whole);
        let rest = waiting.len().saturating_sub(taken);
        input.consume(taken);
        match (is_whole, is_end) {
            (false, true) if length == 0 => return Ok((Line::End, 0)),
            (true, _) | (_, true) if length > bytes_max => return Ok((Line::TooLong(length), rest)),
            (true, _) | (_, true) => return Ok((Line::Text(line), rest)),
            (false, false) => {}
        }
    }
}

/// One line of output
fn shown(answer: Result<String, DeskError>) -> String {
    // In JSON a line break can only stand between values, so that a space is the same.
    let one_line = |json: String| if json.contains(['\n', '\r']) { json.replace(['\n', '\r'], " ") } else { json };
    match answer {
        Ok(json) => format!("{{\"ok\":{}}}\n", one_line(json)),
        Err(DeskError::Input(fault)) => format!("{{\"input_error\":{}}}\n", one_line(fault.json)),
        Err(DeskError::Failed(failure)) => failed(failure.code(), &failure.to_string()),
        Err(error @ DeskError::Unreadable { .. }) => failed(Failure::AnswerUnreadable.code(), &error.to_string()),
    }
}

fn failed(code: &str, message: &str) -> String {
    format!("{}\n", json!({"failure": {"code": code, "message": message}}))
}

fn malformed(field: &str, found: &str, expected: &str) -> DeskError {
    let place = if field.is_empty() { "the line".to_owned() } else { format!("`{field}`") };
    let message = format!("{place} holds {found}; expected {expected}");
    fault(json!({
        "code": "malformed", "line": 1, "field": field, "found": found, "expected": expected, "message": message,
    }))
}

fn too_long(given: usize, allowed: usize) -> InputFault {
    let message = format!("the line has {given} bytes; {allowed} are taken");
    let json = json!({
        "code": "too-much", "subject": "text-bytes", "given": given, "allowed": allowed, "message": message,
    });
    InputFault { code: "too-much".to_owned(), message, json: json.to_string() }
}

fn fault(json: Value) -> DeskError {
    let field = |name: &str| json.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    DeskError::Input(InputFault { code: field("code"), message: field("message"), json: json.to_string() })
}

fn shortened(name: &str) -> String {
    const CHARACTERS_MAX: usize = 40;
    format!("`{}`", name.chars().take(CHARACTERS_MAX).collect::<String>())
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that cannot go on must stop")]
mod tests {
    use super::{Line, function_of, read_line};
    use crate::DeskError;
    use std::io::BufReader;

    #[test]
    fn every_line_is_read_and_long_ones_are_skipped() {
        let text = "one\n\n12345678\n1234567\r\nlast";
        for capacity in [1, 3, 100] {
            let mut input = BufReader::with_capacity(capacity, text.as_bytes());
            let mut lines = Vec::new();
            loop {
                match read_line(&mut input, 8).expect("it is read").0 {
                    Line::End => break,
                    Line::Text(line) => lines.push(String::from_utf8(line).expect("text")),
                    Line::TooLong(length) => lines.push(format!("too long: {length}")),
                }
            }
            assert_eq!(lines, ["one", "", "12345678", "1234567\r", "last"], "{capacity}");
        }
        let mut input = BufReader::new("123456789\nok".as_bytes());
        assert!(matches!(read_line(&mut input, 8), Ok((Line::TooLong(9), 2))));
        assert!(matches!(read_line(&mut input, 8), Ok((Line::Text(_), 0))));
    }

    #[test]
    fn lines_that_call_nothing_say_what_is_wrong() {
        for (line, field) in [
            ("", ""),
            (" \t\r", ""),
            ("{", ""),
            ("[]", ""),
            ("{\"call\": 7}", ""),
            ("{}", "call"),
            ("{\"call\": \"plans\"}", "call"),
            ("{\"call\": null}", "call"),
        ] {
            let Err(DeskError::Input(fault)) = function_of(line) else { unreachable_line(line) };
            let json: serde_json::Value = serde_json::from_str(&fault.json).expect("it is JSON");
            assert_eq!(json.get("field").and_then(|field| field.as_str()), Some(field), "{line}");
        }
        assert!(function_of("{\"call\": \"\\u0070lan\", \"request\": {}}").is_ok());
    }

    #[allow(clippy::panic, reason = "a test that cannot go on must stop")]
    fn unreachable_line(line: &str) -> ! {
        panic!("`{line}` calls nothing")
    }
}
