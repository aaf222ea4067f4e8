//! Effects as a shell sees them: one of many may fire, and none fires twice, wherever the agent dies.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test that cannot go on must stop")]

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const CHARGE: &str = r#"{"card": "c-1", "amount": 900, "idempotency_key": "o-17"}"#;

fn command(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_anchorhold"));
    command
        .arg("effects")
        .args(arguments)
        .arg("--json")
        .current_dir(folder.path())
        .env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
        .env("ANCHORHOLD_STORE", folder.path().join("store.db"))
        .env("ANCHORHOLD_SESSION", "s")
        .env_remove("ANCHORHOLD_POLICY")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(folder: &TempDir, arguments: &[&str]) -> (Option<i32>, Value) {
    let Output { status, stdout, .. } = command(folder, arguments).output().expect("it runs");
    (status.code(), serde_json::from_slice(&stdout).unwrap_or(Value::Null))
}

fn judge(folder: &TempDir, tool: &str, arguments: &str) -> (Option<i32>, Value) {
    run(folder, &["judge", "--tool", tool, "--arguments", arguments])
}

#[test]
fn an_effect_goes_its_way_and_the_exit_status_tells() {
    let folder = tempfile::tempdir().expect("a folder");
    let reused = CHARGE.replace("900", "901");
    type Row<'a> = (&'a [&'a str], i32, &'a str, &'a str);
    let charge: &[&str] = &["judge", "--tool", "charge_card", "--arguments", CHARGE];
    let rows: &[Row<'_>] = &[
        (&["list"], 0, "/effects", "[]"),
        (&["judge", "--tool", "charge_card", "--arguments", CHARGE, "--rehearsal"], 0, "/judgement", "fire"),
        (&["record", "o-17", "fired"], 3, "/input_error/code", "effect-unknown"),
        (charge, 0, "/judgement", "fire"),
        (charge, 2, "/judgement", "in-flight"),
        (&["judge", "--tool", "charge_card", "--arguments", &reused], 2, "/field", "amount"),
        (&["judge", "--tool", "get_order", "--arguments", CHARGE], 0, "/judgement", "fire"),
        (&["settle", "o-17", "confirmed"], 2, "/settled", "in-flight"),
        (&["record", "o-17", "fired"], 0, "/recorded", "advanced"),
        (&["settle", "--abandoned"], 0, "/effects/0/status", "unknown"),
        (charge, 2, "/judgement", "outcome-unknown"),
        (&["settle", "o-17", "failed", "--outcome", "the bank knows nothing of it"], 0, "/settled", "settled"),
        (charge, 0, "/judgement", "fire"),
        (&["record", "o-17", "confirmed", "--outcome", "ch_1"], 0, "/recorded", "advanced"),
        (&["record", "o-17", "failed"], 2, "/recorded", "outranked"),
        (charge, 2, "/entry/outcome", "ch_1"),
        (&["judge", "--tool", "charge_card", "--arguments", "[1]"], 3, "/input_error/code", "malformed"),
        (&["list"], 0, "/effects/0/status", "confirmed"),
    ];
    for (arguments, status, place, expected) in rows {
        let (code, answer) = run(&folder, arguments);
        let found = answer.pointer(place).map(|value| value.as_str().map_or(value.to_string(), str::to_owned));
        assert_eq!((code, found.as_deref()), (Some(*status), Some(*expected)), "{arguments:?}: {answer}");
    }
}

#[test]
fn of_many_processes_one_is_told_to_fire() {
    let folder = tempfile::tempdir().expect("a folder");
    let start =
        |_| command(&folder, &["judge", "--tool", "charge_card", "--arguments", CHARGE]).spawn().expect("it runs");
    let asked: Vec<Child> = (0..12).map(start).collect();
    let statuses: Vec<Option<i32>> =
        asked.into_iter().map(|child| child.wait_with_output().expect("it ends").status.code()).collect();
    assert_eq!(statuses.iter().filter(|status| **status == Some(0)).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == Some(2)).count(), 11, "{statuses:?}");
}

#[test]
fn the_same_calls_are_answered_in_lines_of_a_batch() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments: Value = serde_json::from_str(CHARGE).expect("it is JSON");
    let judge = json!({"call": "effects.judge", "session": "s",
        "tool_call": {"tool": "charge_card", "arguments": arguments}});
    let lines = [
        judge.clone(),
        judge,
        json!({"call": "effects.record", "session": "s", "effect": "o-17", "status": "confirmed"}),
        json!({"call": "effects.record", "session": "s", "effect": "o-17", "status": "intended"}),
        json!({"call": "effects.settle", "session": "s", "effect": "o-18", "status": "failed"}),
        json!({"call": "effects.list", "session": "s"}),
        json!({"call": "describe"}),
    ];
    let input = lines.map(|line| line.to_string()).join("\n");
    std::fs::write(folder.path().join("lines"), input).expect("a file");
    let mut batch = Command::new(env!("CARGO_BIN_EXE_anchorhold"));
    batch.arg("batch").env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    batch.env("ANCHORHOLD_STORE", folder.path().join("store.db")).env_remove("ANCHORHOLD_POLICY");
    batch.stdin(std::fs::File::open(folder.path().join("lines")).expect("the file"));
    let output = String::from_utf8(batch.output().expect("it runs").stdout).expect("text");
    let answers: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for (place, pointer, expected) in [
        (0, "/ok/judgement", "fire"),
        (1, "/ok/judgement", "in-flight"),
        (2, "/ok/recorded", "advanced"),
        (3, "/input_error/code", "malformed"),
        (4, "/input_error/code", "effect-unknown"),
        (5, "/ok/effects/0/status", "confirmed"),
        (6, "/ok/preset", "standard"),
    ] {
        let found = answers.get(place).and_then(|answer| answer.pointer(pointer)).and_then(Value::as_str);
        assert_eq!(found, Some(expected), "{place}: {output}");
    }
}

