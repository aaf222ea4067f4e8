//! Summaries that somebody made to be slow: each is judged within the fuel that every decision has.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use anchorhold_runtime::{Bounds, Engine, Policy};
use anchorhold_tests::engine::component_path;
use serde_json::{Value, json};
use std::fmt::Write;

/// Log lines with ids that are all different, so that every name of a summary has ten thousand to be compared with
fn log(bytes: usize) -> String {
    let mut text = String::new();
    let mut number = 0_u64;
    while text.len() < bytes {
        number += 1;
        let id = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16;
        let _ = writeln!(text, "INFO part {number} of the import: request={id:012x} took {} ms, ok", id % 900);
    }
    text
}

fn summaries(bytes: usize) -> Vec<(&'static str, String)> {
    let repeated = |text: &str| text.repeat(bytes / text.len());
    let made = |one: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        for number in 0.. {
            if text.len() >= bytes {
                break;
            }
            text += &one(number);
        }
        text
    };
    vec![
        ("what stands in the window", log(bytes)),
        ("one sentence without an end", repeated("the import was read twice and nothing came of it ")),
        ("a word that denies", repeated("do not ")),
        ("near-identical ids", made(&|number| format!("req_7c41e09b{:03x} ", number * 7 % 1000))),
        ("keys and numbers", made(&|number| format!("key_{number}: {}\n", (number * 2_654_435_761) % 4_294_967_296))),
        ("paths", made(&|number| format!("src/part{number}/import{}.rs, ", number % 97))),
        ("quotation marks", repeated("\"a\" ")),
        ("brackets", "[".repeat(bytes)),
        (
            "things to do",
            made(&|number| format!("- Then part {number} has to be imported before part {}.\n", number + 1)),
        ),
        ("wishes", made(&|number| format!("The user also wants part {number} to be sent to the archive. "))),
    ]
}

#[test]
fn each_is_judged_within_its_fuel() {
    let window = json!([
        {"id": "u1", "kind": "user-request", "text": "Import all parts, and tell me which one is slow."},
        {"id": "c1", "kind": "tool-call", "call_id": "k", "tool": "read_file", "arguments": "{\"path\":\"import.log\"}"},
        {"id": "r1", "kind": "tool-result", "call_id": "k", "outcome": "success", "text": log(1 << 20)},
        {"id": "a1", "kind": "reply", "text": "All parts are imported."},
        {"id": "u2", "kind": "user-request", "text": "Good. Now do the same for the second file."},
    ]);
    let engine = Engine::new(Bounds::default()).expect("an engine");
    let bytes = std::fs::read(component_path("anchorhold")).expect("the component is built: make components");
    let policy = Policy::load(&engine, &bytes).expect("a policy");
    for size in [4 << 10, 128 << 10] {
        for (what, summary) in summaries(size) {
            let request = json!({"window": window, "budget": {"limit_tokens": 400_000}});
            let call = json!({"call": "check", "request": request, "candidate": {"text": summary}}).to_string();
            let decided = policy.answer(&call).unwrap_or_else(|error| panic!("{what}, {size} bytes: {error}"));
            let answer: Value = serde_json::from_str(&decided.answer).expect("JSON");
            assert!(answer.get("ok").is_some(), "{what}, {size} bytes: {answer}");
        }
    }
}
