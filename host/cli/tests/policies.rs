//! The registry as a shell sees it: versions are added, tried, signed, pointed to, and taken back.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on must stop")]

#[path = "../../runtime/tests/support/mod.rs"]
mod subject;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use subject::Subject;
use tempfile::TempDir;

struct Shell {
    folder: TempDir,
}

impl Shell {
    fn new() -> Shell {
        let shell = Shell { folder: tempfile::tempdir().expect("a folder") };
        for name in ["anchorhold", "anchorhold-literal"] {
            let built = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../dist/{name}.wasm"));
            fs::copy(built, shell.path(&format!("{name}.wasm"))).expect("the component is built: make components");
        }
        fs::write(shell.path("messages.json"), "[{\"role\": \"user\", \"content\": \"Ship 4.2.\"}]").expect("a file");
        shell
    }

    /// With both components in the registry, and `standard` serving
    fn serving() -> Shell {
        let shell = Shell::new();
        shell.succeed(&["policy", "add", "anchorhold.wasm", "--name", "standard", "--version", "1.0.0"]);
        shell.succeed(&["policy", "add", "anchorhold-literal.wasm", "--name", "literal", "--version", "1.0.0"]);
        shell.succeed(&["policy", "use", "standard"]);
        shell
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_anchorhold"));
        // Compiling the policy takes long in a test build, so that all tests share what was compiled.
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
        command.args(arguments).current_dir(self.folder.path());
        command.env("XDG_CACHE_HOME", cache).env("XDG_DATA_HOME", self.path("data"));
        for name in ["STORE", "POLICY", "REGISTRY", "TENANT"] {
            command.env_remove(format!("ANCHORHOLD_{name}"));
        }
        command.output().expect("it runs")
    }

    fn succeed(&self, arguments: &[&str]) {
        assert_eq!(self.status(arguments), 0, "{arguments:?}");
    }

    fn status(&self, arguments: &[&str]) -> i32 {
        self.run(arguments).status.code().expect("it ends by itself")
    }

    fn json(&self, arguments: &[&str], pointer: &str) -> Value {
        let output = self.run(&[arguments, &["--json"]].concat());
        let answer: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
        answer.pointer(pointer).unwrap_or_else(|| panic!("{arguments:?} has no {pointer}: {answer}")).clone()
    }

    /// The preset of whatever policy answers
    fn preset(&self, arguments: &[&str]) -> Value {
        let output = self.run(&[&["plan", "messages.json", "--budget", "4000", "--json"], arguments].concat());
        let answer: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
        answer.pointer("/reasons/0/code").cloned().unwrap_or_default()
    }
}

