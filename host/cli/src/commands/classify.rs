//! `anchorhold classify`

use crate::exit::{CommandError, Ended};
use crate::options::{Global, Transcript};
use crate::{output, report, serving};
use clap::Args;

/// Show the class of each element of a transcript, and what decided it. Changes nothing.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold classify session.jsonl
  anchorhold classify session.jsonl --json | jq -r '.classifications[] | select(.effect) | .effect.action'")]
pub struct Classify {
    #[command(flatten)]
    transcript: Transcript,
}

impl Classify {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let inquiry = self.transcript.inquiry(None)?;
        let desk = serving::desk(global, &serving::session(None, self.transcript.path()))?;
        let classified = anchorhold_flow::classify(&desk, &inquiry)?;
        output::write(&if global.json {
            format!("{}\n", classified.json)
        } else {
            report::classify::text(self.transcript.path(), &classified)
        })?;
        Ok(Ended::Permitted)
    }
}
