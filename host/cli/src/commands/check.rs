//! `anchorhold check`

use crate::exit::{CommandError, Ended};
use crate::options::{self, BudgetOptions, Global, Transcript};
use crate::{output, report, serving};
use anchorhold_flow::Admission;
use clap::Args;
use std::path::PathBuf;

/// Ask whether a summary may stand for what it would replace. Changes nothing.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold check session.jsonl --summary summary.md --budget 100000
  anchorhold check session.jsonl --summary summary.md --budget 100000 --json | jq '.findings[].code'")]
pub struct Check {
    #[command(flatten)]
    transcript: Transcript,
    /// The summary; `-` is standard input
    #[arg(long, value_name = "FILE")]
    summary: PathBuf,
    #[command(flatten)]
    budget: BudgetOptions,
}

impl Check {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let inquiry = self.transcript.inquiry(Some(&self.budget))?;
        let summary = options::document(&self.summary)?;
        let desk = serving::desk(global, &serving::session(None, self.transcript.path()))?;
        let checked = anchorhold_flow::check(&desk, &inquiry, &summary.text)?;
        output::write(&if global.json {
            format!("{}\n", checked.json)
        } else {
            report::check::text(&self.summary, &checked)
        })?;
        Ok(match checked.answer {
            Admission::Admitted { .. } => Ended::Permitted,
            Admission::Retry { .. } | Admission::Refused { .. } => Ended::Refused,
        })
    }
}
