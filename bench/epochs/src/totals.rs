//! What came of an arm over all sessions, for each seed.

use crate::run::{Answers, Costs, SessionResult};

/// The sums over all sessions of one seed
#[derive(Clone, Default)]
pub struct Totals {
    /// For each epoch, from the first: both kinds of questions
    pub epochs: Vec<Answers>,
    /// Questions about values that a later call takes
    pub used: Answers,
    /// Questions about values that had changed
    pub changed: Answers,
    /// Questions about an epoch of which something left
    pub queries: u32,
    /// Those that returned nothing of what left
    pub missed: u32,
    /// What it took
    pub costs: Costs,
}

impl Totals {
    /// Adds a session
    pub fn add(&mut self, result: &SessionResult) {
        self.epochs.resize(self.epochs.len().max(result.epochs.len()), Answers::default());
        for (sum, epoch) in self.epochs.iter_mut().zip(&result.epochs) {
            *sum = sum.with(&epoch.used).with(&epoch.changed);
            self.used = self.used.with(&epoch.used);
            self.changed = self.changed.with(&epoch.changed);
            self.queries += epoch.queries;
            self.missed += epoch.missed;
        }
        self.costs.add(&result.costs);
    }

    /// The questions of all epochs
    pub fn answers(&self) -> Answers {
        self.used.with(&self.changed)
    }

    /// The share of questions of the epochs up to one, from the first, whose right value was not in front of the model
    pub fn unanswered_until(&self, epoch: usize) -> f64 {
        let sum = self.epochs.iter().take(epoch).fold(Answers::default(), |sum, one| sum.with(one));
        share(sum.wrong + sum.missing, sum.all())
    }
}

/// One number of another
pub fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}

/// The middle of some numbers, with the least and the most
pub struct Spread {
    /// The mean
    pub mean: f64,
    /// The least
    pub least: f64,
    /// The most
    pub most: f64,
}

impl Spread {
    /// Of what each seed gave
    pub fn of(seeds: &[Totals], value: impl Fn(&Totals) -> f64) -> Spread {
        let values: Vec<f64> = seeds.iter().map(value).collect();
        Spread {
            mean: values.iter().sum::<f64>() / values.len().max(1) as f64,
            least: values.iter().copied().fold(f64::INFINITY, f64::min),
            most: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        }
    }
}
