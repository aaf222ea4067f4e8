//! A trial in a process of its own, so that a component that compiles for ever, or to ever more, takes nobody with it.

use crate::profile::Profile;
use crate::trial::TrialReport;
use anchorhold_runtime::Digest;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a trial may take
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Confinement {
    /// The longest that it may take
    pub time_max: Duration,
    /// The most memory that it may write to, in bytes
    pub memory_bytes_max: u64,
}

impl Confinement {
    /// What a version of this profile may take
    pub fn of(profile: Profile) -> Confinement {
        const GIB: u64 = 1 << 30;
        match profile {
            Profile::Standard => Confinement { time_max: Duration::from_secs(60), memory_bytes_max: GIB },
            Profile::Scripted => Confinement { time_max: Duration::from_secs(180), memory_bytes_max: 4 * GIB },
        }
    }
}

/// Confines this process: to be called by the program that [`try_confined`] starts, before it reads anything
pub fn confine(confinement: Confinement) {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let limit = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
        let cpu_seconds = confinement.time_max.as_secs().saturating_mul(4).max(1);
        // Where the system does not know a limit, the clock of the parent still holds.
        let _ = setrlimit(Resource::Data, limit(confinement.memory_bytes_max));
        let _ = setrlimit(Resource::Cpu, limit(cpu_seconds));
        let _ = setrlimit(Resource::Core, limit(0));
    }
    #[cfg(not(unix))]
    let _ = confinement;
}

/// Has a component tried out by a program that reads it from standard input and writes a [`TrialReport`] as JSON
pub fn try_confined(mut program: Command, bytes: &[u8], confinement: Confinement) -> TrialReport {
    let digest = Digest::of(bytes);
    let began = Instant::now();
    let took_ms = |began: Instant| u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let ended = |code: &str, message: String| TrialReport::ended(digest, code, message, took_ms(began));
    let spawned = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) => return ended("trial-not-started", format!("the trial did not start: {error}")),
    };
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let (said, status) = thread::scope(|scope| {
        // Beside each other, since a pipe that nobody reads fills up.
        scope.spawn(move || input.map(|mut input| input.write_all(bytes)));
        let reader = scope.spawn(move || {
            let mut said = Vec::new();
            output.map(|output| output.take(1 << 20).read_to_end(&mut said));
            said
        });
        let status = wait(&mut child, confinement.time_max);
        (reader.join().unwrap_or_default(), status)
    });
    let Some(status) = status else {
        let most = confinement.time_max.as_secs();
        return ended("trial-too-long", format!("it was not compiled and tried within {most} s"));
    };
    match serde_json::from_slice::<TrialReport>(&said) {
        Ok(report) if report.digest == digest => report,
        // What a limit ends says nothing more.
        _ => ended("trial-ended", format!("compiling or trying it ended the process: {status}")),
    }
}

/// Waits for the end of a process, and ends it where it takes too long. `None`: it did.
fn wait(child: &mut Child, time_max: Duration) -> Option<std::process::ExitStatus> {
    const PAUSE_MAX: Duration = Duration::from_millis(20);
    let end = Instant::now() + time_max;
    let mut pause = Duration::from_millis(1);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() >= end {
            // It may have ended just now; then there is nothing left to end.
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(PAUSE_MAX);
    }
}
