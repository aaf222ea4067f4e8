//! Takes a text apart into chunks, and chunks into tokens.

use super::bytes::{self, APOSTROPHE, COLON, COMMA, DIGIT, DOT, HIGH, LETTER, class};
use super::letters::{Letter, letter};
use super::{Kind, Span, Token, Tokens, chunk, number, piece};

/// A longer chunk is encoded bytes, whatever it looks like
const CHUNK_BYTES_MAX: usize = 2048;

impl Iterator for Tokens<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        loop {
            if !self.rest.is_empty() {
                if let Some(token) = self.next_piece() {
                    return Some(token);
                }
                continue;
            }
            let bytes = self.text.as_bytes();
            let ahead = bytes.get(self.at..)?;
            let breaks = bytes::breaks(ahead);
            self.at = self.at.wrapping_add(breaks);
            match ahead.get(breaks) {
                None => return None,
                Some(b'*') => match self.stars() {
                    Some(mask) => return Some(mask),
                    None => continue,
                },
                Some(_) => {}
            }
            let (span, mask) = match self.chunk() {
                Chunk::Plain(span, mask) => (span, mask),
                Chunk::Unspaced(span) => return Some(Token { kind: Kind::Ideographs, span }),
                Chunk::Nothing => continue,
            };
            let (span, mask) = self.without_full_stop(span, mask);
            if mask & !LETTER == 0 {
                let word = span.of(self.text).as_bytes();
                let kind = if self.is_bracketed_mask(span, word) { Kind::Mask } else { piece::of_letters(word, mask) };
                return Some(Token { kind, span });
            }
            if mask == DIGIT {
                return Some(Token { kind: number::whole(span.of(self.text).as_bytes()), span });
            }
            if span.len() > CHUNK_BYTES_MAX {
                return Some(Token { kind: Kind::Blob, span });
            }
            match chunk::read(self.text, span) {
                chunk::Reading::Whole(token) => {
                    // What is read as a whole may reach beyond the chunk (a URL) or end within it (a path and its line).
                    self.at = self.at.max(token.span.end);
                    self.rest = Span { start: token.span.end, end: span.end };
                    return Some(token);
                }
                chunk::Reading::Pieces(rest) => self.rest = rest,
            }
        }
    }
}

enum Chunk {
    Plain(Span, u16),
    Unspaced(Span),
    Nothing,
}

