//! `anchorhold log`

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, output, report};
use anchorhold_flow::{Pass, Store};
use clap::Args;

/// Show the passes, the newest first; or all that is known of one.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold log
  anchorhold log 12
  anchorhold log --session support-4711 --json | jq '.passes[].status'")]
pub struct Log {
    /// The number of a pass: show its steps, decisions and effects
    #[arg(value_name = "PASS")]
    pass: Option<u64>,
    /// Only passes of this session
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    /// How many passes are shown
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    count: u32,
}

impl Log {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let (store, path) = host::store_to_read(global)?;
        let text = match self.pass {
            Some(sequence) => {
                let store = store.ok_or(CommandError::NoPass { sequence })?;
                let pass = store.pass(sequence)?.ok_or(CommandError::NoPass { sequence })?;
                let of_pass = report::log::OfPass {
                    is_interrupted: is_interrupted(&store, &pass),
                    events: store.events_of(sequence)?,
                    decisions: store.decisions_of(sequence)?,
                    pass,
                };
                if global.json { report::log::pass_json(&of_pass) } else { report::log::pass_text(&of_pass) }
            }
            None => {
                let passes = match &store {
                    Some(store) => store.passes(self.session.as_deref(), self.count)?,
                    None => Vec::new(),
                };
                let is_interrupted = |pass: &Pass| store.as_ref().is_some_and(|store| is_interrupted(store, pass));
                if global.json {
                    report::log::json(&passes, is_interrupted)
                } else {
                    report::log::text(&path, &passes, is_interrupted)
                }
            }
        };
        output::write(&text)?;
        Ok(Ended::Permitted)
    }
}

/// Whether a pass has no end and nobody works on it
fn is_interrupted(store: &Store, pass: &Pass) -> bool {
    !pass.status.is_end() && !store.is_under_way(pass.sequence)
}
