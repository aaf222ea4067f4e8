//! A transcript goes through a whole pass as JSON: its duties cover every byte, its receipts are asked for, and the seal is
//! that of the next document.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by a panic")]

use anchorhold_policy::desk;
use anchorhold_rules::digest::Digest;
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[test]
fn the_duties_of_a_plan_cover_every_byte() {
    let document = document();
    let plan = answer(&json!({"call": "plan", "request": request(&document)}));
    assert_eq!(plan["verdict"], "proceed", "{plan}");
    let mut covered = vec![false; document.len()];
    for duty in archive_duties(&plan) {
        for place in duty["places"].as_array().unwrap() {
            let range = place[0].as_u64().unwrap() as usize..place[1].as_u64().unwrap() as usize;
            assert_eq!(duty["digest"], json!(Digest::of(&document.as_bytes()[range.clone()]).to_hex()));
            covered[range].fill(true);
        }
        if let Some(content) = duty["content"].as_str() {
            assert_eq!(duty["digest"], json!(Digest::of(content.as_bytes()).to_hex()));
            assert_eq!(duty["digest"], plan["plan"]["carry"]["marker"]["covers"]);
        }
    }
    assert_eq!(covered.iter().position(|byte| !byte), None, "a byte that no duty covers");
}

#[test]
fn every_receipt_is_asked_for() {
    let document = document();
    let plan = answer(&json!({"call": "plan", "request": request(&document)}));
    let owed: Vec<Value> = archive_duties(&plan).map(|duty| duty["digest"].clone()).collect();
    let ledgered: Vec<Value> = duties(&plan, "ledger").map(|duty| duty["effect"]["id"].clone()).collect();
    let admit = |archived: &[Value]| {
        answer(&json!({
            "call": "admit",
            "request": request(&document),
            "candidate": {"text": "Parts of the source were read; no cause was found yet."},
            "receipts": {"window": plan["plan"]["window"], "archived": archived, "ledgered": ledgered},
        }))
    };
    for (left_out, digest) in owed.iter().enumerate() {
        let mut archived = owed.clone();
        archived.remove(left_out);
        let answer = admit(&archived);
        assert_eq!(answer["verdict"], "refused", "{answer}");
        assert_eq!(answer["findings"].as_array().unwrap().len(), 1, "{answer}");
        assert_eq!(answer["findings"][0]["code"], "receipt-missing");
        assert_eq!(&answer["findings"][0]["window_text"], digest);
    }
    let answer = admit(&owed);
    assert_eq!(answer["verdict"], "admitted", "{answer}");
    let next = answer["next"]["document"].as_str().unwrap();
    assert_eq!(answer["seal"]["digest"], json!(Digest::of(next.as_bytes()).to_hex()));
    assert_eq!(answer["seal"]["digest"], answer["next"]["digest"]);
    assert_eq!(answer["carry"]["marker"]["covers"], plan["plan"]["carry"]["marker"]["covers"]);
    assert!(next.len() < document.len());
    assert!(next.contains("no cause was found yet"), "{next}");
}

#[test]
fn a_document_can_be_given_as_text_or_as_the_value_that_it_is() {
    let document = document();
    let text = format!(r#"{{"call":"read","request":{{"transcript":{}}}}}"#, json!(document));
    let value = format!(r#"{{"call":"read","request":{{"transcript":{document}}}}}"#);
    assert_eq!(desk::answer(&text), desk::answer(&value));
    let read = answer(&serde_json::from_str(&value).unwrap());
    assert_eq!(read["format"], "openai-chat");
    let ids: BTreeSet<&str> =
        read["elements"].as_array().unwrap().iter().map(|element| element["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), read["elements"].as_array().unwrap().len());
}

#[test]
fn what_is_read_can_be_given_as_a_window() {
    let read = answer(&json!({"call": "read", "request": {"transcript": document()}}));
    let again = answer(&json!({"call": "read", "request": {"window": read["elements"]}}));
    let without_places: Vec<Value> = read["elements"]
        .as_array()
        .unwrap()
        .iter()
        .cloned()
        .map(|mut element| {
            element.as_object_mut().unwrap().remove("place");
            element
        })
        .collect();
    assert_eq!(again["elements"], json!(without_places));
}

fn request(document: &str) -> Value {
    json!({"format": "openai-chat", "transcript": document, "budget": {"limit_tokens": 3000}})
}

fn document() -> String {
    let mut messages = vec![
        json!({"role": "system", "content": "Answer briefly."}),
        json!({"role": "user", "content": "Find the cause of the crash. Do not deploy. \"Quoted\" and é 漢字."}),
    ];
    for number in 0..12 {
        let call = json!({"id": format!("call_{number}"), "type": "function",
            "function": {"name": "read_file", "arguments": format!("{{\"path\": \"src/part_{number}.rs\"}}")}});
        messages.push(json!({"role": "assistant", "content": null, "tool_calls": [call]}));
        let content = format!("part {number}: nothing of note stands here\n").repeat(40);
        messages.push(json!({"role": "tool", "tool_call_id": format!("call_{number}"), "content": content}));
    }
    messages.push(json!({"role": "assistant", "content": "I read twelve files."}));
    messages.push(json!({"role": "user", "content": "Go on."}));
    serde_json::to_string_pretty(&messages).unwrap()
}

fn answer(line: &Value) -> Value {
    let mut answer: Value = serde_json::from_str(&desk::answer(line.to_string())).unwrap();
    assert!(answer.get("ok").is_some(), "{answer}");
    answer["ok"].take()
}

fn archive_duties(plan: &Value) -> impl Iterator<Item = &Value> {
    duties(plan, "archive")
}

fn duties<'p>(plan: &'p Value, code: &'static str) -> impl Iterator<Item = &'p Value> {
    plan["plan"]["duties"].as_array().unwrap().iter().filter(move |duty| duty["code"] == code)
}
