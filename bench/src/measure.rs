//! Times several ways to do a thing in turns, so that whatever else the machine does meets all of them alike.

use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

/// One way to do a thing
pub struct Way<'a> {
    run: Box<dyn FnMut() -> Result<(), String> + 'a>,
    clock: Clock,
}

/// What is counted
#[derive(Clone, Copy)]
enum Clock {
    /// What the processor does for this thread
    Thread,
    /// What passes on the wall
    Wall,
}

impl<'a> Way<'a> {
    /// Work of this thread. It gives something, which is thrown away, or says why it cannot
    pub fn new<T>(run: impl FnMut() -> Result<T, String> + 'a) -> Way<'a> {
        Way::by(Clock::Thread, run)
    }

    /// Work that other processes do for this one
    pub fn elsewhere<T>(run: impl FnMut() -> Result<T, String> + 'a) -> Way<'a> {
        Way::by(Clock::Wall, run)
    }

    fn by<T>(clock: Clock, mut run: impl FnMut() -> Result<T, String> + 'a) -> Way<'a> {
        Way { run: Box::new(move || run().map(|answer| drop(std::hint::black_box(answer)))), clock }
    }
}

/// What one run took, over several rounds
#[derive(Clone, Copy)]
pub struct Spread {
    /// Half of the rounds took less
    pub median: Duration,
    /// A quarter of the rounds took less
    pub low: Duration,
    /// A quarter of the rounds took more
    pub high: Duration,
}

/// Times each way; a way that fails has its reason instead
pub fn in_turns(ways: &mut [Way<'_>]) -> Vec<Result<Spread, String>> {
    const ROUND_LEAST: Duration = Duration::from_millis(2);
    const ALL_ROUNDS: Duration = Duration::from_secs(4);
    // The first run is not counted, but tells how often a way must run to be told from the clock's own grain.
    let first: Vec<_> = ways.iter_mut().map(|way| once(way, 1)).collect();
    let repeats: Vec<u32> = first
        .iter()
        .map(|took| took.as_ref().map_or(0, |took| repeats_for(*took, ROUND_LEAST).clamp(1, 10_000)))
        .collect();
    let round: Duration =
        first.iter().zip(&repeats).filter_map(|(took, times)| Some(took.as_ref().ok()?.saturating_mul(*times))).sum();
    let rounds = repeats_for(round, ALL_ROUNDS).clamp(7, 31);
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); ways.len()];
    let mut failures: Vec<Option<String>> = first.into_iter().map(Result::err).collect();
    for _ in 0..rounds {
        for (((way, repeats), times), failure) in ways.iter_mut().zip(&repeats).zip(&mut times).zip(&mut failures) {
            if failure.is_none() {
                match once(way, *repeats) {
                    Ok(took) => times.push(took),
                    Err(why) => *failure = Some(why),
                }
            }
        }
    }
    times.into_iter().zip(failures).map(|(times, failure)| failure.map_or_else(|| Ok(Spread::of(times)), Err)).collect()
}

impl Spread {
    /// The spread of these times
    pub fn of(mut times: Vec<Duration>) -> Spread {
        times.sort_unstable();
        let at = |quarter: usize| times.get(times.len().saturating_sub(1) * quarter / 4).copied().unwrap_or_default();
        Spread { median: at(2), low: at(1), high: at(3) }
    }

    /// The median, and the quartiles
    pub fn shown(&self) -> String {
        let (unit, nanoseconds) = match self.median.as_nanos() {
            0..10_000 => ("ns", 1.0),
            10_000..1_000_000 => ("µs", 1e3),
            _ => ("ms", 1e6),
        };
        let in_unit = |time: Duration| {
            let value = time.as_nanos() as f64 / nanoseconds;
            if value < 100.0 { format!("{value:.1}") } else { format!("{value:.0}") }
        };
        format!("{} {unit} ({}–{})", in_unit(self.median), in_unit(self.low), in_unit(self.high))
    }

    /// The median in seconds
    pub fn seconds(&self) -> f64 {
        self.median.as_secs_f64()
    }
}

/// What one of so many runs took
fn once(way: &mut Way<'_>, repeats: u32) -> Result<Duration, String> {
    let (start, start_thread) = (Instant::now(), thread_time());
    for _ in 0..repeats {
        (way.run)()?;
    }
    let took = match way.clock {
        Clock::Thread => thread_time().saturating_sub(start_thread),
        Clock::Wall => start.elapsed(),
    };
    Ok(took / repeats.max(1))
}

fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

fn repeats_for(took: Duration, wanted: Duration) -> u32 {
    u32::try_from(wanted.as_nanos() / took.as_nanos().max(1)).unwrap_or(u32::MAX)
}
