//! What doing something means for the world, in three truths that can be combined.

use crate::window::Answer;

/// What doing something means for the world
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deed {
    /// It may change the world
    pub writes: bool,
    /// Doing it again has no further effect
    pub repeatable: bool,
    /// What it shows stays the same as long as nothing that it names is written
    pub steady: bool,
}

impl Deed {
    /// Reads a closed world, such as files
    pub const READ: Deed = Deed { writes: false, repeatable: true, steady: true };
    /// Reads a world that may answer otherwise next time, such as a server or a clock
    pub const LOOK: Deed = Deed { writes: false, repeatable: true, steady: false };
    /// Brings something into a stated condition, which doing it again does not change
    pub const SETTLE: Deed = Deed { writes: true, repeatable: true, steady: true };
    /// Changes the world each time
    pub const WRITE: Deed = Deed { writes: true, repeatable: false, steady: true };

    /// Both together: the worse of each
    pub fn and(self, other: Deed) -> Deed {
        Deed {
            writes: self.writes || other.writes,
            repeatable: self.repeatable && other.repeatable,
            steady: self.steady && other.steady,
        }
    }

    /// The same, done in a world that may answer otherwise next time
    pub fn elsewhere(self) -> Deed {
        Deed { steady: false, ..self }
    }

    /// Whether what it recorded can be had again
    ///
    /// The record of a write that must not be repeated stands in the ledger and in the archive. What an open world
    /// showed once may never be seen again, and nobody knows which.
    pub fn regenerable(self) -> Answer {
        if self.steady || !self.repeatable { Answer::Yes } else { Answer::Unknown }
    }

    /// Whether doing it again has no further effect
    pub fn idempotent(self) -> Answer {
        Answer::from_bool(self.repeatable)
    }
}