#[test]
fn each_command_ends_with_its_status() {
    let shell = Shell::serving();
    for (arguments, expected) in [
        (&["policy", "add", "anchorhold.wasm", "--name", "standard", "--version", "1.0.0"][..], 0),
        (&["policy", "add", "anchorhold.wasm", "--name", "other", "--version", "1.0.0"], 3),
        (&["policy", "add", "anchorhold-literal.wasm", "--name", "standard", "--version", "1.0.0"], 3),
        (&["policy", "add", "messages.json", "--name", "text", "--version", "1.0.0"], 3),
        (&["policy", "add", "anchorhold.wasm", "--name", "../up", "--version", "1.0.0"], 3),
        (&["policy", "add", "anchorhold.wasm", "--name", "standard", "--version", "one"], 3),
        (&["policy", "list"], 0),
        (&["policy", "inspect", "literal@1.0.0"], 0),
        (&["policy", "inspect", "literal@9.0.0"], 3),
        (&["policy", "use", "missing"], 3),
        (&["policy", "rollback"], 3),
        (&["policy", "remove", "standard"], 3),
        (&["policy", "canary", "literal", "--share", "5"], 3),
        (&["policy", "canary", "literal"], 3),
        (&["policy", "canary", "literal", "--share", "5%"], 0),
        (&["policy", "canary", "--off"], 0),
        (&["policy", "verify", "standard"], 0),
        (&["policy", "gc"], 0),
    ] {
        let output = shell.run(arguments);
        assert_eq!(output.status.code(), Some(expected), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(shell.json(&["policy", "list"], "/versions").as_array().map(Vec::len), Some(1), "gc took the other");
}

#[test]
fn the_version_that_serves_is_the_one_that_is_asked() {
    let shell = Shell::serving();
    let by = |arguments: &[&str]| shell.preset(arguments);
    let (standard, literal) = (by(&["--policy", "anchorhold.wasm"]), by(&["--policy", "anchorhold-literal.wasm"]));
    assert_ne!(standard, literal, "the two presets answer differently");
    assert_eq!([by(&[]), by(&["--policy", "literal@1.0.0"])], [standard.clone(), literal.clone()]);
    shell.succeed(&["policy", "pin", "literal", "--tenant", "bold"]);
    assert_eq!([by(&[]), by(&["--tenant", "bold"])], [standard.clone(), literal.clone()]);
    shell.succeed(&["policy", "canary", "literal", "--share", "100%", "--tenant", "trying"]);
    assert_eq!(by(&["--tenant", "trying"]), literal);
    shell.succeed(&["policy", "use", "literal"]);
    assert_eq!(by(&[]), literal);
    shell.succeed(&["policy", "rollback"]);
    assert_eq!(by(&[]), standard);
}

#[test]
fn what_served_last_serves_without_the_registry_and_then_the_embedded_one() {
    let shell = Shell::serving();
    shell.succeed(&["policy", "use", "literal"]);
    let literal = shell.preset(&[]);
    fs::remove_dir_all(shell.path("data/anchorhold/policies")).expect("the registry is gone");
    assert_eq!(shell.preset(&[]), literal);
    fs::remove_dir_all(shell.path("data/anchorhold/last-good")).expect("that is gone too");
    assert_ne!(shell.preset(&[]), literal);
}

#[test]
fn signatures_are_made_verified_and_demanded() {
    let shell = Shell::serving();
    shell.succeed(&["policy", "keygen", "release.pem"]);
    assert_eq!(shell.status(&["policy", "keygen", "release.pem"]), 3, "a key is never overwritten");
    shell.succeed(&["policy", "sign", "standard", "--key", "release.pem"]);
    shell.succeed(&["policy", "verify", "standard", "--key", "release.pem.pub"]);
    assert_eq!(shell.status(&["policy", "verify", "literal", "--key", "release.pem.pub"]), 2);
    shell.succeed(&["policy", "demand", "release.pem.pub", "--tenant", "careful"]);
    assert_eq!(shell.status(&["policy", "pin", "literal", "--tenant", "careful"]), 3);
    assert_eq!(shell.json(&["policy", "use", "literal"], "/input_error/code"), "signature-missing");
    assert_eq!(shell.json(&["policy", "list"], "/channels/0/moves").as_array().map(Vec::len), Some(1));
}

#[test]
fn a_compile_bomb_is_ended_and_what_served_still_does() {
    const LOCALS: usize = 6000;
    const LOOPS: usize = 2500;
    let shell = Shell::serving();
    // Every local is read in the innermost loop and set in the outermost, so that each loop has to hand on all of them.
    let locals: String = (0..LOCALS).map(|local| format!("(local $l{local} i64)")).collect();
    let reads: String = (0..LOCALS)
        .map(|local| format!("(local.set $l{local} (i64.add (local.get $l{local}) (i64.const 1)))"))
        .collect();
    let body = format!(
        "{locals} {} {reads} {} i32.const 16",
        "loop ".repeat(LOOPS),
        "(br_if 0 (i64.eqz (local.get $l0))) end ".repeat(LOOPS)
    );
    let bomb = Subject { read: body.leak(), ..Subject::default() }.component();
    fs::write(shell.path("bomb.wasm"), &bomb).expect("a file");
    shell.succeed(&["policy", "add", "bomb.wasm", "--name", "bomb", "--version", "1.0.0"]);
    let output = shell.run(&["policy", "use", "bomb", "--trial-seconds", "3", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    let code = answer.pointer("/refused/trial/steps/0/code").and_then(Value::as_str).expect("the step that ended it");
    assert!(["trial-too-long", "trial-ended"].contains(&code), "{answer}");
    assert_eq!(shell.json(&["policy", "list"], "/channels/0/moves").as_array().map(Vec::len), Some(1));
    shell.succeed(&["classify", "messages.json"]);
}
