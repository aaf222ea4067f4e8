//! A command of the shell: JSON on its standard input, the summary on its standard output.

use super::{OUTPUT_BYTES_MAX, SummarizerError};
use crate::cancellation::{Cancellation, HEARD_WITHIN};
use serde_json::Value;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

const STDERR_BYTES_MAX: usize = 2000;

/// Runs a command with this input, and gives what it wrote
pub(super) fn run(
    command: &str,
    time_max: Duration,
    input: &Value,
    cancellation: &Cancellation,
) -> Result<String, SummarizerError> {
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
    let Some(status) = wait(&mut child, deadline, cancellation) else {
        let is_cancelled = cancellation.is_cancelled();
        return Err(if is_cancelled { SummarizerError::Cancelled } else { SummarizerError::TooSlow { time_max } });
    };
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
    // A group of its own, so that it can be stopped with all that it started.
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
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

/// Waits for the command to end; after the deadline, or when somebody asks to stop, it is stopped. `None`: it was.
fn wait(child: &mut Child, deadline: Instant, cancellation: &Cancellation) -> Option<ExitStatus> {
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() >= deadline || cancellation.is_cancelled() {
            stop(child);
            return None;
        }
        thread::sleep(HEARD_WITHIN);
    }
}

/// Stops a command with all that it started. It may have ended just now; either way it is waited for, so that it does not
/// stay as a zombie.
fn stop(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::{Cancellation, SummarizerError, run};
    use serde_json::json;
    use std::thread;
    use std::time::{Duration, Instant};

    #[test]
    fn a_command_summarizes_or_fails_in_its_own_way() {
        let input = json!({"brief": "x".repeat(1 << 20)});
        let run = |command: &str| run(command, Duration::from_millis(700), &input, &Cancellation::default());
        assert_eq!(run("wc -c | tr -d ' '").ok().as_deref(), Some("1048588\n"));
        assert_eq!(run("echo done").ok().as_deref(), Some("done\n"), "it need not read its input");
        assert!(matches!(run("echo no >&2; exit 3"), Err(SummarizerError::Failed { stderr, .. }) if stderr == "no"));
        assert!(matches!(run("printf '\\377'"), Err(SummarizerError::NotText)));
        assert!(matches!(run("sleep 5"), Err(SummarizerError::TooSlow { .. })));
        assert!(matches!(run("sleep 5 & echo started"), Err(SummarizerError::TooSlow { .. })));
        assert!(matches!(run("head -c 5000000 /dev/zero"), Err(SummarizerError::TooMuch)));
    }

    #[test]
    fn a_wish_to_stop_is_heard_at_once() {
        let cancellation = Cancellation::default();
        let wish = cancellation.clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            wish.cancel();
        });
        let began = Instant::now();
        let ended = run("sleep 30 | cat", Duration::from_secs(30), &json!({}), &cancellation);
        assert!(matches!(ended, Err(SummarizerError::Cancelled)));
        assert!(began.elapsed() < Duration::from_secs(10));
    }
}
