//! What a change of policy would change: recorded calls through the old version and the new one.

use crate::{Document, DocumentError};
use anchorhold_runtime::{Failure, Policy};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A recorded call
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// Where it comes from: a file, and what of it
    pub place: String,
    /// The call, as a line of a batch
    pub line: String,
}

/// What differs between two versions over a corpus
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Diff {
    /// Calls that both were asked
    pub calls: u64,
    /// Calls that they answer differently
    pub changed: u64,
    /// What changes, by rule; the most frequent first
    pub groups: Vec<Group>,
    /// The fuel that the old version used in all
    pub fuel_old: u64,
    /// The fuel that the new version used in all
    pub fuel_new: u64,
}

/// One kind of change
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Group {
    /// The rule that holds for one of them only, or what decided otherwise
    pub rule: String,
    /// What the old version says
    pub old: String,
    /// What the new version says
    pub new: String,
    /// In how many calls
    pub calls: u64,
    /// How often in all
    pub count: u64,
    /// The first few calls in which it is so
    pub places: Vec<String>,
}

/// Why a corpus cannot be used
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A file cannot be read
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// There is no call in it
    #[error("`{}` holds no recorded call; give calls as lines of a batch, or transcripts with a budget", path.display())]
    Empty {
        /// The file or folder
        path: PathBuf,
    },
}

/// One thing that differs in one call: the rule, what the old version says, what the new one says
type Change = (String, String, String);

/// The calls of a file or folder: lines of a batch as they are, and of each transcript its plan with a summary, its spill
/// and its classes. `limit`: the budget for transcripts, in tokens; without one only their classes are asked for.
///
/// # Errors
/// Where a file cannot be read, or there is no call.
pub fn corpus(path: &Path, limit: Option<u32>) -> Result<Vec<Recorded>, CorpusError> {
    let mut files = Vec::new();
    files_of(path, &mut files);
    files.sort();
    let mut calls = Vec::new();
    for file in files {
        let text = Document::read(&file)?.text;
        let place = file.display().to_string();
        if is_batch(&text) {
            let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
            calls.extend(
                lines
                    .map(|(number, line)| Recorded { place: format!("{place}:{}", number + 1), line: line.to_owned() }),
            );
        } else {
            calls.extend(calls_of(&place, &text, limit));
        }
    }
    if calls.is_empty() { Err(CorpusError::Empty { path: path.to_owned() }) } else { Ok(calls) }
}

/// Asks both versions every call, and tells what differs. `watch` is told of each call before it is made.
///
/// # Errors
/// Where a version has no desk, or is too busy to be asked.
pub fn diff(old: &Policy, new: &Policy, calls: &[Recorded], watch: &mut dyn FnMut(usize)) -> Result<Diff, Failure> {
    let mut diff = Diff { calls: calls.len() as u64, ..Diff::default() };
    let mut groups: BTreeMap<Change, Group> = BTreeMap::new();
    for (number, call) in calls.iter().enumerate() {
        watch(number);
        let (said_old, said_new) =
            (said(old, &call.line, &mut diff.fuel_old)?, said(new, &call.line, &mut diff.fuel_new)?);
        if said_old == said_new {
            continue;
        }
        diff.changed += 1;
        for (change, count) in counted(changes(&said_old, &said_new)) {
            let (rule, old, new) = change.clone();
            let group =
                groups.entry(change).or_insert(Group { rule, old, new, calls: 0, count: 0, places: Vec::new() });
            group.calls += 1;
            group.count += count;
            if group.places.len() < 3 {
                group.places.push(call.place.clone());
            }
        }
    }
    diff.groups = groups.into_values().collect();
    diff.groups.sort_by_key(|group| Reverse((group.calls, group.count)));
    Ok(diff)
}

/// What a version says to a call: its answer, or how it failed. An answer that is not JSON is told as such.
fn said(policy: &Policy, line: &str, fuel: &mut u64) -> Result<Value, Failure> {
    match policy.answer(line) {
        Ok(decided) => {
            *fuel = fuel.saturating_add(decided.fuel_used);
            Ok(serde_json::from_str(&decided.answer)
                .unwrap_or_else(|_| json!({"failure": {"code": "answer-unreadable"}})))
        }
        Err(failure @ (Failure::NoDesk | Failure::Busy { .. })) => Err(failure),
        Err(failure) => Ok(json!({"failure": {"code": failure.code()}})),
    }
}

