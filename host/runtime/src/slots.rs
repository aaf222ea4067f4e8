//! Places for decisions that are under way: taken before one begins, given back when it ends.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A number of places
pub(crate) struct Slots {
    free: Mutex<usize>,
    freed: Condvar,
}

/// A place that was taken; dropping it gives it back
pub(crate) struct Slot<'a>(&'a Slots);

impl Slots {
    pub(crate) fn new(count: usize) -> Slots {
        Slots { free: Mutex::new(count), freed: Condvar::new() }
    }

    /// Takes a place. `None`: none became free within `wait_max`.
    pub(crate) fn take(&self, wait_max: Duration) -> Option<Slot<'_>> {
        // The count is a plain number, which no panic of another thread can leave half written.
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut free, _) =
            self.freed.wait_timeout_while(free, wait_max, |free| *free == 0).unwrap_or_else(PoisonError::into_inner);
        *free = free.checked_sub(1)?;
        Some(Slot(self))
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::Slots;
    use std::time::Duration;

    #[test]
    fn a_place_is_free_again_after_it_was_given_back() {
        let slots = Slots::new(1);
        let taken = slots.take(Duration::ZERO);
        assert!(taken.is_some());
        assert!(slots.take(Duration::from_millis(1)).is_none());
        drop(taken);
        assert!(slots.take(Duration::ZERO).is_some());
    }
}
