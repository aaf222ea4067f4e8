//! The hints of an MCP server, which count only from a server that the caller vouches for.

use super::deed::Deed;
use crate::window::Annotations;

/// What the hints say of a call; `None` where they are not to be trusted or say nothing
pub fn deed(annotations: &Annotations) -> Option<Deed> {
    let says_something = annotations.read_only.is_some()
        || annotations.destructive.is_some()
        || annotations.idempotent.is_some()
        || annotations.open_world.is_some();
    if !annotations.trusted || !says_something {
        return None;
    }
    // What is not said is taken at its worst, as the protocol asks.
    let reads = annotations.read_only == Some(true);
    let closed = annotations.open_world == Some(false);
    Some(match (reads, closed, annotations.idempotent == Some(true)) {
        (true, true, _) => Deed::READ,
        (true, false, _) => Deed::LOOK,
        (false, _, true) => Deed::SETTLE,
        (false, _, false) => Deed::WRITE,
    })
}
