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
        Family::Number if !matches!(kind, Kind::Date | Kind::Time | Kind::Ratio) => of_number(text),
        Family::Identifier if text.bytes().all(|byte| byte.is_ascii_digit()) => of_number(text),
        Family::Identifier | Family::Path | Family::Number | Family::Opaque => normal::hash(Kind::Path, text),
    }
}

/// The hash of the last part of a path, under which it is known where its directory is not given; `None`: it has one
/// part alone
pub fn hash_of_last(kind: Kind, text: &str) -> Option<u64> {
    if kind.family() != Family::Path {
        return None;
    }
    let trimmed = text.trim_end_matches(['/', '\\']);
    let at = trimmed.rfind(['/', '\\'])?;
    trimmed.get(at.saturating_add(1)..).map(|last| normal::hash(Kind::Path, last))
}

/// `$5,382`, `-5382` and `5382.00` are one number
fn of_number(text: &str) -> u64 {
    match normal::readings(text) {
        Some(read) => {
            let scale = u64::from(read.first.scale).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            read.first.mantissa.wrapping_mul(0xff51_afd7_ed55_8ccd) ^ scale ^ 0x5851_f42d_4c95_7f2d
        }
        None => normal::hash(Kind::Path, text),
    }
}

/// Whether a word is one of `words`, without regard to case
pub fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// The same where there are many words, in the order of their bytes and without capitals
pub fn is_one_of_sorted(word: &str, words: &[&str]) -> bool {
    let folded = || word.bytes().map(|byte| byte.to_ascii_lowercase());
    words.binary_search_by(|known| known.bytes().cmp(folded())).is_ok()
}

/// Reads `text` into `items`, of which what they held before is dropped
pub fn read_into(text: &str, items: &mut Vec<Item>) {
    items.clear();
    items.extend(tokens(text).map(|token| Item::of(text, token)));
}
