//! A process that is killed in the middle of a pass: the next start brings the pass to its end, and nothing is lost.
//!
//! Each round starts the command on a window, kills it with SIGKILL, starts it again, and looks at everything. It is killed
//! right after a step, for which the test keeps the store's write lock so that the next step cannot be taken; when the next
//! document is there, or took its place; while the summarizer works; and at random times. `ANCHORHOLD_KILL_ROUNDS` sets how
//! many rounds there are. In every third the start after it is killed as well.

#![cfg(unix)]
#![allow(clippy::expect_used, reason = "a test that cannot go on must stop")]

mod support;

use rusqlite::{Connection, OpenFlags};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use support::{Shell, transcript};

const ROUNDS: usize = 201;
const THREADS: usize = 3;
/// What stands where the next document goes, in rounds that kill before it takes its place: it is read once more just before,
/// which takes a while
const LARGE_BYTES: u64 = 48 << 20;
const STEPS: [&str; 5] = ["begun", "planned", "secured", "summarized", "admitted"];

/// When the process is killed
#[derive(Clone, Copy, Debug)]
enum When {
    /// When this step stands in the store
    Step(&'static str),
    /// When the next document lies beside its place
    Written,
    /// When the next document took its place
    Renamed,
    /// After so long
    After(Duration),
    /// While the summarizer works
    Summarizing,
}

/// What must have happened, and what leads to it
const EXPECTED: [(&str, When); 9] = [
    ("killed at begun", When::Step("begun")),
    ("killed at planned", When::Step("planned")),
    ("killed at secured", When::Step("secured")),
    ("killed at summarized", When::Step("summarized")),
    ("killed at admitted", When::Step("admitted")),
    ("killed at committed", When::Step("committed")),
    ("settled: no next document had been admitted", When::Summarizing),
    ("settled: its document took its place now", When::Step("admitted")),
    ("settled: its document had taken its place", When::Renamed),
];
const MORE_ROUNDS_MAX: usize = 100;

#[test]
fn a_pass_survives_being_killed_at_any_point() {
    let rounds = std::env::var("ANCHORHOLD_KILL_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(ROUNDS);
    let tallies: Vec<BTreeMap<String, usize>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || run(thread, rounds / THREADS))).collect();
        threads.into_iter().map(|thread| thread.join().expect("the rounds are sound")).collect()
    });
    let mut sum: BTreeMap<String, usize> = BTreeMap::new();
    for (name, count) in tallies.into_iter().flatten() {
        *sum.entry(name).or_default() += count;
    }
    let shell = Shell::new();
    for (happened, when) in EXPECTED {
        // On a machine that has other things to do, this process may look too late each time.
        for round in 0..MORE_ROUNDS_MAX {
            if sum.contains_key(happened) {
                break;
            }
            for name in one_round(&shell, when, None, &format!("{happened}, round {round}")) {
                *sum.entry(name).or_default() += 1;
            }
        }
        assert!(sum.contains_key(happened), "never {happened}: {sum:?}");
    }
    println!("{rounds} rounds: {sum:?}");
}

/// Some rounds in one store, one after the other
fn run(thread: usize, rounds: usize) -> BTreeMap<String, usize> {
    let shell = Shell::new();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ thread as u64);
    let mut tally = BTreeMap::new();
    for round in 0..rounds {
        let when = match round % 10 {
            0..5 => When::Step(STEPS.get(round % 10).copied().expect("a step")),
            5 => When::Written,
            6..8 => When::Renamed,
            8 => When::After(Duration::from_millis(20 + dice.below(180))),
            _ => When::Summarizing,
        };
        let again = (round % 3 == 0).then(|| Duration::from_millis(10 + dice.below(140)));
        for name in one_round(&shell, when, again, &format!("thread {thread}, round {round}, {when:?}")) {
            *tally.entry(name).or_default() += 1;
        }
    }
    tally
}

