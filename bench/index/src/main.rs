//! The index of what left a window, in SQLite, beside tantivy, over the same elements. Prints a table and writes
//! `docs/benchmarks-index.md`.
//!
//! `ANCHORHOLD_BENCH_ELEMENTS` gives another number of elements, for a quick look; then nothing is written.

#[path = "../../src/dice.rs"]
mod dice;
#[path = "../../store/src/material.rs"]
mod material;
mod other;
#[path = "../../store/src/passing.rs"]
#[allow(dead_code, reason = "only the filling of a store is needed of it")]
mod passing;
#[path = "../../src/table.rs"]
#[allow(dead_code, reason = "not every table is printed here")]
mod table;
#[path = "../../store/src/times.rs"]
mod times;

use anchorhold_store::Store;
use dice::Dice;
use material::{ELEMENTS_A_PASS, Made, of_pass, order_of, session_of};
use other::Other;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use table::Table;
use times::{Times, one};

const ELEMENTS: usize = 200_000;

/// Questions whose words stand in many elements
const COMMON: [&str; 4] = [
    "what was the amount and the status of the customer's order?",
    "which schema version was applied last?",
    "which request failed with an error?",
    "what did the migration of the schema do to the order?",
];

fn main() -> Result<(), String> {
    let wanted = std::env::var("ANCHORHOLD_BENCH_ELEMENTS").ok();
    let elements = wanted.as_deref().map_or(Ok(ELEMENTS), str::parse).map_err(shown)?;
    // On a disk, since each pass must be durable before the next begins.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).ok_or("the repository has no root")?;
    let folder = tempfile::tempdir_in(root.join("target")).map_err(shown)?;
    let ours = ours(folder.path(), elements)?;
    let theirs = theirs(&folder.path().join("other"), elements)?;
    let mut table = Table::new(["", "SQLite FTS5, as the store has it", "tantivy"]);
    for (ours, theirs) in ours.into_iter().zip(theirs) {
        table.row([ours.0.to_owned(), ours.1, theirs.1]);
    }
    let page = format!(
        "# The index of what left: SQLite or tantivy\n\n`make bench-index` makes this page. {elements} elements of \
         `bench/store/src/material.rs`, {ELEMENTS_A_PASS} a pass, on a disk; times are the median / the 99th percentile. A pass is \
         durable before the next begins. The store's column has the whole pass in it (events, texts in the archive, the index, one \
         transaction); tantivy's has the index alone (text with English stems, the session, the number of the element), so that a \
         host would pay for its store beside it, and for keeping the two at one state over crashes. Both give five answers, ours \
         without reading their texts.\n\n{}\nThe other answers faster. The store has FTS5 since a pass is written faster and in one transaction with its \
         index, and since a question is answered long before whoever asked has read the answer.\n",
        table.text()
    );
    println!("{page}");
    if wanted.is_some() {
        return Ok(());
    }
    fs::write(root.join("docs/benchmarks-index.md"), page.trim_end().to_owned() + "\n").map_err(shown)
}

/// Rows of the table: what was measured, and how it came out
type Rows = Vec<(&'static str, String)>;

const SINGLE_PASSES: u64 = 300;

fn ours(folder: &Path, elements: usize) -> Result<Rows, String> {
    let path = folder.join("store.db");
    let mut store = Store::open(&path).map_err(shown)?;
    let passes = (elements / ELEMENTS_A_PASS) as u64;
    let start = Instant::now();
    passing::fill(&mut store, 1..=passes)?;
    let filled = start.elapsed();
    let each = single(passes, |pass| passing::fill(&mut store, pass..=pass))?;
    let mut rows = vec![
        ("passes written one by one, in all", one(filled)),
        ("one pass more", each.shown()),
        ("size", megabytes(bytes_of(folder))),
    ];
    rows.extend(asked(elements, |question, session| {
        let found = store.ask(question, session, 5).map_err(shown)?;
        Ok(found.into_iter().map(|found| found.entry.element).collect())
    })?);
    Ok(rows)
}

fn theirs(folder: &Path, elements: usize) -> Result<Rows, String> {
    fs::create_dir(folder).map_err(shown)?;
    let mut other = Other::create(folder)?;
    let passes = (elements / ELEMENTS_A_PASS) as u64;
    let start = Instant::now();
    for pass in 1..=passes {
        other.add(&session_of(pass), &of_pass(pass))?;
    }
    let filled = start.elapsed();
    let each = single(passes, |pass| other.add(&session_of(pass), &of_pass(pass)))?;
    let searching = other.into_searching()?;
    let mut rows = vec![
        ("passes written one by one, in all", one(filled)),
        ("one pass more", each.shown()),
        ("size", megabytes(bytes_of(folder))),
    ];
    rows.extend(asked(elements, |question, session| searching.ask(question, session, 5))?);
    Ok(rows)
}

/// The times of passes that are written when the index is as large as it gets
fn single(passes: u64, mut write: impl FnMut(u64) -> Result<(), String>) -> Result<Times, String> {
    let times = (passes + 1..=passes + SINGLE_PASSES).map(|pass| {
        let start = Instant::now();
        write(pass)?;
        Ok(start.elapsed())
    });
    Ok(Times::from(times.collect::<Result<Vec<Duration>, String>>()?))
}

/// The times of three kinds of questions, and how often the one right answer came first
fn asked(elements: usize, ask: impl Fn(&str, Option<&str>) -> Result<Vec<String>, String>) -> Result<Rows, String> {
    const RUNS: usize = 300;
    let passes = elements / ELEMENTS_A_PASS;
    let mut dice = Dice::new(7);
    let mut first = 0;
    let by_name = Times::of(RUNS, |number| {
        let order = dice.below(passes) * ELEMENTS_A_PASS;
        let found = ask(&format!("what is the status of order {}?", order_of(order)), None)?;
        first += usize::from(number > 0 && found.first().is_some_and(|element| *element == format!("m{order}")));
        Ok(())
    })?;
    let common = |number: usize| COMMON.get(number % COMMON.len()).copied().unwrap_or_default();
    let by_words = Times::of(RUNS, |number| ask(common(number), None).map(drop))?;
    let in_session =
        Times::of(RUNS, |number| ask(common(number), Some(&session_of(dice.below(passes) as u64 + 1))).map(drop))?;
    Ok(vec![
        ("a question with an identifier", by_name.shown()),
        ("the right answer came first", format!("{first} of {RUNS}")),
        ("a question of common words", by_words.shown()),
        ("the same within one session", in_session.shown()),
    ])
}

/// The sizes of all files of a folder, in bytes
fn bytes_of(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).filter(|found| found.is_file()).map(|found| found.len()).sum()
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

/// An error as text
fn shown(error: impl std::error::Error) -> String {
    error.to_string()
}
