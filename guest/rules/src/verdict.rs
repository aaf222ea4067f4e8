//! What `plan` answers. Mirrors `wit/guard.wit`; elements are given by their place in the window.

use crate::classification::Classification;
use crate::digest::Digest;
use crate::window::{Effect, Marker, Permille, TokenCount};
use alloc::string::String;
use alloc::vec::Vec;

/// What `plan` answers
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "one verdict is made per decision, and most are plans")]
pub enum Verdict {
    /// The pass may go on
    Proceed(Plan),
    /// The pass may not go on
    Refuse(Refusal),
}

/// A pass that may go on
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The digest of the window as planned
    pub window: Digest,
    /// The sizes that the plan reckons with
    pub sizes: Sizes,
    /// What becomes of each element, in the order of the window
    pub treatments: Vec<Treatment>,
    /// What the host must do before it asks for a summary
    pub duties: Vec<Duty>,
    /// The text that will stand verbatim at the top of the next window
    pub carry: CarryBlock,
    /// What the summarizer is told; `None`: a spill
    pub brief: Option<Brief>,
    /// The share of its anchors that each chain would lose
    pub losses: Vec<ChainLoss>,
}

/// Sizes in tokens
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    /// The window now
    pub before: TokenCount,
    /// Kept elements and the carry block
    pub must_stay: TokenCount,
    /// B
    pub budget: TokenCount,
    /// The margin of B
    pub margin: TokenCount,
    /// What a summary may take
    pub summary_room: TokenCount,
}

/// What becomes of one element
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Treatment {
    /// Its class, and why
    pub classification: Classification,
    /// What becomes of it
    pub disposition: Disposition,
    /// Its size
    pub tokens: TokenCount,
}

/// What becomes of an element
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disposition {
    /// It stays in its place
    Keep(KeepReason),
    /// The summarizer sees it
    Summarize,
    /// Its ledger entry stands in the carry block
    Ledger,
    /// A pointer stands for it
    Point,
    /// Its text stands in the carry block
    Carry,
}

/// Why an element stays in its place
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeepReason {
    /// An instruction
    Instruction,
    /// The user request that is being worked on
    CurrentRequest,
    /// A call that waits for its result
    OpenCall,
    /// The user pinned it
    Pinned,
    /// The output of an earlier compaction
    EarlierSummary,
    /// Not regenerable, task-critical
    Externalize,
    /// Its kind is unknown
    UnknownKind,
    /// One of the most recent elements
    Recent,
    /// Bound to an element that stays
    Bound,
    /// Its chain would lose more than it may
    ChainAnchor,
}

/// What the host must do
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Duty {
    /// Put bytes into the archive
    Archive(ArchiveDuty),
    /// Put an effect into the ledger
    Ledger(Effect<'static>),
    /// Ask the index
    Probe(ProbeDuty),
}

/// Bytes to be archived
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchiveDuty {
    /// SHA-256 of the bytes
    pub digest: Digest,
    /// The elements whose bytes these are; empty: the list of the whole window
    pub elements: Vec<usize>,
    /// The bytes, where the caller does not hold them
    pub content: Option<String>,
}

/// An anchor to be asked for
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbeDuty {
    /// The anchor
    pub element: usize,
    /// Queries made of its own content
    pub queries: Vec<String>,
}

/// The text that is put verbatim at the top of the next window
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CarryBlock {
    /// The text, without the summary
    pub text: String,
    /// SHA-256 of the text
    pub digest: Digest,
    /// Its size
    pub tokens: TokenCount,
    /// What it holds, in its order
    pub demands: Vec<Demand>,
    /// What the pass leaves as data
    pub marker: Marker,
}

/// A text that must be known verbatim after the pass
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demand {
    /// What it is
    pub kind: DemandKind,
    /// The text
    pub text: String,
    /// Where it stood; `None`: beside the window
    pub element: Option<usize>,
}

/// What a demand is, in the order of the carry block
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DemandKind {
    /// A text that the user pinned
    Pin,
    /// What the user asks for now
    Request,
    /// A constraint with its negation
    Constraint,
    /// An ordering
    Order,
    /// The position in the plan
    PlanPosition,
    /// An effect that fired, is in flight, or has an unknown outcome
    Effect,
    /// The latest value of a key
    State,
    /// An identifier, path or number that open work uses
    Identifier,
    /// What the user settled in answer to a question
    Resolution,
    /// Where something that left can be had again
    Pointer,
}

/// What the summarizer is told
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brief {
    /// Instructions in English
    pub instructions: String,
    /// The elements that it sees, in order
    pub elements: Vec<usize>,
    /// Ledger entries that it sees instead of their elements
    pub effects: Vec<Effect<'static>>,
    /// The size that the summary may have
    pub room: TokenCount,
}

/// What one chain would lose
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainLoss {
    /// The chain
    pub chain: String,
    /// Its anchors
    pub anchors: u32,
    /// Those that would leave
    pub leaving: u32,
    /// The share that would leave
    pub loss: Permille,
}

/// A pass that may not go on
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// All that holds, in order of precedence; never empty
    pub reasons: Vec<Reason>,
    /// What changes the next answer; never empty
    pub remedies: Vec<Remedy>,
    /// The sizes that were reckoned with
    pub sizes: Sizes,
}

