//! `anchorhold policy`

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, output, report};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Look at policies.
#[derive(Args)]
pub struct Policy {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Inspect(Inspect),
}

/// Check that a file is a policy: no imports, bounded memory, the contract's types; and show what it says of itself.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold policy inspect
  anchorhold policy inspect dist/anchorhold.wasm --json | jq -r '.description.rules[].code'")]
struct Inspect {
    /// The component [default: the one that comes with the command]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Policy {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        match &self.command {
            Command::Inspect(inspect) => inspect.run(global),
        }
    }
}

impl Inspect {
    fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let bytes = host::component(self.file.as_deref().or(global.policy.as_deref()))?;
        let inspected = anchorhold_flow::inspect(&host::engine()?, &bytes)?;
        output::write(&if global.json { report::policy::json(&inspected) } else { report::policy::text(&inspected) })?;
        Ok(Ended::Permitted)
    }
}
