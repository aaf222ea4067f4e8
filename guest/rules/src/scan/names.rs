//! Names: of things in systems, of things in programs.

use super::Kind;
use super::bytes::{self, DASH, DIGIT, DOT, HIGH, LETTER, LOWER, UNDER, UPPER, class};
use super::place;

/// What the name at the beginning of `piece` is, and how long it is; no kind: it is no token
pub fn name(piece: &str) -> (Option<Kind>, usize) {
    let bytes = piece.as_bytes();
    let mask = bytes::classes(bytes);
    if mask & (DOT | UNDER | DASH | DIGIT) == 0 {
        return (Some(super::piece::of_letters(bytes, mask)), bytes.len());
    }
    if contains(bytes, b"REDACTED") {
        return (Some(Kind::Mask), bytes.len());
    }
    if mask & UNDER != 0
        && let Some(inner) = emphasized(bytes)
    {
        return inner;
    }
    if mask & DIGIT != 0
        && let Some(kind) = opaque(bytes, mask)
    {
        return (Some(kind), bytes.len());
    }
    if mask & DOT != 0 {
        return dotted(piece);
    }
    (Some(plain(bytes, mask)), bytes.len())
}

/// What a chunk with colons in it is as a whole: `a::b`, an address of six bytes or of version 6
pub fn with_colons(chunk: &str) -> Option<Kind> {
    let bytes = chunk.as_bytes();
    let colons = bytes.iter().filter(|&&byte| byte == b':').count();
    let groups = || chunk.split(':');
    let is_group = |group: &str| group.len() <= 4 && group.bytes().all(|byte| byte.is_ascii_hexdigit());
    let has_digit = bytes.iter().any(u8::is_ascii_digit);
    if (2..=7).contains(&colons) && has_digit && groups().all(is_group) && (colons >= 5 || chunk.contains("::")) {
        return Some(Kind::Address);
    }
    let parts = chunk.split("::");
    let is_name = |part: &str| {
        bytes::all(part.as_bytes(), LETTER | DIGIT | UNDER | DOT)
            && !part.starts_with(|first: char| first.is_ascii_digit())
    };
    (chunk.contains("::") && parts.clone().count() > 1 && parts.clone().all(is_name)).then_some(Kind::Symbol)
}

/// Whether letters change from lower to upper case within
pub fn is_camel(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|two| matches!(two, [left, right] if left.is_ascii_lowercase() && right.is_ascii_uppercase()))
        || matches!(bytes, [first, second, third, ..] if first.is_ascii_uppercase() && second.is_ascii_uppercase()
            && third.is_ascii_lowercase() && bytes.len() > 4)
}

/// A name that stands between underscores, or after one, for emphasis
fn emphasized(bytes: &[u8]) -> Option<(Option<Kind>, usize)> {
    let lead = bytes::run(bytes, UNDER);
    let inner = bytes.get(lead..)?;
    let letters = bytes::run(inner, LETTER);
    if lead == 1 && letters == inner.len() {
        return Some((Some(Kind::Word), bytes.len()));
    }
    let tail = inner.get(letters..)?;
    (lead <= 1 && letters > 0 && tail == b"_").then_some((Some(Kind::Word), bytes.len()))
}

/// An id without meaning: UUID, ULID, digest, version
fn opaque(bytes: &[u8], mask: u16) -> Option<Kind> {
    if mask & !(LOWER | UPPER | DIGIT | DASH) == 0 {
        if is_uuid(bytes) {
            return Some(Kind::Uuid);
        }
        if mask & DASH == 0 {
            if is_digest(bytes) {
                return Some(Kind::Digest);
            }
            if is_ulid(bytes) {
                return Some(Kind::Ulid);
            }
        }
    }
    is_version(bytes).then_some(Kind::Version)
}

