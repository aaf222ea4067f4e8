//! A decision from a process that has just been started, with the compiled component in the cache.

use crate::components::file;
use crate::measure::{Spread, Way, in_turns};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What it takes from the start of the command to its end, one small call answered
///
/// # Errors
/// Where the command is not built, or does not answer.
pub fn decision() -> Result<Spread, String> {
    let command = file("target/release/anchorhold");
    if !command.is_file() {
        return Err("target/release/anchorhold is not built".to_owned());
    }
    let line = "{\"call\":\"plan\",\"request\":{\"window\":[{\"id\":\"m1\",\"kind\":\"user-request\",\"text\":\"ship 4.2\"}],\
                \"budget\":{\"limit_tokens\":8000}}}\n";
    let run = || {
        let fault = |why: &dyn std::fmt::Display| format!("`anchorhold batch`: {why}");
        let mut child = Command::new(&command)
            .arg("batch")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| fault(&error))?;
        let mut pipe = child.stdin.take().ok_or_else(|| fault(&"no standard input"))?;
        pipe.write_all(line.as_bytes()).map_err(|error| fault(&error))?;
        drop(pipe);
        let output = child.wait_with_output().map_err(|error| fault(&error))?;
        if output.stdout.starts_with(b"{\"ok\":") { Ok(()) } else { Err(fault(&output.status)) }
    };
    // The first run, which is not counted, fills the cache.
    in_turns(&mut [Way::elsewhere(run)]).into_iter().next().unwrap_or_else(|| Err("it was not timed".to_owned()))
}
