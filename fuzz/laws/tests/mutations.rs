//! The laws over mutations of real texts: transcripts, cases, and summaries with their windows.
#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use anchorhold_fuzz_laws::{desk, findings, scanner, transcripts};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The longest that a text becomes, in bytes: long enough for several elements, short enough to be tried often
const SEED_BYTES_MOST: usize = 6000;

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_the_scanner_finds_stands_in_the_text(bytes in mutated(texts())) {
        scanner(&bytes.0);
    }

    #[test]
    fn what_is_read_is_written_back(bytes in mutated(sessions()), format in 0..5_u8) {
        transcripts(&[&[format], bytes.0.as_slice()].concat());
    }

    #[test]
    fn every_line_is_answered(bytes in mutated(lines())) {
        desk(&bytes.0);
    }

    #[test]
    fn every_summary_is_judged(bytes in mutated(pairs())) {
        findings(&bytes.0);
    }

    #[test]
    fn any_bytes_at_all(bytes in proptest::collection::vec(any::<u8>(), 0..400).prop_map(Bytes)) {
        scanner(&bytes.0);
        transcripts(&bytes.0);
        desk(&bytes.0);
        findings(&bytes.0);
    }
}

/// Bytes that are told as text where a law is broken
#[derive(Clone)]
struct Bytes(Vec<u8>);

impl std::fmt::Debug for Bytes {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "b\"{}\"", self.0.escape_ascii())
    }
}

/// One of the seeds, with some of it replaced, doubled or left out
fn mutated(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Bytes> {
    let piece = prop_oneof![
        Just(Vec::new()),
        proptest::collection::vec(any::<u8>(), 1..8),
        proptest::sample::select(PIECES.map(|piece| piece.as_bytes().to_vec()).to_vec()),
    ];
    let change = (any::<Index>(), any::<Index>(), piece, any::<bool>());
    (proptest::sample::select(seeds), proptest::collection::vec(change, 0..6)).prop_map(|(mut bytes, changes)| {
        for (from, length, piece, doubles) in changes {
            let start = from.index(bytes.len() + 1);
            let end = (start + length.index(24)).min(bytes.len());
            let copy: Vec<u8> = if doubles { bytes.drain(start..end).collect() } else { Vec::new() };
            let piece = [copy.as_slice(), &piece, &copy].concat();
            bytes.splice(start..start, piece);
        }
        Bytes(bytes)
    })
}

/// What rules look for, and what readers stumble over
const PIECES: [&str; 16] = [
    "do not ",
    "\"",
    "\\",
    "\n",
    "\u{0}",
    "\u{feff}",
    "{",
    "]",
    "7 ",
    "-",
    "e999",
    "req_7c41e09b",
    "不要",
    "é",
    "\u{200d}",
    "- [ ] ",
];

fn texts() -> Vec<Vec<u8>> {
    let mut seeds = summaries().into_iter().map(|summary| text(&summary, "text").into_bytes()).collect::<Vec<_>>();
    seeds.extend(sessions());
    seeds
}

/// Beginnings of real sessions that end with a line or, of documents, somewhere
fn sessions() -> Vec<Vec<u8>> {
    let mut paths = below(&repository().join("examples/transcripts"));
    paths.extend(below(&repository().join("bench/drift/sample/summaries/windows")));
    let texts = paths.iter().filter_map(|path| std::fs::read_to_string(path).ok());
    let mut seeds: Vec<Vec<u8>> = texts.map(|text| beginning(&text)).collect();
    // Whole ones, in the formats that are documents.
    let messages = json!([
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "Do not push."}]},
        {"role": "assistant", "content": null, "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "bash", "arguments": "{\"command\":\"ls\"}"}},
        ]},
        {"role": "tool", "tool_call_id": "c1", "content": "a\nb"},
    ]);
    let blocks = json!({"system": "Be brief.", "messages": [
        {"role": "user", "content": "Do not push."},
        {"role": "assistant", "content": [
            {"type": "thinking", "thinking": "so", "signature": "x"},
            {"type": "tool_use", "id": "t1", "name": "bash", "input": {"command": "ls"}},
        ]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "a"}]},
    ]});
    seeds.extend([messages.to_string().into_bytes(), blocks.to_string().into_bytes()]);
    seeds
}

fn lines() -> Vec<Vec<u8>> {
    let cases = below(&repository().join("tests/cases")).into_iter().filter_map(|path| {
        let case: Value = serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()?;
        Some(case.get("call")?.to_string().into_bytes())
    });
    let seeds: Vec<Vec<u8>> = cases.filter(|line| line.len() <= SEED_BYTES_MOST).collect();
    assert!(!seeds.is_empty(), "no case was found");
    seeds
}

/// Summaries, each before some of the elements that a window could hold
fn pairs() -> Vec<Vec<u8>> {
    summaries()
        .iter()
        .map(|summary| {
            let text = text(summary, "text");
            let said = summary.pointer("/change/from").and_then(Value::as_str).unwrap_or("Never push to main.");
            [
                text.as_bytes(),
                b"\xff\x00Please do it, but do not push before the tests have passed. ",
                said.as_bytes(),
                b"\xff\x06{\"command\":\"git commit -m done\"}\xff\x07committed c11ae72\xff\x01",
                text.as_bytes(),
            ]
            .concat()
        })
        .collect()
}

fn summaries() -> Vec<Value> {
    let path = repository().join("bench/drift/sample/summaries/labelled.jsonl");
    let lines = std::fs::read_to_string(path).expect("the labelled summaries can be read");
    lines.lines().map(|line| serde_json::from_str(line).expect("a labelled summary is JSON")).collect()
}

fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn beginning(text: &str) -> Vec<u8> {
    let end = text.bytes().take(SEED_BYTES_MOST).rposition(|byte| byte == b'\n').map_or(SEED_BYTES_MOST, |end| end + 1);
    text.bytes().take(end).collect()
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let (folders, mut files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json" || ending == "jsonl"));
    files.extend(folders.iter().flat_map(|folder| below(folder)));
    files.sort();
    files
}

fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}
