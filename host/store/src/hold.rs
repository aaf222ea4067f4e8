//! Who works on a pass: a lock on a small file, of which the system lets go when its process ends, however it ends.
//!
//! A pass without an end that nobody holds was interrupted; one that is held is under way, in this process or another. A
//! child that was being started when its process was killed holds the lock until it has started; a start within that
//! moment takes the pass for one under way, and leaves it to the next.

use crate::{DatabaseError, Pass, Store};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A pass that this store works on. Dropped, it is let go.
#[derive(Debug)]
pub(crate) struct Hold {
    pub(crate) sequence: u64,
    /// The lock; `None` for a store in memory, which no other process sees
    file: Option<(File, PathBuf)>,
}

/// It could not be told whether somebody works on a pass
#[derive(Debug, thiserror::Error)]
#[error("cannot lock `{}`", path.display())]
pub struct HoldError {
    path: PathBuf,
    source: io::Error,
}

impl Store {
    /// The passes without an end, in order: those that are under way, and those that were interrupted
    ///
    /// # Errors
    /// Where the database fails.
    pub fn unfinished(&self) -> Result<Vec<Pass>, DatabaseError> {
        self.passes_where("ended_at_ms IS NULL ORDER BY sequence", [])
    }

    /// Takes a pass over that nobody works on, so that nobody else does. `false`: somebody works on it.
    ///
    /// # Errors
    /// Where it cannot be told.
    pub fn take_over(&mut self, sequence: u64) -> Result<bool, HoldError> {
        if self.holds.iter().any(|hold| hold.sequence == sequence) {
            return Ok(false);
        }
        let Some(hold) = self.hold(sequence)? else { return Ok(false) };
        self.holds.push(hold);
        Ok(true)
    }

    /// Whether somebody works on a pass. Where it cannot be told, somebody does.
    pub fn is_under_way(&self, sequence: u64) -> bool {
        if self.holds.iter().any(|hold| hold.sequence == sequence) {
            return true;
        }
        let Some(path) = self.place_of(sequence) else { return false };
        match File::open(path) {
            Ok(file) => file.try_lock().is_err(),
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        }
    }

    /// Holds a pass. `None`: another does.
    pub(crate) fn hold(&self, sequence: u64) -> Result<Option<Hold>, HoldError> {
        match self.place_of(sequence) {
            None => Ok(Some(Hold { sequence, file: None })),
            Some(path) => lock(&path)
                .map(|file| file.map(|file| Hold { sequence, file: Some((file, path.clone())) }))
                .map_err(|source| HoldError { path, source }),
        }
    }

    /// Lets go of a pass
    pub(crate) fn let_go(holds: &mut Vec<Hold>, sequence: u64) {
        holds.retain(|hold| hold.sequence != sequence);
    }

    fn place_of(&self, sequence: u64) -> Option<PathBuf> {
        let mut folder = self.path.as_ref()?.clone().into_os_string();
        folder.push("-passes");
        Some(PathBuf::from(folder).join(sequence.to_string()))
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if let Some((_, path)) = &self.file {
            // The lock goes with the file's handle. A file that cannot be removed is without meaning.
            let _ = fs::remove_file(path);
        }
    }
}

fn lock(path: &Path) -> io::Result<Option<File>> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that cannot go on must stop")]
mod tests {
    use crate::passes::tests::begin;
    use crate::{PassProgress, Store};

    #[test]
    fn a_pass_is_held_until_its_end_or_until_its_store_is_gone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store.db");
        let (mut first, mut second) = (Store::open(&path).expect("a store"), Store::open(&path).expect("a store"));
        let sequence = begin(&mut first);
        assert!(first.is_under_way(sequence) && second.is_under_way(sequence));
        assert!(!second.take_over(sequence).expect("it can be told"));
        assert_eq!(second.unfinished().expect("passes").len(), 1);

        drop(first);
        assert!(!second.is_under_way(sequence));
        assert!(second.take_over(sequence).expect("it can be told"));
        assert!(!second.take_over(sequence).expect("it can be told"), "it has it already");
        second.advance_pass(sequence, &PassProgress::Failed { codes: String::new() }, "{}").expect("it ends");
        assert!(!second.is_under_way(sequence) && second.unfinished().expect("passes").is_empty());
        assert_eq!(std::fs::read_dir(folder.path().join("store.db-passes")).expect("a folder").count(), 0);
    }
}
