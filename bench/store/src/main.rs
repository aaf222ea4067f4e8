//! What the store costs, up to a million elements. Prints tables beside the aims, and writes `docs/benchmarks-store.md`.
//!
//! `ANCHORHOLD_BENCH_ELEMENTS` gives another number of elements than a million, for a quick look; then nothing is written.

#[path = "../../src/dice.rs"]
mod dice;
mod looking;
mod material;
mod passing;
#[path = "../../src/table.rs"]
mod table;
mod times;

use anchorhold_flow::{Bounds, Desk, Engine, Policy};
use std::path::{Path, PathBuf};

const ELEMENTS: usize = 1_000_000;

fn main() -> Result<(), String> {
    let wanted = std::env::var("ANCHORHOLD_BENCH_ELEMENTS").ok();
    let elements = wanted.as_deref().map_or(Ok(ELEMENTS), str::parse).map_err(|error| format!("{error}"))?;
    let desk = desk()?;
    // On a disk a commit waits for the disk; in memory it costs what the store itself does.
    let disk = tempfile::tempdir_in(file("target")).map_err(shown)?;
    let memory = match Path::new("/dev/shm") {
        shared if shared.is_dir() => tempfile::tempdir_in(shared),
        _ => tempfile::tempdir(),
    };
    let memory = memory.map_err(shown)?;

    let mut report = String::new();
    let mut say = |text: String| {
        println!("{text}");
        report += &text;
        report += "\n";
    };
    say(OPENING.to_owned());
    say(passing::commits(disk.path(), memory.path())?);
    say(passing::writers(disk.path())?);
    say(passing::archive(memory.path())?);
    say(looking::growth(&desk, memory.path(), elements)?);
    if wanted.is_some() {
        return Ok(());
    }
    let path = file("docs/benchmarks-store.md");
    std::fs::write(&path, report.trim_end().to_owned() + "\n").map_err(shown)
}

const OPENING: &str = "\
# What the store costs

`make bench-store` makes this page. Times are on the wall, each the median with the 99th percentile beside it. *On disk* a
commit waits until the disk has it (`synchronous = full`); *in memory* (a file system in memory) it costs what the store does.
Nothing here is a test: read the ratios, and take the times as those of one machine on one day, which had other things to do.

The elements are made by a seeded generator (`bench/store/src/material.rs`): orders, migrations, code, logs and prose over a
vocabulary of which some words stand in most elements and most words in few; ten elements a pass, ten passes a session.
";

fn desk() -> Result<Desk, String> {
    let path = file("dist/anchorhold.wasm");
    let bytes = std::fs::read(&path).map_err(|error| format!("`{}`: {error}; run `make build`", path.display()))?;
    let engine = Engine::new(Bounds::default()).map_err(shown)?;
    Ok(Desk::new(Policy::load(&engine, &bytes).map_err(shown)?))
}

/// A file of the repository
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map_or_else(PathBuf::new, |root| root.join(path))
}

/// An error as text
fn shown(error: impl std::error::Error) -> String {
    error.to_string()
}
