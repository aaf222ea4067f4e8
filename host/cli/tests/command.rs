//! The command as a shell sees it: exit statuses, JSON, files, pipes.

#![allow(clippy::expect_used, reason = "a test that cannot go on must stop")]

mod support;

use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;
use support::Shell;

/// A component that `make components` builds
fn built(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../dist/{name}.wasm"));
    path.to_str().expect("its path is text").to_owned()
}

fn status(output: &Output) -> Option<i32> {
    output.status.code()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the output is text")
}

#[test]
fn the_exit_status_tells_what_came_of_it() {
    let shell = Shell::new();
    shell.write("broken.json", "[{\"role\": \"user\", \"content\": 7}]");
    shell.write("list.json", "[]");
    for (arguments, expected) in [
        (&["plan", "messages.json", "--budget", "4000"][..], 0),
        (&["plan", "messages.json", "--budget", "10"], 2),
        (&["plan", "messages.json", "--budget", "10", "--reserve", "10"], 3),
        (&["plan", "missing.json", "--budget", "4000"], 3),
        (&["plan", "broken.json", "--budget", "4000"], 3),
        (&["plan", "messages.json", "--budget", "4000", "--settings", "list.json"], 3),
        (&["plan", "messages.json", "--budget", "4000", "--format", "codex-rollout"], 3),
        (&["plan", "messages.json"], 3),
        (&["plan", "messages.json", "--budget", "many"], 3),
        (&["compact", "messages.json", "--budget", "10", "--out", "next.json"], 2),
        (&["compact", "messages.json", "--budget", "4000", "--out", "missing/next.json"], 3),
        (&["classify", "messages.json"], 0),
        (&["compact", "messages.json", "--budget", "4000", "--out", "/dev/null"], 3),
        (&["compact", "messages.json", "--budget", "4000", "--out", "."], 3),
        (&["compact", "messages.json", "--budget", "4000", "--out", "-"], 3),
        (&["compact", "-", "--budget", "4000", "--out", "next.json"], 3),
        (&["compact", "messages.json", "--budget", "400000", "--out", "next.json", "--if-needed"], 0),
        (&["compact", "messages.json", "--budget", "10", "--out", "next.json", "--if-needed"], 2),
        (&["recall", "ah:0123456789abcdef"], 3),
        (&["recall", "nonsense"], 3),
        (&["log", "77"], 3),
        (&["log"], 0),
        (&["policy", "inspect", "messages.json"], 3),
        (&["plan", "messages.json", "--budget", "4000", "--policy", "messages.json"], 3),
        (&["log", "--store", "messages.json"], 1),
        (&["--help"], 0),
        (&["--version"], 0),
        (&["nonsense"], 3),
    ] {
        let output = shell.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(status(&output), Some(expected), "{arguments:?}: {said}");
        assert_eq!(expected == 0 || expected == 2, said.is_empty(), "{arguments:?}: {said}");
    }
    assert!(!shell.path("next.json").exists());
}

#[test]
fn what_left_can_be_had_again_with_the_command_that_the_report_names() {
    let shell = Shell::new();
    let output = shell.run(&["compact", "messages.json", "--budget", "4000", "--out", "next.json"]);
    assert_eq!(status(&output), Some(0));
    let report = text(&output);
    assert!(!report.contains('\u{1b}'), "a pipe gets no colours");
    let is_to_be_copied =
        |line: &&str| ["wrote", "undo", "details"].iter().any(|name| line.trim_start().starts_with(name));
    let widest = report.lines().filter(|line| !is_to_be_copied(line)).map(|line| line.chars().count()).max();
    assert!(widest <= Some(100), "{widest:?} columns: {report}");
    let undo = report.lines().find_map(|line| line.trim().strip_prefix("undo")).expect("it names a way back");
    let arguments: Vec<&str> = undo.split_whitespace().skip(1).collect();
    assert_eq!(shell.run(&arguments).stdout, fs::read(shell.path("messages.json")).expect("the transcript"));

    let passes = shell.json(&["log", "--json"]);
    assert_eq!(passes.pointer("/passes/0/status").and_then(Value::as_str), Some("committed"));
    let pass = shell.json(&["log", "1", "--json"]);
    assert_eq!(pass.pointer("/events/0/kind").and_then(Value::as_str), Some("begun"));
    assert!(text(&shell.run(&["log", "1"])).contains("committed"));
    let next = fs::read_to_string(shell.path("next.json")).expect("the next document");
    assert!(next.contains("keep-me") && next.contains("And now in one sentence?"));
}

