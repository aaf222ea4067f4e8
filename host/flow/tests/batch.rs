//! Every line of a batch is answered by one line, in order, whatever it holds.

#![allow(clippy::expect_used, reason = "a test that cannot go on must stop")]

mod support;

use anchorhold_flow::{Batch, BatchCounts, BatchError, Tokens};
use serde_json::Value;
use std::io::{self, BufReader, Write};

const PLAN: &str = r#"{"call": "plan", "request": {"window": [{"id": "m1", "kind": "user-request", "text": "ship 4.2"}],
    "budget": {"limit_tokens": 8000}}}"#;

fn plan() -> String {
    PLAN.replace('\n', " ")
}

fn run(input: &[u8], tokens: Tokens) -> (Vec<Value>, BatchCounts) {
    let mut output = Vec::new();
    let counts = Batch::new(support::desk(), tokens).run(&mut BufReader::new(input), &mut output).expect("it ends");
    let lines = String::from_utf8(output).expect("it is text");
    (lines.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect(), counts)
}

#[test]
fn one_bad_line_never_ends_the_batch() {
    let lines: [&[u8]; 10] = [
        plan().as_bytes().to_owned().leak(),
        b"",
        b"{",
        b"\xff\xfe",
        br#"{"call": "compact"}"#,
        br#"{"call": "plan"}"#,
        br#"{"call": "describe"}"#,
        br#"{"call": "plan", "request": {"window": [{"id": ""}], "budget": {"limit_tokens": 5}}}"#,
        b"[1, 2]",
        plan().as_bytes().to_owned().leak(),
    ];
    let (answers, counts) = run(&lines.join(&b'\n'), Tokens::AsGiven);
    let kinds: Vec<&str> =
        answers.iter().flat_map(|answer| answer.as_object().expect("an object").keys().map(String::as_str)).collect();
    let bad = "input_error";
    assert_eq!(kinds, ["ok", bad, bad, bad, bad, bad, "ok", bad, bad, "ok"]);
    assert_eq!(answers.first(), answers.last(), "equal requests have equal answers");
    assert_eq!(counts, BatchCounts { ok: 3, input_errors: 7, failures: 0 });
}

#[test]
fn a_line_beyond_the_bound_is_an_input_error() {
    let mut input = vec![b'x'; (64 << 20) + 1];
    input.push(b'\n');
    input.extend_from_slice(plan().as_bytes());
    let (answers, counts) = run(&input, Tokens::AsGiven);
    let code = answers.first().and_then(|answer| answer.get("input_error")?.get("code")?.as_str());
    assert_eq!((code, counts.ok), (Some("too-much"), 1));
}

#[test]
fn sizes_are_counted_where_that_is_asked_for() {
    let classify = |tokens| run(plan().as_bytes(), tokens).0;
    let size = |answers: &[Value]| {
        answers.first().and_then(|answer| answer.pointer("/ok/plan/treatments/0/tokens")).and_then(Value::as_u64)
    };
    let refused = |answers: &[Value]| answers.first().and_then(|answer| answer.pointer("/ok/verdict")).is_some();
    let (given, counted) = (classify(Tokens::AsGiven), classify(Tokens::Counted));
    assert!(refused(&given) && refused(&counted));
    // A window so small has nothing to gain; where the plan goes on, the size is that of the tokenizer.
    assert!(size(&counted).is_none_or(|size| size == 9));
}

#[test]
fn a_reader_that_goes_away_ends_the_batch() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let ended = Batch::new(support::desk(), Tokens::AsGiven).run(&mut BufReader::new(plan().as_bytes()), &mut Closed);
    assert!(matches!(ended, Err(BatchError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe));
}
