//! Reload as a shell sees it: a window that was compacted several times is compacted anew from its originals.

#![allow(clippy::expect_used, reason = "a test that cannot go on must stop")]

mod support;

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use support::Shell;

/// Adds to a window what an agent would write next: a turn of the user, a long one, and an answer
fn go_on(window: &str, format: &str, round: usize) -> String {
    let said = [
        ("user", format!("Round {round}: go on, please.")),
        ("assistant", format!("Round {round} begins. {}", "Nothing of note was seen in this part. ".repeat(120))),
        ("user", format!("And what comes after round {round}?")),
        ("assistant", format!("Nothing comes after round {round}.")),
    ];
    if format == "openai-chat" {
        let mut document: Value = serde_json::from_str(window).expect("JSON");
        let messages = document.pointer_mut("/simulation/messages").and_then(Value::as_array_mut).expect("a list");
        messages.extend(said.map(|(role, text)| json!({"role": role, "content": text})));
        return document.to_string();
    }
    let mut text = window.to_owned();
    for (number, (role, said)) in said.into_iter().enumerate() {
        let line = if format == "codex-rollout" {
            let kind = if role == "user" { "input_text" } else { "output_text" };
            json!({"timestamp": "2026-11-07T10:00:00.000Z", "type": "response_item", "payload":
                {"type": "message", "role": role, "content": [{"type": kind, "text": said}]}})
        } else {
            let lines: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
            let last = lines.iter().rev().find_map(|line| line.get("uuid")).expect("a name").clone();
            let content = if role == "user" { json!(said) } else { json!([{"type": "text", "text": said}]) };
            json!({"parentUuid": last, "uuid": format!("round-{round}-{number}"), "type": role, "isSidechain": false,
                "sessionId": "s", "timestamp": "2026-11-07T10:00:00.000Z", "message": {"role": role, "content": content}})
        };
        text.push_str(&format!("{line}\n"));
    }
    text
}

fn elements(shell: &Shell) -> Vec<(String, String)> {
    let call =
        json!({"call": "read", "request": {"transcript": fs::read_to_string(shell.path("window")).expect("it")}});
    fs::write(shell.path("call"), format!("{call}\n")).expect("a line");
    let mut batch = shell.command(&["batch"]);
    batch.stdin(fs::File::open(shell.path("call")).expect("the line"));
    let answer: Value = serde_json::from_slice(&batch.output().expect("it runs").stdout).expect("JSON");
    let elements = answer.pointer("/ok/elements").and_then(Value::as_array).expect("elements").clone();
    let text = |element: &Value, name: &str| element.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    elements.iter().map(|element| (text(element, "kind"), text(element, "text"))).collect()
}

#[test]
fn one_new_summary_is_made_from_the_originals_of_several() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/transcripts");
    for (name, format) in [
        ("retail-orders.openai-chat.json", "openai-chat"),
        ("coding-session.claude-code.jsonl", "claude-code"),
        ("coding-session.codex-rollout.jsonl", "codex-rollout"),
    ] {
        let shell = Shell::new();
        shell.write("window", &fs::read_to_string(examples.join(name)).expect("an example"));
        let settings = json!({"kept_tail": 10, "least_gain": 0}).to_string();
        shell.write("settings.json", &settings);
        // What the summarizer sees is kept, and it says something that is true of anything.
        let summarizer = "cmd:cat > seen.json; echo The work went on.";
        let run = |verb: &str| {
            let output = shell.run(&[
                verb,
                "window",
                "--budget",
                "30000",
                "--settings",
                "settings.json",
                "--out",
                "window",
                "--summarizer",
                summarizer,
                "--session",
                "s",
                "--json",
            ]);
            let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            assert_eq!(output.status.code(), Some(0), "{name}, {verb}: {answer}");
            answer
        };
        let before = elements(&shell);
        for round in 1..=3 {
            run("compact");
            let window = fs::read_to_string(shell.path("window")).expect("the window");
            shell.write("window", &go_on(&window, format, round));
        }
        let present = fs::read_to_string(shell.path("window")).expect("the window");
        let _ = fs::remove_file(shell.path("seen.json"));
        let reloaded = run("reload");
        let seen = fs::read_to_string(shell.path("seen.json")).unwrap_or_default();
        for round in 1..=2 {
            let is_seen = seen.contains(&format!("Round {round} begins."));
            assert!(
                is_seen,
                "{name}: what was brought is an original too: {}",
                reloaded.get("setbacks").unwrap_or(&Value::Null)
            );
        }
        let is_made = |text: &str| text.contains("The work went on.");
        assert!(!is_made(&seen), "{name}: no summary is summarized");
        let after = elements(&shell);
        assert_eq!(after.iter().filter(|(_, text)| is_made(text)).count(), 1, "{name}: one summary is left");
        assert!(after.iter().any(|(_, text)| text == "Nothing comes after round 3."), "{name}");
        // The pass says what it read, and gives all of it back: the originals, and the window that was there.
        let pass = reloaded.get("pass").expect("a pass").to_string();
        let log = shell.json(&["log", &pass, "--json"]);
        let events = log.get("events").and_then(Value::as_array).expect("events");
        let event =
            events.iter().find(|event| event.get("kind") == Some(&json!("reloaded"))).expect("it is in the log");
        assert_eq!(event.pointer("/detail/passes"), Some(&json!([1, 2, 3])), "{name}: {event}");
        let document = event.pointer("/detail/document").and_then(Value::as_str).expect("a digest");
        assert_eq!(shell.run(&["recall", document]).stdout, present.as_bytes());
        let manifest = reloaded.get("manifest").and_then(Value::as_str).expect("a manifest");
        shell.write("window", &String::from_utf8(shell.run(&["recall", manifest, "--document"]).stdout).expect("text"));
        let originals = elements(&shell);
        assert_eq!(originals.get(..before.len()), Some(&before[..]), "{name}");
        assert_eq!(originals.len(), before.len() + 3 * 4, "{name}");
    }
}

#[test]
fn what_cannot_be_reloaded_is_left_as_it_is() {
    let shell = Shell::new();
    let reload = ["reload", "messages.json", "--budget", "4000", "--out", "messages.json", "--session", "s", "--json"];
    let refused = |expected: &str, status: i32| {
        let output = shell.run(&reload);
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let code = answer.pointer("/input_error/code").or(answer.pointer("/failure/code"));
        assert_eq!((code, output.status.code()), (Some(&json!(expected)), Some(status)), "{answer}");
    };
    refused("nothing-to-reload", 3);
    let compact = ["compact", "messages.json", "--budget", "4000", "--out", "messages.json", "--session", "s"];
    assert_eq!(shell.run(&compact).status.code(), Some(0));
    let window = fs::read_to_string(shell.path("messages.json")).expect("the window");
    let store = rusqlite::Connection::open(shell.path("data/anchorhold/store.db")).expect("the store");
    store.execute("DELETE FROM objects WHERE digest = (SELECT manifest FROM passes)", []).expect("it is gone");
    refused("originals-missing", 1);
    assert_eq!(fs::read_to_string(shell.path("messages.json")).expect("the window"), window);
}
