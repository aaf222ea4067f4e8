//! The preset `literal` agrees with the reference code of the three specs, through the component.
//!
//! A part of the vectors stands in `tests/vectors`; all of them are run where `ANCHORHOLD_VECTORS` names their folder.
#![expect(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use anchorhold_tests::{engine, repository};
use serde_json::{Value, json};

/// One vector as calls of the policy, and what the reference code answered
struct Vector {
    calls: Vec<Value>,
    expected: Value,
    read: fn(&[Value]) -> Value,
}

#[test]
fn the_component_agrees_with_the_reference_code() {
    let mut texts = vec![repository::text("tests/vectors/literal.jsonl").expect("the vectors can be read")];
    if let Some(folder) = repository::outside("ANCHORHOLD_VECTORS") {
        texts.push(std::fs::read_to_string(folder.join("literal-vectors.jsonl")).expect("the vectors can be read"));
    }
    let vectors: Vec<Vector> = texts
        .iter()
        .flat_map(|text| text.lines())
        .map(|line| vector(&serde_json::from_str(line).expect("a vector is JSON")))
        .collect();
    let lines: Vec<String> = vectors.iter().flat_map(|vector| &vector.calls).map(Value::to_string).collect();
    // Both builds: `literal` as the preset of a request, and as a component of its own.
    for name in ["anchorhold", "anchorhold-literal"] {
        let answers = engine::component(name, &lines).unwrap_or_else(|why| panic!("{why}"));
        let mut answers =
            answers.iter().map(|answer| serde_json::from_str::<Value>(answer).expect("an answer is JSON"));
        for vector in &vectors {
            let given: Vec<Value> =
                answers.by_ref().take(vector.calls.len()).map(|answer| answer["ok"].clone()).collect();
            let found = (vector.read)(&given);
            assert_eq!(found, vector.expected, "{name}: {}\nanswered {}", vector.calls[0], given[0]);
        }
    }
    println!("{} vectors agree", vectors.len());
}

fn vector(value: &Value) -> Vector {
    let (input, expected) = (&value["input"], &value["expected"]);
    match value["function"].as_str() {
        Some("classify") => classify(input, expected),
        Some("safe_compact") => safe_compact(input, expected),
        Some("compact") => compact(input, expected),
        Some("maybe_compact") => maybe_compact(input, expected),
        other => panic!("no such function: {other:?}"),
    }
}

fn request(window: Value, more: Value) -> Value {
    let mut request =
        json!({"window": window, "settings": {"preset": "literal"}, "budget": {"limit_tokens": 1_000_000}});
    for (name, field) in more.as_object().expect("an object") {
        request[name] = field.clone();
    }
    request
}

/// Spec 000: the class follows from the traits alone
fn classify(input: &Value, expected: &Value) -> Vector {
    let mut element = input.clone();
    element["id"] = json!("e");
    Vector {
        calls: vec![json!({"call": "classify", "request": {"window": [element], "settings": {"preset": "literal"}}})],
        expected: json!(expected.as_str().expect("a class").replace('_', "-")),
        read: |answers| answers[0]["classifications"][0]["class"].clone(),
    }
}

/// Spec 000: ambiguous elements raise, what must stay and the summary must fit, with no margin
fn safe_compact(input: &Value, expected: &Value) -> Vector {
    let request = request(
        input["window"].clone(),
        json!({
            "settings": {"preset": "literal", "margin": 1000},
            "budget": {"limit_tokens": input["budget"]},
        }),
    );
    let check = json!({
        "call": "check",
        "request": request,
        "candidate": {"text": "a summary", "tokens": input["summary_tokens"]},
    });
    let expected = match expected["raise"].as_str() {
        Some("ambiguous") => json!({"raise": "ambiguous", "id": expected["id"]}),
        raise => json!({
            "raise": raise,
            "size": expected["size"],
            "keep": expected["keep"],
            "summarize": expected["summarize"],
            "effects": expected["effects"],
            "written": expected["written"],
        }),
    };
    Vector {
        calls: vec![json!({"call": "plan", "request": check["request"]}), check],
        expected: match expected["raise"].as_str() {
            // The policy gives the size of what is admitted; of what is not, only that it is above the budget.
            Some("budget") => {
                let mut expected = expected;
                expected["size"] = Value::Null;
                expected
            }
            _ => expected,
        },
        read: |answers| {
            let plan = &answers[0]["plan"];
            if answers[0]["verdict"] == "refuse" {
                let reason = &answers[0]["reasons"][0];
                assert_eq!(reason["code"], "ambiguous-element");
                return json!({"raise": "ambiguous", "id": reason["elements"][0]});
            }
            let treatments = plan["treatments"].as_array().expect("treatments");
            let with = |wanted: &[&str]| -> Vec<Value> {
                let is_so = |one: &&Value| wanted.contains(&one["disposition"].as_str().unwrap_or_default());
                treatments.iter().filter(is_so).map(|one| one["element"].clone()).collect()
            };
            let duties = plan["duties"].as_array().expect("duties");
            let of = |code: &str| duties.iter().filter(|duty| duty["code"] == code).cloned().collect::<Vec<Value>>();
            let effect = |duty: &Value| {
                let effect = &duty["effect"];
                json!({
                    "action": effect["action"],
                    "target": effect["target"],
                    "idempotency_key": effect["idempotency_key"],
                    "status": effect["status"],
                })
            };
            let over =
                answers[1]["findings"].as_array().is_some_and(|all| all.iter().any(|one| one["code"] == "over-budget"));
            json!({
                "raise": if over { json!("budget") } else { Value::Null },
                "size": answers[1]["seal"]["tokens"],
                "keep": with(&["keep"]),
                "summarize": with(&["summarize", "ledger"]),
                "effects": of("ledger").iter().map(effect).collect::<Vec<Value>>(),
                "written": of("archive").iter().flat_map(|duty| duty["elements"].as_array().cloned().unwrap_or_default()).collect::<Vec<Value>>(),
            })
        },
    }
}