/// What the bank did, by key. It charges whoever asks, as often as it is asked.
type Bank = BTreeMap<String, usize>;

/// Where an agent dies while it pays. The command that judges is killed; at the other places the agent stops between two
/// commands and never comes back to the work, which leaves in the ledger what its death would.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Death {
    /// The command that judges is killed after so many milliseconds
    Judging(u64),
    /// The ledger says `intended`, and the bank was not asked
    Intended,
    /// The bank was asked, and the ledger still says `intended`
    Charged,
    /// The ledger says `fired`
    Fired,
    /// None: it lives, and forgets that it paid, as after a compaction
    Forgetting,
}

/// Pays once, by what the agent remembers: nothing. Each command is a process of its own.
fn pay_guarded(folder: &TempDir, bank: &mut Bank, order: &str, death: Death) {
    // Whoever starts after a crash asks the bank about what nobody knows, and says so in the ledger.
    let (_, abandoned) = run(folder, &["settle", "--abandoned"]);
    for effect in abandoned.get("effects").and_then(Value::as_array).into_iter().flatten() {
        let id = effect.get("id").and_then(Value::as_str).expect("an id");
        let end = if bank.contains_key(id) { "confirmed" } else { "failed" };
        assert_eq!(run(folder, &["settle", id, end]).0, Some(0));
    }
    let arguments = json!({"amount": 900, "idempotency_key": order}).to_string();
    let judged = ["judge", "--tool", "charge_card", "--arguments", &arguments];
    if let Death::Judging(after_ms) = death {
        let mut child = command(folder, &judged).spawn().expect("it runs");
        thread::sleep(Duration::from_millis(after_ms));
        child.kill().expect("it is killed");
        child.wait().expect("it is gone");
        return;
    }
    match judge(folder, "charge_card", &arguments).0 {
        Some(0) => {}
        Some(2) => return,
        other => panic!("{other:?}"),
    }
    if death == Death::Intended {
        return;
    }
    *bank.entry(order.to_owned()).or_default() += 1;
    if death == Death::Charged {
        return;
    }
    assert_eq!(run(folder, &["record", order, "fired"]).0, Some(0));
    if death != Death::Fired {
        assert_eq!(run(folder, &["record", order, "confirmed"]).0, Some(0));
    }
}

/// The same agent without a ledger
fn pay_bare(bank: &mut Bank, order: &str, death: Death) {
    if !matches!(death, Death::Judging(_) | Death::Intended) {
        *bank.entry(order.to_owned()).or_default() += 1;
    }
}

#[test]
fn nothing_is_paid_twice_wherever_the_agent_dies() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut guarded, mut bare) = (Bank::new(), Bank::new());
    for round in 0..10u64 {
        let order = format!("o-{round}");
        let deaths = [
            Death::Judging(round * 7),
            [Death::Intended, Death::Charged, Death::Fired][usize::try_from(round % 3).expect("a place")],
            Death::Forgetting,
            Death::Forgetting,
        ];
        for death in deaths {
            pay_guarded(&folder, &mut guarded, &order, death);
            pay_bare(&mut bare, &order, death);
        }
    }
    let twice = |bank: &Bank| bank.values().map(|charges| charges - 1).sum::<usize>();
    println!("charges made twice: {} with the ledger, {} without", twice(&guarded), twice(&bare));
    assert_eq!((guarded.len(), twice(&guarded)), (10, 0), "every order is paid, once: {guarded:?}");
    assert!(twice(&bare) > 0, "{bare:?}");
}
