//! The pieces of a chunk that is nothing as a whole.

use super::bytes::{self, BACK, COMMA, DASH, DIGIT, DOT, HIGH, LETTER, LOWER, SIGN, SLASH, UNDER, UPPER, class};
use super::{Kind, Span, Token, names, number, place};

/// What a chunk of letters alone is
#[inline]
pub fn of_letters(bytes: &[u8], mask: u16) -> Kind {
    if mask & (LOWER | UPPER) != LOWER | UPPER || mask & HIGH != 0 {
        return if bytes == b"REDACTED" { Kind::Mask } else { Kind::Word };
    }
    if names::is_camel(bytes) { Kind::Symbol } else { Kind::Word }
}

/// The first token of `rest`, and what is left after it. Without a token at least one character is taken off.
pub fn next(text: &str, rest: Span) -> (Option<Token>, Span) {
    let before = rest.start.checked_sub(1).and_then(|at| text.as_bytes().get(at)).copied().unwrap_or(b' ');
    let lead = lead(rest.of(text).as_bytes(), before);
    let start = rest.start.saturating_add(lead);
    if start >= rest.end {
        return (None, Span { start: rest.end, end: rest.end });
    }
    let (kind, length) = first(Span { start, end: rest.end }.of(text));
    // A token that begins with a sign of its own has at least that.
    let end = start.saturating_add(length.max(1)).min(rest.end);
    let token = kind.map(|kind| Token { kind, span: Span { start, end } });
    (token, Span { start: end, end: rest.end })
}

/// Whether this can only be encoded bytes: long, of one alphabet, and changing its kind of character all the time
pub fn is_blob(bytes: &[u8]) -> bool {
    const LEAST: usize = 40;
    if bytes.len() < LEAST {
        return false;
    }
    let mask = bytes::classes(bytes);
    if mask & !(LOWER | UPPER | DIGIT | SLASH | SIGN | DASH | UNDER) != 0
        || mask & (LOWER | UPPER | DIGIT) != LOWER | UPPER | DIGIT
    {
        return false;
    }
    let changes = bytes
        .iter()
        .zip(bytes.iter().skip(1))
        .filter(|&(&left, &right)| class(left) != class(right) && class(right) & (SLASH | DASH | UNDER) == 0)
        .count();
    let digits = bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
    digits >= 3 && changes.saturating_mul(4) > bytes.len()
}

/// How many bytes at the beginning belong to no token; `before` stands in front of them
fn lead(bytes: &[u8], before: u8) -> usize {
    let mut at = 0;
    let mut before = before;
    while let Some(&byte) = bytes.get(at) {
        let after = bytes.get(at.saturating_add(1)).copied().unwrap_or(b' ');
        let keeps = match byte {
            // Within a chunk a dash joins; only at its beginning it is a sign.
            b'-' if class(before) & (LETTER | DIGIT) != 0 => false,
            b'-' => matches!(after, b'-' | b'.' | b'$') || class(after) & (LETTER | DIGIT) != 0,
            b'.' => before != b'.' && class(after) & (LETTER | DIGIT) != 0,
            b'+' => after.is_ascii_digit(),
            b'#' => class(after) & (DIGIT | LOWER | UPPER) != 0,
            b'$' => class(after) & (DIGIT | LOWER | UPPER | UNDER) != 0,
            b':' | b'@' | b'%' | b'~' | b'/' | b'\\' | b',' => false,
            _ => true,
        };
        if keeps {
            break;
        }
        before = byte;
        at = at.saturating_add(if is_escape(bytes.get(at..).unwrap_or_default()) { 2 } else { 1 });
    }
    at.min(bytes.len())
}

/// `\n` and its like before a word, in text that was escaped twice
fn is_escape(bytes: &[u8]) -> bool {
    matches!(bytes, [b'\\', b'n' | b'r' | b't', after, ..] if class(*after) & (LETTER | DIGIT | BACK) != 0)
}