/// Spec 001: a marker refuses, then a lost invariant, then a size above the margin
fn compact(input: &Value, expected: &Value) -> Vector {
    let is_compacted = input["compaction_seq"].as_u64() > Some(0) || input["body_has_marker"] == true;
    let body = if is_compacted {
        json!({"id": "body", "kind": "summary", "sequence": input["compaction_seq"], "text": "body"})
    } else {
        json!({"id": "body", "kind": "reasoning", "text": "body", "regenerable": true, "idempotent": true})
    };
    let request = request(
        json!([body]),
        json!({
            "budget": {"limit_tokens": input["budget"]},
            "pins": input["invariants"],
            "sequence": input["compaction_seq"].as_u64().unwrap_or_default() + 1,
        }),
    );
    let candidate = json!({"text": input["summary"], "tokens": input["summary_tokens"]});
    let mut wanted = expected.clone();
    if let Some(margin) = wanted.as_object_mut() {
        margin.remove("margin");
        margin.remove("seq");
        if expected["raise"] == "over-margin" {
            margin.remove("tokens");
        }
    }
    Vector {
        calls: vec![json!({"call": "check", "request": request, "candidate": candidate})],
        expected: wanted,
        read: |answers| {
            let findings = answers[0]["findings"].as_array().cloned().unwrap_or_default();
            let of = |code: &str| findings.iter().filter(|one| one["code"] == code).cloned().collect::<Vec<Value>>();
            let lost: Vec<Value> = of("invariant-lost").iter().map(|one| one["window_text"].clone()).collect();
            if answers[0]["reasons"][0]["code"] == "already-compacted" {
                json!({"raise": "already-compacted"})
            } else if !lost.is_empty() {
                json!({"raise": "invariant-lost", "lost": lost})
            } else if !of("over-budget").is_empty() {
                json!({"raise": "over-margin"})
            } else {
                json!({"tokens": answers[0]["seal"]["tokens"]})
            }
        },
    }
}

/// Spec 002: a rebuild that is too recent spills, then any anchor
fn maybe_compact(input: &Value, expected: &Value) -> Vector {
    let spans = input["eviction_set"].as_array().expect("spans");
    let window: Vec<Value> = spans
        .iter()
        .map(|span| {
            let mut element = span.clone();
            element["regenerable"] = json!(true);
            element["idempotent"] = json!(true);
            element
        })
        .collect();
    let request = request(
        json!(window),
        json!({
            "settings": {"preset": "literal", "index_window_epochs": input["index_rebuild_window"]},
            "index": {"rebuilt_from_summaries": input["rehydration_index_epoch"], "queries_logged": true},
            "current_epoch": input["current_epoch"],
        }),
    );
    Vector {
        calls: vec![json!({"call": "plan", "request": request})],
        expected: expected.clone(),
        read: |answers| match answers[0]["reasons"][0]["code"].as_str() {
            None => json!({"answer": "compact"}),
            Some("index-rebuilt") => json!({"answer": "spill_lossless", "why": "index-rebuilt"}),
            Some(_) => {
                json!({"answer": "spill_lossless", "why": "anchor-evicted", "anchors": answers[0]["reasons"][0]["elements"]})
            }
        },
    }
}