/// One round, in which the next start is killed too where that is asked for; gives what happened, to be counted
fn one_round(shell: &Shell, when: When, again: Option<Duration>, named: &str) -> Vec<String> {
    // Another prohibition in each round, so that no two rounds have the same window.
    let before = transcript().replace("keep-me", &format!("keep-{}", named.replace([' ', ',', '"'], "-")));
    shell.write("session.json", &before);
    let last_before = last_event(shell);
    let out = if matches!(when, When::Step("admitted")) { "next.json" } else { "session.json" };
    if out == "next.json" {
        let file = fs::File::create(shell.path(out)).expect("a file");
        file.set_len(LARGE_BYTES).expect("its size");
    }
    let stood = fs::read(shell.path(out)).expect("what stands there");
    let summarizer = match when {
        When::Summarizing => "cmd:echo $$ > asked.new; mv asked.new asked; exec sleep 60",
        When::Step("summarized") => "cmd:cat >/dev/null; echo 'Each part calls `work`.'",
        When::After(_) => "cmd:cat >/dev/null; echo 'Each part calls `work`.'",
        _ => "none",
    };
    let arguments = ["compact", "session.json", "--budget", "4000", "--out", out, "--summarizer", summarizer];
    let mut child = shell.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    kill_when(shell, &mut child, when, last_before);
    let is_killed = child.wait().expect("it ends").code().is_none();
    stop_summarizer(shell);
    wait_for_locks(shell);
    if let Some(time) = again {
        // The start that would settle it is killed as well.
        let arguments = ["compact", "session.json", "--budget", "4000", "--out", out];
        let mut child =
            shell.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        kill_when(shell, &mut child, When::After(time), 0);
        child.wait().expect("it ends");
    }

    // Nobody has settled anything yet: the window is one of the two, whole.
    let left = fs::read(shell.path(out)).expect("the window");
    let passes = rows(shell, "SELECT status, coalesce(seal, '') FROM passes WHERE ended_at_ms IS NULL");
    let is_old = left == stood;
    let seals = rows(shell, "SELECT '', seal FROM passes WHERE seal IS NOT NULL");
    let is_new = seals.iter().any(|(_, seal)| *seal == digest(&left));
    assert!(is_old || is_new, "{named}: the window is neither the old nor the new one");
    assert!(passes.len() <= 1, "{named}: {passes:?}");

    // The next start.
    let next = shell.run(&["compact", "session.json", "--budget", "4000", "--out", out, "--json"]);
    let said = String::from_utf8_lossy(&next.stdout).into_owned();
    assert!(matches!(next.status.code(), Some(0 | 2)), "{named}: {said} {}", String::from_utf8_lossy(&next.stderr));
    let answer: Value = serde_json::from_str(&said).expect("it answers in JSON");
    let settled = answer.pointer("/settled/0").cloned();
    assert_eq!(settled.is_some(), !passes.is_empty(), "{named}: {passes:?} {said}");

    check(shell, named, &before, out);
    let mut happened = vec![if is_killed { "killed".to_owned() } else { "ended before".to_owned() }];
    if let Some(settled) = settled {
        let at = settled.get("interrupted_at").and_then(Value::as_str).unwrap_or_default().to_owned();
        let came = settled.get("since").and_then(Value::as_str).unwrap_or_default();
        happened.push(format!("killed at {at}"));
        happened.push(format!("settled: {came}"));
    } else if is_killed && is_new {
        happened.push("killed at committed".to_owned());
    }
    happened
}

/// What must hold after every round
fn check(shell: &Shell, named: &str, before: &str, out: &str) {
    // The window is the document of the newest pass that was committed; its manifest gives the old one back.
    let window = fs::read(shell.path(out)).expect("the window");
    let committed = rows(
        shell,
        "SELECT document_after, manifest FROM passes WHERE status = 'committed' ORDER BY sequence DESC LIMIT 1",
    );
    let (after, _) = committed.first().expect("a pass was committed");
    assert_eq!(*after, digest(&window), "{named}: the window is not the one that was committed");
    let back = rows(
        shell,
        &format!(
            "SELECT document_before, manifest FROM passes
             WHERE status = 'committed' AND document_before = '{}' ORDER BY sequence DESC LIMIT 1",
            digest(before.as_bytes())
        ),
    );
    let (_, manifest) = back.first().expect("the window of this round was compacted");
    let restored = shell.run(&["recall", manifest, "--document"]);
    assert_eq!(restored.stdout, before.as_bytes(), "{named}: the old window is not given back");
    // No pass is without an end, none without its events, and no number is missing or there twice.
    assert_eq!(rows(shell, "SELECT status, '' FROM passes WHERE ended_at_ms IS NULL"), [], "{named}");
    for table in ["passes", "events", "decisions"] {
        let wrong = format!("SELECT count(*), max(sequence) FROM {table} HAVING count(*) <> max(sequence)");
        assert_eq!(rows(shell, &wrong), [], "{named}: {table}");
    }
    let twice = "SELECT pass, kind FROM events WHERE kind IN ('begun', 'committed', 'refused', 'failed')
         GROUP BY pass, kind HAVING count(*) > 1";
    assert_eq!(rows(shell, twice), [], "{named}: a step was taken twice");
    let endless = "SELECT passes.sequence, passes.status FROM passes WHERE NOT EXISTS
         (SELECT 1 FROM events WHERE events.pass = passes.sequence AND events.kind = passes.status)";
    assert_eq!(rows(shell, endless), [], "{named}: a pass without the event of its end");
    let unarchived = "SELECT passes.sequence, passes.manifest FROM passes JOIN events ON events.pass = passes.sequence
         WHERE events.kind = 'secured' AND passes.manifest NOT IN (SELECT digest FROM objects)";
    assert_eq!(rows(shell, unarchived), [], "{named}: a window was summarized before it was archived");
    let files = fs::read_dir(shell.path("")).expect("the folder").flatten();
    let left: Vec<String> = files
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with('.'))
        .collect();
    assert_eq!(left, [""; 0], "{named}: a file is left over");
}

