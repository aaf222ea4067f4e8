//! `anchorhold policy use` and `rollback`

use super::trial;
use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, output, report};
use anchorhold_flow::World;
use anchorhold_flow::registry::{Name, Selector};
use clap::Args;

/// Point a channel to a version, once it has passed its trial. Decisions under way finish on the old one.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold policy use standard@1.2.0
  anchorhold policy use strict@2.0.0 --channel next")]
pub struct Use {
    /// The version
    #[arg(value_name = "VERSION")]
    version: Selector,
    /// The channel; tenants without settings of their own follow `stable`
    #[arg(long, value_name = "NAME", default_value = "stable")]
    channel: Name,
    /// The longest that its trial may take, in seconds [default: by its profile]
    #[arg(long, value_name = "SECONDS")]
    trial_seconds: Option<u64>,
}

/// Point a channel back to the version before its present one.
#[derive(Args)]
pub struct Rollback {
    /// The channel
    #[arg(long, value_name = "NAME", default_value = "stable")]
    channel: Name,
}

impl Use {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let registry = host::registry(global)?;
        let record = registry.find(&self.version)?;
        let report = trial::run(global, &registry, &record, self.trial_seconds)?;
        if !report.is_passed() {
            output::write(&report::registry::trial(global.json, &record, &report))?;
            return Ok(Ended::Refused);
        }
        let channel = registry.point(&self.channel, record.digest, "use")?;
        output::write(&report::registry::pointed(global.json, &registry.list()?, &channel, Some(&report)))?;
        if record.world != World::Desk.name() {
            output::warn("it has no desk: hosts that ask by types are served by it, and the command is not");
        }
        Ok(Ended::Permitted)
    }
}

impl Rollback {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let registry = host::registry(global)?;
        let channel = registry.roll_back(&self.channel, "rollback")?;
        output::write(&report::registry::pointed(global.json, &registry.list()?, &channel, None))?;
        Ok(Ended::Permitted)
    }
}