fn is_uuid(bytes: &[u8]) -> bool {
    bytes.len() == 36
        && bytes.iter().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

fn is_digest(bytes: &[u8]) -> bool {
    let mask = bytes::classes(bytes);
    let one_case = mask & (LOWER | UPPER) != LOWER | UPPER;
    bytes.len() >= 7
        && one_case
        && mask & DIGIT != 0
        && mask & (LOWER | UPPER) != 0
        && bytes.iter().all(u8::is_ascii_hexdigit)
}

/// 26 characters of Crockford's alphabet in capitals, of which the first is at most 7
fn is_ulid(bytes: &[u8]) -> bool {
    bytes.len() == 26
        && matches!(bytes.first(), Some(b'0'..=b'7'))
        && bytes.iter().all(
            |byte| matches!(byte, b'0'..=b'9' | b'A'..=b'H' | b'J' | b'K' | b'M' | b'N' | b'P'..=b'T' | b'V'..=b'Z'),
        )
}

/// `v2`, `v0.44.0`, `1.2.0-rc.1`
fn is_version(bytes: &[u8]) -> bool {
    let (marked, rest) = match bytes {
        [b'v' | b'V', rest @ ..] => (true, rest),
        _ => (false, bytes),
    };
    let digits = bytes::run(rest, DIGIT | DOT);
    let number = rest.get(..digits).unwrap_or_default();
    let dots = number.iter().filter(|&&byte| byte == b'.').count();
    let starts = rest.first().is_some_and(u8::is_ascii_digit);
    let tail = rest.get(digits..).unwrap_or_default();
    let tail_fits = tail.is_empty() || matches!(tail.first(), Some(b'-' | b'a' | b'b' | b'r')) && tail.len() <= 24;
    starts && tail_fits && number.last() != Some(&b'.') && (marked || dots >= 2)
}

/// A name with dots in it: a file, a host, `a.b`, or the end of one sentence and the beginning of the next
fn dotted(piece: &str) -> (Option<Kind>, usize) {
    let Some((stem, ending)) = piece.rsplit_once('.') else { return (None, piece.len()) };
    if stem.is_empty() {
        let is_name = bytes::all(ending.as_bytes(), LOWER | UPPER | DIGIT | DASH | UNDER) && ending.len() > 1;
        return (is_name.then_some(Kind::Path), piece.len());
    }
    if place::is_file_ending(ending) && !(ending == "js" && stem.starts_with(|first: char| first.is_ascii_uppercase()))
    {
        return (Some(Kind::Path), piece.len());
    }
    if place::is_host(piece) {
        return (Some(Kind::Host), piece.len());
    }
    if piece.split('.').all(|part| part.len() <= 1) {
        // `e.g`, `U.S`
        return (Some(Kind::Word), piece.len());
    }
    // `done.Next` may be a sentence that lacks a space; nothing in it tells so.
    let starts_with_letter = !piece.starts_with(|first: char| first.is_ascii_digit());
    (Some(if starts_with_letter { Kind::Symbol } else { Kind::Code }), piece.len())
}

/// A name without dots
fn plain(bytes: &[u8], mask: u16) -> Kind {
    if mask & UNDER != 0 {
        if mask & (LOWER | HIGH) == 0 && mask & UPPER != 0 && !has_long_digits(bytes) {
            return Kind::Variable;
        }
        return if has_coded_part(bytes) { Kind::Code } else { Kind::Symbol };
    }
    if mask & DIGIT != 0 {
        return Kind::Code;
    }
    if mask & DASH == 0 {
        return super::piece::of_letters(bytes, mask);
    }
    Kind::Word
}

fn has_long_digits(bytes: &[u8]) -> bool {
    bytes.split(|byte| !byte.is_ascii_digit()).any(|digits| digits.len() >= 4)
}

/// Whether a part between underscores is no word: digits, or digits among letters
fn has_coded_part(bytes: &[u8]) -> bool {
    bytes.split(|&byte| matches!(byte, b'_' | b'-')).any(|part| {
        let digits = part.iter().filter(|byte| byte.is_ascii_digit()).count();
        digits >= 3 || digits > 0 && part.len() >= 6 || digits > 0 && digits == part.len()
    })
}

fn contains(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.len() >= needle.len()
        && bytes.iter().any(|&byte| class(byte) & UPPER != 0)
        && bytes.windows(needle.len()).any(|window| window == needle)
}
