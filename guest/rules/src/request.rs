//! Everything that a decision depends on. Mirrors the record `request` of `wit/types.wit`.

use crate::digest::Digest;
use crate::settings::{Preset, Settings};
use crate::window::{Effect, Marker, Permille, Standing, Text, TokenCount, Traits, Window};
use alloc::vec::Vec;

/// How much the next window may hold
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The model's window
    pub limit_tokens: TokenCount,
    /// What is kept free for the answer
    pub reserve_tokens: TokenCount,
    /// What every request carries outside the window
    pub overhead_tokens: TokenCount,
    /// The size of a request in bytes; `None`: not limited
    pub limit_bytes: Option<u32>,
}

impl Budget {
    /// B: the limit less the reserve and the overhead
    pub fn tokens(&self) -> TokenCount {
        self.limit_tokens.saturating_sub(self.reserve_tokens).saturating_sub(self.overhead_tokens)
    }
}

/// What the episode has seen so far
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Episode {
    /// How many passes were accepted in it
    pub passes: u32,
    /// An output in (margin, B] was accepted in it
    pub accepted_above_margin: bool,
}

/// What the rehydration index was built from
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IndexState {
    /// There is none: the archive's pointer is the way back
    #[default]
    Absent,
    /// There is one
    Built(BuiltIndex),
}

/// The rehydration index
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BuiltIndex {
    /// It holds post-compaction text
    pub from_summaries: bool,
    /// The epoch of its last rebuild from post-compaction text
    pub rebuilt_from_summaries: Option<u32>,
    /// The agent's queries are logged
    pub queries_logged: bool,
    /// Query-anchor divergence of the log
    pub divergence: Option<Permille>,
}

/// How the host chooses what leaves
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EvictionScore {
    /// By kind and place
    #[default]
    Structural,
    /// By similarity and structure together
    Mixed,
    /// By similarity alone
    EmbeddingOnly,
}

/// The loss that the caller declares
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LossBound {
    /// None; the settings' holds, per chain
    #[default]
    Undeclared,
    /// Per chain
    PerChain(Permille),
    /// Per epoch as a whole
    PerEpoch(Permille),
}

/// What came of asking the index for an anchor
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbeOutcome<'a> {
    /// The id of the anchor
    pub element: Text<'a>,
    /// What was asked
    pub query: Text<'a>,
    /// The anchor was among the answers
    pub returned: bool,
}

/// What kind of pass is asked for
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PassMode {
    /// The reclaimable part is replaced by a summary
    #[default]
    Summarize,
    /// Pointers and carry block, no summary
    Spill,
}

/// A step of a plan that the host keeps
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanStep<'a> {
    /// Its number, from 1
    pub ordinal: u32,
    /// What is to be done
    pub text: Text<'a>,
    /// Whether it is done
    pub status: StepStatus,
}

/// Whether a step is done
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepStatus {
    /// Not begun
    Pending,
    /// Being worked on
    Active,
    /// Done
    Done,
}

/// A statement of state that the host keeps
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assertion<'a> {
    /// What it is about
    pub key: Text<'a>,
    /// Its present value
    pub value: Text<'a>,
}

/// A text that the user pinned
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PinnedText<'a> {
    /// The text
    pub text: Text<'a>,
    /// Whether it still binds
    pub standing: Standing,
}

/// A text that an earlier pass installed
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstalledText {
    /// The digest of the text
    pub digest: Digest,
    /// What the pass left as data
    pub marker: Marker,
}

/// What the host says of one of its tools
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolTraits<'a> {
    /// The tool's name; a final `*` stands for any ending
    pub tool: Text<'a>,
    /// What is known of its calls
    pub traits: Traits,
}

/// Everything that a decision depends on
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request<'a> {
    /// The window, in order
    pub window: Window<'a>,
    /// What kind of pass is asked for
    pub mode: PassMode,
    /// How much the next window may hold
    pub budget: Budget,
    /// The rules' numbers
    pub settings: Settings,
    /// The revision of the window that was read
    pub revision: u64,
    /// The revision of the window now
    pub current_revision: u64,
    /// The number that this pass will bear
    pub sequence: u64,
    /// The present epoch
    pub current_epoch: u32,
    /// A model call is reading this window now
    pub inference_in_flight: bool,
    /// The episode so far
    pub episode: Episode,
    /// How often this pass was sent back with findings
    pub attempts: u32,
    /// How often in a row the same findings or reasons were given
    pub refusal_streak: u32,
    /// The rehydration index
    pub index: IndexState,
    /// How the host chooses what leaves
    pub score: EvictionScore,
    /// The loss that the caller declares
    pub loss_bound: LossBound,
    /// What came of the probes
    pub probes: Vec<ProbeOutcome<'a>>,
    /// What the host's ledger holds already, oldest first
    pub ledger: Vec<Effect<'a>>,
    /// The plan that the host keeps
    pub plan: Vec<PlanStep<'a>>,
    /// State that the host keeps
    pub state: Vec<Assertion<'a>>,
    /// Work that is still open, in the caller's words
    pub open_work: Vec<Text<'a>>,
    /// Texts that the user pinned beside the window
    pub pins: Vec<PinnedText<'a>>,
    /// Texts that earlier passes installed
    pub installed: Vec<InstalledText>,
    /// Texts and objects outside the window that the agent can read
    pub external: Vec<Text<'a>>,
    /// The host's own table of its tools
    pub tools: Vec<ToolTraits<'a>>,
    /// The object in the archive that gives the whole window back
    pub original: Option<Digest>,
    /// The language of the conversation, as a BCP 47 tag
    pub language: Option<Text<'a>>,
}

impl<'a> Request<'a> {
    /// A first pass over `window` of which nothing else is said: no ledger, no index, no plan, dead calls, revision 0
    pub fn new(window: Window<'a>, budget: Budget, preset: Preset) -> Request<'a> {
        Request {
            window,
            mode: PassMode::Summarize,
            budget,
            settings: Settings::of(preset),
            revision: 0,
            current_revision: 0,
            sequence: 1,
            current_epoch: 0,
            inference_in_flight: false,
            episode: Episode::default(),
            attempts: 0,
            refusal_streak: 0,
            index: IndexState::Absent,
            score: EvictionScore::Structural,
            loss_bound: LossBound::Undeclared,
            probes: Vec::new(),
            ledger: Vec::new(),
            plan: Vec::new(),
            state: Vec::new(),
            open_work: Vec::new(),
            pins: Vec::new(),
            installed: Vec::new(),
            external: Vec::new(),
            tools: Vec::new(),
            original: None,
            language: None,
        }
    }
}
