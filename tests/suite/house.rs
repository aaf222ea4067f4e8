//! The order of the house: who may import whom, how long a file may be, what every file begins with, and what no file holds.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use anchorhold_tests::repository;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Who may import whom among our crates. `runtime` and `flow` never import `rules`: at run time the component is the only judge.
const EDGES: &[(&str, &[&str])] = &[
    ("anchorhold-rules", &[]),
    ("anchorhold-transcripts", &["anchorhold-rules"]),
    ("anchorhold-policy", &["anchorhold-rules", "anchorhold-transcripts"]),
    ("anchorhold-strict-rules", &["anchorhold-rules"]),
    ("anchorhold-strict", &["anchorhold-strict-rules", "anchorhold-transcripts"]),
    ("anchorhold-runtime", &[]),
    ("anchorhold-registry", &["anchorhold-runtime"]),
    ("anchorhold-store", &[]),
    ("anchorhold-flow", &["anchorhold-registry", "anchorhold-runtime", "anchorhold-store"]),
    ("anchorhold-server", &["anchorhold-flow"]),
    ("anchorhold-cli", &["anchorhold-flow", "anchorhold-server"]),
    (
        "anchorhold-tests",
        &[
            "anchorhold-rules",
            "anchorhold-transcripts",
            "anchorhold-policy",
            "anchorhold-registry",
            "anchorhold-runtime",
        ],
    ),
    (
        "anchorhold-bench",
        &["anchorhold-rules", "anchorhold-transcripts", "anchorhold-policy", "anchorhold-runtime", "anchorhold-store"],
    ),
    ("anchorhold-bench-store", &["anchorhold-flow", "anchorhold-store"]),
    ("anchorhold-epochs", &["anchorhold-rules", "anchorhold-transcripts", "anchorhold-store"]),
    ("anchorhold-fuzz-laws", &["anchorhold-rules", "anchorhold-transcripts", "anchorhold-policy"]),
    ("anchorhold-drift", &["anchorhold-rules", "anchorhold-transcripts"]),
];

/// The longest that a source file may be, in lines
const LINES_MOST: usize = 400;

#[test]
fn our_crates_import_each_other_as_they_may() {
    let metadata = cargo_metadata::MetadataCommand::new()
        .manifest_path(repository::file("Cargo.toml"))
        .no_deps()
        .exec()
        .expect("cargo metadata");
    let allowed: BTreeMap<&str, BTreeSet<&str>> =
        EDGES.iter().map(|(name, to)| (*name, to.iter().copied().collect())).collect();
    for package in &metadata.packages {
        let name = package.name.as_str();
        let may = allowed.get(name).unwrap_or_else(|| panic!("`{name}` has no line in EDGES"));
        let ours = package.dependencies.iter().filter(|edge| edge.path.is_some());
        for edge in ours.filter(|edge| edge.kind == cargo_metadata::DependencyKind::Normal) {
            assert!(may.contains(edge.name.as_str()), "`{name}` must not import `{}`", edge.name);
        }
    }
}

#[test]
fn source_files_say_what_they_are_and_stay_readable() {
    let mut faults = Vec::new();
    for path in sources(".rs") {
        let text = std::fs::read_to_string(&path).expect("a source file");
        let shown = path.display();
        if !text.starts_with("//!") {
            faults.push(format!("{shown}: begins without `//!`"));
        }
        let lines = text.lines().count();
        if lines > LINES_MOST {
            faults.push(format!("{shown}: {lines} lines"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_file_holds_leftovers_or_paths_of_a_machine() {
    // Joined here, so that this file does not hold what it looks for.
    let banned: Vec<String> = [
        ["TO", "DO"],
        ["FIX", "ME"],
        ["XX", "X:"],
        ["to", "do!("],
        ["unimple", "mented!("],
        ["../sha", "red"],
        ["/wo", "rk/"],
        ["/ro", "ot/"],
    ]
    .iter()
    .map(|halves| halves.concat())
    .collect();
    let mut faults = Vec::new();
    let paths = [".rs", ".wit", ".md", ".py", ".mjs", ".toml", ".sh", ".js"].into_iter().flat_map(sources);
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a text file");
        for (number, line) in text.lines().enumerate() {
            // The name of a tool in a transcript's format, which holds one of the words.
            let line = line.replace("TodoWrite", "").replace("todo", "");
            if let Some(word) = banned.iter().find(|word| line.contains(word.as_str())) {
                faults.push(format!("{}:{}: `{word}`", path.display(), number + 1));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_path_that_a_document_names_exists() {
    let mut faults = Vec::new();
    for path in sources(".md") {
        let text = std::fs::read_to_string(&path).expect("a document");
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = target.split('#').next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") && !folder.join(target).exists() {
                faults.push(format!("{}: `{target}`", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The files of the repository that end so, without what is built, installed or recorded
fn sources(ending: &str) -> Vec<std::path::PathBuf> {
    let recorded = ["examples/transcripts", "bench/drift/sample"].map(repository::file);
    let all = repository::files_below(&repository::root(), ending).into_iter();
    all.filter(|path| !recorded.iter().any(|folder| path.starts_with(folder))).collect()
}
