//! The published JSON Schema describes what goes in and what comes out: every line of the cases that is answered, and
//! every answer.
#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use anchorhold_tests::{case, engine, repository};
use jsonschema::Validator;
use serde_json::{Map, Value};

#[test]
fn lines_and_answers_are_as_the_schema_says() {
    let (line_schema, answer_schema) = schemas();
    let cases = case::all().expect("the cases can be read");
    let lines: Vec<String> = cases.iter().map(|case| case.line.clone()).collect();
    let answers = engine::native(&lines).expect("answers");
    let mut faults = Vec::new();
    for (case, answer) in cases.iter().zip(&answers) {
        let answer: Value = serde_json::from_str(answer).expect("an answer is JSON");
        faults.extend(answer_schema.iter_errors(&answer).map(|error| format!("{}: the answer: {error}", case.name)));
        if answer.get("ok").is_some() {
            let line: Value = serde_json::from_str(&case.line).expect("a line that is answered is JSON");
            faults.extend(line_schema.iter_errors(&line).map(|error| format!("{}: the line: {error}", case.name)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The two schemas; the definitions that the second takes from the first are put into it
fn schemas() -> (Validator, Validator) {
    let lines: Value = read("docs/schema/batch-line.json");
    let mut answers = repository::text("docs/schema/answers.json").expect("the schema");
    answers = answers.replace("batch-line.json#/$defs/", "#/$defs/line-");
    let mut answers: Value = serde_json::from_str(&answers).expect("the schema is JSON");
    let theirs = lines.get("$defs").map(Value::to_string).unwrap_or_default();
    let theirs: Map<String, Value> =
        serde_json::from_str(&theirs.replace("#/$defs/", "#/$defs/line-")).expect("definitions");
    let ours = answers.get_mut("$defs").and_then(Value::as_object_mut).expect("definitions");
    ours.extend(theirs.into_iter().map(|(name, value)| (format!("line-{name}"), value)));
    let build = |schema: &Value| jsonschema::draft202012::new(schema).expect("the schema is one");
    (build(&lines), build(&answers))
}

fn read(path: &str) -> Value {
    serde_json::from_str(&repository::text(path).expect("the schema")).expect("the schema is JSON")
}
