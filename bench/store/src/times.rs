//! Times of one thing that was done many times.

use std::time::{Duration, Instant};

/// Times, in order of size
pub struct Times(Vec<Duration>);

impl Times {
    /// Times each run; the first tells what it should not, and is not counted
    ///
    /// # Errors
    /// What a run fails with.
    pub fn of(runs: usize, mut run: impl FnMut(usize) -> Result<(), String>) -> Result<Times, String> {
        run(0)?;
        let times = (1..=runs).map(|number| {
            let start = Instant::now();
            run(number)?;
            Ok(start.elapsed())
        });
        Ok(Times::from(times.collect::<Result<_, String>>()?))
    }

    /// These times
    pub fn from(mut times: Vec<Duration>) -> Times {
        times.sort_unstable();
        Times(times)
    }

    /// The time that so many percent of the runs stayed within
    pub fn percentile(&self, percent: usize) -> Duration {
        self.0.get(self.0.len().saturating_sub(1) * percent / 100).copied().unwrap_or_default()
    }

    /// The median and the 99th percentile
    pub fn shown(&self) -> String {
        format!("{} / {}", one(self.percentile(50)), one(self.percentile(99)))
    }
}

/// A time with a unit that suits it
pub fn one(time: Duration) -> String {
    let microseconds = time.as_secs_f64() * 1e6;
    match microseconds {
        ..1000.0 => format!("{microseconds:.0} µs"),
        1000.0..100_000.0 => format!("{:.1} ms", microseconds / 1e3),
        _ => format!("{:.0} ms", microseconds / 1e3),
    }
}
