//! A text as a row of tokens with the hashes under which they are compared.

use super::stem;
use crate::scan::normal;
use crate::scan::{Family, Kind, Span, Token, tokens};
use alloc::vec::Vec;

/// A token and its hash
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// Where it stands
    pub span: Span,
    /// What it is
    pub kind: Kind,
    /// Under this it is compared: the stem of a word, the normal form of anything else
    pub hash: u64,
}

impl Item {
    /// The token as an item
    pub fn of(text: &str, token: Token) -> Item {
        Item { span: token.span, kind: token.kind, hash: hash(token.kind, token.of(text)) }
    }

    /// The text of the item
    pub fn of_text<'t>(&self, text: &'t str) -> &'t str {
        self.span.of(text)
    }
}

/// The hash of a token; spellings of one place are equal whether they were read as a path, a file or a word
pub fn hash(kind: Kind, text: &str) -> u64 {
    match kind.family() {
        Family::Prose => stem::hash(text),
        Family::Identifier | Family::Path | Family::Number | Family::Opaque => normal::hash(Kind::Path, text),
    }
}

/// Reads `text` into `items`, of which what they held before is dropped
pub fn read_into(text: &str, items: &mut Vec<Item>) {
    items.clear();
    items.extend(tokens(text).map(|token| Item::of(text, token)));
}