#[test]
fn a_store_is_never_taken_for_a_next_document() {
    let shell = Shell::new();
    let compact =
        |out: &str| shell.run(&["compact", "messages.json", "--budget", "4000", "--out", out, "--store", "s.db"]);
    let output = compact("next.json");
    assert_eq!(status(&output), Some(0));
    // The way back that the report names leads into this store.
    let report = text(&output);
    let undo = report.lines().find_map(|line| line.trim().strip_prefix("undo")).expect("it names a way back");
    let undo: Vec<&str> = undo.split_whitespace().skip(1).collect();
    for out in ["s.db", "s.db-wal", "./s.db", "s.db-shm"] {
        let output = compact(out);
        assert_eq!(status(&output), Some(3), "{out}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(shell.run(&undo).stdout, fs::read(shell.path("messages.json")).expect("the transcript"), "{out}");
    }
}

#[test]
fn json_is_one_line_also_when_it_is_an_error() {
    let shell = Shell::new();
    for (arguments, pointer) in [
        (&["plan", "messages.json", "--budget", "4000"][..], "/plan/sizes/before"),
        (&["plan", "missing.json", "--budget", "4000"], "/input_error/code"),
        (&["plan", "messages.json", "--budget", "0"], "/input_error/code"),
        (&["compact", "messages.json", "--budget", "4000", "--out", "next.json"], "/seal/digest"),
        (&["compact", "messages.json", "--budget", "4000", "--out", "missing/next.json"], "/input_error/message"),
        (&["classify", "messages.json"], "/classifications/0/class"),
        (&["recall", "ah:0123456789abcdef"], "/input_error/message"),
        (&["policy", "inspect"], "/description/rules/0/code"),
    ] {
        let output = shell.command(arguments).arg("--json").output().expect("it runs");
        assert_eq!(text(&output).lines().count(), 1, "{arguments:?}");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
        assert!(answer.pointer(pointer).is_some(), "{arguments:?}: {answer}");
    }
}

#[test]
fn a_summary_is_checked() {
    let shell = Shell::new();
    shell.write("summary.md", "Each of the thirty parts calls `work`.");
    shell.write("empty.md", "\n");
    let check = |summary| shell.run(&["check", "messages.json", "--summary", summary, "--budget", "6000"]);
    assert_eq!(status(&check("summary.md")), Some(0), "{}", text(&check("summary.md")));
    let empty = check("empty.md");
    assert_eq!(status(&empty), Some(2));
    assert!(text(&empty).contains("summary-empty"));
}

#[test]
fn a_batch_answers_as_soon_as_it_is_asked() {
    let shell = Shell::new();
    let mut child = shell.command(&["batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut input = child.stdin.take().expect("its input");
    let mut output = child.stdout.take().expect("its output");
    for line in ["{\"call\": \"describe\"}\n", "nonsense\n"] {
        input.write_all(line.as_bytes()).expect("a line is written");
        let mut answer = Vec::new();
        let mut byte = [0];
        while byte != *b"\n" {
            output.read_exact(&mut byte).expect("an answer comes before the next line is written");
            answer.extend(byte);
        }
        assert!(serde_json::from_slice::<Value>(&answer).is_ok());
    }
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let shell = Shell::new();
    for arguments in [&["policy", "inspect"][..], &["classify", "messages.json"], &["completions", "bash"]] {
        let mut child =
            shell.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{arguments:?}");
    }
}

#[test]
fn a_question_may_come_through_a_pipe() {
    let shell = Shell::new();
    let transcript = fs::read(shell.path("messages.json")).expect("the transcript");
    for arguments in [&["plan", "-", "--budget", "4000", "--json"][..], &["classify", "-", "--json"]] {
        let mut child =
            shell.command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the command starts");
        child.stdin.take().expect("its input").write_all(&transcript).expect("it reads");
        let piped = child.wait_with_output().expect("it ends");
        let named = arguments.iter().map(|argument| if *argument == "-" { "messages.json" } else { argument });
        assert_eq!(text(&piped), text(&shell.run(&named.collect::<Vec<_>>())), "{arguments:?}");
    }
}

#[test]
fn every_decision_of_a_pass_is_made_once_more_byte_for_byte() {
    let shell = Shell::new();
    shell.run(&["compact", "messages.json", "--budget", "4000", "--out", "next.json"]);
    shell.run(&["compact", "messages.json", "--budget", "10", "--out", "next.json"]);
    fs::remove_file(shell.path("messages.json")).expect("the transcript is gone");
    for (pass, calls) in [("1", &["plan", "admit"][..]), ("2", &["plan"])] {
        let of_pass = shell.json(&["log", pass, "--json"]);
        let decisions = of_pass.pointer("/decisions").and_then(Value::as_array).expect("decisions");
        let named = |name: &str| -> Vec<Value> {
            decisions.iter().map(|decision| decision.get(name).cloned().unwrap_or_default()).collect()
        };
        assert_eq!(named("call"), calls, "pass {pass}");
        for sequence in named("sequence") {
            let replayed = shell.json(&["replay", &sequence.to_string(), "--json"]);
            assert_eq!(replayed.pointer("/same_answer"), Some(&Value::Bool(true)), "{replayed}");
            assert_eq!(replayed.pointer("/fuel/compared").and_then(Value::as_str), Some("same"), "{replayed}");
        }
    }
    let chain = shell.json(&["decisions", "--verify", "--json"]);
    assert_eq!((chain.get("sound"), chain.get("decisions")), (Some(&Value::Bool(true)), Some(&json!(3))));
    for (arguments, expected) in [
        (&["replay", "3"][..], 0),
        (&["replay", "99"], 3),
        (&["decisions", "--verify", "--head", &"0".repeat(64)], 2),
        (&["decisions", "--mask", "next.json"], 0),
        (&["decisions", "--mask", "missing.key"], 3),
        (&["replay"], 3),
        (&["policy", "diff", &built("anchorhold"), &built("anchorhold"), "--recorded", "10"], 0),
        (&["policy", "diff", &built("anchorhold"), &built("anchorhold-literal"), "--recorded", "10"], 2),
    ] {
        assert_eq!(status(&shell.run(arguments)), Some(expected), "{arguments:?}");
    }
}

#[test]
fn completions_name_the_commands() {
    let shell = Shell::new();
    for name in ["bash", "zsh", "fish"] {
        assert!(text(&shell.run(&["completions", name])).contains("classify"), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_everything_as_it_was_and_nothing_running() {
    for signal in ["-INT", "-TERM"] {
        let shell = Shell::new();
        let summarizer = "cmd:sleep 600 & echo $! > asked.new; mv asked.new asked; wait";
        let arguments = ["compact", "messages.json", "--budget", "4000", "--out", "messages.json"];
        let before = fs::read(shell.path("messages.json")).expect("the transcript");
        let mut command = shell.command(&[&arguments[..], &["--summarizer", summarizer]].concat());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        while !shell.path("asked").exists() {
            thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        Command::new("kill").args([signal, &id]).status().expect("it is told to end");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(status(&output), Some(130), "{signal}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("stopped: nothing was changed"), "{signal}");
        assert_eq!(fs::read(shell.path("messages.json")).expect("the transcript"), before);
        let pass = shell.json(&["log", "1", "--json"]);
        assert_eq!(pass.pointer("/pass/status").and_then(Value::as_str), Some("failed"));
        assert_eq!(pass.pointer("/pass/codes").and_then(Value::as_str), Some("cancelled"));
        // What the summarizer had started is stopped as well.
        let started = fs::read_to_string(shell.path("asked")).expect("its id");
        let is_there =
            || Command::new("kill").args(["-0", started.trim()]).output().is_ok_and(|told| told.status.success());
        let is_zombie =
            || fs::read_to_string(format!("/proc/{}/stat", started.trim())).is_ok_and(|stat| stat.contains(") Z "));
        assert!(!is_there() || is_zombie(), "{signal}");
    }
}

#[test]
fn a_provider_is_not_asked_without_its_key() {
    let shell = Shell::new();
    for (summarizer, variable) in [("openai:m", "OPENAI_API_KEY"), ("anthropic:m", "ANTHROPIC_API_KEY")] {
        let arguments = ["compact", "messages.json", "--budget", "4000", "--out", "o.json", "--summarizer", summarizer];
        let output = shell.command(&arguments).env_remove(variable).output().expect("it runs");
        assert_eq!(status(&output), Some(3));
        assert!(String::from_utf8_lossy(&output.stderr).contains(variable));
        assert!(!shell.path("o.json").exists());
    }
}
