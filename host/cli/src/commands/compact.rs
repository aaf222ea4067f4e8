//! `anchorhold compact`

use crate::exit::{CommandError, Ended};
use crate::options::{BudgetOptions, Global, Transcript};
use crate::progress::Progress;
use crate::{host, output, report};
use anchorhold_flow::{CompactJob, Outcome, Summarizer};
use clap::Args;
use std::path::PathBuf;

/// Compact a transcript into a next window that the policy admits.
///
/// Everything that leaves the window is archived first and can be had again with `anchorhold recall`. Where no summary
/// is admitted, pointers take its place. If the pass is refused, or fails, the transcript and OUT stay as they are.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold compact session.jsonl --budget 100000 --out next.jsonl
  anchorhold compact session.jsonl --budget 100000 --out session.jsonl --summarizer 'cmd:./summarize.sh'

A summarizer command gets {\"brief\", \"elements\", \"effects\", \"feedback\"?} as JSON on standard input and writes the
summary to standard output. A summary that is not admitted goes back with feedback, as often as the settings say.")]
pub struct Compact {
    #[command(flatten)]
    transcript: Transcript,
    #[command(flatten)]
    budget: BudgetOptions,
    /// Where the next document goes; it may be the transcript itself
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Who makes the summary: `none`, or `cmd:` and a command of the shell
    #[arg(long, value_name = "none | cmd:COMMAND", default_value = "none")]
    summarizer: Summarizer,
    /// The session that the window belongs to [default: that of earlier passes, else the path]
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
}

impl Compact {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let inquiry = self.transcript.inquiry(Some(&self.budget))?;
        let progress = Progress::new(global.json);
        progress.say("loading the policy".to_owned());
        let desk = host::desk(global)?;
        let (mut store, store_path) = host::store(global)?;
        let job = CompactJob {
            inquiry: &inquiry,
            out: &self.out,
            session: self.session.as_deref(),
            summarizer: &self.summarizer,
        };
        let compacted = anchorhold_flow::compact(&desk, &mut store, job, &mut |step| progress.step(step))?;
        drop(progress);
        let place = report::compact::Place { transcript: self.transcript.path(), out: &self.out, store: &store_path };
        output::write(&if global.json {
            report::compact::json(place, &compacted)
        } else {
            report::compact::text(place, &compacted)
        })?;
        Ok(match compacted.outcome {
            Outcome::Installed(_) => Ended::Permitted,
            Outcome::Refused { .. } => Ended::Refused,
        })
    }
}
