//! `anchorhold policy inspect`

use crate::exit::{CommandError, Ended};
use crate::host::{self, HostError};
use crate::options::Global;
use crate::{output, report};
use anchorhold_flow::registry::{Profile, Registry, Selector};
use anchorhold_flow::{Bounds, Engine};
use clap::Args;
use std::path::{Path, PathBuf};

/// Check that a file is a policy: no imports, bounded memory, the contract's types; and show what it says of itself.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold policy inspect
  anchorhold policy inspect standard@1.2.0
  anchorhold policy inspect dist/anchorhold.wasm --json | jq -r '.description.rules[].code'")]
pub struct Inspect {
    /// The component, or a version of the registry [default: the one that comes with the command]
    #[arg(value_name = "FILE|VERSION")]
    file: Option<PathBuf>,
}

impl Inspect {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let (bytes, profile) = component(global, self.file.as_deref().or(global.policy.as_deref()))?;
        let bounds = Bounds { concurrent_decisions_max: 1, ..profile.bounds() };
        let engine = Engine::new(bounds).map_err(HostError::Engine)?;
        let inspected = anchorhold_flow::inspect(&engine, &bytes)?;
        output::write(&if global.json { report::policy::json(&inspected) } else { report::policy::text(&inspected) })?;
        Ok(Ended::Permitted)
    }
}

/// The bytes of a component that is named by its file or as a version of the registry, and the profile that it needs
pub fn component(global: &Global, named: Option<&Path>) -> Result<(Vec<u8>, Profile), CommandError> {
    let selector = named.filter(|path| !path.exists()).and_then(Path::to_str).and_then(|text| text.parse().ok());
    let registry = Registry::open_if_there(&host::registry_path(global)?);
    if let (Some(selector), Some(registry)) = (selector, registry) {
        let selector: Selector = selector;
        let record = registry.find(&selector)?;
        return Ok((registry.component(record.digest)?, record.profile));
    }
    let bytes = host::component(named)?.into_owned();
    let profile = Profile::of_size(bytes.len());
    Ok((bytes, profile))
}
