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

/// Where an agent dies while it pays, by SIGKILL
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
    /// It lives
    None,
}

/// An agent that pays an order. It is a process of its own that remembers nothing, and kills itself where it is told to.
/// The bank is a file with a line for each charge: it charges whoever asks, as often as it is asked.
const AGENT: &str = r#"
die() { if [ "$DEATH" = "$1" ]; then kill -9 $$; fi; }
arguments="{\"amount\": 900, \"idempotency_key\": \"$ORDER\"}"
if [ -n "$GUARDED" ]; then
    "$ANCHORHOLD" effects judge --tool charge_card --arguments "$arguments" >/dev/null
    status=$?
    if [ $status -eq 2 ]; then exit 0; fi
    if [ $status -ne 0 ]; then exit 9; fi
fi
die Intended
echo "$ORDER" >> "$BANK"
die Charged
if [ -n "$GUARDED" ]; then "$ANCHORHOLD" effects record "$ORDER" fired >/dev/null || exit 9; fi
die Fired
if [ -n "$GUARDED" ]; then "$ANCHORHOLD" effects record "$ORDER" confirmed --outcome "ch_$ORDER" >/dev/null || exit 9; fi
"#;

/// Starts the agent, and looks that it ended as it was told to
#[cfg(unix)]
fn agent(folder: &TempDir, bank: &str, order: &str, death: Death, is_guarded: bool) {
    use std::os::unix::process::ExitStatusExt;
    const KILLED: i32 = 9;
    let (word, is_killed) = match death {
        Death::Judging(_) | Death::None => ("none".to_owned(), false),
        death => (format!("{death:?}"), true),
    };
    let settings = command(folder, &[]);
    let mut agent = Command::new("sh");
    agent
        .args(["-c", AGENT])
        .current_dir(folder.path())
        .envs(settings.get_envs().filter_map(|(name, value)| Some((name, value?))));
    agent.env("ANCHORHOLD", env!("CARGO_BIN_EXE_anchorhold")).env("BANK", bank).env("ORDER", order).env("DEATH", word);
    agent.env("GUARDED", if is_guarded { "yes" } else { "" }).env_remove("ANCHORHOLD_POLICY");
    let status = agent.status().expect("it runs");
    let is_as_told = if is_killed { status.signal() == Some(KILLED) } else { status.success() };
    assert!(is_as_told, "{order}, {death:?}: {status:?}");
}

/// How often each order was charged
fn charges(folder: &TempDir, bank: &str) -> BTreeMap<String, usize> {
    let mut charges = BTreeMap::new();
    for order in std::fs::read_to_string(folder.path().join(bank)).unwrap_or_default().lines() {
        *charges.entry(order.to_owned()).or_default() += 1;
    }
    charges
}

/// Starts the agent beside a ledger. Whoever starts it after a crash asks the bank about what nobody knows, and says so.
#[cfg(unix)]
fn pay_guarded(folder: &TempDir, order: &str, death: Death) {
    let (_, abandoned) = run(folder, &["settle", "--abandoned"]);
    for effect in abandoned.get("effects").and_then(Value::as_array).into_iter().flatten() {
        let id = effect.get("id").and_then(Value::as_str).expect("an id");
        let end = if charges(folder, "guarded").contains_key(id) { "confirmed" } else { "failed" };
        assert_eq!(run(folder, &["settle", id, end]).0, Some(0));
    }
    if let Death::Judging(after_ms) = death {
        let arguments = json!({"amount": 900, "idempotency_key": order}).to_string();
        let mut child =
            command(folder, &["judge", "--tool", "charge_card", "--arguments", &arguments]).spawn().expect("it runs");
        thread::sleep(Duration::from_millis(after_ms));
        child.kill().expect("it is killed");
        child.wait().expect("it is gone");
        return;
    }
    agent(folder, "guarded", order, death, true);
}

/// Puts what the agent did into its window, and compacts that for real
#[cfg(unix)]
fn compact(folder: &TempDir, order: &str) {
    let path = folder.path().join("window.json");
    let mut messages: Vec<Value> = match std::fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text).expect("a window"),
        Err(_) => vec![json!({"role": "system", "content": "You take payments."})],
    };
    messages.push(json!({"role": "user", "content": format!("Take the payment of order {order}.")}));
    let charge = json!({"amount": 900, "idempotency_key": order});
    let calls = [("charge_card", charge, format!("charged: ch_{order}"))].into_iter();
    let reads = (0..12).map(|page| ("get_page", json!({"page": page}), format!("page {page} of {order}\n").repeat(60)));
    for (place, (tool, arguments, result)) in calls.chain(reads).enumerate() {
        let id = format!("{order}-{place}");
        messages.push(json!({"role": "assistant", "content": null, "tool_calls":
            [{"id": id, "type": "function", "function": {"name": tool, "arguments": arguments.to_string()}}]}));
        messages.push(json!({"role": "tool", "tool_call_id": id, "content": result}));
    }
    messages.push(json!({"role": "user", "content": "Was everything paid?"}));
    std::fs::write(&path, Value::Array(messages).to_string()).expect("a window");
    let settings = command(folder, &[]);
    let mut compact = Command::new(env!("CARGO_BIN_EXE_anchorhold"));
    compact.args(["compact", "window.json", "--budget", "6000", "--session", "s", "--out", "window.json"]);
    compact.current_dir(folder.path()).envs(settings.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let output = compact.env_remove("ANCHORHOLD_POLICY").output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

#[cfg(unix)]
#[test]
fn nothing_is_paid_twice_wherever_the_agent_dies() {
    let folder = tempfile::tempdir().expect("a folder");
    for round in 0..9u64 {
        let order = format!("o-{round}");
        let places = [Death::Intended, Death::Charged, Death::Fired];
        let place = *places.get(usize::try_from(round % 3).expect("a place")).expect("a death");
        for death in [Death::Judging(round * 7), place, Death::None] {
            pay_guarded(&folder, &order, death);
            if !matches!(death, Death::Judging(_)) {
                agent(&folder, "bare", &order, death, false);
            }
        }
        // After a compaction, and with nothing left that the agent remembers, it is told to pay again.
        compact(&folder, &order);
        pay_guarded(&folder, &order, Death::None);
        agent(&folder, "bare", &order, Death::None, false);
    }
    let twice = |charges: &BTreeMap<String, usize>| charges.values().map(|charges| charges - 1).sum::<usize>();
    let (guarded, bare) = (charges(&folder, "guarded"), charges(&folder, "bare"));
    println!("charges made twice: {} with the ledger, {} without", twice(&guarded), twice(&bare));
    assert_eq!((guarded.len(), twice(&guarded)), (9, 0), "every order is paid, once: {guarded:?}");
    assert!(twice(&bare) > 0, "{bare:?}");
    let confirmed = run(&folder, &["list"]).1;
    let effects = confirmed.get("effects").and_then(Value::as_array).expect("effects");
    assert_eq!(effects.len(), 9, "the compactions and the agent speak of the same effects: {confirmed}");
    assert!(effects.iter().all(|effect| effect.get("status") == Some(&json!("confirmed"))), "{confirmed}");
}
