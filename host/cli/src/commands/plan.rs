//! `anchorhold plan`

use crate::exit::{CommandError, Ended};
use crate::options::{BudgetOptions, Global, Transcript};
use crate::{host, output, report, serving};
use anchorhold_flow::{Answered, Desk, History, Inquiry, PlanAnswer};
use clap::Args;

/// Ask whether a transcript may be compacted, and what would become of each element. Changes nothing.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold plan session.jsonl --budget 200000 --reserve 20000
  anchorhold plan messages.json --budget 64000 --settings strict.json --json | jq .plan.sizes")]
pub struct Plan {
    #[command(flatten)]
    transcript: Transcript,
    #[command(flatten)]
    budget: BudgetOptions,
    /// The session that the window belongs to [default: that of earlier passes, else the path]
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    /// Show every element, not only sums
    #[arg(long)]
    elements: bool,
}

impl Plan {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let inquiry = self.transcript.inquiry(Some(&self.budget))?;
        let desk = serving::desk(global, &serving::session(self.session.as_deref(), self.transcript.path()))?;
        let planned = planned(global, &desk, &inquiry, self.session.as_deref())?;
        output::write(&if global.json {
            format!("{}\n", planned.json)
        } else {
            report::plan::text(self.transcript.path(), &planned, self.elements)
        })?;
        Ok(match planned.answer {
            PlanAnswer::Proceed { .. } => Ended::Permitted,
            PlanAnswer::Refuse { .. } => Ended::Refused,
        })
    }
}

/// What the policy plans for a transcript, with what the store knows of it, if there is one
pub fn planned(
    global: &Global,
    desk: &Desk,
    inquiry: &Inquiry,
    session: Option<&str>,
) -> Result<Answered<PlanAnswer>, CommandError> {
    let asked = inquiry.measure(desk)?;
    let store = host::store_if_there(global)?.0;
    let history = match &store {
        Some(store) => History::of(desk, store, session, &inquiry.document, &asked.elements)?,
        None => History::none(&inquiry.document, &asked.elements),
    };
    Ok(anchorhold_flow::plan(desk, store.as_ref(), asked, &history)?)
}
