//! `anchorhold policy remove` and `gc`

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, output, report};
use anchorhold_flow::registry::Selector;
use clap::Args;

/// Take a version out of the registry. Refused while a channel or a tenant points to it, or would after a rollback.
#[derive(Args)]
pub struct Remove {
    /// The version
    #[arg(value_name = "VERSION")]
    version: Selector,
}

/// Take all versions out of the registry to which nothing points.
#[derive(Args)]
pub struct Gc {
    /// How many rollbacks of each channel must stay possible
    #[arg(long, value_name = "COUNT", default_value_t = 3)]
    steps_back: usize,
}

impl Remove {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let registry = host::registry(global)?;
        let record = registry.find(&self.version)?;
        registry.remove(record.digest)?;
        let bytes = record.size_bytes as u64;
        let removed = anchorhold_flow::registry::Removed { versions: vec![record], components: 0, bytes };
        output::write(&report::registry::removed(global.json, &removed))?;
        Ok(Ended::Permitted)
    }
}

impl Gc {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let removed = host::registry(global)?.collect_garbage(self.steps_back)?;
        output::write(&report::registry::removed(global.json, &removed))?;
        Ok(Ended::Permitted)
    }
}
