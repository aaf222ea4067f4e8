//! Recall as a shell sees it: what left is found in later words, and questions that miss it count against the next summary.

#![allow(clippy::expect_used, reason = "a test that cannot go on must stop")]

mod support;

use serde_json::{Value, json};
use support::Shell;

/// A chat that establishes state early, then reads a lot, and a question at its end; ids of calls end so
fn transcript(ending: &str) -> String {
    let mut messages =
        vec![json!({"role": "user", "content": "Bring the database up to date, then look at every part."})];
    let mut call = |id: &str, tool: &str, arguments: Value, result: &str| {
        let id = format!("{id}{ending}");
        messages.push(json!({"role": "assistant", "content": null, "tool_calls":
            [{"id": id, "type": "function", "function": {"name": tool, "arguments": arguments.to_string()}}]}));
        messages.push(json!({"role": "tool", "tool_call_id": id, "content": result}));
    };
    call("c1", "run_migration", json!({"number": 42}), "migration 0042 applied, schema_version: 7");
    call("c2", "describe_pool", json!({}), "{\"maxConnections\":250,\"idleTimeout\":\"30s\"}");
    for number in 0..30 {
        let path = format!("src/part_{number}.rs");
        let text = format!("// part {number}\n{}", "fn part() { work(); }\n".repeat(40));
        call(&format!("r{number}"), "read_file", json!({"path": path}), &text);
    }
    messages.push(json!({"role": "user", "content": "And now in one sentence?"}));
    Value::Array(messages).to_string()
}

fn shell() -> Shell {
    let shell = Shell::new();
    shell.write("messages.json", &transcript(""));
    shell
}

const COMPACT: [&str; 8] = ["compact", "messages.json", "--budget", "4000", "--session", "s", "--out", "messages.json"];

#[test]
fn what_left_is_found_by_question_by_pass_and_by_chain() {
    let shell = shell();
    assert_eq!(shell.run(&["recall", "--question", "the schema"]).status.code(), Some(3), "there is no store yet");
    assert_eq!(shell.run(&COMPACT).status.code(), Some(0));
    for (question, answer) in [
        ("what schema version are we on?", "schema_version: 7"),
        ("how many connections are allowed", "maxConnections"),
        ("what did part_17 look like", "// part 17"),
    ] {
        let found = shell.json(&["recall", "--question", question, "--session", "s", "--json"]);
        let text = found.pointer("/answers/0/text").and_then(Value::as_str).unwrap_or_default();
        assert!(text.contains(answer), "{question}: {found}");
        let pointer = found.pointer("/answers/0/pointer").and_then(Value::as_str).expect("a pointer");
        let whole = String::from_utf8(shell.run(&["recall", pointer]).stdout).expect("text");
        assert!(whole.contains(answer), "{whole}");
        let shown = String::from_utf8(shell.run(&["recall", "--question", question]).stdout).expect("text");
        assert!(shown.contains(answer) && shown.contains("left with pass 1"), "{shown}");
    }
    let left = shell.json(&["recall", "--pass", "1", "--json"]);
    let entries = left.get("entries").and_then(Value::as_array).expect("entries");
    assert!(entries.len() > 50, "{left}");
    let chain = entries.first().and_then(|entry| entry.get("chain")?.as_str()).expect("a chain");
    let of_chain = shell.json(&["recall", "--chain", chain, "--session", "s", "--json"]);
    let of_pass: Vec<&Value> = entries.iter().filter(|entry| entry.get("chain") == Some(&json!(chain))).collect();
    assert_eq!(of_chain.get("entries").and_then(Value::as_array).expect("entries").iter().collect::<Vec<_>>(), of_pass);
    for (arguments, status) in [
        (&["recall", "--pass", "1"][..], 0),
        (&["recall", "--pass", "9"], 3),
        (&["recall", "--chain", "none", "--session", "s"], 2),
        (&["recall", "--chain", chain], 3),
        (&["recall", "--question", "zebra"], 2),
        (&["recall"], 3),
        (&["recall", "ah:0123456789abcdef", "--pass", "1"], 3),
        (&["recall", "--pass", "1", "--document"], 3),
    ] {
        assert_eq!(shell.run(arguments).status.code(), Some(status), "{arguments:?}");
    }
    // A second pass knows the first pass's text for what it is: no summary and no carry block is ever in the index.
    let window = std::fs::read_to_string(shell.path("messages.json")).expect("the window");
    let mut messages: Vec<Value> = serde_json::from_str(&window).expect("JSON");
    let brought: Vec<Value> = serde_json::from_str(&transcript("-again")).expect("JSON");
    messages.extend(brought);
    shell.write("messages.json", &Value::Array(messages).to_string());
    assert_eq!(shell.run(&COMPACT).status.code(), Some(0));
    let left = shell.json(&["recall", "--pass", "2", "--json"]).to_string();
    assert!(left.contains("schema_version: 7") && !left.contains("anchorhold:"), "{left}");
}

#[test]
fn questions_that_miss_what_left_count_against_the_next_summary() {
    let shell = shell();
    shell.write("long.json", &transcript(""));
    assert_eq!(shell.run(&COMPACT).status.code(), Some(0));
    let reasons = || {
        let planned = shell.json(&["plan", "long.json", "--budget", "4000", "--session", "s", "--json"]);
        let reasons = planned.get("reasons").and_then(Value::as_array).cloned().unwrap_or_default();
        reasons.iter().filter_map(|reason| reason.get("code")?.as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    let ask = |question: &str| shell.run(&["recall", "--question", question, "--session", "s", "--about", "1"]);
    assert_eq!(reasons(), Vec::<String>::new(), "every anchor is returned, and nothing was asked");
    assert_eq!(ask("schema version").status.code(), Some(0));
    assert_eq!(reasons(), Vec::<String>::new());
    assert_eq!(ask("zebra").status.code(), Some(2));
    assert_eq!(reasons(), ["divergence"]);
    // The spill is admitted, and begins a new epoch.
    shell.write("messages.json", &transcript(""));
    assert_eq!(shell.run(&COMPACT).status.code(), Some(0));
    assert_eq!(reasons(), Vec::<String>::new());
}
