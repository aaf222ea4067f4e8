//! Every case on every engine: the native build, the component, the command, Python and JavaScript.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use anchorhold_tests::case::{self, Case};
use anchorhold_tests::engine::{self, Answers};
use serde_json::Value;

/// Runs all cases on one engine: each answer is as expected, and byte for byte that of the native build
fn check(name: &str, engine: impl Fn(&[String]) -> Answers) {
    let cases: Vec<Case> = case::all().expect("the cases can be read");
    assert!(cases.len() > 50, "only {} cases were found", cases.len());
    let lines: Vec<String> = cases.iter().map(|case| case.line.clone()).collect();
    let native = engine::native(&lines).expect("the native build answers");
    let answers = engine(&lines).unwrap_or_else(|why| panic!("{name}: {why}"));
    assert_eq!(answers.len(), cases.len(), "{name}: one answer a line");
    let mut faults = Vec::new();
    for ((case, answer), native) in cases.iter().zip(&answers).zip(&native) {
        let value: Value =
            serde_json::from_str(answer).unwrap_or_else(|error| panic!("{}: {error}: {answer}", case.name));
        if let Some(difference) = case::difference(&case.expect, &value, "") {
            faults.push(format!("{}: {difference}", case.name));
        }
        if answer != native {
            faults.push(format!("{}: {name} answers {answer}, the native build {native}", case.name));
        }
    }
    assert!(faults.is_empty(), "{name}: {} faults\n{}", faults.len(), faults.join("\n"));
    println!("{name}: {} cases", cases.len());
}

#[test]
fn native() {
    check("native", engine::native);
}

#[test]
fn component() {
    check("component", |lines| engine::component("anchorhold", lines));
}

#[test]
fn command() {
    check("command", engine::command);
}

#[test]
fn python() {
    check("python", engine::python);
}

#[test]
fn javascript() {
    check("javascript", engine::javascript);
}
