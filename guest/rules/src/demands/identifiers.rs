//! Identifiers, paths and numbers with a unit.

use crate::gathered;
use crate::scan::normal::hash;
use crate::scan::{Family, Kind, Token, tokens};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The identifiers, paths and exact values of a text, each once, in the order in which they first stand.
///
/// A plain number without a unit is left out: alone it says nothing.
pub fn find(text: &str) -> Vec<Token> {
    let mut seen = BTreeSet::new();
    tokens(text).filter(|token| is_exact(token.kind) && seen.insert(hash(token.kind, token.of(text)))).collect()
}

/// Those of `work` that also stand in one of `texts`: what open work needs to be known verbatim. At most [`MOST`].
pub fn used<'t>(work: &str, texts: impl Iterator<Item = &'t str>) -> Vec<Token> {
    let mut wanted = find(work);
    wanted.truncate(MOST);
    let mut found = Vec::new();
    for text in texts {
        if wanted.is_empty() {
            break;
        }
        wanted.retain(|token| {
            let stands = memchr::memmem::find(text.as_bytes(), token.of(work).as_bytes()).is_some();
            if stands {
                found.push(*token);
            }
            !stands
        });
    }
    gathered::order_by(&mut found, |token| token.span.start);
    found
}

/// As many things as open work can need
pub const MOST: usize = 64;

/// Whether a token of this kind is known only if it is known exactly
pub fn is_exact(kind: Kind) -> bool {
    match kind.family() {
        Family::Identifier | Family::Path => true,
        Family::Number => kind != Kind::Number,
        Family::Prose | Family::Opaque => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_things() {
        let text = "Poll run_7c41e09b5d2f, then charge $41.20 (3.4%) for seats in src/cli/init.go, and poll run_7c41e09b5d2f again at 14:00.";
        let found: Vec<&str> = find(text).iter().map(|token| token.of(text)).collect();
        assert_eq!(found, ["run_7c41e09b5d2f", "$41.20", "3.4%", "src/cli/init.go", "14:00"]);
        let used: Vec<&str> = used(text, ["init src/cli/init.go", "{\"id\":\"run_7c41e09b5d2f\"}"].into_iter())
            .iter()
            .map(|token| token.of(text))
            .collect();
        assert_eq!(used, ["run_7c41e09b5d2f", "src/cli/init.go"]);
    }
}
