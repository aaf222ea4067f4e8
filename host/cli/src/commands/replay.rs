//! `anchorhold replay`

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, output, report, serving};
use anchorhold_flow::FuelCompared;
use clap::Args;

/// Make a decision of the log once more, by the component that made it, and compare the answers byte for byte. Refused
/// (exit status 2) where they differ, or where the fuel does on the same engine.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold log 12                      # names the decisions of pass 12
  anchorhold replay 31
  anchorhold replay 31 --request | jq .candidate.text")]
pub struct Replay {
    /// The number of the decision
    #[arg(value_name = "DECISION")]
    decision: u64,
    /// Write the request as the policy was given it, and nothing else
    #[arg(long)]
    request: bool,
    /// Write the answer as the policy gives it, and nothing else
    #[arg(long, conflicts_with = "request")]
    answer: bool,
}

impl Replay {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let (store, path) = host::store_if_there(global)?;
        let store = store.ok_or(CommandError::NoStore { path })?;
        let replayed =
            anchorhold_flow::replay(&store, self.decision, &mut |digest| serving::by_digest(global, digest))?;
        output::write(&match (self.request, self.answer) {
            (true, _) => format!("{}\n", replayed.request),
            (_, true) => format!("{}\n", replayed.answer),
            _ if global.json => report::replay::json(&replayed),
            _ => report::replay::text(&replayed),
        })?;
        let is_same = replayed.is_same_answer && replayed.fuel_compared != FuelCompared::Differs;
        Ok(if is_same { Ended::Permitted } else { Ended::Refused })
    }
}
