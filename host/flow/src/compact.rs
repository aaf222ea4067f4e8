//! A compaction: from a transcript to a next window that the policy admitted, or to the reason why there is none.
//!
//! The order is that of a pass: plan, duties, summary, admission, commit. Where no summary is admitted, the spill takes its
//! place. Until the last step nothing changes but the store, so a pass that stops anywhere leaves the transcript as it was.

use crate::answers::{Coded, Element, Finding, PlanDetails, Seal, Sizes};
use crate::cancellation::Cancellation;
use crate::desk::{Desk, DeskError};
use crate::document::DocumentError;
use crate::history::{History, HistoryError};
use crate::inquiry::Inquiry;
use crate::install::InstallError;
use crate::pass::Pass;
use crate::recall::ProbeError;
use crate::secure::{SecureError, Secured};
use crate::summarizer::Summarizer;
use anchorhold_runtime::Failure;
use anchorhold_store::{AddDecisionError, DatabaseError, Digest, PassError, PassMode, Store};
use serde_json::json;
use std::path::Path;
use std::time::Duration;

/// What is to be compacted, and how
#[derive(Clone, Copy, Debug)]
pub struct CompactJob<'a> {
    /// The transcript, and what the caller says of it
    pub inquiry: &'a Inquiry,
    /// Where the next document goes; it may be where the transcript stands
    pub out: &'a Path,
    /// The session that the window belongs to. `None`: it is told from earlier passes, else it is the path.
    pub session: Option<&'a str>,
    /// Who makes the summary
    pub summarizer: &'a Summarizer,
    /// A wish to stop before the next document takes its place
    pub cancellation: &'a Cancellation,
}

/// What the pass is about to do, for whoever waits
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Read and measure the transcript
    Read,
    /// Plan
    Plan(PassMode),
    /// Archive what leaves, and put effects into the ledger
    Secure,
    /// Wait for a summary
    Summarize(Asking),
    /// Wait until the summarizer may be asked again
    Pause(Duration),
    /// Have the next window admitted
    Admit,
    /// Write it
    Write,
}

/// Which summary is waited for
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asking {
    /// How many were sent back before
    pub attempt: u32,
    /// The part of what leaves that is summarized, from 1
    pub part: usize,
    /// How many parts there are
    pub parts: usize,
}

/// A compaction that came to its end
#[derive(Clone, Debug)]
pub struct Compacted {
    /// The number of the pass
    pub sequence: u64,
    /// The session that the window belongs to
    pub session: String,
    /// The format of the transcript
    pub format: String,
    /// The elements of the window, in order
    pub elements: Vec<Element>,
    /// The last plan. `None`: none went on.
    pub plan: Option<PlanDetails>,
    /// What was secured. `None`: no plan went on.
    pub secured: Option<Secured>,
    /// What did not go as it was first tried, in order
    pub setbacks: Vec<Setback>,
    /// What came of it
    pub outcome: Outcome,
}

/// What came of a compaction
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The next document was written
    Installed(Installation),
    /// Nothing was written
    Refused {
        /// Why, in order of precedence
        reasons: Vec<Coded>,
        /// What was found
        findings: Vec<Finding>,
        /// What helps, the most helpful first
        remedies: Vec<Coded>,
        /// The sizes that the plan reckoned with. `None`: it did not come so far.
        sizes: Option<Sizes>,
    },
}

/// A next document that was written
#[derive(Clone, Debug)]
pub struct Installation {
    /// Whether there is a summary
    pub mode: PassMode,
    /// What was admitted
    pub seal: Seal,
    /// What was found and did not block
    pub findings: Vec<Finding>,
    /// The size of the next window in tokens, as the tokenizer counts the document that was written
    pub tokens_after: u32,
    /// The object in the archive that gives the old document back. `None`: the plan made none.
    pub manifest: Option<Digest>,
}

/// Something that did not go as it was first tried
#[derive(Clone, Debug)]
pub enum Setback {
    /// The plan with a summary was refused; the spill helps
    PlanRefused(Vec<Coded>),
    /// The policy failed over the summary
    PolicyFailed(Failure),
    /// The summarizer gave nothing
    SummarizerFailed(String),
    /// A summary was not admitted
    SummaryNotAdmitted(Vec<Finding>),
    /// The next document came out larger than the budget, by so many tokens
    TooLarge(u32),
    /// The next document stands in its place, but the store could not record it; the next start does
    NotRecorded(String),
}

impl Setback {
    /// Its stable name
    pub fn code(&self) -> &'static str {
        match self {
            Setback::PlanRefused(_) => "plan-refused",
            Setback::PolicyFailed(_) => "policy-failed",
            Setback::SummarizerFailed(_) => "summarizer-failed",
            Setback::SummaryNotAdmitted(_) => "summary-not-admitted",
            Setback::TooLarge(_) => "too-large",
            Setback::NotRecorded(_) => "not-recorded",
        }
    }
}

