//! What looking costs, and how it grows: open, judge, recall by pointer and by question, from a thousand elements on.

use crate::dice::Dice;
use crate::material::{ELEMENTS_A_PASS, made, order_of, session_of};
use crate::table::Table;
use crate::times::{Times, one};
use crate::{passing, shown};
use anchorhold_flow::effects::{self, EffectCall};
use anchorhold_flow::{Desk, Question, ask, recall};
use anchorhold_store::{Digest, Effect, EffectStatus, Store};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

/// The measures of one size
struct Measured {
    elements: usize,
    bytes: u64,
    rows: Vec<(&'static str, Times)>,
}

/// What is aimed at, in the median at the largest size
const AIMS: [(&str, Duration); 5] = [
    (JUDGE, Duration::from_micros(200)),
    (POINTER, Duration::from_millis(1)),
    (BY_NAME, Duration::from_millis(20)),
    (BY_WORDS, Duration::from_millis(20)),
    (IN_SESSION, Duration::from_millis(20)),
];
const OPEN: &str = "the store opened";
const LOOK: &str = "the ledger asked for one effect";
const JUDGE: &str = "a call judged, without the commit";
const CLAIM: &str = "a call judged and claimed, in memory";
const POINTER: &str = "recall by pointer";
const BY_PASS: &str = "recall by pass";
const BY_NAME: &str = "by question: an identifier, all sessions";
const BY_WORDS: &str = "by question: common words, all sessions";
const IN_SESSION: &str = "by question: common words, one session";

/// Fills a store and measures it on the way
///
/// # Errors
/// Where store or policy fail.
pub fn growth(desk: &Desk, memory: &Path, elements: usize) -> Result<String, String> {
    let path = memory.join("large.db");
    let mut store = Store::open(&path).map_err(shown)?;
    let mut passes = 0;
    let mut measured = Vec::new();
    let mut filling = Duration::ZERO;
    for size in [1000, 10_000, 100_000, 1_000_000].into_iter().filter(|size| *size < elements).chain([elements]) {
        let start = Instant::now();
        let wanted = (size / ELEMENTS_A_PASS) as u64;
        passing::fill(&mut store, passes + 1..=wanted)?;
        for pass in passes + 1..=wanted {
            store.record(&session_of(pass), &[effect(pass)]).map_err(shown)?;
        }
        passes = wanted;
        filling += start.elapsed();
        eprintln!("{size} elements after {filling:.0?}");
        let bytes = bytes_of(&path);
        measured.push(Measured { elements: size, bytes, rows: measure(desk, &path, &mut store, size)? });
    }
    Ok(section(&measured, passes, filling))
}

fn measure(desk: &Desk, path: &Path, store: &mut Store, elements: usize) -> Result<Vec<(&'static str, Times)>, String> {
    const RUNS: usize = 300;
    let passes = elements / ELEMENTS_A_PASS;
    let mut dice = Dice::new(elements as u64);
    let pass = |dice: &mut Dice| dice.below(passes) as u64 + 1;
    let mut rows = vec![(OPEN, Times::of(50, |_| Store::open(path).map(drop).map_err(shown))?)];
    rows.push((
        LOOK,
        Times::of(RUNS, |_| {
            let pass = pass(&mut dice);
            let id = key_of(pass);
            let found = store.effects_like(&session_of(pass), &id, Some(&id)).map_err(shown)?;
            if found.is_empty() { Err(format!("the effect of pass {pass} is not there")) } else { Ok(()) }
        })?,
    ));
    rows.push((
        JUDGE,
        Times::of(RUNS, |_| {
            let pass = pass(&mut dice);
            let judged = effects::judge(desk, store, &session_of(pass), &call(&key_of(pass)), true).map_err(shown)?;
            if judged.judgement.is_fire() { Err("a second charge was let through".to_owned()) } else { Ok(()) }
        })?,
    ));
    rows.push((
        CLAIM,
        Times::of(RUNS, |number| {
            let session = format!("new at {elements}");
            let judged = effects::judge(desk, store, &session, &call(&format!("n-{number}")), false).map_err(shown)?;
            if judged.judgement.is_fire() { Ok(()) } else { Err("a first charge was held back".to_owned()) }
        })?,
    ));
    rows.push((
        POINTER,
        Times::of(RUNS, |_| {
            let text = made(dice.below(elements)).text;
            let pointer = Digest::of(text.as_bytes()).pointer();
            let recalled = recall(store, &pointer, false).map_err(shown)?;
            if recalled.bytes == text.as_bytes() { Ok(()) } else { Err("other bytes came back".to_owned()) }
        })?,
    ));
    rows.push((
        BY_PASS,
        Times::of(RUNS, |_| {
            let left = store.left_with(pass(&mut dice)).map_err(shown)?;
            if left.len() == ELEMENTS_A_PASS { Ok(()) } else { Err("a pass has lost entries".to_owned()) }
        })?,
    ));
    rows.push((
        BY_NAME,
        Times::of(RUNS, |_| {
            let order = dice.below(passes) * ELEMENTS_A_PASS;
            let text = format!("what is the status of order {}?", order_of(order));
            asked(store, &text, None, Some(&order_of(order)))
        })?,
    ));
    let common = [
        "what was the amount and the status of the customer's order?",
        "which schema version was applied last?",
        "which request failed with an error?",
        "what did the migration of the schema do to the order?",
    ];
    rows.push((
        BY_WORDS,
        Times::of(RUNS, |number| {
            asked(store, common.get(number % common.len()).copied().unwrap_or_default(), None, None)
        })?,
    ));
    rows.push((
        IN_SESSION,
        Times::of(RUNS, |number| {
            let session = session_of(pass(&mut dice));
            asked(store, common.get(number % common.len()).copied().unwrap_or_default(), Some(&session), None)
        })?,
    ));
    Ok(rows)
}

/// Asks as a driver does, log and texts included
fn asked(store: &mut Store, text: &str, session: Option<&str>, expected: Option<&str>) -> Result<(), String> {
    let answers = ask(store, Question { text, session, about: None, count: Some(5) }).map_err(shown)?.answers;
    let first = answers.first().and_then(|answer| answer.text.as_deref()).ok_or(format!("no answer to `{text}`"))?;
    match expected {
        Some(expected) if !first.contains(expected) => Err(format!("`{text}` found `{first}`")),
        _ => Ok(()),
    }
}

fn section(measured: &[Measured], passes: u64, filling: Duration) -> String {
    let mut headings = vec!["elements".to_owned()];
    headings.extend(measured.iter().map(|one| grouped(one.elements)));
    headings.extend(["aim".to_owned(), String::new()]);
    let mut table = Table::of(headings);
    let names: Vec<&'static str> =
        measured.first().map_or(Vec::new(), |one| one.rows.iter().map(|row| row.0).collect());
    for (place, name) in names.iter().enumerate() {
        let times: Vec<&Times> = measured.iter().filter_map(|one| Some(&one.rows.get(place)?.1)).collect();
        let aim = AIMS.iter().find(|(aimed, _)| aimed == name).map(|(_, aim)| *aim);
        let last = times.last().map_or(Duration::ZERO, |times| times.percentile(50));
        let mut cells = vec![(*name).to_owned()];
        cells.extend(times.iter().map(|times| times.shown()));
        cells.push(aim.map_or_else(String::new, |aim| format!("≤ {}", one(aim))));
        cells.push(aim.map_or("", |aim| if last <= aim { "met" } else { "missed" }).to_owned());
        table.add(cells);
    }
    let mut disk = Table::new(["elements", "passes", "MB", "each pass, KiB"]);
    for one in measured {
        let passes = one.elements / ELEMENTS_A_PASS;
        let each = one.bytes as f64 / passes.max(1) as f64 / 1024.0;
        disk.row([
            grouped(one.elements),
            grouped(passes),
            format!("{:.1}", one.bytes as f64 / 1e6),
            format!("{each:.1}"),
        ]);
    }
    format!(
        "## Growth\n\nOne store in memory, measured while it grows to {} passes and as many effects. A question is asked as a driver \
         asks: with its entry in the log and the texts of five answers. Judging includes the policy, in the component, twice. It was \
         filled pass by pass in {:.0} s.\n\n{}\n## Disk\n\nTexts, index, passes and events of the same store; a host keeps the bytes of \
         the transcript beside them.\n\n{}",
        grouped(usize::try_from(passes).unwrap_or(usize::MAX)),
        filling.as_secs_f64(),
        table.text(),
        disk.text()
    )
}

fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let places = digits.len();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (places - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn bytes_of(path: &Path) -> u64 {
    let beside = |ending: &str| std::fs::metadata(format!("{}{ending}", path.display())).map_or(0, |file| file.len());
    beside("") + beside("-wal")
}

fn key_of(pass: u64) -> String {
    format!("o-{pass}")
}

fn effect(pass: u64) -> Effect {
    Effect {
        id: key_of(pass),
        action: "charge_card".to_owned(),
        target: String::new(),
        idempotency_key: Some(key_of(pass)),
        status: EffectStatus::Confirmed,
        arguments: Some(Value::Object(arguments(&key_of(pass))).to_string()),
        fired_at: None,
        outcome: Some("ch_1".to_owned()),
        element: None,
    }
}

fn call(key: &str) -> EffectCall {
    let tool_call = [("tool", json!("charge_card")), ("arguments", Value::Object(arguments(key)))];
    EffectCall {
        tool_call: Map::from_iter(tool_call.map(|(name, value)| (name.to_owned(), value))),
        tools: Value::Null,
    }
}

fn arguments(key: &str) -> Map<String, Value> {
    let arguments = [("amount", json!(900)), ("idempotency_key", json!(key))];
    Map::from_iter(arguments.map(|(name, value)| (name.to_owned(), value)))
}
