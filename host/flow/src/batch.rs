//! Batch: calls of the desk, one a line, each answered by one line, in order.
//!
//! Whatever a line holds, it is answered, and the next one is not affected.

use crate::answers::{Element, ReadAnswer};
use crate::desk::{Answer, Desk};
use crate::host_calls::{self, HostAnswer};
use crate::inquiry::call;
use crate::tokens;
use anchorhold_runtime::{DeskFunction, Failure};
use anchorhold_store::Store;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

/// Where the sizes of elements come from
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tokens {
    /// From the request; the policy estimates what it does not say
    AsGiven,
    /// From the tokenizer, where the request does not say them
    Counted,
}

/// A batch
pub struct Batch {
    desk: Desk,
    tokens: Tokens,
    line_bytes_max: usize,
    /// Where the store is, for lines that need one
    place: Option<PathBuf>,
    store: Option<Store>,
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
        Batch { desk, tokens, line_bytes_max, place: None, store: None }
    }

    /// The same, with a store for the lines that are about what the host keeps. It is opened, or made, by the first.
    pub fn with_store(self, place: PathBuf) -> Batch {
        Batch { place: Some(place), ..self }
    }

    /// Answers every line. What is answered is written out whenever no further line is waiting.
    ///
    /// # Errors
    /// Where input or output fails, as when nobody reads the answers any more.
    pub fn run(&mut self, input: &mut impl BufRead, output: &mut impl Write) -> Result<BatchCounts, BatchError> {
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
                Line::TooLong(given) => input_error(&too_long(given, self.line_bytes_max)),
            };
            match answer.kind {
                Kind::Ok => counts.ok += 1,
                Kind::InputError => counts.input_errors += 1,
                Kind::Failure => counts.failures += 1,
            }
            output.write_all(answer.line.as_bytes()).map_err(BatchError::Output)?;
        }
    }

    fn answer(&mut self, line: &[u8]) -> Answered {
        let Ok(text) = std::str::from_utf8(line) else { return input_error(&not_text()) };
        if host_calls::is_for_host(text) {
            return match host_calls::answer(&self.desk, self.place.as_deref(), &mut self.store, text) {
                HostAnswer::Ok(answer) => Answered { line: format!("{}\n", json!({"ok": answer})), kind: Kind::Ok },
                HostAnswer::InputError { code, message } => input_error(&json!({"code": code, "message": message})),
                HostAnswer::InputFault(json) => {
                    Answered { line: format!("{{\"input_error\":{json}}}\n"), kind: Kind::InputError }
                }
                HostAnswer::Failure { code, message } => failure(&code, &message),
            };
        }
        let asked = match self.tokens {
            Tokens::AsGiven => Cow::Borrowed(text),
            Tokens::Counted => self.counted(text).map_or(Cow::Borrowed(text), Cow::Owned),
        };
        match self.desk.policy().answer(&asked) {
            Ok(decided) => passed_on(decided.answer),
            Err(failure) => failed(&failure),
        }
    }

    /// The call with the sizes of its elements. `None`: it says them already, or holds no window that can be read, of
    /// which the policy will tell.
    fn counted(&self, text: &str) -> Option<String> {
        let Ok(Value::Object(mut asked)) = serde_json::from_str(text) else { return None };
        let Some(Value::Object(request)) = asked.get_mut("request") else { return None };
        let has_window = request.contains_key("window") || request.contains_key("transcript");
        if !has_window || request.contains_key("tokens") {
            return None;
        }
        let reading = ["window", "transcript", "format", "calls_alive"];
        let reading = reading.into_iter().filter_map(|name| Some((name.to_owned(), request.get(name)?.clone())));
        let Answer { value: read, .. }: Answer<ReadAnswer> =
            self.desk.call(DeskFunction::Read, &call(Map::from_iter(reading))).ok()?;
        let sizes: Value = read.elements.iter().map(|element: &Element| tokens::size_of(element)).collect();
        request.insert("tokens".to_owned(), sizes);
        Some(Value::Object(asked).to_string())
    }
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
struct Answered {
    line: String,
    kind: Kind,
}

enum Kind {
    Ok,
    InputError,
    Failure,
}

/// What the policy answered, if it is one line of the form that the contract gives it, whoever wrote the policy
fn passed_on(answer: String) -> Answered {
    #[derive(Deserialize)]
    struct Envelope {
        ok: Option<IgnoredAny>,
        input_error: Option<IgnoredAny>,
    }
    let kind = match serde_json::from_str(&answer) {
        Ok(Envelope { ok: Some(_), input_error: None }) => Kind::Ok,
        Ok(Envelope { ok: None, input_error: Some(_) }) => Kind::InputError,
        _ => return failed(&Failure::AnswerUnreadable),
    };
    // In JSON a line break can only stand between values, so that a space is the same.
    let mut line = if answer.contains(['\n', '\r']) { answer.replace(['\n', '\r'], " ") } else { answer };
    line.push('\n');
    Answered { line, kind }
}

fn failed(failed: &Failure) -> Answered {
    failure(failed.code(), &failed.to_string())
}

fn failure(code: &str, message: &str) -> Answered {
    let failure = json!({"failure": {"code": code, "message": message}});
    Answered { line: format!("{failure}\n"), kind: Kind::Failure }
}

fn input_error(error: &Value) -> Answered {
    Answered { line: format!("{}\n", json!({"input_error": error})), kind: Kind::InputError }
}

fn not_text() -> Value {
    json!({
        "code": "malformed", "line": 1, "field": "", "found": "bytes that are not UTF-8", "expected": "a JSON object",
        "message": "the line holds bytes that are not UTF-8; expected a JSON object",
    })
}

fn too_long(given: usize, allowed: usize) -> Value {
    let message = format!("the line has {given} bytes; {allowed} are taken");
    json!({"code": "too-much", "subject": "text-bytes", "given": given, "allowed": allowed, "message": message})
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that cannot go on must stop")]
mod tests {
    use super::{Line, read_line};
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
}