/// Why a compaction came to no end. The transcript is as it was.
#[derive(Debug, thiserror::Error)]
pub enum CompactError {
    /// The policy did not answer, or calls the arguments unsound
    #[error(transparent)]
    Desk(#[from] DeskError),
    /// The transcript could not be read again
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The store failed
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// A decision could not be kept
    #[error(transparent)]
    Decision(#[from] AddDecisionError),
    /// The pass was ended by somebody else
    #[error(transparent)]
    Pass(#[from] PassError),
    /// The duties could not be done
    #[error(transparent)]
    Secure(#[from] SecureError),
    /// The policy admitted other bytes than it sealed, or none
    #[error("the policy's seal is not that of the document that it gives")]
    SealBroken,
    /// The index could not be asked for what would leave
    #[error(transparent)]
    Probe(ProbeError),
    /// The next document could not be written
    #[error(transparent)]
    Install(#[from] InstallError),
    /// Somebody asked to stop
    #[error("cancelled")]
    Cancelled,
}

impl From<ProbeError> for CompactError {
    fn from(error: ProbeError) -> CompactError {
        match error {
            ProbeError::Desk(error) => CompactError::Desk(error),
            error => CompactError::Probe(error),
        }
    }
}

impl From<HistoryError> for CompactError {
    fn from(error: HistoryError) -> CompactError {
        match error {
            HistoryError::Database(error) => CompactError::Database(error),
            HistoryError::Desk(error) => CompactError::Desk(error),
        }
    }
}

impl CompactError {
    /// Its stable name
    pub fn code(&self) -> &'static str {
        match self {
            CompactError::Desk(DeskError::Failed(failure)) => failure.code(),
            CompactError::Desk(_) => "policy-answer",
            CompactError::Document(_) => "document-unreadable",
            CompactError::Database(_) | CompactError::Decision(_) | CompactError::Pass(_) | CompactError::Secure(_) => {
                "store-failed"
            }
            CompactError::Probe(_) => "index-failed",
            CompactError::SealBroken => "seal-broken",
            CompactError::Install(_) => "not-written",
            CompactError::Cancelled => "cancelled",
        }
    }
}

/// Compacts a transcript. `watch` is told each step before it is taken.
///
/// # Errors
/// Where the policy, the store or the disk fails, or the arguments are unsound. Nothing was written then.
pub fn compact(
    desk: &Desk,
    store: &mut Store,
    job: CompactJob<'_>,
    watch: &mut dyn FnMut(Step),
) -> Result<Compacted, CompactError> {
    watch(Step::Read);
    let asked = job.inquiry.measure(desk)?;
    let history = History::of(desk, store, job.session, &job.inquiry.document, &asked.elements)?;
    let mut pass = Pass::begin(desk, store, job, asked, history, watch)?;
    match go(&mut pass, job.summarizer) {
        Ok(outcome) => Ok(pass.end(outcome)),
        Err(error) => {
            pass.fail(&error);
            Err(error)
        }
    }
}

/// The way of a pass
fn go(pass: &mut Pass<'_>, summarizer: &Summarizer) -> Result<Outcome, CompactError> {
    if !summarizer.is_none() {
        match with_summary(pass, summarizer) {
            Ok(Some(outcome)) => return Ok(outcome),
            Ok(None) => {}
            // What a policy stumbles over may be the summary alone.
            Err(CompactError::Desk(DeskError::Failed(failure))) => {
                pass.setbacks.push(Setback::PolicyFailed(failure));
            }
            Err(error) => return Err(error),
        }
        pass.note("spilled", &json!({"since": pass.setbacks.last().map(Setback::code)}))?;
    }
    spill(pass)
}

/// `None`: no summary was admitted, and the spill is left
fn with_summary(pass: &mut Pass<'_>, summarizer: &Summarizer) -> Result<Option<Outcome>, CompactError> {
    let plan = match pass.plan(PassMode::Summarize)? {
        Ok(plan) => plan,
        Err(refused) if refused.names_spill() => {
            pass.setbacks.push(Setback::PlanRefused(refused.reasons));
            return Ok(None);
        }
        Err(refused) => return pass.refuse(refused).map(Some),
    };
    pass.secure(&plan)?;
    match pass.summarize(&plan, summarizer)? {
        Some(admitted) => pass.commit(plan, admitted).map(Some),
        None => Ok(None),
    }
}

/// The way out that needs no model. A plan that reckons with too small a size for something is made again for a budget
/// that is smaller by as much.
fn spill(pass: &mut Pass<'_>) -> Result<Outcome, CompactError> {
    const ROUNDS_MAX: u32 = 4;
    let mut round = 1;
    loop {
        let plan = match pass.plan(PassMode::Spill)? {
            Ok(plan) => plan,
            Err(refused) => return pass.refuse(refused),
        };
        pass.secure(&plan)?;
        match pass.admit_spill(&plan)? {
            Ok(admitted) => match pass.excess_of(&admitted)? {
                0 => return pass.commit(plan, admitted),
                excess => pass.reckon_with(excess),
            },
            Err(refused) => match refused.excess {
                0 => return pass.refuse(refused),
                excess => pass.reckon_with(excess),
            },
        }
        if round == ROUNDS_MAX {
            return pass.refuse_for_size();
        }
        round += 1;
    }
}
