//! The window and its elements. Mirrors the records of `wit/types.wit`, where every field is explained.

use crate::digest::Digest;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A number of tokens
pub type TokenCount = u32;

/// A ratio in thousandths
pub type Permille = u32;

/// A text that the caller owns, or that was unescaped on the way in
pub type Text<'a> = Cow<'a, str>;

/// What is known of a trait
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Answer {
    /// It holds
    Yes,
    /// It does not hold
    No,
    /// Nobody has said
    #[default]
    Unknown,
}

impl Answer {
    /// `Yes` or `No`
    pub fn from_bool(holds: bool) -> Answer {
        if holds { Answer::Yes } else { Answer::No }
    }

    /// Whether it is `Yes`
    pub fn is_yes(self) -> bool {
        self == Answer::Yes
    }

    /// This, or `other` where this is unknown
    pub fn or(self, other: Answer) -> Answer {
        if self == Answer::Unknown { other } else { self }
    }
}

/// What is known of an element
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traits {
    /// Its content can be had again from outside the window
    pub regenerable: Answer,
    /// Doing again what it records has no further effect
    pub idempotent: Answer,
    /// A later step needs it exactly
    pub task_critical: Answer,
}

/// What an element is
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ElementKind<'a> {
    /// Instructions of the system
    SystemInstruction,
    /// Instructions of the agent's developer
    DeveloperInstruction,
    /// A turn that the user wrote
    UserRequest,
    /// Text of the assistant that the user sees
    Reply,
    /// Text of the assistant that the user does not see
    Reasoning,
    /// A call of a tool
    ToolCall(ToolCall<'a>),
    /// What a tool answered
    ToolResult(ToolResult<'a>),
    /// A statement of state that stands for itself
    StateAssertion,
    /// The confirmation of a write that stands for itself
    WriteAcknowledgement,
    /// The output of an earlier compaction
    Summary(Marker),
    /// A notice of the framework
    Notice,
    /// A kind that this policy does not know
    Other(Text<'a>),
}

impl ElementKind<'_> {
    /// Whether it is an instruction of the system or the developer
    pub fn is_instruction(&self) -> bool {
        matches!(self, ElementKind::SystemInstruction | ElementKind::DeveloperInstruction)
    }
}

/// A call of a tool
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolCall<'a> {
    /// Joins the call to its result
    pub call_id: Text<'a>,
    /// The tool's name
    pub tool: Text<'a>,
    /// The arguments as JSON text
    pub arguments: Text<'a>,
    /// What the tool's MCP server says of it
    pub annotations: Option<Annotations>,
    /// Whether its process may still answer
    pub process: CallProcess,
}

/// Whether a call without a result may still get one
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallProcess {
    /// The process lives
    Alive,
    /// The process is gone
    Dead,
}

/// The hints of an MCP server about a tool
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// The caller vouches for the server
    pub trusted: bool,
    /// The tool does not change its environment
    pub read_only: Option<bool>,
    /// It may destroy
    pub destructive: Option<bool>,
    /// The same call again has no further effect
    pub idempotent: Option<bool>,
    /// It deals with a world outside
    pub open_world: Option<bool>,
}

/// What a tool answered
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolResult<'a> {
    /// The call that it answers
    pub call_id: Text<'a>,
    /// How the call went
    pub outcome: CallOutcome,
}

/// How a call went
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallOutcome {
    /// The tool did what was asked
    Success,
    /// The tool answered that it failed
    Failure,
    /// The tool still works, and a further result follows
    Interim,
}

/// What an earlier pass left behind as data
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marker {
    /// The number of the pass that wrote it; `None`: another framework wrote it
    pub sequence: Option<u64>,
    /// The object in the archive that gives back what it covers
    pub covers: Option<Digest>,
    /// Its content is sealed or encrypted
    pub opaque: bool,
}

/// Whether a pinned text or an old request still binds
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It binds
    Active,
    /// It was done
    Done,
    /// Something later took its place
    Superseded,
}

/// Where a piece of regenerable content comes from
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source<'a> {
    /// A path, URL or query
    pub locator: Text<'a>,
    /// The source still holds the same version
    pub unchanged: Answer,
}

/// One piece of the window
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element<'a> {
    /// Its name
    pub id: Text<'a>,
    /// What it is
    pub kind: ElementKind<'a>,
    /// What the model reads of it
    pub text: Text<'a>,
    /// Its size; `None`: estimated
    pub tokens: Option<TokenCount>,
    /// Its size in the request in bytes; `None`: the length of its text
    pub size_bytes: Option<u32>,
    /// The digest of the bytes that the archive must hold for it; `None`: that of its text
    pub digest: Option<Digest>,
    /// Elements with the same number stand in one message
    pub message: Option<u32>,
    /// What the caller knows of it
    pub traits: Traits,
    /// The effect that it records, as the caller states it
    pub effect: Option<StatedEffect<'a>>,
    /// The chain it belongs to
    pub chain: Option<Text<'a>>,
    /// The user pinned it
    pub pin: Option<Standing>,
    /// Its content is in a durable store already
    pub externalized: bool,
    /// It carries a signature or a sealed part
    pub signed: bool,
    /// Where its content can be had again
    pub source: Option<Source<'a>>,
}

impl<'a> Element<'a> {
    /// An element of which nothing is known but its name, kind and text
    pub fn new(id: impl Into<Text<'a>>, kind: ElementKind<'a>, text: impl Into<Text<'a>>) -> Element<'a> {
        Element {
            id: id.into(),
            kind,
            text: text.into(),
            tokens: None,
            size_bytes: None,
            digest: None,
            message: None,
            traits: Traits::default(),
            effect: None,
            chain: None,
            pin: None,
            externalized: false,
            signed: false,
            source: None,
        }
    }

    /// The call that it is
    pub fn call(&self) -> Option<&ToolCall<'a>> {
        match &self.kind {
            ElementKind::ToolCall(call) => Some(call),
            _ => None,
        }
    }

    /// The result that it is
    pub fn result(&self) -> Option<&ToolResult<'a>> {
        match &self.kind {
            ElementKind::ToolResult(result) => Some(result),
            _ => None,
        }
    }
}

/// An effect as the caller states it
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatedEffect<'a> {
    /// What was done
    pub action: Text<'a>,
    /// What it was done to
    pub target: Text<'a>,
    /// The key by which a repeat is recognised
    pub idempotency_key: Option<Text<'a>>,
    /// How far it got
    pub status: EffectStatus,
}

/// How far an effect got
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectStatus {
    /// It is about to be fired
    Intended,
    /// It was fired; no confirmation was seen
    Fired,
    /// It was done
    Confirmed,
    /// It failed and changed nothing
    Failed,
    /// It was fired and nobody knows the outcome
    Unknown,
}

/// One entry of the ledger
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect<'a> {
    /// Its identity
    pub id: Text<'a>,
    /// The tool that was called, or the stated action
    pub action: Text<'a>,
    /// What it was done to; empty where the arguments do not tell
    pub target: Text<'a>,
    /// The key by which a repeat is recognised
    pub idempotency_key: Option<Text<'a>>,
    /// How far it got
    pub status: EffectStatus,
    /// The arguments in canonical form
    pub arguments: Option<Text<'a>>,
    /// When it fired, in the caller's own words
    pub fired_at: Option<Text<'a>>,
    /// What came of it, shortened
    pub outcome: Option<Text<'a>>,
    /// The id of the element that recorded it
    pub element: Option<Text<'a>>,
}

/// The window: elements in order
pub type Window<'a> = Vec<Element<'a>>;
