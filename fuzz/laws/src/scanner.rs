//! Any text through the scanner and the demands: what is found stands in the text.

use anchorhold_rules::demands::{constraint, identifiers, order, plan_position, state};
use anchorhold_rules::scan::{Span, quotes, tokens};
use anchorhold_rules::tokens::estimate;

/// Tokens come in order and do not overlap; everything that is found is a part of the text
///
/// # Panics
/// The law is broken.
pub fn scanner(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut end = 0;
    for token in tokens(&text) {
        check(&text, token.span);
        assert!(token.span.start >= end, "{token:?} begins before the end of the last one, {end}");
        end = token.span.end;
    }
    for token in identifiers::find(&text) {
        check(&text, token.span);
    }
    for found in constraint::find(&text) {
        check(&text, found.span);
        check(&text, found.cue);
    }
    for found in order::find(&text) {
        check(&text, found.span);
        check(&text, found.first);
        check(&text, found.second);
    }
    for found in state::find(&text) {
        check(&text, found.key);
        check(&text, found.value);
    }
    quotes::find(&text).into_iter().for_each(|span| check(&text, span));
    let _ = plan_position::find(&text);
    let _ = estimate(&text);
}

fn check(text: &str, span: Span) {
    let part = text.get(span.start..span.end);
    assert!(part.is_some_and(|part| !part.is_empty()), "{span:?} is no part of a text of {} bytes", text.len());
}