/// Why a pass may not go on; the order is precedence
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A model call is reading this window now
    InferenceInFlight,
    /// The revision is not the current one
    WindowMoved {
        /// The one that was read
        read: u64,
        /// The one that holds now
        current: u64,
    },
    /// Calls have no result and may still answer
    CallInFlight(Vec<usize>),
    /// No raw element is left to compact
    AlreadyCompacted(Vec<usize>),
    /// An output in (margin, B] was accepted in this episode
    SingleShotSpent,
    /// These elements are ambiguous, and the settings say to refuse
    AmbiguousElement(Vec<usize>),
    /// The index holds post-compaction text
    IndexBuiltFromSummaries,
    /// The index was rebuilt from post-compaction text too recently
    IndexRebuilt {
        /// When it was rebuilt
        rebuilt: u32,
        /// The present epoch
        current: u32,
        /// How many more epochs must pass
        wait: u32,
    },
    /// What leaves is chosen by similarity alone
    ScoreEmbeddingOnly,
    /// The loss is bounded per epoch
    LossBoundAggregate(Permille),
    /// A chain would lose more than it may
    ChainLoss(Vec<ChainLoss>),
    /// The agent's queries are not logged
    QueriesUnmonitored,
    /// Queries miss what left
    Divergence {
        /// What was measured
        divergence: Permille,
        /// What is allowed
        limit: Permille,
    },
    /// Anchors would leave, and no probe was made for them
    AnchorUnprobed(Vec<usize>),
    /// Probes did not return these anchors
    AnchorNotReturned(Vec<usize>),
    /// What must stay is larger than B
    BudgetInfeasible {
        /// The size of what must stay
        needed: TokenCount,
        /// B
        budget: TokenCount,
        /// The size of what must stay in bytes, where that is above the limit
        needed_bytes: Option<u64>,
    },
    /// The pass could not free the least gain
    NothingToGain {
        /// The most that the pass could free
        possible: TokenCount,
        /// The least that it must
        least: TokenCount,
    },
}

/// What changes the next answer
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// Wait, and plan again
    Wait,
    /// Read the window again, and plan again
    PlanAgain,
    /// Put the originals of these summaries in their place
    Reload(Vec<usize>),
    /// Put these elements into a durable store, or say what they are
    Externalize(Vec<usize>),
    /// Build the index anew from the archive
    RebuildIndex,
    /// Let so many epochs pass
    WaitEpochs(u32),
    /// Choose what leaves by structure too
    ChangeScore,
    /// State the loss per chain
    BoundPerChain,
    /// Pin these elements
    Keep(Vec<usize>),
    /// Log the agent's queries
    MonitorQueries,
    /// Ask the index for these anchors
    Probe(Vec<usize>),
    /// Ask for a spill
    Spill,
    /// Raise B to at least this
    RaiseBudget(TokenCount),
    /// Stop the session and tell its owner
    Stop,
}
