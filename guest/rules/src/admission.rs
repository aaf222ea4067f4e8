//! What `admit` takes and answers. Mirrors `wit/guard.wit`.

use crate::digest::Digest;
use crate::verdict::{Reason, Remedy};
use crate::window::{Text, TokenCount};
use alloc::string::String;
use alloc::vec::Vec;

/// What the host did
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Receipts<'a> {
    /// The digest of the plan's window
    pub window: Option<Digest>,
    /// The digests of the bytes that the archive holds
    pub archived: Vec<Digest>,
    /// The effects that the ledger holds
    pub ledgered: Vec<Text<'a>>,
}

/// What a summarizer gave
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Candidate<'a> {
    /// The text of the summary; empty for a spill
    pub text: Text<'a>,
    /// Why the model stopped
    pub finish_reason: Option<Text<'a>>,
    /// The size of the text; `None`: estimated
    pub tokens: Option<TokenCount>,
    /// The size of the carry block; `None`: the policy's own figure
    pub carry_tokens: Option<TokenCount>,
    /// Text that the host itself adds to every summary
    pub host_text: Text<'a>,
}

/// What `admit` answers
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Admission {
    /// These exact bytes may be installed
    Admitted(Seal),
    /// The summary goes back
    Retry(Feedback),
    /// Nothing may be installed
    Refused(Rejection),
}

/// What may be installed
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seal {
    /// SHA-256 over the next window
    pub digest: Digest,
    /// The next window
    pub next: Vec<NextElement>,
    /// Its size
    pub tokens: TokenCount,
    /// The regime in which it lies
    pub regime: Regime,
    /// What was found and does not block
    pub findings: Vec<Finding>,
}

/// One piece of the next window
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NextElement {
    /// The carry block, and after it the summary, as one text
    Carry(String),
    /// An element of the old window, as it is
    Kept(usize),
}

/// Where the size of the next window lies
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Regime {
    /// At most the margin
    A,
    /// In (margin, B]
    B,
}

/// What was found
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What kind it is
    pub code: FindingCode,
    /// Whether it blocks
    pub severity: Severity,
    /// The text in the summary
    pub summary_text: Option<String>,
    /// The text in the window that it contradicts or resembles
    pub window_text: Option<String>,
    /// The element in which that text stands
    pub element: Option<usize>,
}

/// Whether a finding stops the installation
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The summary goes back
    Block,
    /// It is told, and the summary may pass
    Warn,
}

/// A summary that goes back
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feedback {
    /// What was found, each once
    pub findings: Vec<Finding>,
    /// The same, as instructions for the summarizer
    pub instructions: String,
    /// How often it may still be tried after this
    pub attempts_left: u32,
}

/// A pass that installs nothing
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// Why not, where the plan itself is refused
    pub reasons: Vec<Reason>,
    /// What was found
    pub findings: Vec<Finding>,
    /// What changes the next answer; never empty
    pub remedies: Vec<Remedy>,
}

/// What `admit` can find; the order is precedence
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FindingCode {
    /// A duty was not done
    ReceiptMissing,
    /// The bytes of a receipt are not those of the duty
    ReceiptMismatch,
    /// The window is not the planned one
    WindowMoved,
    /// The summary holds nothing
    SummaryEmpty,
    /// The summary is the text of an error
    SummaryIsError,
    /// The summary was cut off
    SummaryTruncated,
    /// The next window is above B
    OverBudget,
    /// The next window lies in (margin, B] for the second time
    SingleShotSpent,
    /// The pass frees less than the least gain
    NoGain,
    /// The summary imitates a marker or a pointer
    MarkerForged,
    /// A demand stands neither in the carry block nor in what is kept
    InvariantLost,
    /// An identifier is a near twin of one in the window
    IdentifierAltered,
    /// A path is a near twin of one in the window
    PathAltered,
    /// A number is not the one that the window gives for the same thing
    NumberAltered,
    /// An exact value is given as another without saying so
    NumberRounded,
    /// A superseded value is given as the current one
    StateStale,
    /// An identifier that the window does not hold
    IdentifierIntroduced,
    /// A constraint lost or gained its negation
    PolarityFlipped,
    /// A constraint is told as a story or a wish
    ConstraintWeakened,
    /// A constraint that nobody stated
    ConstraintIntroduced,
    /// "A before B" became "B before A"
    OrderInverted,
    /// The position in the plan is gone
    PlanStepLost,
    /// A finished step is pending again
    StepReopened,
    /// A fired effect is described as still to do
    EffectAsPending,
    /// An effect that never fired is described as done
    EffectInvented,
    /// A request or quotation that no user turn holds
    RequestInvented,
    /// An approval that no user turn holds
    ApprovalInvented,
    /// A reference to something that is neither restated nor pointed to
    ReferenceDangling,
    /// The summary is in another language
    LanguageChanged,
}
