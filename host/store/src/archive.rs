//! The archive: bytes by their digest, compressed where that makes them smaller.

use crate::clock::now_ms;
use crate::{DatabaseError, Digest, Store};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use std::cell::RefCell;
use std::io;
use zstd::bulk::{Compressor, Decompressor};

/// The largest object, in bytes. SQLite ends at twice that.
const OBJECT_BYTES_MAX: usize = 1 << 29;

/// An object as it lies in the archive
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    /// SHA-256 of its bytes, as computed when they were read back
    pub digest: Digest,
    /// Its size in bytes
    pub size_bytes: usize,
    /// What it takes in the store, in bytes
    pub stored_bytes: usize,
    /// It was not there before, or what was there was damaged
    pub is_new: bool,
}

/// Why bytes were not archived
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The database failed
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// More bytes than an object may have
    #[error("an object of {given} bytes is too large: {allowed} are allowed")]
    TooLarge {
        /// Its bytes
        given: usize,
        /// What is allowed
        allowed: usize,
    },
    /// They could not be compressed
    #[error("an object could not be compressed")]
    NotCompressed(#[source] io::Error),
    /// What was read back is not what was written
    #[error("the object {digest:.16} was not read back as it was written")]
    NotReadBack {
        /// The object
        digest: Digest,
    },
}

/// Why an object was not read
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The database failed
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// There is no such object
    #[error("the archive does not hold {digest}")]
    Missing {
        /// The object
        digest: Digest,
    },
    /// Its bytes are not those that were archived
    #[error("the object {digest} is damaged")]
    Damaged {
        /// The object
        digest: Digest,
    },
}

impl Store {
    /// Puts objects into the archive, reads each back, and gives them in the same order. Bytes that are there already
    /// are not written again; where they were damaged, they are restored.
    ///
    /// # Errors
    /// Then nothing was archived.
    pub fn archive(&mut self, objects: &[&[u8]]) -> Result<Vec<Kept>, ArchiveError> {
        let mut archiver = Archiver::new()?;
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(DatabaseError)?;
        let kept: Result<Vec<Kept>, ArchiveError> =
            objects.iter().map(|bytes| archiver.keep(&transaction, bytes)).collect();
        let kept = kept?;
        transaction.commit().map_err(DatabaseError)?;
        Ok(kept)
    }

    /// The bytes of an object
    ///
    /// # Errors
    /// Where it is not there, or is damaged.
    pub fn read(&self, digest: Digest) -> Result<Vec<u8>, ReadError> {
        read(&self.connection, digest)
    }

    /// Whether the archive has an object of this digest; its bytes are not looked at
    ///
    /// # Errors
    /// Where the database fails.
    pub fn holds(&self, digest: Digest) -> Result<bool, DatabaseError> {
        let mut statement = self.connection.prepare_cached("SELECT 1 FROM objects WHERE digest = ?1")?;
        Ok(statement.exists([digest])?)
    }
}

/// Puts objects into the archive within a transaction of the caller
pub(crate) struct Archiver {
    compressor: Compressor<'static>,
}

impl Archiver {
    pub(crate) fn new() -> Result<Archiver, ArchiveError> {
        let compressor = Compressor::new(zstd::DEFAULT_COMPRESSION_LEVEL).map_err(ArchiveError::NotCompressed)?;
        Ok(Archiver { compressor })
    }

    pub(crate) fn keep(&mut self, connection: &Connection, bytes: &[u8]) -> Result<Kept, ArchiveError> {
        if bytes.len() > OBJECT_BYTES_MAX {
            return Err(ArchiveError::TooLarge { given: bytes.len(), allowed: OBJECT_BYTES_MAX });
        }
        let digest = Digest::of(bytes);
        let is_new = match read(connection, digest) {
            Ok(_) => false,
            Err(ReadError::Database(error)) => return Err(error.into()),
            Err(ReadError::Missing { .. } | ReadError::Damaged { .. }) => {
                write(connection, &mut self.compressor, digest, bytes)?;
                true
            }
        };
        if is_new && read(connection, digest).ok().as_deref() != Some(bytes) {
            return Err(ArchiveError::NotReadBack { digest });
        }
        let stored_bytes = connection
            .prepare_cached("SELECT length(content) FROM objects WHERE digest = ?1")
            .and_then(|mut statement| statement.query_row([digest], |row| row.get(0)))
            .map_err(DatabaseError)?;
        Ok(Kept { digest, size_bytes: bytes.len(), stored_bytes, is_new })
    }
}

