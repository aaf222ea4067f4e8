//! Manifests: objects that list other objects, which together are a document.
//!
//! The first line is `anchorhold `, a word, a space and a number; every other line begins with the digest of a piece. What
//! follows the digest is for people.

use crate::archive::ReadError;
use crate::{Digest, Store};

/// Why a document was not put together
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The manifest, or one of its pieces, was not read
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The object is not a manifest
    #[error("the object {digest:.16} is not a manifest")]
    NotAManifest {
        /// The object
        digest: Digest,
    },
}

impl Store {
    /// The document whose manifest this is, byte for byte
    ///
    /// # Errors
    /// Where the object is not a manifest, or a piece is missing or damaged.
    pub fn restore(&self, manifest: Digest) -> Result<Vec<u8>, RestoreError> {
        let pieces = self.lists(manifest)?;
        let mut document = Vec::new();
        for piece in pieces {
            document.extend(self.read(piece)?);
        }
        Ok(document)
    }

    /// The objects that a manifest lists, in order
    pub(crate) fn lists(&self, manifest: Digest) -> Result<Vec<Digest>, RestoreError> {
        pieces_of(&self.read(manifest)?).ok_or(RestoreError::NotAManifest { digest: manifest })
    }
}

/// The pieces that a manifest lists, in order. `None`: it is none.
fn pieces_of(text: &[u8]) -> Option<Vec<Digest>> {
    const DIGITS: usize = 64;
    let mut lines = std::str::from_utf8(text).ok()?.lines();
    let (word, version) = lines.next()?.strip_prefix("anchorhold ")?.split_once(' ')?;
    if word.is_empty() || version != "1" {
        return None;
    }
    lines
        .map(|line| match line.split_at_checked(DIGITS)? {
            (digits, "") => digits.parse().ok(),
            (digits, rest) if rest.starts_with(' ') => digits.parse().ok(),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test that cannot go on must stop")]
mod tests {
    use super::RestoreError;
    use crate::archive::ReadError;
    use crate::{Digest, Store};

    #[test]
    fn a_document_is_put_together_byte_for_byte() {
        let mut store = Store::open_in_memory().expect("a store");
        let [first, second] = [&b"{\"a\":1}\r\n"[..], b"\n\xc3\xa4 "];
        let (one, two) = (Digest::of(first), Digest::of(second));
        let manifest = format!("anchorhold manifest 1\n{one} reply m1\n{two}\n{one} outside\n");
        store.archive(&[first, second, manifest.as_bytes()]).expect("they are kept");
        let document = store.restore(Digest::of(manifest.as_bytes())).expect("it is restored");
        assert_eq!(document, [first, second, first].concat());
    }

    #[test]
    fn what_is_no_manifest_or_lacks_a_piece_is_named() {
        let mut store = Store::open_in_memory().expect("a store");
        let lost = Digest::of(b"lost");
        let lacking = format!("anchorhold manifest 1\n{lost}\n");
        for text in ["", "notes", "anchorhold manifest 2\n", "anchorhold manifest 1\nnothing", &format!("{lost}\n")] {
            let kept = store.archive(&[text.as_bytes()]).expect("it is kept");
            assert!(matches!(store.restore(kept[0].digest), Err(RestoreError::NotAManifest { .. })), "{text}");
        }
        let kept = store.archive(&[lacking.as_bytes()]).expect("it is kept");
        let restored = store.restore(kept[0].digest);
        assert!(matches!(restored, Err(RestoreError::Read(ReadError::Missing { digest })) if digest == lost));
    }
}
