//! A shell in a folder of its own.

// Each test takes of it what it needs.
#![allow(dead_code, reason = "not every test uses all of it")]

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder with a transcript, in which the command is run
pub struct Shell {
    folder: TempDir,
}

impl Shell {
    pub fn new() -> Shell {
        let shell = Shell { folder: tempfile::tempdir().expect("a folder") };
        shell.write("messages.json", &transcript());
        shell
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file");
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_anchorhold"));
        // Compiling the policy takes long in a test build, so that all tests share what was compiled.
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("XDG_CACHE_HOME", cache)
            .env("XDG_DATA_HOME", self.path("data"))
            .env_remove("ANCHORHOLD_STORE")
            .env_remove("ANCHORHOLD_POLICY");
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("it runs")
    }

    pub fn json(&self, arguments: &[&str]) -> Value {
        let output = self.run(arguments);
        serde_json::from_slice(&output.stdout).expect("the output is JSON")
    }
}

/// A chat with thirty reads, a prohibition and a question
pub fn transcript() -> String {
    let mut messages = vec![json!({"role": "system", "content": "You are a careful engineer."})];
    messages.push(json!({"role": "user", "content": "Never delete the branch `keep-me`. Tell what each part does."}));
    for number in 0..30 {
        let id = format!("call_{number}");
        let arguments = json!({"path": format!("src/part_{number}.rs")}).to_string();
        messages.push(json!({"role": "assistant", "content": null, "tool_calls":
            [{"id": id, "type": "function", "function": {"name": "read_file", "arguments": arguments}}]}));
        messages.push(json!({"role": "tool", "tool_call_id": id, "content": "fn part() { work(); }\n".repeat(40)}));
    }
    messages.push(json!({"role": "user", "content": "And now in one sentence?"}));
    Value::Array(messages).to_string()
}
