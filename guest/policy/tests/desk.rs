//! Every case of `tests/cases`: a line, and what its answer must hold.
//!
//! What is expected is a part of the answer: of an object the members that are named, of an array all elements. So a case
//! speaks of what it is about, and a text that is written for people can be reworded.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by a panic")]

use anchorhold_policy::desk;
use serde_json::Value;

#[test]
fn lines_are_answered_as_expected() {
    let mut number = 0;
    let mut differences = Vec::new();
    for text in [include_str!("cases/functions.json"), include_str!("cases/faults.json")] {
        let cases: Vec<Value> = serde_json::from_str(text).unwrap();
        for case in cases {
            differences.extend(check(&case).err());
            number += 1;
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(number >= 50, "{number} cases");
}

/// No text whatever makes a function panic, and every answer is JSON on one line
#[test]
fn every_text_is_answered() {
    let deep = "[".repeat(100_000);
    let line =
        r#"{"call":"plan","request":{"window":[{"id":"a","text":"é\n\ud83e\udd80"}],"budget":{"limit_tokens":9}}}"#;
    let mut texts: Vec<String> =
        ["", " ", "null", "7", "[]", "{", "{}", "\u{0}", "{\"call\":", "\"\\ud800\""].map(String::from).to_vec();
    texts.push(deep.clone());
    texts.push(format!(r#"{{"call":"plan","request":{{"transcript":{deep}"#));
    texts.push(format!(r#"{{"call":"plan","request":{{"transcript":{deep}{}}}}}"#, "]".repeat(100_000)));
    texts.push(format!(r#"{{"call":"plan","request":{{"window":{deep}{}}}}}"#, "]".repeat(100_000)));
    // Every beginning of a good line, and the line with every byte left out.
    for (end, _) in line.char_indices() {
        let (beginning, rest) = line.split_at(end);
        texts.push(beginning.to_string());
        texts.push(beginning.to_string() + &rest.chars().skip(1).collect::<String>());
    }
    for text in texts {
        let answer = desk::answer(&text);
        assert!(!answer.contains('\n'), "{answer}");
        serde_json::from_str::<Value>(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
    }
}

#[test]
fn equal_lines_have_equal_answers() {
    let line = r#"{"call":"plan","request":{"window":[{"id":"a","kind":"user","text":"do not deploy"}],"budget":{"limit_tokens":900}}}"#;
    assert_eq!(desk::answer(line), desk::answer(line));
}

fn check(case: &Value) -> Result<(), String> {
    let name = case["name"].as_str().unwrap();
    // A line that is no JSON is given as a string.
    let line = case["line"].as_str().map_or_else(|| case["line"].to_string(), String::from);
    let answer = desk::answer(&line);
    let answered: Value = serde_json::from_str(&answer).map_err(|error| format!("{name}: {error}: {answer}"))?;
    holds(&answered, &case["answer"], "").map_err(|difference| format!("{name}: {difference}\n  {answer}"))
}

fn holds(answer: &Value, expected: &Value, path: &str) -> Result<(), String> {
    match (answer, expected) {
        (Value::Object(members), Value::Object(wanted)) => wanted.iter().try_for_each(|(name, wanted)| {
            let found = members.get(name).ok_or_else(|| format!("`{path}.{name}` is missing"))?;
            holds(found, wanted, &format!("{path}.{name}"))
        }),
        (Value::Array(items), Value::Array(wanted)) if items.len() == wanted.len() => items
            .iter()
            .zip(wanted)
            .enumerate()
            .try_for_each(|(place, (found, wanted))| holds(found, wanted, &format!("{path}[{place}]"))),
        _ if answer == expected => Ok(()),
        _ => Err(format!("`{path}` is {answer}, and {expected} was expected")),
    }
}