impl Tokens<'_> {
    /// Reads the chunk that begins at `self.at`
    #[inline]
    fn chunk(&mut self) -> Chunk {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut mask = 0;
        loop {
            let (length, classes) = bytes::plain(bytes.get(self.at..).unwrap_or_default());
            mask |= classes;
            self.at = self.at.wrapping_add(length);
            let class = bytes.get(self.at).map_or(0, |&byte| class(byte));
            if class == 0 {
                break;
            }
            match self.special(start, class) {
                Special::Joins(length, class) => {
                    mask |= class;
                    self.at += length;
                }
                Special::Ends if self.at > start => break,
                Special::Ends => {
                    self.skip_character();
                    return Chunk::Nothing;
                }
                Special::Unspaced if self.at > start => break,
                Special::Unspaced => return Chunk::Unspaced(self.unspaced()),
            }
        }
        Chunk::Plain(Span { start, end: self.at }, mask)
    }

    /// A comma, an apostrophe or a character outside ASCII at `self.at`, in a chunk that began at `start`
    fn special(&self, start: usize, class: u16) -> Special {
        let bytes = self.text.as_bytes();
        if class == COMMA {
            return if self.at > start && joins_digits(bytes, self.at) {
                Special::Joins(1, COMMA)
            } else {
                Special::Ends
            };
        }
        let before = self.at.checked_sub(1).and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
        if class == APOSTROPHE {
            let after = bytes.get(self.at.saturating_add(1)).copied().unwrap_or(b' ');
            let joins = self.at > start && bytes::class(before) & LETTER != 0 && bytes::class(after) & LETTER != 0;
            return if joins { Special::Joins(1, HIGH) } else { Special::Ends };
        }
        let Some(character) = self.character() else { return Special::Ends };
        let length = character.len_utf8();
        match letter(character) {
            Letter::Spaced => Special::Joins(length, HIGH),
            Letter::Unspaced => Special::Unspaced,
            Letter::Currency => Special::Joins(length, bytes::SIGN),
            Letter::Apostrophe => {
                let after = bytes.get(self.at.saturating_add(length)).copied().unwrap_or(b' ');
                let joins = self.at > start && bytes::class(before) & LETTER != 0 && bytes::class(after) & LETTER != 0;
                if joins { Special::Joins(length, HIGH) } else { Special::Ends }
            }
            Letter::Break => Special::Ends,
        }
    }

    fn character(&self) -> Option<char> {
        self.text.get(self.at..).and_then(|rest| rest.chars().next())
    }

    fn skip_character(&mut self) {
        self.at += self.character().map_or(1, char::len_utf8);
    }

    /// The run of letters of a script without spaces that begins at `self.at`
    fn unspaced(&mut self) -> Span {
        let start = self.at;
        while let Some(character) = self.character()
            && !character.is_ascii()
            && letter(character) == Letter::Unspaced
        {
            self.at += character.len_utf8();
        }
        Span { start, end: self.at }
    }

    /// Passes over the stars at `self.at`. Three and more stand for something that was taken out; beside a letter they
    /// are emphasis.
    fn stars(&mut self) -> Option<Token> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let count = bytes.get(start..).unwrap_or_default().iter().take_while(|&&byte| byte == b'*').count();
        let end = start.saturating_add(count);
        self.at = end;
        if count < 3 {
            return None;
        }
        let is_letter = |place: Option<usize>| {
            place.and_then(|place| bytes.get(place)).is_some_and(|&byte| class(byte) & (LETTER | DIGIT) != 0)
        };
        let emphasis = is_letter(start.checked_sub(1)) || is_letter(Some(end));
        (!emphasis).then_some(Token { kind: Kind::Mask, span: Span { start, end } })
    }

    /// A word with a full stop or colon after it is still a plain word: the most common chunk beside words themselves
    #[inline]
    fn without_full_stop(&self, span: Span, mask: u16) -> (Span, u16) {
        if mask & (DOT | COLON) == 0 || mask & !(LETTER | DIGIT | DOT | COLON) != 0 {
            return (span, mask);
        }
        let bytes = self.text.as_bytes().get(span.start..span.end).unwrap_or_default();
        match bytes.split_last() {
            Some((b'.' | b':', rest)) => match bytes::classes(rest) {
                rest_mask if rest_mask != 0 && rest_mask & !LETTER == 0 || rest_mask == DIGIT => {
                    (Span { start: span.start, end: span.end.saturating_sub(1) }, rest_mask)
                }
                _ => (span, mask),
            },
            _ => (span, mask),
        }
    }

    /// `<redacted>`, `[masked]`: the brackets tell it from the word
    #[inline]
    fn is_bracketed_mask(&self, span: Span, word: &[u8]) -> bool {
        if !matches!(word.len(), 6 | 8) {
            return false;
        }
        let before = span.start.checked_sub(1).and_then(|at| self.text.as_bytes().get(at));
        matches!(before, Some(b'<' | b'['))
            && [&b"redacted"[..], b"masked", b"hidden"].iter().any(|mask| word.eq_ignore_ascii_case(mask))
    }

    /// The next piece of the chunk that is being taken apart
    fn next_piece(&mut self) -> Option<Token> {
        let (token, rest) = piece::next(self.text, self.rest);
        self.rest = rest;
        token
    }
}

enum Special {
    /// So many bytes belong to the chunk, as bytes of this class
    Joins(usize, u16),
    Ends,
    Unspaced,
}

/// Whether the comma at `at` stands within a number: `5,382`, `0,88`
fn joins_digits(bytes: &[u8], at: usize) -> bool {
    let is_digit = |place: usize| bytes.get(place).is_some_and(u8::is_ascii_digit);
    let after = bytes.get(at.saturating_add(1)..).unwrap_or_default().iter().take(4).take_while(|b| b.is_ascii_digit());
    at.checked_sub(1).is_some_and(is_digit) && matches!(after.count(), 1..=3)
}
