//! `anchorhold compact`

use super::plan;
use crate::exit::{self, CommandError, Ended};
use crate::host::{self, HostError};
use crate::options::{BudgetOptions, Global, Transcript};
use crate::progress::Progress;
use crate::{output, report, serving};
use anchorhold_flow::{
    Cancellation, CompactJob, Desk, Guarded, Inquiry, Outcome, PlanAnswer, SettleError, Settled, Sizes, Source,
    Summarizer, compact_guarded,
};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Compact a transcript into a next window that the policy admits.
///
/// Everything that leaves the window is archived first and can be had again with `anchorhold recall`. Where no summary
/// is admitted, pointers take its place. If the pass is refused, fails or is stopped with Ctrl-C, the transcript and OUT stay
/// as they are. A pass that was killed is brought to its end at the next start, before anything else.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold compact session.jsonl --budget 100000 --out next.jsonl
  anchorhold compact session.jsonl --budget 100000 --out session.jsonl --summarizer 'cmd:./summarize.sh'
  anchorhold compact session.jsonl --budget 100000 --out session.jsonl --if-needed
  anchorhold compact session.jsonl --budget 100000 --out next.jsonl --summarizer anthropic:MODEL
  anchorhold compact session.jsonl --budget 100000 --out next.jsonl \\
      --summarizer openai:MODEL@http://localhost:11434/v1 --summarizer-context 32000

A summarizer command gets {\"brief\", \"elements\", \"effects\", \"feedback\"?} as JSON on standard input and writes the
summary to standard output. A summary that is not admitted goes back with feedback, as often as the settings say.
Keys are taken from OPENAI_API_KEY and ANTHROPIC_API_KEY.")]
pub struct Compact {
    #[command(flatten)]
    transcript: Transcript,
    #[command(flatten)]
    budget: BudgetOptions,
    /// Where the next document goes; it may be the transcript itself
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Who makes the summary: `none`, `cmd:COMMAND`, `openai:MODEL[@URL]` or `anthropic:MODEL[@URL]`
    #[arg(long, value_name = "SUMMARIZER", default_value = "none")]
    summarizer: Summarizer,
    /// How much the summarizer reads at once, its answer included; what is more goes to it in parts
    /// [default: 128000 for a model, all for a command]
    #[arg(long, value_name = "TOKENS")]
    summarizer_context: Option<u32>,
    /// The longest that one summary may take
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = RangedU64ValueParser::<u64>::new().range(1..=86_400))]
    summarizer_timeout: u64,
    /// Change nothing while the window is within the margin of the budget; OUT is not written then
    #[arg(long)]
    if_needed: bool,
    /// The session that the window belongs to [default: that of earlier passes, else the path]
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
}

/// What is compacted
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The window as it stands
    Compact,
    /// Its originals
    Reload,
}

impl Compact {
    /// Runs it
    pub fn run(&self, global: &Global, way: Way) -> Result<Ended, CommandError> {
        if [self.transcript.path(), &self.out].contains(&Path::new("-")) {
            return Err(CommandError::NoFile);
        }
        let summarizer = self.summarizer()?;
        let cancellation = stopped_by_signals();
        // Before the transcript is read: what is brought to its end may be the transcript.
        let settled = settle(global)?;
        let inquiry = self.transcript.inquiry(Some(&self.budget))?;
        let progress = Progress::new(global.json);
        progress.say("loading the policy".to_owned());
        let session = serving::session(self.session.as_deref(), self.transcript.path());
        if self.if_needed
            && let Some(sizes) = self.sizes_within_margin(global, &serving::desk(global, &session)?, &inquiry)?
        {
            drop(progress);
            output::write(&report::compact::fits(self.transcript.path(), sizes, global.json))?;
            return Ok(Ended::Permitted);
        }
        let mut desks = serving::Serving::of(global, &session)?;
        let (mut store, store_path) = host::store(global)?;
        let job = CompactJob {
            inquiry: &inquiry,
            out: &self.out,
            session: self.session.as_deref(),
            summarizer: &summarizer,
            cancellation: &cancellation,
        };
        let mut watch = |step| progress.step(step);
        let guarded = match way {
            Way::Compact => compact_guarded(&mut desks, &mut store, job, &mut watch)?,
            Way::Reload => match desks.next() {
                Some(desk) => {
                    let compacted = anchorhold_flow::reload(&desk, &mut store, job, &mut watch)?;
                    Some(Guarded { compacted, failed: Vec::new() })
                }
                None => None,
            },
        };
        drop(progress);
        let Guarded { compacted, failed } = guarded.ok_or(HostError::NoPolicy)?;
        for (digest, error) in &failed {
            output::warn(&format!("policy {digest:.12} failed, and another took over: {}", output::chain(error)));
        }
        let place = report::compact::Place {
            transcript: self.transcript.path(),
            out: &self.out,
            store: &store_path,
            is_store_named: global.store.is_some(),
            settled: &settled,
        };
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

    /// The sizes of a window that needs no compaction; `None`: it needs one
    fn sizes_within_margin(
        &self,
        global: &Global,
        desk: &Desk,
        inquiry: &Inquiry,
    ) -> Result<Option<Sizes>, CommandError> {
        let planned = plan::planned(global, desk, inquiry, self.session.as_deref())?;
        let sizes = match planned.answer {
            PlanAnswer::Proceed { plan } => Some(plan.sizes),
            PlanAnswer::Refuse { sizes, .. } => sizes,
        };
        Ok(sizes.filter(|sizes| sizes.before <= sizes.margin))
    }

    /// The summarizer with its limits and its key
    fn summarizer(&self) -> Result<Summarizer, CommandError> {
        const CONTEXT_OF_A_MODEL: u32 = 128_000;
        let mut summarizer = self.summarizer.clone();
        summarizer.time_max = Duration::from_secs(self.summarizer_timeout);
        summarizer.context_tokens = self.summarizer_context;
        if let Source::Endpoint(endpoint) = &mut summarizer.source {
            let variable = endpoint.provider.key_variable();
            endpoint.key = env::var(variable).ok().map(|key| key.trim().to_owned()).filter(|key| !key.is_empty());
            if endpoint.key.is_none() && endpoint.needs_key() {
                return Err(CommandError::NoKey { variable });
            }
            summarizer.context_tokens = Some(self.summarizer_context.unwrap_or(CONTEXT_OF_A_MODEL));
        }
        Ok(summarizer)
    }
}

/// Brings interrupted passes to their end, where there is a store
fn settle(global: &Global) -> Result<Vec<Result<Settled, SettleError>>, CommandError> {
    match host::store_if_there(global)?.0 {
        Some(mut store) => Ok(anchorhold_flow::settle(&mut store)?),
        None => Ok(Vec::new()),
    }
}

/// A wish to stop that Ctrl-C makes, or being told to end. The second one ends the process at once; as after any such end,
/// the next start settles the pass.
fn stopped_by_signals() -> Cancellation {
    let cancellation = Cancellation::default();
    let wish = cancellation.clone();
    // Where signals cannot be heard, they end the process as they always do.
    let _ = ctrlc::set_handler(move || {
        if wish.is_cancelled() {
            std::process::exit(i32::from(exit::CANCELLED));
        }
        wish.cancel();
    });
    cancellation
}
