//! Places in a text.

use super::kind::Kind;

/// A part of a text, in bytes; both ends lie on character boundaries of the text that it was read off
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// Where it begins
    pub start: usize,
    /// Where the next thing begins
    pub end: usize,
}

impl Span {
    /// The part of `text` that it names; empty where it does not fit the text
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }

    /// Its length in bytes
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether it names nothing
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// One token of a text
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Token {
    /// What it is
    pub kind: Kind,
    /// Where it stands
    pub span: Span,
}

impl Token {
    /// The token as the text writes it
    pub fn of<'t>(&self, text: &'t str) -> &'t str {
        self.span.of(text)
    }
}
