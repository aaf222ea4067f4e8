//! Every transcript below the directory that `ANCHORHOLD_CORPUS` names is read, written back and compacted.
//!
//! Without the variable nothing is checked: the material is not part of the project.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    dead_code,
    reason = "a test may panic, and uses a part of what tests share"
)]

mod support;

use anchorhold_rules::window::CallProcess;
use anchorhold_transcripts::{Format, Transcript, read};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use support::{check_compacted, check_whole};

/// How many ways of leaving things out are tried on each file
const ROUNDS: u64 = 6;

#[test]
fn every_transcript_is_read_and_written_back() {
    let Some(corpus) = std::env::var_os("ANCHORHOLD_CORPUS") else { return };
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for path in files_below(Path::new(&corpus)) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let name = path.display().to_string();
        let Some(format) = Format::detect(&text) else {
            println!("{name}: none");
            continue;
        };
        *counts.entry(format.name()).or_default() += 1;
        let transcript = read(&text, None, CallProcess::Dead).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        println!("{name}: {} {}", format.name(), census(&transcript));
        check_whole(&name, &text, &transcript);
        for round in 0..ROUNDS {
            let next = check_compacted(&name, &transcript, round);
            assert_eq!(Format::detect(&next), Some(format), "{name}, round {round}");
            let again = read(&next, None, CallProcess::Dead).unwrap_or_else(|error| panic!("{name}: {error:?}"));
            check_whole(&name, &next, &again);
            check_compacted(&name, &again, round + ROUNDS);
        }
    }
    println!("{counts:?}");
    assert!(!counts.is_empty(), "the directory holds no transcript");
}

fn files_below(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// How many elements of each kind there are, and how many calls and results stand alone
fn census(transcript: &Transcript<'_>) -> String {
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    let (mut open, mut orphans) = (BTreeSet::new(), 0);
    for element in &transcript.window {
        let kind = format!("{:?}", element.kind);
        *kinds.entry(kind.split('(').next().unwrap_or_default().to_string()).or_default() += 1;
        if let Some(call) = element.call() {
            open.insert(call.call_id.clone());
        }
        if let Some(result) = element.result() {
            orphans += u32::from(!open.remove(&result.call_id));
        }
    }
    format!("{kinds:?}, {} without a result, {orphans} without a call", open.len())
}
