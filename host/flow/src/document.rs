//! A transcript in a file.

use anchorhold_store::Digest;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A transcript as it was read, byte for byte
#[derive(Clone, Debug)]
pub struct Document {
    /// Where it stands
    pub path: PathBuf,
    /// Its text
    pub text: String,
    /// SHA-256 of its bytes
    pub digest: Digest,
}

/// Why a file is not a document
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The next document cannot go where it is to go
    #[error("cannot write to `{}`", path.display())]
    Unplaceable {
        /// Where it was to go
        path: PathBuf,
        /// Why not
        source: io::Error,
    },
    /// It cannot be read
    #[error("cannot read `{}`", path.display())]
    Unreadable {
        /// The file
        path: PathBuf,
        /// Why
        source: io::Error,
    },
    /// It is not UTF-8
    #[error("`{}` is not UTF-8 text: line {line} holds other bytes", path.display())]
    NotText {
        /// The file
        path: PathBuf,
        /// The first line with such bytes, from 1
        line: usize,
    },
}

impl Document {
    /// Reads a file
    ///
    /// # Errors
    /// Where it cannot be read, or is not UTF-8 text.
    pub fn read(path: &Path) -> Result<Document, DocumentError> {
        let bytes = fs::read(path).map_err(|source| DocumentError::Unreadable { path: path.to_owned(), source })?;
        Document::of(path, bytes)
    }

    /// The document of these bytes, under a name
    ///
    /// # Errors
    /// Where they are not UTF-8 text.
    pub fn of(path: &Path, bytes: Vec<u8>) -> Result<Document, DocumentError> {
        let digest = Digest::of(&bytes);
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Document { path: path.to_owned(), text, digest }),
            Err(error) => {
                let sound = error.as_bytes().iter().take(error.utf8_error().valid_up_to());
                let line = sound.filter(|byte| **byte == b'\n').count() + 1;
                Err(DocumentError::NotText { path: path.to_owned(), line })
            }
        }
    }

    /// Whether the file still holds what was read
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn is_unchanged(&self) -> Result<bool, DocumentError> {
        let bytes =
            fs::read(&self.path).map_err(|source| DocumentError::Unreadable { path: self.path.clone(), source })?;
        Ok(Digest::of(&bytes) == self.digest)
    }
}
