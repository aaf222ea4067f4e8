//! A part of a number of trials, and how sure one can be of it.

/// So many of so many
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Share {
    /// In how many it was so
    pub hits: usize,
    /// How many there were
    pub of: usize,
}

impl Share {
    /// Counts how often it was so
    pub fn of(trials: impl Iterator<Item = bool>) -> Share {
        trials.fold(Share::default(), |share, hit| Share { hits: share.hits + usize::from(hit), of: share.of + 1 })
    }

    /// The part in hundredths; of no trials, 0
    pub fn per_cent(self) -> f64 {
        if self.of == 0 { 0.0 } else { 100.0 * self.hits as f64 / self.of as f64 }
    }

    /// The interval that holds the true part in 95 of 100 cases, in hundredths, after Wilson: it is right for small
    /// numbers and for parts near none and all too
    pub fn interval(self) -> (f64, f64) {
        const DEVIATIONS: f64 = 1.96;
        if self.of == 0 {
            return (0.0, 100.0);
        }
        let (trials, part) = (self.of as f64, self.per_cent() / 100.0);
        let square = DEVIATIONS * DEVIATIONS / trials;
        let middle = part + square / 2.0;
        let width = DEVIATIONS * (part * (1.0 - part) / trials + square / (4.0 * trials)).sqrt();
        let within = |value: f64| (100.0 * value / (1.0 + square)).clamp(0.0, 100.0);
        (within(middle - width), within(middle + width))
    }

    /// The part with its interval
    pub fn shown(self) -> String {
        let (low, high) = self.interval();
        format!("{:.1} % ({low:.0}–{high:.0})", self.per_cent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_its_part_and_narrows_with_more_trials() {
        for (hits, of) in [(0, 52), (1, 52), (26, 52), (52, 52), (0, 1)] {
            let share = Share { hits, of };
            let (low, high) = share.interval();
            assert!(low <= share.per_cent() && share.per_cent() <= high, "{share:?}: {low}–{high}");
            let (low_of_many, high_of_many) = Share { hits: hits * 10, of: of * 10 }.interval();
            assert!(high_of_many - low_of_many < high - low, "{share:?}");
        }
    }

    #[test]
    fn known_intervals() {
        let rounded = |hits, of| {
            let (low, high) = Share { hits, of }.interval();
            ((low * 10.0).round() / 10.0, (high * 10.0).round() / 10.0)
        };
        assert_eq!(rounded(0, 52), (0.0, 6.9));
        assert_eq!(rounded(5, 10), (23.7, 76.3));
    }
}
