//! What a chunk is as a whole.

use super::bytes::{self, AT, BACK, COLON, DIGIT, SLASH};
use super::{Kind, Span, Token, names, number, piece, place};

/// How a chunk is to be read
pub enum Reading {
    /// As one token; what follows it in the chunk falls into pieces
    Whole(Token),
    /// As pieces
    Pieces(Span),
}

/// Tells how the chunk at `span` is to be read
pub fn read(text: &str, span: Span) -> Reading {
    let span = trim(text, span);
    let chunk = span.of(text);
    let bytes = chunk.as_bytes();
    let mask = bytes::classes(bytes);
    if mask & (SLASH | BACK | COLON | AT) == 0 {
        return Reading::Pieces(span);
    }
    let masked = chunk.contains("REDACTED");
    let whole = |kind: Kind, length: usize| {
        // A path with a part taken out leads nowhere.
        let kind = if masked { Kind::Mask } else { kind };
        Reading::Whole(Token { kind, span: Span { start: span.start, end: span.start.saturating_add(length) } })
    };
    if let Some((before, length)) = place::url(text, span) {
        let start = span.start.saturating_add(before);
        return Reading::Whole(Token { kind: Kind::Url, span: Span { start, end: start.saturating_add(length) } });
    }
    if piece::is_blob(bytes) {
        return whole(Kind::Blob, bytes.len());
    }
    if mask & DIGIT != 0
        && let Some((kind, length)) = number::moment(bytes)
    {
        return whole(kind, length);
    }
    if mask & AT != 0
        && let Some(kind) = place::with_at(chunk)
    {
        return whole(kind, bytes.len());
    }
    if mask & (SLASH | BACK) != 0 {
        if let Some(length) = number::ratio(bytes) {
            return whole(Kind::Ratio, length);
        }
        if let Some(length) = place::path(chunk) {
            return whole(Kind::Path, length);
        }
    }
    if mask & COLON != 0 {
        if let Some(kind) = names::with_colons(chunk) {
            return whole(kind, bytes.len());
        }
        if let Some((kind, length)) = place::with_port(chunk) {
            return whole(kind, length);
        }
    }
    Reading::Pieces(span)
}

/// Without the punctuation of the sentence around it
fn trim(text: &str, span: Span) -> Span {
    let bytes = span.of(text).as_bytes();
    let tail = bytes.iter().rev().take_while(|byte| matches!(byte, b'.' | b':' | b'\\' | b'@' | b'~')).count();
    let head = bytes.iter().take_while(|byte| matches!(byte, b':' | b'%')).count();
    let end = span.end.saturating_sub(tail);
    Span { start: span.start.saturating_add(head).min(end), end }
}
