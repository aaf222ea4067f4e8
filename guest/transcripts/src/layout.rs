//! What is needed to write the next window in the format of the last one.

use crate::claude::Session;
use crate::codex::Rollout;
use crate::lists::Lists;

/// How a transcript is laid out
#[derive(Clone, Debug)]
pub(crate) enum Layout<'a> {
    /// Messages in arrays, or one a line
    Lists(Lists),
    /// A session of Claude Code
    Session(Session<'a>),
    /// A rollout of Codex
    Rollout(Rollout<'a>),
}
