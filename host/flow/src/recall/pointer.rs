//! By pointer: the bytes of an object, or the document whose manifest it is.

use anchorhold_store::{Digest, FindError, ReadError, RestoreError, Store};

/// What a pointer gave
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recalled {
    /// The object that the pointer stands for
    pub digest: Digest,
    /// Its bytes, or those of the document whose manifest it is
    pub bytes: Vec<u8>,
}

/// Why a pointer gave nothing
#[derive(Debug, thiserror::Error)]
pub enum RecallError {
    /// The pointer does not lead to one object
    #[error(transparent)]
    Find(#[from] FindError),
    /// The object cannot be read
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The document cannot be put together
    #[error(transparent)]
    Restore(#[from] RestoreError),
}

/// The bytes of an object; with `document`, those of the document whose manifest it is
///
/// # Errors
/// Where the pointer does not lead to one object, or its bytes are missing or damaged.
pub fn recall(store: &Store, pointer: &str, document: bool) -> Result<Recalled, RecallError> {
    let digest = store.find(pointer)?;
    let bytes = if document { store.restore(digest)? } else { store.read(digest)? };
    Ok(Recalled { digest, bytes })
}