/// Waits until it is time, or the process has ended by itself, and kills it: of it nothing runs any more
fn kill_when(shell: &Shell, child: &mut Child, when: When, last_before: u64) {
    let began = Instant::now();
    let file = || fs::metadata(shell.path("session.json")).map(|file| file.ino()).expect("the window");
    let file_before = file();
    let lies_beside = |entry: fs::DirEntry| entry.file_name().to_string_lossy().starts_with(".session.json.anchorhold");
    let mut gate = None;
    while child.try_wait().expect("it can be waited for").is_none() && began.elapsed() < Duration::from_secs(60) {
        let is_time = match when {
            When::After(time) => began.elapsed() >= time,
            When::Summarizing => shell.path("asked").exists(),
            When::Written => fs::read_dir(shell.path("")).expect("the folder").flatten().any(lies_beside),
            When::Renamed => file() != file_before,
            When::Step(step) => {
                gate = gate.or_else(|| open(shell, OpenFlags::SQLITE_OPEN_READ_WRITE));
                gate.as_ref().is_some_and(|gate| is_held_after(gate, step, last_before))
            }
        };
        if is_time {
            break;
        }
    }
    child.kill().expect("it is killed");
}

/// Takes the write lock, and keeps it where the newest step is this one: then the next one cannot be taken
fn is_held_after(gate: &Connection, step: &str, last_before: u64) -> bool {
    // After `admitted` the process takes the lock at once and keeps it to the end; there the large file gives time.
    let begin = if step == "admitted" { "BEGIN" } else { "BEGIN IMMEDIATE" };
    if gate.execute_batch(begin).is_err() {
        return false;
    }
    let newest = "SELECT kind FROM events WHERE sequence > ?1 ORDER BY sequence DESC LIMIT 1";
    let is_newest = gate.query_row(newest, [last_before], |row| row.get::<_, String>(0)).is_ok_and(|kind| kind == step);
    if !is_newest {
        gate.execute_batch("ROLLBACK").expect("the lock is given back");
    }
    is_newest
}

/// A summarizer that was just being started when its parent was killed holds the parent's lock until it has started
fn wait_for_locks(shell: &Shell) {
    let Ok(folder) = fs::read_dir(shell.path("data/anchorhold/store.db-passes")) else { return };
    for entry in folder.flatten() {
        fs::File::open(entry.path()).and_then(|file| file.lock()).expect("nobody holds a pass for long");
    }
}

/// The summarizer of a killed process lives on; it is stopped by its id, which it wrote down
fn stop_summarizer(shell: &Shell) {
    let Ok(asked) = fs::read_to_string(shell.path("asked")) else { return };
    fs::remove_file(shell.path("asked")).expect("it is removed");
    Command::new("kill").args(["-KILL", asked.trim()]).status().expect("it is stopped");
}

fn open(shell: &Shell, flags: OpenFlags) -> Option<Connection> {
    let connection = Connection::open_with_flags(shell.path("data/anchorhold/store.db"), flags).ok()?;
    // Whoever waits for the lock in SQLite's way sleeps in between, and comes too late.
    let is_quick = flags.contains(OpenFlags::SQLITE_OPEN_READ_WRITE);
    connection.busy_timeout(Duration::from_secs(if is_quick { 0 } else { 10 })).expect("a setting");
    Some(connection)
}

fn last_event(shell: &Shell) -> u64 {
    let newest = "SELECT coalesce(max(sequence), 0) FROM events";
    open(shell, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .and_then(|connection| connection.query_row(newest, [], |row| row.get(0)).ok())
        .unwrap_or(0)
}

/// The first two columns of an answer, as text
fn rows(shell: &Shell, question: &str) -> Vec<(String, String)> {
    let Some(connection) = open(shell, OpenFlags::SQLITE_OPEN_READ_ONLY) else { return Vec::new() };
    let Ok(mut statement) = connection.prepare(question) else { return Vec::new() };
    let text = |value: rusqlite::types::Value| match value {
        rusqlite::types::Value::Integer(number) => number.to_string(),
        rusqlite::types::Value::Text(text) => text,
        _ => String::new(),
    };
    let rows = statement.query_map([], |row| Ok((text(row.get(0)?), text(row.get(1)?)))).expect("an answer");
    rows.collect::<Result<_, _>>().expect("rows")
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Numbers that look random, the same in each run
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}
