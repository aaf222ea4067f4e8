//! The pieces of a shell script: words, operators and redirections.

use alloc::borrow::Cow;

/// A piece of a script
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// A word
    Word(Word<'a>),
    /// What joins, ends or groups commands
    Operator(Operator),
    /// A redirection and what it names
    Redirect(Redirect<'a>),
}

/// A word, without its quotation marks
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word<'a> {
    /// The text; an expansion stands as it was written
    pub text: Cow<'a, str>,
    /// A part of it is known only when the script runs
    pub dynamic: bool,
    /// A part of it was quoted, so it is no reserved word
    pub quoted: bool,
}

/// What joins, ends or groups commands
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `|` and `|&`
    Pipe,
    /// `&&`, `||`, `;`, `&` and the end of a line
    Next,
    /// `;;`, `;&` and `;;&`
    CaseEnd,
    /// `(`
    Open,
    /// `)`
    Close,
}

/// A redirection
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redirect<'a> {
    /// What it does
    pub kind: RedirectKind,
    /// A file, or the text that a here-document gives
    pub target: Word<'a>,
}

/// What a redirection does
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RedirectKind {
    /// `>`, `>|`, `&>`: the file is made anew
    Truncate,
    /// `>>`, `&>>`: the file grows
    Append,
    /// `<`
    Input,
    /// `<<` and `<<<`: the text itself is the input
    Text,
    /// `2>&1` and its like
    Duplicate,
}
