//! What `classify` answers. Mirrors `wit/classifier.wit`.

use crate::window::{Effect, Traits};
use alloc::string::String;

/// The four classes
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Regenerable and idempotent
    Reclaim,
    /// Regenerable and not idempotent
    PinEffect,
    /// Not regenerable and task-critical
    Externalize,
    /// Anything else
    Ambiguous,
}

/// What decided a trait, in falling order of trust
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decider {
    /// The caller stated it
    Caller,
    /// The host's table of its tools
    HostTable,
    /// An HTTP method
    HttpMethod,
    /// An SQL verb
    SqlVerb,
    /// The classifier of shell commands
    ShellCommand,
    /// An annotation of a trusted MCP server
    Annotation,
    /// The name of a well-known tool
    KnownTool,
    /// The kind of the element
    ElementKind,
    /// The source was written later than it was read
    SupersededRead,
    /// Nothing was known: a write, not idempotent
    DefaultWrite,
}

/// The class of one element, and why
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classification {
    /// Its place in the window
    pub element: usize,
    /// Its class
    pub class: Class,
    /// The traits that led to it
    pub traits: Traits,
    /// What decided `regenerable`
    pub regenerable_by: Decider,
    /// What decided `idempotent`
    pub idempotent_by: Decider,
    /// What decided `task_critical`
    pub task_critical_by: Decider,
    /// It establishes state
    pub anchor: bool,
    /// The chain it belongs to
    pub chain: String,
    /// The effect that it records
    pub effect: Option<Effect<'static>>,
}
