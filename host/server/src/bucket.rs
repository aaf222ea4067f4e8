//! A rate: so much a second on average, saved up for a few seconds.
//!
//! What a decision costs in fuel is known only when it has ended, so that a bucket may be overdrawn, and the next
//! request waits until that is paid back. The usual libraries know the cost before.

use std::time::{Duration, Instant};

/// How long what is not used is saved up
const SAVED: Duration = Duration::from_secs(5);

/// What may still be used
#[derive(Debug)]
pub struct Bucket {
    level: f64,
    seen: Instant,
}

impl Bucket {
    /// A full bucket
    pub fn new(per_second: f64, now: Instant) -> Bucket {
        Bucket { level: per_second * SAVED.as_secs_f64(), seen: now }
    }

    /// Whether something is left at `now`; else how long until then
    pub fn ready(&mut self, per_second: f64, now: Instant) -> Result<(), Duration> {
        let passed = now.saturating_duration_since(self.seen).as_secs_f64();
        self.seen = self.seen.max(now);
        self.level = (self.level + passed * per_second).min(per_second * SAVED.as_secs_f64());
        if self.level > 0.0 {
            return Ok(());
        }
        // A little longer, so that it is above nothing then.
        Err(Duration::try_from_secs_f64(-self.level / per_second + 0.001).unwrap_or(Duration::MAX))
    }

    /// Takes out what was used, more than there is if need be
    pub fn take(&mut self, amount: f64) {
        self.level -= amount;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_overdrawn_is_paid_back_at_the_rate() {
        let start = Instant::now();
        let mut bucket = Bucket::new(10.0, start);
        assert_eq!(bucket.ready(10.0, start), Ok(()));
        bucket.take(70.0);
        let wait = bucket.ready(10.0, start);
        assert!(wait.is_err_and(|wait| wait > Duration::from_secs(2) && wait < Duration::from_millis(2_100)));
        assert!(bucket.ready(10.0, start + Duration::from_millis(1_900)).is_err());
        assert_eq!(bucket.ready(10.0, start + Duration::from_millis(2_100)), Ok(()));
        // No more than a few seconds are saved up, and a clock that stands still gives nothing.
        bucket.take(0.5);
        assert_eq!(bucket.ready(10.0, start + Duration::from_secs(3_600)), Ok(()));
        bucket.take(50.1);
        assert!(bucket.ready(10.0, start).is_err());
    }
}