fn write(
    connection: &Connection,
    compressor: &mut Compressor<'_>,
    digest: Digest,
    bytes: &[u8],
) -> Result<(), ArchiveError> {
    let compressed = compressor.compress(bytes).map_err(ArchiveError::NotCompressed)?;
    let (encoding, content) =
        if compressed.len() < bytes.len() { ("zstd", compressed.as_slice()) } else { ("plain", bytes) };
    connection
        .prepare_cached("INSERT OR REPLACE INTO objects VALUES (?1, ?2, ?3, ?4, ?5)")
        .and_then(|mut statement| statement.execute(params![digest, bytes.len(), encoding, content, now_ms()]))
        .map_err(DatabaseError)?;
    Ok(())
}

fn read(connection: &Connection, digest: Digest) -> Result<Vec<u8>, ReadError> {
    let mut statement = connection
        .prepare_cached("SELECT size_bytes, encoding, content FROM objects WHERE digest = ?1")
        .map_err(DatabaseError)?;
    let content = statement
        .query_row([digest], |row| {
            let size_bytes: usize = row.get(0)?;
            let content = row.get_ref(2)?.as_blob()?;
            Ok(match row.get_ref(1)?.as_str()? {
                "plain" => Some(content.to_vec()),
                _ => decompress(content, size_bytes),
            })
        })
        .optional()
        .map_err(DatabaseError)?
        .ok_or(ReadError::Missing { digest })?;
    content.filter(|bytes| Digest::of(bytes) == digest).ok_or(ReadError::Damaged { digest })
}

fn decompress(content: &[u8], size_bytes: usize) -> Option<Vec<u8>> {
    thread_local! {
        /// Making one costs more than reading a small object
        static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
    }
    DECOMPRESSOR.with_borrow_mut(|made| {
        let decompressor = match made {
            Some(made) => made,
            None => made.insert(Decompressor::new().ok()?),
        };
        // The size comes from the file too: one that was damaged must not take all memory.
        decompressor.decompress(content, size_bytes.min(OBJECT_BYTES_MAX)).ok()
    })
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test that cannot go on must stop")]
mod tests {
    use super::{ArchiveError, ReadError};
    use crate::{Digest, Store};

    #[test]
    fn bytes_are_kept_once_and_smaller_where_that_pays() {
        let mut store = Store::open_in_memory().expect("a store");
        let long = "the same line again and again\n".repeat(1000);
        let kept = store.archive(&[long.as_bytes(), b"", b"\xff\x00", long.as_bytes()]).expect("they are kept");
        assert!(kept[0].stored_bytes < 200, "{:?}", kept[0]);
        assert_eq!((kept[1].size_bytes, kept[2].stored_bytes), (0, 2));
        assert_eq!([true, true, true, false], [kept[0].is_new, kept[1].is_new, kept[2].is_new, kept[3].is_new]);
        assert_eq!(store.read(kept[0].digest).expect("it is there"), long.as_bytes());
        assert_eq!(store.read(kept[1].digest).expect("it is there"), b"");
    }

    #[test]
    fn what_is_missing_or_damaged_is_named_and_restored_from_its_bytes() {
        let mut store = Store::open_in_memory().expect("a store");
        let digest = Digest::of(b"never archived");
        assert!(matches!(store.read(digest), Err(ReadError::Missing { digest: named }) if named == digest));

        let text = "a text that is compressed, compressed, compressed, compressed".as_bytes();
        let digest = store.archive(&[text]).expect("it is kept")[0].digest;
        for damage in [
            "content = x'00'",
            "content = zeroblob(length(content))",
            "encoding = 'plain'",
            "size_bytes = 3",
            "size_bytes = 9000000000000",
        ] {
            store.connection.execute(&format!("UPDATE objects SET {damage}"), []).expect("it is damaged");
            let read = store.read(digest);
            let is_harmless = damage.starts_with("size_bytes = 9");
            assert!(is_harmless || matches!(read, Err(ReadError::Damaged { digest: named }) if named == digest));
            store.archive(&[text]).expect("it is kept again");
            assert_eq!(store.read(digest).expect("it is there again"), text);
        }
    }

    #[test]
    fn a_failure_archives_nothing() {
        let mut store = Store::open_in_memory().expect("a store");
        store
            .connection
            .execute_batch(
                "CREATE TRIGGER full BEFORE INSERT ON objects WHEN NEW.size_bytes = 6
                 BEGIN SELECT RAISE(ABORT, 'full'); END",
            )
            .expect("a trigger");
        assert!(matches!(store.archive(&[b"first", b"second"]), Err(ArchiveError::Database(_))));
        assert!(matches!(store.read(Digest::of(b"first")), Err(ReadError::Missing { .. })));
    }
}