/// What differs between two answers. Answers that differ in nothing that is looked at differ in their text.
fn changes(old: &Value, new: &Value) -> Vec<Change> {
    let mut changes = Vec::new();
    let (was, is) = (outcome(old), outcome(new));
    if was != is {
        changes.push(("verdict".to_owned(), was, is));
    }
    changed_codes(old, new, &mut changes);
    changed_treatments(old, new, &mut changes);
    changed_demands(old, new, &mut changes);
    if changes.is_empty() {
        changes.push(("text".to_owned(), "one text".to_owned(), "another text".to_owned()));
    }
    changes
}

/// The kind of an answer: its verdict, or what it is instead of one
fn outcome(answer: &Value) -> String {
    for kind in ["failure", "input_error"] {
        if let Some(code) = answer.get(kind) {
            return format!("{kind}: {}", text_of(code, "code"));
        }
    }
    match answer.pointer("/ok/verdict") {
        Some(Value::String(verdict)) => verdict.clone(),
        _ => "answer".to_owned(),
    }
}

/// Rules that hold for one version only: reasons, and findings with their severity
fn changed_codes(old: &Value, new: &Value, changes: &mut Vec<Change>) {
    let codes = |answer: &Value| -> BTreeMap<String, String> {
        let of =
            |name: &str| answer.pointer(&format!("/ok/{name}")).and_then(Value::as_array).cloned().unwrap_or_default();
        let reasons = of("reasons").into_iter().map(|reason| (text_of(&reason, "code"), "refuses".to_owned()));
        let findings = of("findings").into_iter().map(|found| (text_of(&found, "code"), text_of(&found, "severity")));
        reasons.chain(findings).collect()
    };
    let (was, is) = (codes(old), codes(new));
    let how = |codes: &BTreeMap<String, String>, code: &str| codes.get(code).map_or("—", String::as_str).to_owned();
    for code in was.keys().chain(is.keys()).collect::<BTreeSet<_>>() {
        let (before, after) = (how(&was, code), how(&is, code));
        if before != after {
            changes.push((code.clone(), before, after));
        }
    }
}

/// Elements that are classed or treated otherwise, by what decided
fn changed_treatments(old: &Value, new: &Value, changes: &mut Vec<Change>) {
    let of = |answer: &Value| -> BTreeMap<String, Value> {
        let lists = ["/ok/plan/treatments", "/ok/classifications"];
        let given = lists.iter().filter_map(|list| answer.pointer(list).and_then(Value::as_array)).flatten();
        given.map(|one| (text_of(one, "element"), one.clone())).collect()
    };
    let (was, is) = (of(old), of(new));
    for (element, before) in &was {
        let Some(after) = is.get(element) else { continue };
        if before.get("class") != after.get("class") {
            let deciders = ["regenerable_by", "idempotent_by", "task_critical_by"];
            let decider = deciders.iter().find(|decider| before.get(**decider) != after.get(**decider));
            let rule =
                decider.map_or_else(|| "class".to_owned(), |decider| format!("class by {}", text_of(after, decider)));
            changes.push((rule, text_of(before, "class"), text_of(after, "class")));
        }
        let disposition = |of: &Value| match of.get("reason") {
            Some(Value::String(reason)) => format!("{} ({reason})", text_of(of, "disposition")),
            _ => text_of(of, "disposition"),
        };
        if disposition(before) != disposition(after) {
            changes.push(("disposition".to_owned(), disposition(before), disposition(after)));
        }
    }
}

/// Texts that only one of the carry blocks holds, by their kind
fn changed_demands(old: &Value, new: &Value, changes: &mut Vec<Change>) {
    let of = |answer: &Value| -> BTreeSet<(String, String)> {
        let given = answer.pointer("/ok/plan/carry/demands").and_then(Value::as_array).cloned().unwrap_or_default();
        given.iter().map(|demand| (text_of(demand, "kind"), text_of(demand, "text"))).collect()
    };
    // A pass that one of them refuses carries nothing, which its verdict says already.
    if [old, new].iter().any(|answer| answer.pointer("/ok/plan").is_none()) {
        return;
    }
    let (was, is) = (of(old), of(new));
    let rule = |kind: &str| format!("carry: {kind}");
    changes.extend(was.difference(&is).map(|(kind, _)| (rule(kind), "carried".to_owned(), "—".to_owned())));
    changes.extend(is.difference(&was).map(|(kind, _)| (rule(kind), "—".to_owned(), "carried".to_owned())));
}

