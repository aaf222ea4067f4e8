//! Summarizers: none, or a command.

use serde_json::Value;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::str::FromStr;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Who makes the summary
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Summarizer {
    /// Nobody: what leaves is replaced by pointers
    None,
    /// A command of the shell. It gets the brief and the elements as JSON on standard input, and writes the summary to
    /// standard output.
    Command {
        /// The command
        command: String,
        /// The longest that it may take
        time_max: Duration,
    },
}

/// Why there is no summary
#[derive(Debug, thiserror::Error)]
pub enum SummarizerError {
    /// The command does not start
    #[error("the summarizer does not start")]
    NotStarted(#[source] io::Error),
    /// The command ended with another status than 0
    #[error("the summarizer ended with {status}{}", said(stderr))]
    Failed {
        /// Its status
        status: ExitStatus,
        /// The end of what it wrote to standard error
        stderr: String,
    },
    /// The command took too long and was stopped
    #[error("the summarizer took longer than {} s", time_max.as_secs())]
    TooSlow {
        /// The longest that it may take
        time_max: Duration,
    },
    /// The command wrote more than a summary may have
    #[error("the summarizer wrote more than {OUTPUT_BYTES_MAX} bytes")]
    TooMuch,
    /// The summary is not UTF-8 text
    #[error("the summarizer wrote something that is not UTF-8 text")]
    NotText,
    /// Its input could not be written as JSON
    #[error("the summarizer's input could not be written")]
    NoInput(#[source] serde_json::Error),
}

/// The largest summary, in bytes; a model's longest answer is far below
const OUTPUT_BYTES_MAX: usize = 1 << 22;
const STDERR_BYTES_MAX: usize = 2000;
const TIME_MAX: Duration = Duration::from_secs(300);

impl FromStr for Summarizer {
    type Err = String;

    /// `none`, or `cmd:` and a command
    fn from_str(text: &str) -> Result<Summarizer, String> {
        match text.split_once(':') {
            None if text == "none" => Ok(Summarizer::None),
            Some(("cmd", command)) if !command.trim().is_empty() => {
                Ok(Summarizer::Command { command: command.to_owned(), time_max: TIME_MAX })
            }
            _ => Err(format!("`{text}` is not a summarizer; one is `none` or `cmd:COMMAND`")),
        }
    }
}

/// Runs a command with this input, and gives what it wrote
pub(crate) fn run(command: &str, time_max: Duration, input: &Value) -> Result<String, SummarizerError> {
    let input = serde_json::to_vec(input).map_err(SummarizerError::NoInput)?;
    let mut child = shell(command)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(SummarizerError::NotStarted)?;
    // Each end of the pipes has its own thread, so that none waits for another.
    if let Some(mut stdin) = child.stdin.take() {
        thread::spawn(move || {
            // A command may well end without reading all.
            let _ = stdin.write_all(&input);
        });
    }
    let stdout = child.stdout.take().map(|pipe| read_on(pipe, OUTPUT_BYTES_MAX));
    let stderr = child.stderr.take().map(|pipe| read_on(pipe, STDERR_BYTES_MAX));

    let deadline = Instant::now() + time_max;
    let status = wait(&mut child, deadline).ok_or(SummarizerError::TooSlow { time_max })?;
    let take = |output: Option<mpsc::Receiver<Output>>| match output {
        Some(output) => output.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok(),
        None => None,
    };
    if !status.success() {
        let stderr = take(stderr).map(|output| output.bytes).unwrap_or_default();
        return Err(SummarizerError::Failed { status, stderr: String::from_utf8_lossy(&stderr).trim().to_owned() });
    }
    let output = take(stdout).ok_or(SummarizerError::TooSlow { time_max })?;
    if output.is_cut {
        return Err(SummarizerError::TooMuch);
    }
    String::from_utf8(output.bytes).map_err(|_| SummarizerError::NotText)
}

struct Output {
    bytes: Vec<u8>,
    is_cut: bool,
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}

/// Reads a pipe to its end, and keeps the first bytes
fn read_on(mut pipe: impl Read + Send + 'static, bytes_max: usize) -> mpsc::Receiver<Output> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let limit = u64::try_from(bytes_max).unwrap_or(u64::MAX);
        // What was read before an error is what there is.
        let _ = (&mut pipe).take(limit).read_to_end(&mut bytes);
        let is_cut = io::copy(&mut pipe, &mut io::sink()).unwrap_or(0) > 0;
        // Nobody may wait for it any more.
        let _ = sender.send(Output { bytes, is_cut });
    });
    receiver
}

/// Waits for the command to end; after the deadline it is stopped. `None`: it was.
fn wait(child: &mut Child, deadline: Instant) -> Option<ExitStatus> {
    const PAUSE: Duration = Duration::from_millis(5);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() >= deadline {
            // It may have ended just now; either way it is waited for, so that it does not stay as a zombie.
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        thread::sleep(PAUSE);
    }
}

fn said(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!(": {stderr}") }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::{Summarizer, SummarizerError, run};
    use serde_json::json;
    use std::time::Duration;

    #[test]
    fn a_command_summarizes_or_fails_in_its_own_way() {
        let run = |command: &str| run(command, Duration::from_millis(700), &json!({"brief": "x".repeat(1 << 20)}));
        assert_eq!(run("wc -c | tr -d ' '").ok().as_deref(), Some("1048588\n"));
        assert_eq!(run("echo done").ok().as_deref(), Some("done\n"), "it need not read its input");
        assert!(matches!(run("echo no >&2; exit 3"), Err(SummarizerError::Failed { stderr, .. }) if stderr == "no"));
        assert!(matches!(run("printf '\\377'"), Err(SummarizerError::NotText)));
        assert!(matches!(run("sleep 5"), Err(SummarizerError::TooSlow { .. })));
        assert!(matches!(run("sleep 5 & echo started"), Err(SummarizerError::TooSlow { .. })));
        assert!(matches!(run("head -c 5000000 /dev/zero"), Err(SummarizerError::TooMuch)));
    }

    #[test]
    fn a_summarizer_is_named() {
        assert_eq!("none".parse(), Ok(Summarizer::None));
        assert!(matches!("cmd:wc -c".parse(), Ok(Summarizer::Command { command, .. }) if command == "wc -c"));
        for wrong in ["", "None", "cmd:", "cmd: ", "http://x"] {
            assert!(wrong.parse::<Summarizer>().is_err(), "{wrong}");
        }
    }
}
