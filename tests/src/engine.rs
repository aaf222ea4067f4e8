//! The engines that answer calls: the native build, the component in the Rust host, the command, Python and JavaScript.
//!
//! Each takes lines as `batch` takes them and gives one answer a line. Equal lines have equal answers, byte for byte.

use crate::repository;
use anchorhold_policy::desk;
use anchorhold_runtime::{Bounds, Engine, Policy};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Something that answers lines
pub type Answers = Result<Vec<String>, String>;

/// Answers by the native build of the policy
pub fn native(lines: &[String]) -> Answers {
    Ok(lines.iter().map(desk::answer).collect())
}

/// The components that `make build` puts into `dist/`
pub fn component_path(name: &str) -> PathBuf {
    repository::file("dist").join(format!("{name}.wasm"))
}

/// Answers by the component in the Rust host
pub fn component(name: &str, lines: &[String]) -> Answers {
    let path = component_path(name);
    let bytes = std::fs::read(&path).map_err(|error| format!("`{}`: {error}; run `make build`", path.display()))?;
    let engine = Engine::new(Bounds::default()).map_err(|error| error.to_string())?;
    let policy = Policy::load(&engine, &bytes).map_err(|error| error.to_string())?;
    lines
        .iter()
        .map(|line| policy.answer(line).map(|decided| decided.answer).map_err(|error| error.to_string()))
        .collect()
}

/// Answers by a program that takes lines on its standard input
pub fn program(mut command: Command, lines: &[String]) -> Answers {
    let said = format!("{command:?}");
    let fault = |why: &dyn std::fmt::Display| format!("{said}: {why}");
    let mut child = command
        .current_dir(repository::root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| fault(&error))?;
    let input = lines.iter().fold(String::new(), |text, line| text + line + "\n");
    let mut pipe = child.stdin.take().ok_or_else(|| fault(&"no standard input"))?;
    // Written beside the reading, since a pipe that nobody reads fills up.
    let writer = std::thread::spawn(move || pipe.write_all(input.as_bytes()));
    let output = child.wait_with_output().map_err(|error| fault(&error))?;
    writer.join().map_err(|_| fault(&"the writer panicked"))?.map_err(|error| fault(&error))?;
    if !output.status.success() {
        return Err(fault(&output.status));
    }
    let text = String::from_utf8(output.stdout).map_err(|error| fault(&error))?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// The command, with the component that is embedded in it
pub fn command(lines: &[String]) -> Answers {
    let mut command = Command::new(repository::file("target/release/anchorhold"));
    command.arg("batch");
    program(command, lines)
}

/// wasmtime-py
pub fn python(lines: &[String]) -> Answers {
    let mut command = Command::new(repository::file(".venv/bin/python"));
    command.arg("tests/python/engine.py").arg(component_path("anchorhold"));
    program(command, lines)
}

/// Node, by jco
pub fn javascript(lines: &[String]) -> Answers {
    let mut command = Command::new("node");
    command.arg("tests/javascript/engine.mjs").arg(component_path("anchorhold"));
    program(command, lines)
}
