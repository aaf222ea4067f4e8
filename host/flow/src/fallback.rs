//! What becomes of a compaction when its policy fails: the policy that served before, and in the end the spill.

use crate::compact::{CompactError, CompactJob, Compacted, Step, compact};
use crate::desk::Desk;
use crate::recall::ProbeError;
use crate::secure::SecureError;
use crate::summarizer::Summarizer;

use anchorhold_runtime::Digest as PolicyDigest;
use anchorhold_store::Store;

/// A compaction, and the policies that failed before one brought it to its end
#[derive(Debug)]
pub struct Guarded {
    /// The compaction
    pub compacted: Compacted,
    /// The policies that failed, in order, and how
    pub failed: Vec<(PolicyDigest, CompactError)>,
}

/// Compacts with the first policy that does not fail, in the order in which they are given. Where several have failed, the
/// last one makes a spill, which asks the least of a policy and needs no model. Each try is a pass of its own, since a
/// pass that began under one policy ends under it.
///
/// # Errors
/// Where the arguments are unsound, something else than the policy fails, or the last policy fails too.
pub fn compact_guarded(
    desks: &mut dyn Iterator<Item = Desk>,
    store: &mut Store,
    job: CompactJob<'_>,
    watch: &mut dyn FnMut(Step),
) -> Result<Option<Guarded>, CompactError> {
    let mut failed = Vec::new();
    let mut desks = desks.peekable();
    while let Some(desk) = desks.next() {
        let is_last = desks.peek().is_none();
        let spill = CompactJob { summarizer: &Summarizer::NONE, ..job };
        let job = if is_last && !failed.is_empty() { spill } else { job };
        match compact(&desk, store, job, watch) {
            Ok(compacted) => return Ok(Some(Guarded { compacted, failed })),
            Err(error) if error.is_of_policy() && !is_last => failed.push((desk.policy().digest(), error)),
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

impl CompactError {
    /// Whether the policy is at fault, and neither the arguments nor the store nor the disk
    pub fn is_of_policy(&self) -> bool {
        match self {
            CompactError::Desk(error) | CompactError::Probe(ProbeError::Desk(error)) => error.is_of_policy(),
            CompactError::SealBroken
            | CompactError::Secure(
                SecureError::NotHeld { .. } | SecureError::OtherBytes { .. } | SecureError::NotRestorable { .. },
            ) => true,
            CompactError::Document(_)
            | CompactError::Database(_)
            | CompactError::Decision(_)
            | CompactError::Pass(_)
            | CompactError::Probe(ProbeError::Shelf(_) | ProbeError::Database(_))
            | CompactError::Secure(_)
            | CompactError::Install(_)
            | CompactError::Cancelled => false,
        }
    }
}
