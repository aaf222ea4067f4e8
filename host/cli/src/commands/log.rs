//! `anchorhold log`

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, output, report};
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
        let (store, path) = host::store_if_there(global)?;
        let text = match self.pass {
            Some(sequence) => {
                let store = store.ok_or(CommandError::NoPass { sequence })?;
                let pass = store.pass(sequence)?.ok_or(CommandError::NoPass { sequence })?;
                let of_pass = report::log::OfPass {
                    events: store.events_of(sequence)?,
                    decisions: store.decisions_of(sequence)?,
                    pass,
                };
                if global.json { report::log::pass_json(&of_pass) } else { report::log::pass_text(&of_pass) }
            }
            None => {
                let passes = match store {
                    Some(store) => store.passes(self.session.as_deref(), self.count)?,
                    None => Vec::new(),
                };
                if global.json { report::log::json(&passes) } else { report::log::text(&path, &passes) }
            }
        };
        output::write(&text)?;
        Ok(Ended::Permitted)
    }
}
