//! What writing costs: passes, many writers, the archive.

use crate::material::{self, Made, session_of};
use crate::shown;
use crate::table::Table;
use crate::times::{Times, one};
use anchorhold_store::{Digest, Leaving, NewPass, PassMode, PassProgress, Store};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// Takes a pass from its beginning to its end, with what leaves, and gives its number
///
/// # Errors
/// Where the store fails.
pub fn pass(store: &mut Store, session: &str, made: &[Made]) -> Result<u64, String> {
    let leaving: Vec<Leaving<'_>> = made.iter().map(Made::leaving).collect();
    let sequence = begin(store, session)?;
    let turn = store.turn(sequence).map_err(shown)?;
    turn.index(session, &leaving).map_err(shown)?;
    turn.take(&PassProgress::Committed { document_after: Digest::of(b"after") }, "{}").map_err(shown)?;
    Ok(sequence)
}

fn begin(store: &mut Store, session: &str) -> Result<u64, String> {
    let pass = NewPass {
        session,
        mode: PassMode::Spill,
        revision: 0,
        policy: Digest::of(b"policy"),
        episode: None,
        document_before: Digest::of(b"before"),
        transcript: session,
        out: session,
    };
    store.begin_pass(pass).map_err(shown)
}

/// One step of a pass, on disk and in memory
///
/// # Errors
/// Where the store fails.
pub fn commits(disk: &Path, memory: &Path) -> Result<String, String> {
    const RUNS: usize = 200;
    let mut table = Table::new(["what", "on disk", "in memory"]);
    let mut row = |what: &str, run: &dyn Fn(&Path) -> Result<Times, String>| {
        table.row([what.to_owned(), run(disk)?.shown(), run(memory)?.shown()]);
        Ok::<(), String>(())
    };
    row("4 KiB written and synced, without a store", &|folder| {
        let mut file = File::create(folder.join("bare")).map_err(shown)?;
        Times::of(RUNS, |_| file.write_all(&[7; 4096]).and_then(|()| file.sync_data()).map_err(shown))
    })?;
    row("a pass begun", &|folder| {
        let mut store = Store::open(&folder.join("begun.db")).map_err(shown)?;
        Times::of(RUNS, |_| begin(&mut store, "s").map(drop))
    })?;
    row("a step of a pass", &|folder| {
        let mut store = Store::open(&folder.join("step.db")).map_err(shown)?;
        let sequence = begin(&mut store, "s")?;
        Times::of(RUNS, |_| store.advance_pass(sequence, &PassProgress::Secured, "{}").map_err(shown))
    })?;
    row("the commit with ten elements that leave, indexed", &|folder| {
        let mut store = Store::open(&folder.join("commit.db")).map_err(shown)?;
        Times::of(RUNS, |number| {
            let made = material::of_pass(number as u64 + 1);
            let leaving: Vec<Leaving<'_>> = made.iter().map(Made::leaving).collect();
            let sequence = begin(&mut store, "s")?;
            let turn = store.turn(sequence).map_err(shown)?;
            turn.index("s", &leaving).map_err(shown)?;
            turn.take(&PassProgress::Committed { document_after: Digest::of(b"after") }, "{}").map_err(shown)
        })
    })?;
    Ok(format!(
        "## Commits\n\nEach is one transaction; the last row is two, since it begins its pass too.\n\n{}",
        table.text()
    ))
}

/// Ten writers at a time, each with a connection of its own
///
/// # Errors
/// Where the store fails.
pub fn writers(disk: &Path) -> Result<String, String> {
    const PASSES: u64 = 30;
    let mut table = Table::new(["writers", "passes a second", "a pass"]);
    for writers in [1u64, 10] {
        let path = disk.join(format!("writers-{writers}.db"));
        drop(Store::open(&path).map_err(shown)?);
        let start = Instant::now();
        let times = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..writers)
                .map(|writer| {
                    let path = &path;
                    scope.spawn(move || {
                        let mut store = Store::open(path).map_err(shown)?;
                        let times = (0..PASSES).map(|number| {
                            let made = material::of_pass(writer * PASSES + number + 1);
                            let start = Instant::now();
                            pass(&mut store, &format!("writer {writer}"), &made)?;
                            Ok(start.elapsed())
                        });
                        times.collect::<Result<Vec<_>, String>>()
                    })
                })
                .collect();
            let joined = threads.into_iter().map(|thread| thread.join().map_err(|_| "a writer stopped".to_owned())?);
            joined.collect::<Result<Vec<_>, String>>()
        })?;
        let rate = (writers * PASSES) as f64 / start.elapsed().as_secs_f64();
        let times = Times::from(times.into_iter().flatten().collect());
        table.row([writers.to_string(), format!("{rate:.0}"), times.shown()]);
    }
    Ok(format!(
        "## Writers at a time\n\nOn disk; a pass is two transactions, of which the second indexes ten elements. None failed; SQLite \
         lets one write at a time, so that others wait.\n\n{}",
        table.text()
    ))
}

/// Throughput and compression of the archive
///
/// # Errors
/// Where the store fails.
pub fn archive(memory: &Path) -> Result<String, String> {
    let mut table = Table::new(["objects", "MB", "written and read back", "read", "stored, of their size"]);
    for (name, joined) in [("as elements are", 1), ("a hundred elements in one", 100)] {
        let texts: Vec<String> = (0..20_000)
            .step_by(joined)
            .map(|first| (first..first + joined).map(|number| material::made(number).text).collect())
            .collect();
        let bytes: usize = texts.iter().map(String::len).sum();
        let mut store = Store::open(&memory.join(format!("archive-{joined}.db"))).map_err(shown)?;
        let objects: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
        let start = Instant::now();
        let kept = store.archive(&objects).map_err(shown)?;
        let written = start.elapsed();
        let start = Instant::now();
        kept.iter().try_for_each(|kept| store.read(kept.digest).map(drop)).map_err(shown)?;
        let read = start.elapsed();
        let stored: usize = kept.iter().map(|kept| kept.stored_bytes).sum();
        let rate = |seconds: f64| format!("{:.0} MB/s", bytes as f64 / 1e6 / seconds);
        table.row([
            format!("{}, {name}", objects.len()),
            format!("{:.1}", bytes as f64 / 1e6),
            format!("{}, {} an object", rate(written.as_secs_f64()), one(written / objects.len() as u32)),
            rate(read.as_secs_f64()),
            format!("{:.0} %", stored as f64 / bytes as f64 * 100.0),
        ]);
    }
    Ok(format!("## The archive\n\nIn memory, in one transaction.\n\n{}", table.text()))
}

/// Writes passes, each durable before the next begins
///
/// # Errors
/// Where the store fails.
pub fn fill(store: &mut Store, passes: std::ops::RangeInclusive<u64>) -> Result<(), String> {
    for number in passes {
        pass(store, &session_of(number), &material::of_pass(number))?;
    }
    Ok(())
}
