//! `anchorhold policy try`: a trial, in the process that another one of this command starts for it.

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::progress::Progress;
use crate::{host, output};
use anchorhold_flow::registry::{Confinement, Profile, Record, Registry, TrialReport, confine, try_confined, try_out};
use clap::Args;
use std::env;
use std::io::{self, Read};
use std::process::Command;
use std::time::Duration;

/// Try out the component on standard input, under limits of memory and time, and tell what came of it.
#[derive(Args)]
pub struct Try {
    /// The bounds under which it runs
    #[arg(long)]
    profile: Profile,
}

impl Try {
    /// Runs it
    pub fn run(&self) -> Result<Ended, CommandError> {
        confine(Confinement::of(self.profile));
        let mut bytes = Vec::new();
        let most = self.profile.bounds().component_bytes_max as u64;
        io::stdin().lock().take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        let report = try_out(&bytes, self.profile, host::cache().as_ref());
        output::write(&format!("{}\n", serde_json::to_string(&report).map_err(io::Error::other)?))?;
        Ok(if report.is_passed() { Ended::Permitted } else { Ended::Refused })
    }
}

/// Has a version of the registry tried out in a process of its own, for so many seconds at most
pub fn run(
    global: &Global,
    registry: &Registry,
    record: &Record,
    seconds_max: Option<u64>,
) -> Result<TrialReport, CommandError> {
    let bytes = registry.component(record.digest)?;
    let progress = Progress::new(global.json);
    progress.say(format!("trying {}@{}", record.name, record.version));
    let mut command = Command::new(env::current_exe()?);
    command.args(["policy", "try", "--profile", record.profile.name()]);
    // What this process was told by its environment is not for the trial, such as another policy.
    command.env_remove("ANCHORHOLD_POLICY");
    let mut confinement = Confinement::of(record.profile);
    if let Some(seconds) = seconds_max {
        confinement.time_max = Duration::from_secs(seconds);
    }
    Ok(try_confined(command, &bytes, confinement))
}