/// What stands at the beginning of `piece`, and how long it is
fn first(piece: &str) -> (Option<Kind>, usize) {
    // A bound on the look ahead keeps the whole linear where many short pieces follow each other.
    const LONGEST: usize = 256;
    let bytes = piece.as_bytes();
    let bytes = bytes.get(..LONGEST).unwrap_or(bytes);
    if let Some((kind, length)) = signed(piece) {
        return (kind, length);
    }
    const NAME: u16 = LETTER | DIGIT | UNDER | DASH | DOT | COMMA | SLASH | BACK;
    let sign = sign(bytes);
    if sign > 0 {
        let length = sign.saturating_add(bytes::run(bytes.get(sign..).unwrap_or_default(), NAME));
        return match number::read(piece, length) {
            Some((kind, length)) => (Some(kind), length),
            None => (None, sign),
        };
    }
    if let Some(length) = number::range(bytes) {
        return (Some(Kind::Number), length);
    }
    let mut length = bytes::run(bytes, NAME);
    let mut mask = bytes::classes(bytes.get(..length).unwrap_or_default());
    if mask & (SLASH | BACK) != 0 {
        if let Some(length) = piece.get(..length).and_then(place::path) {
            return (Some(Kind::Path), length);
        }
        length = bytes::run(bytes, NAME & !(SLASH | BACK));
        mask = bytes::classes(bytes.get(..length).unwrap_or_default());
    }
    if mask & DOT != 0
        && let Some(dots) = bytes.get(..length).and_then(double_dot)
        && dots > 0
    {
        length = dots;
    }
    let head = bytes.get(..length).unwrap_or_default();
    let tail = head.iter().rev().take_while(|byte| matches!(byte, b'.' | b'-' | b',')).count();
    let trimmed = length.saturating_sub(tail);
    let Some(head) = piece.get(..trimmed) else { return (None, length) };
    if head.is_empty() {
        return (None, length);
    }
    if let Some((kind, length)) = number::read(piece, trimmed) {
        return (Some(kind), length);
    }
    let (kind, taken) = names::name(head);
    (kind, taken.min(trimmed))
}

/// What begins with `--`, `#` or `$`
fn signed(piece: &str) -> Option<(Option<Kind>, usize)> {
    let bytes = piece.as_bytes();
    match bytes {
        [b'#', ..] => {
            let length = 1usize.saturating_add(bytes::run(bytes.get(1..)?, LOWER | UPPER | DIGIT));
            let has_digit = bytes.get(..length)?.iter().any(u8::is_ascii_digit);
            Some((has_digit.then_some(Kind::Code), if has_digit { length } else { 1 }))
        }
        [b'$', after, ..] if !after.is_ascii_digit() => {
            let length = 1usize.saturating_add(bytes::run(bytes.get(1..)?, LOWER | UPPER | DIGIT | UNDER));
            Some((Some(Kind::Variable), length))
        }
        [b'-', b'-', after, ..] if class(*after) & (LOWER | UPPER) != 0 => {
            let length = 2usize.saturating_add(bytes::run(bytes.get(2..)?, LOWER | UPPER | DIGIT | UNDER | DASH));
            Some((Some(Kind::Flag), length))
        }
        [b'-', letter] if letter.is_ascii_alphabetic() => Some((Some(Kind::Flag), 2)),
        [b'-', after, ..] if class(*after) & (LETTER | DASH) != 0 => Some((None, 1)),
        _ => None,
    }
}

/// How long the sign before an amount is: `-`, `+`, `$`, `-$`
fn sign(bytes: &[u8]) -> usize {
    match bytes {
        [b'-' | b'+', b'$', digit, ..] if digit.is_ascii_digit() => 2,
        [b'-' | b'+' | b'$', digit, ..] if digit.is_ascii_digit() => 1,
        _ => 0,
    }
}

/// Where two dots stand side by side
fn double_dot(bytes: &[u8]) -> Option<usize> {
    bytes.windows(2).position(|pair| pair == b"..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blobs() {
        let cases = [
            ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk", true),
            ("368750cee35f31935640a34ad199e889fc60f1a8", false),
            ("TestResolveAuthMethodRefreshesExpiredEntireDBToken", false),
            ("internal/auth/tokenstore_lock_windows_and_more.go", false),
        ];
        for (text, expected) in cases {
            assert_eq!(is_blob(text.as_bytes()), expected, "{text}");
        }
    }
}
