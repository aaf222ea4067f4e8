//! The examples run offline, answer by the version that they name, and swap it while calls go on.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use anchorhold_tests::{engine, repository};
use sha2::{Digest as _, Sha256};
use std::path::Path;
use std::process::Command;

/// Runs an example: every line tells how many calls which version answered, before and after the swap
fn check(mut command: Command) {
    let shown = format!("{command:?}");
    let output = command.current_dir(repository::root()).output().unwrap_or_else(|error| panic!("{shown}: {error}"));
    let (out, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{shown}: {out}{said}");
    for (when, name) in [("before", "anchorhold"), ("after", "anchorhold-literal")] {
        let digest = short_digest(&engine::component_path(name));
        let lines: Vec<&str> = out.lines().filter(|line| line.contains(when)).collect();
        assert!(!lines.is_empty(), "{shown}: nothing about the calls {when} the swap in {out}");
        assert!(
            lines.iter().all(|line| line.contains(&digest)),
            "{shown}: {digest} did not answer all calls {when} the swap: {out}"
        );
    }
}

fn short_digest(path: &Path) -> String {
    let bytes = std::fs::read(path).expect("a component");
    Sha256::digest(bytes).iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn python() {
    let mut command = Command::new(repository::file(".venv/bin/python"));
    command.arg("examples/python/guard.py");
    check(command);
}

#[test]
fn javascript() {
    let mut command = Command::new("node");
    command.arg("examples/javascript/guard.mjs");
    check(command);
}

/// A whole compaction ends in the spill where every summary lies, and both languages tell the same of it
#[test]
fn a_whole_compaction() {
    let python = repository::file(".venv/bin/python");
    let told = [
        (python.as_path(), "examples/python/compaction.py"),
        (Path::new("node"), "examples/javascript/compaction.mjs"),
    ]
    .map(|(program, script)| {
        let output = Command::new(program).arg(script).current_dir(repository::root()).output();
        let output = output.unwrap_or_else(|error| panic!("{script}: {error}"));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{script}: {said}");
        String::from_utf8_lossy(&output.stdout).lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>()
    });
    let [python, javascript] = told;
    assert_eq!(python, javascript);
    assert!(python.iter().any(|line| line.starts_with("summarize: retry: number-altered")), "{python:?}");
    assert!(python.iter().any(|line| line == "spill: admitted:"), "{python:?}");
}

/// The typed interfaces are usable from both languages: they give the verdicts of the desk
#[test]
fn typed_calls() {
    let python = repository::file(".venv/bin/python");
    for (program, script) in
        [(python.as_path(), "tests/python/typed.py"), (Path::new("node"), "tests/javascript/typed.mjs")]
    {
        let mut command = Command::new(program);
        command.arg(script).arg(engine::component_path("anchorhold"));
        let output =
            command.current_dir(repository::root()).output().unwrap_or_else(|error| panic!("{script}: {error}"));
        let (out, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{script}: {out}{said}");
    }
}
