//! Reads whose source was written later in the window: they show what was, and it cannot be read again.

use super::{Nature, Pairs};
use crate::gathered::Named;
use crate::window::{CallOutcome, Element};
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

/// How much of what a call showed was written later
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Superseded {
    /// Nothing of it
    #[default]
    No,
    /// A part: the whole cannot be read again, but some of it still holds
    Partly,
    /// All of it
    Wholly,
}

/// How far each call of the window is superseded; `natures` holds those of the calls, by their place
pub fn superseded(window: &[Element<'_>], pairs: &Pairs, natures: &[Option<Nature>]) -> Vec<Superseded> {
    let mut answers = vec![Superseded::No; window.len()];
    let mut written = Written::default();
    for (place, nature) in natures.iter().enumerate().rev() {
        let Some(nature) = nature else { continue };
        let stale = nature.shown.iter().filter(|name| written.holds(name)).count();
        if let Some(answer) = answers.get_mut(place)
            && stale > 0
        {
            *answer = if stale == nature.shown.len() { Superseded::Wholly } else { Superseded::Partly };
        }
        let outcome =
            pairs.result_of(place).and_then(|result| window.get(result)?.result()).map(|result| result.outcome);
        if outcome != Some(CallOutcome::Failure) || nature.partial {
            nature.written.iter().for_each(|name| written.add(name));
        }
    }
    answers
}

/// Names that were written
///
/// The same file is named by its full path in one call and from the working folder in another, which the window does
/// not tell. So two names are one file where one of them, of two segments or more, is the end of the other.
#[derive(Default)]
struct Written<'a> {
    names: BTreeSet<Named<&'a str>>,
    endings: BTreeSet<Named<&'a str>>,
}

impl<'a> Written<'a> {
    fn add(&mut self, name: &'a str) {
        let name = plain(name);
        if self.names.insert(Named::new(name)) {
            self.endings.extend(endings(name).map(Named::new));
        }
    }

    fn holds(&self, name: &str) -> bool {
        let name = plain(name);
        let key = Named::new(name);
        self.names.contains(&key)
            || self.endings.contains(&key)
            || endings(name).any(|ending| self.names.contains(&Named::new(ending)))
    }
}

fn plain(name: &str) -> &str {
    name.strip_prefix("./").unwrap_or(name)
}

/// The ends of a path that are looked at
const ENDINGS_MAX: usize = 12;

/// The ends of a path from two segments on, the shortest first
fn endings(name: &str) -> impl Iterator<Item = &str> {
    name.rmatch_indices('/').skip(1).take(ENDINGS_MAX).filter_map(|(at, _)| name.get(at + 1..))
}
