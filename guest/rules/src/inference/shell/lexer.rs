//! Cuts a shell script into words, operators and redirections. (POSIX shell grammar, and what bash adds to it.)

use super::brackets::{closing, closing_quote};
use super::token::{Operator, Redirect, RedirectKind, Token, Word};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// A script in pieces
#[derive(Default)]
pub struct Tokens<'a> {
    /// Its pieces, in order
    pub tokens: Vec<Token<'a>>,
    /// Scripts inside it: `$(…)`, backticks and process substitutions
    pub nested: Vec<&'a str>,
    /// A quotation or an expansion does not end
    pub broken: bool,
}

/// Cuts `script` into pieces
pub fn tokens(script: &str) -> Tokens<'_> {
    let mut lexer = Lexer {
        script,
        at: 0,
        limit: script.len(),
        out: Tokens::default(),
        pending: Vec::new(),
        in_test: false,
        arithmetic_failures: 0,
    };
    while lexer.step() {}
    lexer.out
}

struct Lexer<'a> {
    script: &'a str,
    at: usize,
    /// Where the search for a closing bracket ends
    limit: usize,
    out: Tokens<'a>,
    /// Here-documents whose text begins at the next line: the place of the token, and the word that ends it
    pending: Vec<(usize, String)>,
    /// Between `[[` and `]]`, where `<`, `>` and `&&` are no operators of the shell
    in_test: bool,
    /// How often `((` was no arithmetic. Each costs a look ahead, so that few are made.
    arithmetic_failures: u8,
}

const ARITHMETIC_FAILURES_MAX: u8 = 8;

impl<'a> Lexer<'a> {
    fn step(&mut self) -> bool {
        let Some(byte) = self.peek(0) else { return false };
        match byte {
            b' ' | b'\t' | b'\r' => self.at += 1,
            b'\\' if self.peek(1) == Some(b'\n') => self.at += 2,
            b'\n' => self.end_line(),
            b'#' => self.skip_to(b'\n'),
            b'<' | b'>' if self.peek(1) == Some(b'(') => self.word(),
            b'<' | b'>' if !self.in_test => self.redirect(),
            b'&' if self.peek(1) == Some(b'>') => {
                self.at += 1;
                self.redirect();
            }
            b'0'..=b'9' if self.redirect_follows() => {
                self.at += 1;
                self.redirect();
            }
            b'|' | b'&' | b';' | b'(' | b')' if !self.in_test => self.operator(byte),
            b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>' => self.at += 1,
            _ => self.word(),
        }
        true
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.script.as_bytes().get(self.at.saturating_add(ahead)).copied()
    }

