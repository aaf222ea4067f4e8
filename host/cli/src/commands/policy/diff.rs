//! `anchorhold policy diff`

use super::inspect::component;
use crate::exit::{CommandError, Ended};
use crate::host::{self, HostError};
use crate::options::Global;
use crate::progress::Progress;
use crate::{output, report};
use anchorhold_flow::Policy;
use anchorhold_flow::registry::Loader;
use clap::Args;
use std::path::{Path, PathBuf};

/// Show which decisions a change of policy would change, grouped by rule. Refused (exit status 2) where any does.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold policy diff stable next --corpus recorded.jsonl
  anchorhold policy diff stable next --recorded 1000
  anchorhold policy diff standard@0.1.0 new.wasm --corpus transcripts/ --budget 100000 --json | jq .groups

A corpus is calls as `batch` takes them, one a line, or transcripts: of each, its plan with a summary, its spill and its
classes are asked for.")]
pub struct Diff {
    /// The version that serves, or a component
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The version that would serve, or a component
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// A file of calls, a transcript, or a folder of them
    #[arg(long, value_name = "PATH", required_unless_present = "recorded")]
    corpus: Option<PathBuf>,
    /// The latest decisions of the store: what was really asked
    #[arg(long, value_name = "COUNT", conflicts_with = "corpus")]
    recorded: Option<u32>,
    /// The budget for transcripts, in tokens; without it only their classes are compared
    #[arg(long, value_name = "TOKENS")]
    budget: Option<u32>,
}

impl Diff {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let loader = Loader::new(host::cache(), 1);
        let load = |named: &Path| -> Result<Policy, CommandError> {
            let (bytes, profile) = component(global, Some(named))?;
            let not_loaded = |source| HostError::NotLoaded { path: named.to_owned(), source };
            Ok(loader.load_bytes(&bytes, profile).map_err(not_loaded)?)
        };
        let progress = Progress::new(global.json);
        progress.say("loading the policies".to_owned());
        let (old, new) = (load(&self.old)?, load(&self.new)?);
        let calls = match &self.corpus {
            Some(corpus) => anchorhold_flow::corpus(corpus, self.budget)?,
            None => {
                let (store, path) = host::store(global)?;
                let calls = anchorhold_flow::recorded(&store, self.recorded.unwrap_or(u32::MAX))?;
                if calls.is_empty() {
                    return Err(CommandError::NothingRecorded { path });
                }
                calls
            }
        };
        let mut watch = |number: usize| progress.say(format!("call {} of {}", number + 1, calls.len()));
        let diff = anchorhold_flow::diff(&old, &new, &calls, &mut watch).map_err(anchorhold_flow::DeskError::from)?;
        drop(progress);
        output::write(&if global.json { report::diff::json(&diff) } else { report::diff::text(&diff) })?;
        Ok(if diff.changed == 0 { Ended::Permitted } else { Ended::Refused })
    }
}
