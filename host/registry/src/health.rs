//! When a version is taken back without asking anybody: after too many failures, or too many differences.

use std::collections::VecDeque;

/// When a version is taken back
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thresholds {
    /// How many of its latest decisions are looked at
    pub window: usize,
    /// At so many failures among them it is taken back
    pub failures_max: usize,
    /// How many answers must have been compared before differences count
    pub compared_least: u64,
    /// Above this share of answers that differ it is taken back, in thousandths. `None`: differences are only recorded.
    pub difference_permille_max: Option<u32>,
}

/// What a threshold says
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// So many of the latest decisions failed, the last one by this
    Failing {
        /// How many
        failures: usize,
        /// The stable name of the last failure
        code: String,
    },
    /// Too many answers differ
    Differing {
        /// Answers that differ
        differences: u64,
        /// Answers that were compared
        compared: u64,
    },
}

/// The latest decisions of a version, and how its answers compare
#[derive(Debug, Default)]
pub(crate) struct Health {
    latest: VecDeque<bool>,
    pub(crate) compared: u64,
    pub(crate) differences: u64,
}

impl Default for Thresholds {
    /// Three failures among fifty decisions; differences are only recorded
    fn default() -> Thresholds {
        Thresholds { window: 50, failures_max: 3, compared_least: 20, difference_permille_max: None }
    }
}

impl Verdict {
    /// Why, in one sentence
    pub fn sentence(&self) -> String {
        match self {
            Verdict::Failing { failures, code } => {
                format!("{failures} of the latest decisions failed, the last by {code}")
            }
            Verdict::Differing { differences, compared } => format!("{differences} of {compared} answers differ"),
        }
    }
}

impl Health {
    /// Takes note of a decision. `failure`: the stable name of how it failed.
    pub(crate) fn decided(&mut self, failure: Option<&str>, thresholds: &Thresholds) -> Option<Verdict> {
        self.latest.push_back(failure.is_some());
        while self.latest.len() > thresholds.window.max(1) {
            self.latest.pop_front();
        }
        let failures = self.latest.iter().filter(|is_failure| **is_failure).count();
        let code = failure?;
        (failures >= thresholds.failures_max.max(1)).then(|| Verdict::Failing { failures, code: code.to_owned() })
    }

    /// Takes note of an answer that was compared
    pub(crate) fn compared(&mut self, is_equal: bool, thresholds: &Thresholds) -> Option<Verdict> {
        self.compared += 1;
        self.differences += u64::from(!is_equal);
        let most = u64::from(thresholds.difference_permille_max?);
        let is_above = self.differences.saturating_mul(1000) > self.compared.saturating_mul(most);
        (!is_equal && is_above && self.compared >= thresholds.compared_least)
            .then_some(Verdict::Differing { differences: self.differences, compared: self.compared })
    }
}

#[cfg(test)]
mod tests {
    use super::{Health, Thresholds, Verdict};

    const THRESHOLDS: Thresholds =
        Thresholds { window: 10, failures_max: 3, compared_least: 10, difference_permille_max: Some(200) };

    #[test]
    fn failures_count_while_they_are_recent() {
        let mut health = Health::default();
        let mut note = |failure| health.decided(failure, &THRESHOLDS);
        assert_eq!([note(Some("trap")), note(Some("trap"))], [None, None]);
        for _ in 0..9 {
            assert_eq!(note(None), None);
        }
        assert_eq!([note(Some("trap")), note(Some("trap"))], [None, None], "the first ones are long ago");
        assert_eq!(note(Some("out-of-fuel")), Some(Verdict::Failing { failures: 3, code: "out-of-fuel".to_owned() }));
    }

    #[test]
    fn differences_count_once_enough_was_compared() {
        let mut health = Health::default();
        for _ in 0..9 {
            assert_eq!(health.compared(false, &THRESHOLDS), None);
        }
        assert_eq!(health.compared(true, &THRESHOLDS), None);
        assert_eq!(health.compared(false, &THRESHOLDS), Some(Verdict::Differing { differences: 10, compared: 11 }));
        let silent = Thresholds { difference_permille_max: None, ..THRESHOLDS };
        assert_eq!(health.compared(false, &silent), None);
    }
}
