//! A wish to stop, which may come at any time and from anywhere, such as Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A wish to stop. Its copies are one wish.
#[derive(Clone, Default, Debug)]
pub struct Cancellation(Arc<AtomicBool>);

/// How soon a wish to stop is heard while something is waited for
pub(crate) const HEARD_WITHIN: Duration = Duration::from_millis(10);

impl Cancellation {
    /// Asks to stop
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether somebody asked to stop
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// Waits so long, unless somebody asks to stop. `true`: nobody did.
    pub(crate) fn pause(&self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        while !self.is_cancelled() {
            let rest = deadline.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return true;
            }
            thread::sleep(rest.min(HEARD_WITHIN));
        }
        false
    }
}