fn counted(changes: Vec<Change>) -> BTreeMap<Change, u64> {
    let mut counts = BTreeMap::new();
    for change in changes {
        *counts.entry(change).or_insert(0) += 1;
    }
    counts
}

fn text_of(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The calls that are made of a transcript
fn calls_of(place: &str, text: &str, limit: Option<u32>) -> Vec<Recorded> {
    let call = |name: &str, mode: Option<&str>| {
        let mut request = Map::from_iter([("transcript".to_owned(), Value::from(text))]);
        if let (Some(limit), Some(mode)) = (limit, mode) {
            request.insert("budget".to_owned(), json!({"limit_tokens": limit}));
            request.insert("mode".to_owned(), mode.into());
        }
        let place = [Some(place), Some(name), mode].into_iter().flatten().collect::<Vec<_>>().join(" ");
        Recorded { place, line: json!({"call": name, "request": request}).to_string() }
    };
    let mut calls = vec![call("classify", None)];
    if limit.is_some() {
        calls.extend([call("plan", Some("summarize")), call("plan", Some("spill"))]);
    }
    calls
}

/// Whether a text is calls, one a line: its first line says which function it calls
fn is_batch(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    serde_json::from_str::<Value>(first).is_ok_and(|first| first.get("call").is_some_and(Value::is_string))
}

/// The files below a path whose names end as those of transcripts and batches do; the path itself, if it is a file
fn files_of(path: &Path, files: &mut Vec<PathBuf>) {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().for_each(|entry| {
            let path = entry.path();
            let is_fit = path.extension().is_some_and(|ending| ending == "json" || ending == "jsonl");
            if path.is_dir() || is_fit {
                files_of(&path, files);
            }
        }),
        Err(_) => files.push(path.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::changes;
    use serde_json::json;

    #[test]
    fn a_change_is_told_by_its_rule() {
        let refuse = |code: &str| json!({"ok": {"verdict": "refuse", "reasons": [{"code": code}]}});
        let plan = |class: &str, by: &str, disposition: &str| {
            json!({"ok": {"verdict": "proceed", "plan": {"treatments": [{"element": "e", "class": class,
                "regenerable_by": by, "disposition": disposition, "reason": null}]}}})
        };
        let found = |severity: &str| json!({"ok": {"verdict": "retry", "findings": [{"code": "number-rounded", "severity": severity}]}});
        let demand = |text: &str| json!({"ok": {"verdict": "proceed", "plan": {"carry": {"demands": [{"kind": "state", "text": text}]}}}});
        for (old, new, expected) in [
            (
                refuse("chain-loss"),
                plan("reclaim", "x", "point"),
                vec![("verdict", "refuse", "proceed"), ("chain-loss", "refuses", "—")],
            ),
            (
                refuse("chain-loss"),
                refuse("divergence"),
                vec![("chain-loss", "refuses", "—"), ("divergence", "—", "refuses")],
            ),
            (found("warn"), found("block"), vec![("number-rounded", "warn", "block")]),
            (
                plan("reclaim", "known-tool", "summarize"),
                plan("pin-effect", "host-table", "ledger"),
                vec![("class by host-table", "reclaim", "pin-effect"), ("disposition", "summarize", "ledger")],
            ),
            (demand("a"), demand("b"), vec![("carry: state", "carried", "—"), ("carry: state", "—", "carried")]),
            (
                json!({"failure": {"code": "trap"}}),
                refuse("x"),
                vec![("verdict", "failure: trap", "refuse"), ("x", "—", "refuses")],
            ),
            (
                json!({"ok": {"sentence": 1}}),
                json!({"ok": {"sentence": 2}}),
                vec![("text", "one text", "another text")],
            ),
        ] {
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(rule, old, new)| (rule.to_owned(), old.to_owned(), new.to_owned()))
                .collect();
            assert_eq!(changes(&old, &new), expected);
        }
    }
}
