//! Tells the simple commands of a script apart. Their order and nesting is dropped: the worst of them decides.

use super::token::{Operator, Redirect, RedirectKind, Token, Word};
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// One command with its arguments
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Simple<'a> {
    /// The command's name and its arguments; assignments before it are left out
    pub words: Vec<Word<'a>>,
    /// Where its input and output go
    pub redirects: Vec<Redirect<'a>>,
    /// What it reads: the text of a here-document, or of an `echo` before the pipe
    pub input: Option<Cow<'a, str>>,
    /// It reads what the command before it writes
    pub piped: bool,
}

/// The commands of a script
#[derive(Default)]
pub struct Commands<'a> {
    /// Every command, in order
    pub simple: Vec<Simple<'a>>,
    /// The names of functions that the script defines
    pub functions: BTreeSet<Cow<'a, str>>,
}

/// Tells the commands apart
pub fn commands(tokens: Vec<Token<'_>>) -> Commands<'_> {
    let mut parser = Parser::default();
    for token in tokens {
        parser.take(token);
    }
    parser.finish_command(false);
    parser.out
}

#[derive(Default)]
struct Parser<'a> {
    out: Commands<'a>,
    current: Simple<'a>,
    state: State,
    /// `case` that are open
    cases: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    /// The next word is a reserved word, an assignment or a command
    #[default]
    Start,
    /// The words belong to a command
    Words,
    /// The words up to the end of the command run nothing: those after `for`, `done`, `}`
    Skipped,
    /// Between `case` and `in`
    CaseSubject,
    /// The words up to `)` are patterns
    CasePattern,
    /// The next word names a function
    FunctionName,
}

impl<'a> Parser<'a> {
    fn take(&mut self, token: Token<'a>) {
        match token {
            Token::Word(word) => self.word(word),
            Token::Redirect(redirect) => {
                if redirect.kind == RedirectKind::Text {
                    self.current.input = Some(redirect.target.text);
                } else {
                    self.current.redirects.push(redirect);
                }
            }
            Token::Operator(Operator::Pipe) if self.state == State::CasePattern => {}
            Token::Operator(Operator::Next) if matches!(self.state, State::CasePattern | State::CaseSubject) => {}
            Token::Operator(Operator::Pipe) => self.finish_command(true),
            Token::Operator(Operator::Next) => self.finish_command(false),
            Token::Operator(Operator::CaseEnd) => {
                self.finish_command(false);
                if self.cases > 0 {
                    self.state = State::CasePattern;
                }
            }
            Token::Operator(Operator::Open) => self.open(),
            Token::Operator(Operator::Close) => self.close(),
        }
    }

    fn word(&mut self, word: Word<'a>) {
        let reserved = if word.quoted { "" } else { &*word.text };
        match self.state {
            State::Start => self.first_word(word),
            State::Words => self.current.words.push(word),
            State::Skipped => {}
            State::CaseSubject if reserved == "in" => self.state = State::CasePattern,
            State::CaseSubject => {}
            State::CasePattern if reserved == "esac" => self.end_case(),
            State::CasePattern => {}
            State::FunctionName => {
                self.out.functions.insert(word.text);
                self.state = State::Start;
            }
        }
    }

    fn first_word(&mut self, word: Word<'a>) {
        match if word.quoted { "" } else { &*word.text } {
            "if" | "then" | "elif" | "else" | "while" | "until" | "do" | "!" | "{" | "coproc" => {}
            "fi" | "done" | "}" | "for" | "select" => self.state = State::Skipped,
            "case" => {
                self.cases += 1;
                self.state = State::CaseSubject;
            }
            "esac" => self.end_case(),
            "function" => self.state = State::FunctionName,
            text if is_assignment(text) => {}
            // A quoted value hides the reserved words, but it is an assignment all the same.
            _ if is_assignment(&word.text) => {}
            _ => {
                self.current.words.push(word);
                self.state = State::Words;
            }
        }
    }

    fn end_case(&mut self) {
        self.cases = self.cases.saturating_sub(1);
        self.state = State::Skipped;
    }

    fn open(&mut self) {
        if self.state == State::CasePattern {
            return;
        }
        // `name()` defines a function; its body is read like any other commands.
        if let [name] = self.current.words.as_slice() {
            self.out.functions.insert(name.text.clone());
            self.current.words.clear();
        }
        self.state = State::Start;
    }

    fn close(&mut self) {
        if self.state == State::CasePattern {
            self.state = State::Start;
            return;
        }
        self.finish_command(false);
    }

    fn finish_command(&mut self, pipe: bool) {
        self.state = State::Start;
        let mut finished = core::mem::take(&mut self.current);
        self.current.piped = pipe;
        if finished.words.is_empty() && finished.redirects.is_empty() {
            // The end of a line after `|` does not end the pipe.
            self.current.piped = pipe || finished.piped;
            self.current.input = finished.input.take();
            return;
        }
        if pipe {
            self.current.input = echoed(&finished.words);
        }
        self.out.simple.push(finished);
    }
}

/// What an `echo` or `printf` with known arguments writes
fn echoed<'a>(words: &[Word<'a>]) -> Option<Cow<'a, str>> {
    let (name, rest) = words.split_first()?;
    if !matches!(&*name.text, "echo" | "printf") || rest.iter().any(|word| word.dynamic) {
        return None;
    }
    let texts: Vec<&str> = rest.iter().map(|word| &*word.text).filter(|text| !matches!(*text, "-e" | "-n")).collect();
    Some(Cow::Owned(texts.join(" ")))
}

/// `NAME=value`, `NAME+=value` or `NAME[index]=value`
fn is_assignment(text: &str) -> bool {
    let Some((name, _)) = text.split_once('=') else { return false };
    let name = name.strip_suffix('+').unwrap_or(name);
    let name = name.split('[').next().unwrap_or(name);
    !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
