//! Other guards, judged in the same run on the same summaries.
//!
//! Each is given the window once and then says of each summary whether it would let it pass. Where a guard leaves open
//! what it is set to, several settings are tried, and the page says which.

mod substring;
mod usual;

use anchorhold_rules::window::Window;

/// A guard that has seen a window
pub trait Guard {
    /// Whether it stops this summary of the window
    fn blocks(&self, summary: &str) -> bool;
}

/// A guard with one setting
pub struct Other {
    /// What it is called in the tables
    pub name: &'static str,
    /// What is set, in a sentence
    pub setting: &'static str,
    /// A short name for the picture
    pub mark: &'static str,
    /// The guard, once it has seen a window
    pub over: fn(&Window<'_>) -> Box<dyn Guard>,
}

/// All of them, those of one guard one after another
pub const OTHERS: [Other; 7] = [
    Other {
        name: "reference: identifiers",
        setting: "the invariants are the identifiers, paths and numbers in the user's turns",
        mark: "R1",
        over: |window| Box::new(substring::Invariants::exact_values(window)),
    },
    Other {
        name: "reference: constraints",
        setting: "the invariants are the sentences of the user's turns that forbid, limit, demand or order something",
        mark: "R2",
        over: |window| Box::new(substring::Invariants::sentences(window)),
    },
    Other {
        name: "reference: both",
        setting: "the two together",
        mark: "R3",
        over: |window| Box::new(substring::Invariants::all(window)),
    },
    Other {
        name: "usual guard: first twelve",
        setting: "the first twelve identifiers of the window must be present",
        mark: "U1",
        over: |window| Box::new(usual::Usual::identifiers(window, usual::From::Beginning)),
    },
    Other {
        name: "usual guard: twelve of the end",
        setting: "the first twelve identifiers of the last ten elements must be present",
        mark: "U2",
        over: |window| Box::new(usual::Usual::identifiers(window, usual::From::LastElements)),
    },
    Other {
        name: "usual guard: prohibitions",
        setting: "two shared words save a prohibition of the user; identifiers are not looked at",
        mark: "U3",
        over: |window| Box::new(usual::Usual::prohibitions(window)),
    },
    Other {
        name: "usual guard: all",
        setting: "twelve of the end, prohibitions, and the headings goal, state and next or pending",
        mark: "U4",
        over: |window| Box::new(usual::Usual::all(window)),
    },
];
