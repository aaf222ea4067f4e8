//! `anchorhold policy list`

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, output, report};
use anchorhold_flow::registry::Registry;
use clap::Args;

/// Show the versions of the registry, the channels that point to them, and the tenants with settings of their own.
#[derive(Args)]
pub struct List {}

impl List {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let path = host::registry_path(global)?;
        let shelf = match Registry::open_if_there(&path) {
            Some(registry) => report::registry::Shelf {
                signed: registry
                    .list()?
                    .iter()
                    .map(|record| Ok((record.digest, registry.signed(record)?.unwrap_or_default().len())))
                    .collect::<Result<_, CommandError>>()?,
                records: registry.list()?,
                channels: registry.channels()?,
                tenants: registry.tenants()?,
            },
            None => report::registry::Shelf::default(),
        };
        output::write(&if global.json {
            report::registry::list_json(&shelf)
        } else {
            report::registry::list_text(&path, &shelf)
        })?;
        Ok(Ended::Permitted)
    }
}