    fn slice(&self, from: usize, to: usize) -> &'a str {
        self.script.get(from..to.max(from)).unwrap_or("")
    }

    fn skip_to(&mut self, end: u8) {
        let rest = self.script.as_bytes().get(self.at..).unwrap_or(&[]);
        self.at = memchr::memchr(end, rest).map_or(self.script.len(), |offset| self.at + offset);
    }

    fn redirect_follows(&self) -> bool {
        matches!(self.peek(1), Some(b'>' | b'<'))
    }

    fn push_operator(&mut self, operator: Operator, length: usize) {
        self.out.tokens.push(Token::Operator(operator));
        self.at += length;
    }

    fn operator(&mut self, byte: u8) {
        match (byte, self.peek(1)) {
            (b'|', Some(b'|')) | (b'&', Some(b'&')) => self.push_operator(Operator::Next, 2),
            (b'|', Some(b'&')) => self.push_operator(Operator::Pipe, 2),
            (b'|', _) => self.push_operator(Operator::Pipe, 1),
            (b';', Some(b';' | b'&')) => self.push_operator(Operator::CaseEnd, 2),
            (b'(', Some(b'(')) if self.arithmetic(2) => {}
            (b'(', _) => self.push_operator(Operator::Open, 1),
            (b')', _) => self.push_operator(Operator::Close, 1),
            _ => self.push_operator(Operator::Next, 1),
        }
    }

    /// Skips `((…))`, which runs no command; `opening` is the length of what opens it
    fn arithmetic(&mut self, opening: usize) -> bool {
        if self.arithmetic_failures >= ARITHMETIC_FAILURES_MAX {
            return false;
        }
        let start = self.at + opening;
        let end = closing(self.script, start, self.limit);
        let closed =
            self.script.as_bytes().get(end) == Some(&b')') && self.script.as_bytes().get(end + 1) == Some(&b')');
        if closed {
            self.at = end + 2;
        } else {
            self.arithmetic_failures += 1;
        }
        closed
    }

    fn end_line(&mut self) {
        self.push_operator(Operator::Next, 1);
        for (place, end) in core::mem::take(&mut self.pending) {
            let start = self.at;
            let mut body_end = self.script.len();
            while self.at < self.script.len() {
                let line_start = self.at;
                self.skip_to(b'\n');
                let line = self.slice(line_start, self.at);
                self.at = (self.at + 1).min(self.script.len());
                if line.trim_start_matches('\t').trim_end_matches('\r') == end {
                    body_end = line_start;
                    break;
                }
            }
            let body = self.slice(start, body_end);
            if let Some(Token::Redirect(redirect)) = self.out.tokens.get_mut(place) {
                let expands = !redirect.target.quoted;
                redirect.target = Word { text: Cow::Borrowed(body), dynamic: false, quoted: true };
                if expands {
                    self.expansions(start, body_end);
                }
            }
        }
    }

    fn redirect(&mut self) {
        let (kind, length) = match (self.peek(0), self.peek(1), self.peek(2)) {
            (Some(b'>'), Some(b'>'), _) => (RedirectKind::Append, 2),
            (Some(b'>'), Some(b'&'), _) | (Some(b'<'), Some(b'&'), _) => (RedirectKind::Duplicate, 2),
            (Some(b'>'), Some(b'|'), _) => (RedirectKind::Truncate, 2),
            (Some(b'>'), _, _) => (RedirectKind::Truncate, 1),
            (Some(b'<'), Some(b'<'), Some(b'<' | b'-')) => (RedirectKind::Text, 3),
            (Some(b'<'), Some(b'<'), _) => (RedirectKind::Text, 2),
            (Some(b'<'), Some(b'>'), _) => (RedirectKind::Truncate, 2),
            _ => (RedirectKind::Input, 1),
        };
        let here_document = kind == RedirectKind::Text && self.peek(2) != Some(b'<');
        self.at += length;
        while matches!(self.peek(0), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        let target = self.read_word();
        // `>&file` is an old way to write `&>file`.
        let kind = match kind {
            RedirectKind::Duplicate if !is_descriptor(&target.text) => RedirectKind::Truncate,
            kind => kind,
        };
        if here_document {
            self.pending.push((self.out.tokens.len(), target.text.clone().into_owned()));
        }
        self.out.tokens.push(Token::Redirect(Redirect { kind, target }));
    }

    fn word(&mut self) {
        let before = self.at;
        let word = self.read_word();
        if self.at == before {
            // A byte that begins no word cannot stop the reading.
            self.at += 1;
            return;
        }
        if !word.quoted {
            match &*word.text {
                "[[" => self.in_test = true,
                "]]" => self.in_test = false,
                _ => {}
            }
        }
        self.out.tokens.push(Token::Word(word));
    }

    fn read_word(&mut self) -> Word<'a> {
        let start = self.at;
        let mut text = String::new();
        let mut plain_from = start;
        let (mut dynamic, mut quoted) = (false, false);
        while let Some(byte) = self.peek(0) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' | b'|' | b'&' | b';' | b')' => break,
                // An array is given to a variable; it runs nothing.
                b'(' if self.at > start && self.script.as_bytes().get(self.at - 1) == Some(&b'=') => {
                    let end = closing(self.script, self.at + 1, self.limit);
                    self.expansions(self.at + 1, end);
                    self.at = (end + 1).min(self.script.len());
                }
                b'(' => break,
                b'<' | b'>' if self.peek(1) == Some(b'(') => {
                    self.substitution(2);
                    dynamic = true;
                }
                b'<' | b'>' => break,
                b'\\' => {
                    text.push_str(self.slice(plain_from, self.at));
                    plain_from = self.at + 1;
                    quoted = true;
                    self.at += 1;
                    if self.peek(0) == Some(b'\n') {
                        plain_from += 1;
                    }
                    self.at = self.after_char();
                }
                b'\'' | b'"' => {
                    text.push_str(self.slice(plain_from, self.at));
                    quoted = true;
                    if byte == b'\'' {
                        self.single_quoted(&mut text)
                    } else {
                        dynamic |= self.double_quoted(&mut text)
                    }
                    plain_from = self.at;
                }
                // In `$'…'` a mark of quotation may be escaped.
                b'$' if self.peek(1) == Some(b'\'') => {
                    text.push_str(self.slice(plain_from, self.at));
                    quoted = true;
                    let start = self.at + 2;
                    self.at = closing_quote(self.script.as_bytes(), start, b'\'', true);
                    text.push_str(self.slice(start, self.at));
                    self.close();
                    plain_from = self.at;
                }
                b'$' => dynamic |= self.expansion(),
                b'`' => {
                    self.backticks();
                    dynamic = true;
                }
                _ => self.at += 1,
            }
        }
        let rest = self.slice(plain_from, self.at);
        if text.is_empty() && !quoted {
            return Word { text: Cow::Borrowed(rest), dynamic, quoted };
        }
        text.push_str(rest);
        Word { text: Cow::Owned(text), dynamic, quoted }
    }

    fn after_char(&self) -> usize {
        let width = self.script.get(self.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        self.at + width
    }

    fn single_quoted(&mut self, text: &mut String) {
        let start = self.at + 1;
        self.at = start;
        self.skip_to(b'\'');
        text.push_str(self.slice(start, self.at));
        self.close();
    }

    /// Reads up to the closing mark; whether something in it is known only when the script runs
    fn double_quoted(&mut self, text: &mut String) -> bool {
        self.at += 1;
        let mut from = self.at;
        let mut dynamic = false;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'"' => break,
                b'\\' => {
                    if matches!(self.peek(1), Some(b'"' | b'\\' | b'$' | b'`' | b'\n')) {
                        text.push_str(self.slice(from, self.at));
                        from = self.at + 1;
                    }
                    self.at += 1;
                    self.at = self.after_char();
                }
                b'$' => dynamic |= self.expansion(),
                b'`' => {
                    self.backticks();
                    dynamic = true;
                }
                _ => self.at += 1,
            }
        }
        text.push_str(self.slice(from, self.at));
        self.close();
        dynamic
    }

    fn close(&mut self) {
        if self.at >= self.limit {
            self.out.broken = true;
        } else {
            self.at += 1;
        }
    }

    /// Steps over `$…`; whether something is expanded there
    fn expansion(&mut self) -> bool {
        match self.peek(1) {
            Some(b'(') if self.peek(2) == Some(b'(') && self.arithmetic(3) => true,
            Some(b'(') => {
                self.substitution(2);
                true
            }
            Some(b'{') => {
                let start = self.at + 2;
                self.at = start;
                self.skip_to(b'}');
                self.expansions(start, self.at);
                self.close();
                true
            }
            Some(byte) if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'@' | b'*' | b'#' | b'?' | b'!') => {
                self.at += 2;
                true
            }
            _ => {
                self.at += 1;
                false
            }
        }
    }

    /// Steps over `$(…)` or `<(…)`, whose inside is a script of its own
    fn substitution(&mut self, opening: usize) {
        let start = self.at + opening;
        let end = closing(self.script, start, self.limit);
        self.out.nested.push(self.slice(start, end));
        self.at = end;
        self.close();
    }

    fn backticks(&mut self) {
        let start = self.at + 1;
        self.at = start;
        self.skip_to(b'`');
        self.out.nested.push(self.slice(start, self.at));
        self.close();
    }

    /// Finds the scripts inside a text that is expanded but not cut into words
    fn expansions(&mut self, from: usize, to: usize) {
        let back = (self.at, self.limit);
        (self.at, self.limit) = (from, to);
        while self.at < to {
            match self.peek(0) {
                Some(b'\\') => self.at += 2,
                Some(b'`') => self.backticks(),
                Some(b'$') if self.peek(1) == Some(b'(') => {
                    self.expansion();
                }
                _ => self.at += 1,
            }
        }
        (self.at, self.limit) = back;
    }
}

fn is_descriptor(text: &str) -> bool {
    text == "-" || (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
}
