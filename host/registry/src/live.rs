//! A version that is loaded in this process.

use crate::health::{Health, Thresholds, Verdict};
use anchorhold_runtime::{Digest, Policy};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A version that is loaded. When the last one who holds it lets go, its compiled code is gone.
pub(crate) struct Live {
    pub(crate) policy: Policy,
    under_way: AtomicU64,
    decisions: AtomicU64,
    failures: AtomicU64,
    health: Mutex<Health>,
}

/// How a loaded version stands
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The version
    pub digest: Digest,
    /// Leases that are held
    pub under_way: u64,
    /// Decisions that it was asked for
    pub decisions: u64,
    /// Those that it did not make
    pub failures: u64,
    /// Its answers that were compared with another version's
    pub compared: u64,
    /// Those that differ
    pub differences: u64,
    /// It serves nobody any more, and is dropped when the last lease ends
    pub is_retired: bool,
}

impl Live {
    pub(crate) fn new(policy: Policy) -> Live {
        Live {
            policy,
            under_way: AtomicU64::new(0),
            decisions: AtomicU64::new(0),
            failures: AtomicU64::new(0),
            health: Mutex::default(),
        }
    }

    pub(crate) fn digest(&self) -> Digest {
        self.policy.digest()
    }

    pub(crate) fn enter(&self) {
        self.under_way.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn leave(&self) {
        self.under_way.fetch_sub(1, Ordering::Relaxed);
    }

    /// Takes note of a decision
    pub(crate) fn decided(&self, failure: Option<&str>, thresholds: &Thresholds) -> Option<Verdict> {
        self.decisions.fetch_add(1, Ordering::Relaxed);
        self.failures.fetch_add(u64::from(failure.is_some()), Ordering::Relaxed);
        self.health.lock().unwrap_or_else(PoisonError::into_inner).decided(failure, thresholds)
    }

    /// Takes note of an answer that was compared
    pub(crate) fn compared(&self, is_equal: bool, thresholds: &Thresholds) -> Option<Verdict> {
        self.health.lock().unwrap_or_else(PoisonError::into_inner).compared(is_equal, thresholds)
    }

    pub(crate) fn standing(&self, is_retired: bool) -> Standing {
        let health = self.health.lock().unwrap_or_else(PoisonError::into_inner);
        Standing {
            digest: self.digest(),
            under_way: self.under_way.load(Ordering::Relaxed),
            decisions: self.decisions.load(Ordering::Relaxed),
            failures: self.failures.load(Ordering::Relaxed),
            compared: health.compared,
            differences: health.differences,
            is_retired,
        }
    }
}
