//! Real transcripts: read, written back, and compacted at a quarter, a half and three quarters of their size with no
//! summarizer. Each pass ends in a window within the budget or in `budget-infeasible` with the needed size; what left is
//! in the archive byte for byte; pairs are intact.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use anchorhold_rules::admission::NextElement;
use anchorhold_rules::window::{CallProcess, Marker, Window};
use anchorhold_tests::repository;
use anchorhold_tests::transcript::{Sample, samples};
use anchorhold_transcripts::{Format, read};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[test]
fn what_is_read_is_written_back_byte_for_byte() {
    let samples = samples();
    assert!(samples.len() >= 8, "only {} transcripts were found", samples.len());
    for sample in &samples {
        let transcript = read(&sample.text, Some(sample.format), CallProcess::Dead).expect("a real transcript is read");
        let all: Vec<NextElement> = (0..transcript.window.len()).map(NextElement::Kept).collect();
        let written = transcript.write(&all, &Marker::default());
        assert!(written == sample.text, "{} is not written back as it was", sample.path.display());
    }
    println!("{} transcripts", samples.len());
}

#[test]
fn every_pass_ends_within_the_budget_or_says_what_it_needs() {
    let folder = Scratch::new("passes");
    let mut ended: BTreeMap<String, usize> = BTreeMap::new();
    for sample in samples() {
        let before = size(&sample.path);
        for share in [25, 50, 75] {
            let end = compact(&sample, before * share / 100, &folder);
            *ended.entry(end).or_default() += 1;
        }
    }
    println!("{ended:?}");
}

/// The size of a transcript in tokens, as the command counts it
fn size(path: &Path) -> u64 {
    let output = anchorhold(&["plan", &path.to_string_lossy(), "--budget", "1000000000", "--json"]);
    let answer = json(&output);
    let sizes = answer.pointer("/plan/sizes/before").or_else(|| answer.pointer("/sizes/before"));
    sizes.and_then(Value::as_u64).unwrap_or_else(|| panic!("{}: no size in {answer}", path.display()))
}

/// Compacts a transcript, and looks at all that came of it
fn compact(sample: &Sample, budget: u64, folder: &Scratch) -> String {
    let shown = format!("{} at {budget}", sample.path.display());
    let (out, store) = (folder.path("next"), folder.path("store.db"));
    let _ = std::fs::remove_file(&out);
    let arguments = [
        "compact".to_owned(),
        sample.path.to_string_lossy().into_owned(),
        "--budget".to_owned(),
        budget.to_string(),
        "--out".to_owned(),
        out.to_string_lossy().into_owned(),
        "--store".to_owned(),
        store.to_string_lossy().into_owned(),
        "--json".to_owned(),
    ];
    let output = anchorhold(&arguments.iter().map(String::as_str).collect::<Vec<&str>>());
    let answer = json(&output);
    if output.status.code() == Some(2) {
        let reasons = answer.pointer("/reasons").and_then(Value::as_array).expect("reasons");
        assert!(!out.exists(), "{shown}: a refusal must write nothing");
        let reason = reasons.first().expect("a reason");
        assert_eq!(reason.get("code").and_then(Value::as_str), Some("budget-infeasible"), "{shown}: {answer}");
        assert!(reason.get("needed").and_then(Value::as_u64) > Some(budget), "{shown}: {answer}");
        return "budget-infeasible".to_owned();
    }
    assert_eq!(output.status.code(), Some(0), "{shown}: {answer}");
    let after = answer.get("tokens_after").and_then(Value::as_u64).expect("a size");
    assert!(after <= budget, "{shown}: {after} tokens");

    let manifest = answer.get("manifest").and_then(Value::as_str).expect("a manifest");
    let original = anchorhold(&["recall", manifest, "--document", "--store", &store.to_string_lossy()]);
    assert!(original.stdout == sample.text.as_bytes(), "{shown}: the archive does not give the transcript back");

    let next = std::fs::read_to_string(&out).expect("the next window was written");
    assert_eq!(Format::detect(&next), Some(sample.format), "{shown}: the format is told from what was written");
    let (was, is) = (paired(sample.format, &sample.text), paired(sample.format, &next));
    for (call, answered) in &is {
        let before = was.get(call).copied().unwrap_or(*answered);
        assert_eq!(*answered, before, "{shown}: the pair of {call} is broken");
    }
    "within the budget".to_owned()
}

/// For each call id of a transcript whether it has a call and a result
fn paired(format: Format, text: &str) -> BTreeMap<String, (bool, bool)> {
    let transcript = read(text, Some(format), CallProcess::Dead).expect("what was written is read again");
    let window: &Window<'_> = &transcript.window;
    let mut pairs: BTreeMap<String, (bool, bool)> = BTreeMap::new();
    for element in window {
        if let Some(call) = element.call() {
            pairs.entry(call.call_id.to_string()).or_default().0 = true;
        }
        if let Some(result) = element.result() {
            pairs.entry(result.call_id.to_string()).or_default().1 = true;
        }
    }
    pairs
}

fn anchorhold(arguments: &[&str]) -> Output {
    let command = repository::file("target/release/anchorhold");
    Command::new(&command).args(arguments).output().unwrap_or_else(|error| panic!("`{}`: {error}", command.display()))
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        let (out, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        panic!("{error}: {out}{said}")
    })
}

/// A folder that goes when the test is over
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("anchorhold-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Scratch(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
