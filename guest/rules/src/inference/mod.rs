//! What a call of a tool does to the world, told from the call itself.
//!
//! Order of trust: the host's own table › rules on the arguments › annotations of a trusted server › names of
//! well-known tools › a write that must not be repeated.

mod annotations;
mod arguments;
mod deed;
mod host_table;
mod http;
mod known;
mod pairs;
mod patch;
mod shell;
mod sql;
mod state;
mod superseded;
mod target;
mod tool_names;

pub use arguments::parsed;
pub use pairs::Pairs;
pub use state::asserts_state;
pub use superseded::{Superseded, superseded};
pub use target::{idempotency_key, shorten};

use crate::classification::Decider;
use crate::json::Json;
use crate::request::ToolTraits;
use crate::window::{Answer, ToolCall};
use alloc::string::String;
use alloc::vec::Vec;
use arguments::Told;
use deed::Deed;

/// The longest target that a ledger entry shows, in bytes
pub const TARGET_BYTES: usize = 120;

/// What a call does to the world
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nature {
    /// What it recorded can be had again
    pub regenerable: Answer,
    /// Doing it again has no further effect
    pub idempotent: Answer,
    /// A later step needs its result exactly
    pub task_critical: Answer,
    /// What decided `regenerable`
    pub regenerable_by: Decider,
    /// What decided `idempotent`
    pub idempotent_by: Decider,
    /// What decided `task_critical`
    pub task_critical_by: Decider,
    /// It may change the world
    pub writes: bool,
    /// A failure may have left a part of it done
    pub partial: bool,
    /// What it was done to; `None`: the arguments do not tell, or it is a read
    pub target: Option<String>,
    /// Files, URLs and tables that it shows
    pub shown: Vec<String>,
    /// Files, URLs and tables that it writes
    pub written: Vec<String>,
}

/// Tells what `call` does; `arguments` are its arguments as `parsed` gives them
pub fn nature(call: &ToolCall<'_>, arguments: &Json<'_>, tools: &[ToolTraits<'_>]) -> Nature {
    let told = arguments::told(&call.tool, arguments);
    let annotated = call.annotations.as_ref().and_then(annotations::deed);
    let (deed, decider, told) = match (told, annotated) {
        (Some(told), _) if told.by_arguments() => (told.deed, told.decider, told),
        (told, Some(deed)) => (deed, Decider::Annotation, told.unwrap_or_default()),
        (Some(told), None) => (told.deed, told.decider, told),
        (None, None) => (Deed::WRITE, Decider::DefaultWrite, Told::default()),
    };
    let Told { question, agent, partial, shown, written, target, .. } = told;
    let (regenerable, task_critical) = match () {
        // Only the user could give the answer again.
        () if question => (Answer::No, Answer::Yes),
        // What another agent found out is not to be had again by asking it again.
        () if agent => (Answer::Unknown, Answer::Unknown),
        () if deed.writes || deed.steady => (deed.regenerable(), Answer::No),
        () => (deed.regenerable(), Answer::Unknown),
    };
    let stated = host_table::traits(&call.tool, tools);
    let by_host = |answer: Answer, other: Decider| if answer == Answer::Unknown { other } else { Decider::HostTable };
    let writes = match stated.idempotent {
        Answer::No => true,
        // Of a tool that nobody knows else, the host says that it may be called again: nothing has to be kept of it.
        Answer::Yes if decider == Decider::DefaultWrite => false,
        Answer::Yes | Answer::Unknown => deed.writes,
    };
    Nature {
        regenerable: stated.regenerable.or(regenerable),
        idempotent: stated.idempotent.or(deed.idempotent()),
        task_critical: stated.task_critical.or(task_critical),
        regenerable_by: by_host(stated.regenerable, decider),
        idempotent_by: by_host(stated.idempotent, decider),
        task_critical_by: by_host(stated.task_critical, decider),
        writes,
        partial,
        target: if writes { target.or_else(|| target::of(arguments)) } else { None },
        shown,
        written,
    }
}

#[cfg(test)]
mod tests;
