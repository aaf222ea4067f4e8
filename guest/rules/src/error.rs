//! Input errors: arguments that break a stated rule. A refusal is not one of them.

use alloc::string::String;

/// Arguments that break a stated rule
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputError {
    /// Two elements have this id
    DuplicateElement(String),
    /// The element at this place of the window has an empty id
    UnnamedElement(u32),
    /// The named field does not hold 64 lower-case hexadecimal digits
    BadDigest(String),
    /// The named field speaks of an element that the window does not hold
    UnknownElement {
        /// The field that holds the reference
        field: String,
        /// The id it gives
        id: String,
    },
    /// More than the policy takes of something
    TooMuch {
        /// What there is too much of: `elements`, `text-bytes` or `depth`
        subject: String,
        /// How much was given
        given: u64,
        /// How much is taken
        allowed: u64,
    },
    /// The reserve and the overhead leave nothing of the limit
    BudgetEmpty,
    /// A setting outside its range
    SettingOutOfRange {
        /// The field
        field: String,
        /// What was given
        given: u64,
        /// The least that is taken
        least: u64,
        /// The most that is taken
        most: u64,
    },
    /// Text that is not of the format that it claims
    Malformed(Malformed),
}

/// Text that is not of its format
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// The line, from 1
    pub line: u32,
    /// The path to the field, such as `messages[3].tool_calls[0].id`
    pub field: String,
    /// What stands there, shortened
    pub found: String,
    /// What was expected there
    pub expected: String,
}
