//! `anchorhold policy add`

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, output, report};
use anchorhold_flow::admit;
use anchorhold_flow::registry::{Name, NewVersion, Profile};
use clap::Args;
use semver::Version;
use std::path::PathBuf;

/// Add a component to the registry, if it imports nothing and is of the contract. It serves nobody yet.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold policy add dist/anchorhold.wasm --name standard --version 0.1.0
  anchorhold policy add strict.wasm --name strict --version 2.0.0 --notes 'blocks rounded numbers'")]
pub struct Add {
    /// The component
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Its name: letters, digits, `.`, `_` and `-`
    #[arg(long)]
    name: Name,
    /// Its version, by semantic versioning
    #[arg(long)]
    version: Version,
    /// The bounds under which it runs: `standard`, or `scripted` for one that brings an interpreter with it [default: by size]
    #[arg(long)]
    profile: Option<Profile>,
    /// What is to be known of it, in words
    #[arg(long, default_value = "", hide_default_value = true)]
    notes: String,
}

impl Add {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let bytes = host::component(Some(&self.file))?;
        let profile = self.profile.unwrap_or_else(|| Profile::of_size(bytes.len()));
        let admitted = admit(&bytes, &profile.bounds())?;
        let new =
            NewVersion { name: self.name.clone(), version: self.version.clone(), profile, notes: self.notes.clone() };
        let record = host::registry(global)?.add(&bytes, &admitted, new)?;
        output::write(&if global.json {
            report::registry::record_json(&record)
        } else {
            report::registry::added_text(&record)
        })?;
        Ok(Ended::Permitted)
    }
}
