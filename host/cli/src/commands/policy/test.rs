//! `anchorhold policy test`

use super::inspect::component;
use crate::exit::{CommandError, Ended};
use crate::host::{self, HostError};
use crate::options::Global;
use crate::progress::Progress;
use crate::{output, report};
use anchorhold_flow::DeskError;
use anchorhold_flow::registry::{Loader, Profile, fuel, laws, try_out};
use clap::Args;
use std::path::PathBuf;

/// Test a policy as its author: the trial, the laws of every policy over generated windows, and how its fuel grows. Refused
/// (exit status 2) where it does not pass.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold policy test my-policy.wasm
  anchorhold policy test my-policy.wasm --windows 1000 --json | jq '.laws[] | select(.broken)'")]
pub struct Test {
    /// The component, or a version of the registry
    #[arg(value_name = "FILE|VERSION")]
    file: PathBuf,
    /// How many windows each law is looked at with
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    windows: u64,
    /// The bounds under which it runs [default: by size]
    #[arg(long)]
    profile: Option<Profile>,
}

/// The sizes of the windows over which fuel is measured
const SIZES_BYTES: [usize; 5] = [16 << 10, 64 << 10, 128 << 10, 256 << 10, 512 << 10];

impl Test {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let (bytes, by_size) = component(global, Some(&self.file))?;
        let profile = self.profile.unwrap_or(by_size);
        let progress = Progress::new(global.json);
        progress.say("compiling and asking it".to_owned());
        let mut tested = report::test::Tested {
            trial: try_out(&bytes, profile, host::cache().as_ref()),
            laws: Vec::new(),
            fuel: None,
        };
        if tested.trial.is_passed() {
            let not_loaded = |source| HostError::NotLoaded { path: self.file.clone(), source };
            let policy = Loader::new(host::cache(), 1).load_bytes(&bytes, profile).map_err(not_loaded)?;
            let mut watch = |number: u64| progress.say(format!("window {} of {}", number + 1, self.windows));
            tested.laws = laws(&policy, self.windows, &mut watch).map_err(DeskError::from)?;
            progress.say("measuring its fuel".to_owned());
            tested.fuel = Some(fuel(&policy, &SIZES_BYTES).map_err(DeskError::from)?);
        }
        drop(progress);
        output::write(&if global.json { report::test::json(&tested) } else { report::test::text(&tested) })?;
        Ok(if tested.is_passed() { Ended::Permitted } else { Ended::Refused })
    }
}
