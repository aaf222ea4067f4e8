//! The tables, as a list of migrations. `docs/store.md` describes them for other languages.
//!
//! Two laws: an entry is never changed or removed; and an entry never makes an older program misread the file. How far a
//! file has come stands in its `user_version`.

use crate::{DatabaseError, Store};
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

/// Why there is no store
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file, or the folder that it should lie in, cannot be made
    #[error("cannot make the store `{}`", path.display())]
    NotMade {
        /// The store
        path: PathBuf,
        /// Why
        source: io::Error,
    },
    /// The file cannot be opened, or is not a database
    #[error("cannot open the store `{}`", path.display())]
    Unreadable {
        /// The store
        path: PathBuf,
        /// Why
        source: DatabaseError,
    },
    /// The store lies where nothing may be written; it can be read
    #[error("the store `{}` cannot be written; it can only be read", path.display())]
    Unwritable {
        /// The store
        path: PathBuf,
        /// Why
        source: DatabaseError,
    },
    /// The store is of an older version and cannot be brought up, since nothing may be written
    #[error("the store `{}` is of version {found} and cannot be written; this program reads {known}", path.display())]
    Older {
        /// The store
        path: PathBuf,
        /// Its version
        found: u32,
        /// The version that is read here
        known: u32,
    },
    /// A newer program has changed the file in a way that this one does not know
    #[error("the store `{}` is of version {found}; this program knows {known}", path.display())]
    Newer {
        /// The store
        path: PathBuf,
        /// Its version
        found: u32,
        /// The newest version that is known here
        known: u32,
    },
}

impl Store {
    /// Opens the store in this file; makes it, and its folder, where they are not there
    ///
    /// # Errors
    /// Where the file is not a store, is of a newer version, or cannot be written.
    pub fn open(path: &Path) -> Result<Store, OpenError> {
        make_private(path).map_err(|source| OpenError::NotMade { path: path.to_owned(), source })?;
        Store::prepare(Connection::open(path), path, Some(path)).map_err(|error| match error {
            OpenError::Unreadable { path, source } if is_unwritable(&path, &source) => {
                OpenError::Unwritable { path, source }
            }
            error => error,
        })
    }

    /// Opens the store in this file to read it, also where nothing may be written, such as on a medium that is read-only
    ///
    /// # Errors
    /// Where the file is not a store, or is of a version that cannot be read as it is.
    pub fn open_to_read(path: &Path) -> Result<Store, OpenError> {
        let refused = match Store::open(path) {
            Ok(store) => return Ok(store),
            Err(error @ OpenError::Newer { .. }) => return Err(error),
            Err(error) => error,
        };
        let unreadable = |source| OpenError::Unreadable { path: path.to_owned(), source: DatabaseError(source) };
        let Ok(connection) = open_unwritable(path) else { return Err(refused) };
        let (found, known) = (version(&connection).map_err(unreadable)?, version_of(MIGRATIONS.len()));
        if found == 0 {
            // It was never a store, so that what stood in the way of making it one is what there is to say.
            return Err(refused);
        }
        if found != known {
            return Err(OpenError::Older { path: path.to_owned(), found, known });
        }
        Ok(Store { connection, path: Some(path.to_owned()), holds: Vec::new() })
    }

    /// A store that is gone when it is dropped
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub fn open_in_memory() -> Result<Store, OpenError> {
        Store::prepare(Connection::open_in_memory(), Path::new(":memory:"), None)
    }

    fn prepare(opened: rusqlite::Result<Connection>, path: &Path, file: Option<&Path>) -> Result<Store, OpenError> {
        let unreadable = |source| OpenError::Unreadable { path: path.to_owned(), source: DatabaseError(source) };
        let mut connection = opened.map_err(unreadable)?;
        let (found, known) = (version(&connection).map_err(unreadable)?, version_of(MIGRATIONS.len()));
        if found > known {
            return Err(OpenError::Newer { path: path.to_owned(), found, known });
        }
        settle(&connection).map_err(unreadable)?;
        migrate(&mut connection).map_err(unreadable)?;
        Ok(Store { connection, path: file.map(Path::to_owned), holds: Vec::new() })
    }
}

/// Whether a store that is refused for this reason can be read where it lies
fn is_unwritable(path: &Path, refused: &DatabaseError) -> bool {
    let code = refused.0.sqlite_error_code();
    let is_about_writing = matches!(code, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly));
    is_about_writing && open_unwritable(path).is_ok_and(|store| version(&store).is_ok_and(|found| found > 0))
}

/// A connection that writes nothing, not even the files that SQLite keeps beside a database
fn open_unwritable(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let named = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let connection = Connection::open_with_flags(format!("file:{named}?immutable=1"), flags)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    version(&connection)?;
    Ok(connection)
}

/// Makes the file and its folder for this user alone, where they are not there: transcripts hold secrets. SQLite gives
/// the files that it adds the mode of this one.
fn make_private(path: &Path) -> io::Result<()> {
    let mut folder = fs::DirBuilder::new();
    let mut file = fs::OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
        folder.mode(0o700);
        file.mode(0o600);
    }
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        folder.recursive(true).create(parent)?;
    }
    match file.write(true).create_new(true).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// What holds for this connection and does not stand in the file
fn settle(connection: &Connection) -> rusqlite::Result<()> {
    const BUSY_MAX: Duration = Duration::from_secs(10);
    connection.busy_timeout(BUSY_MAX)?;
    // Readers never wait for the writer.
    connection.pragma_update(None, "journal_mode", "wal")?;
    // A transaction that was answered for survives a loss of power.
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // A page that was damaged on disk is seen as such, not as some other value.
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "trusted_schema", false)
}

/// Brings the file up to this program
fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    if version(connection)? == version_of(MIGRATIONS.len()) {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have done some of it since.
    let found = version(&transaction)?;
    for (place, migration) in MIGRATIONS.iter().enumerate().skip(found as usize) {
        transaction.execute_batch(migration)?;
        transaction.pragma_update(None, "user_version", version_of(place + 1))?;
    }
    transaction.commit()
}

/// How many migrations the file has seen
fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

fn version_of(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

const MIGRATIONS: [&str; 5] = [
    FOUNDATION,
    include_str!("../migrations/2-interruption.sql"),
    include_str!("../migrations/3-effects.sql"),
    include_str!("../migrations/4-replay.sql"),
    include_str!("../migrations/5-recall.sql"),
];

const FOUNDATION: &str = "
    CREATE TABLE objects (
        digest TEXT NOT NULL PRIMARY KEY CHECK (length(digest) = 64),
        size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0),
        encoding TEXT NOT NULL CHECK (encoding IN ('plain', 'zstd')),
        content BLOB NOT NULL,
        stored_at_ms INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE effects (
        session TEXT NOT NULL,
        id TEXT NOT NULL CHECK (id <> ''),
        action TEXT NOT NULL,
        target TEXT NOT NULL,
        idempotency_key TEXT,
        status TEXT NOT NULL CHECK (status IN ('intended', 'fired', 'confirmed', 'failed', 'unknown')),
        arguments TEXT,
        fired_at TEXT,
        outcome TEXT,
        element TEXT,
        recorded_at_ms INTEGER NOT NULL,
        changed_at_ms INTEGER NOT NULL,
        UNIQUE (session, id)
    ) STRICT;

    CREATE TABLE passes (
        sequence INTEGER NOT NULL PRIMARY KEY CHECK (sequence > 0),
        session TEXT NOT NULL,
        mode TEXT NOT NULL CHECK (mode IN ('summarize', 'spill')),
        status TEXT NOT NULL CHECK (status IN
            ('begun', 'planned', 'secured', 'summarized', 'admitted', 'committed', 'refused', 'failed')),
        revision INTEGER NOT NULL,
        policy TEXT NOT NULL,
        episode TEXT,
        document_before TEXT NOT NULL,
        document_after TEXT,
        window TEXT,
        manifest TEXT,
        seal TEXT,
        carry TEXT,
        regime TEXT CHECK (regime IN ('a', 'b')),
        codes TEXT,
        attempts INTEGER NOT NULL DEFAULT 0,
        tokens_before INTEGER,
        tokens_after INTEGER,
        tokens_budget INTEGER,
        began_at_ms INTEGER NOT NULL,
        ended_at_ms INTEGER
    ) STRICT;
    CREATE INDEX passes_by_session ON passes (session, sequence);
    CREATE INDEX passes_by_carry ON passes (carry) WHERE carry IS NOT NULL;
    CREATE TRIGGER passes_stay BEFORE DELETE ON passes
        BEGIN SELECT RAISE(ABORT, 'a pass is never deleted'); END;
    CREATE TRIGGER passes_have_no_gap BEFORE INSERT ON passes
        WHEN NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM passes)
        BEGIN SELECT RAISE(ABORT, 'the sequence of passes has no gap'); END;

    CREATE TABLE events (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        pass INTEGER REFERENCES passes (sequence),
        at_ms INTEGER NOT NULL,
        kind TEXT NOT NULL,
        detail TEXT NOT NULL
    ) STRICT;
    CREATE INDEX events_by_pass ON events (pass, sequence);
    CREATE TRIGGER events_stay BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
    CREATE TRIGGER events_do_not_change BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

    CREATE TABLE decisions (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        pass INTEGER REFERENCES passes (sequence),
        at_ms INTEGER NOT NULL,
        call TEXT NOT NULL,
        request TEXT NOT NULL,
        answer TEXT NOT NULL,
        policy TEXT NOT NULL,
        fuel INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX decisions_by_pass ON decisions (pass, sequence);
    CREATE TRIGGER decisions_stay BEFORE DELETE ON decisions
        BEGIN SELECT RAISE(ABORT, 'a decision is never deleted'); END;
    CREATE TRIGGER decisions_do_not_change BEFORE UPDATE ON decisions
        BEGIN SELECT RAISE(ABORT, 'a decision is never changed'); END;
";

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that cannot go on must stop")]
mod tests {
    use super::{OpenError, version_of};
    use crate::Store;
    use rusqlite::Connection;
    use std::fs;

    #[test]
    fn a_store_is_opened_again_and_has_its_settings() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/store.db");
        drop(Store::open(&path).expect("a new store"));
        let store = Store::open(&path).expect("the same store");
        let setting = |name: &str| -> String {
            let read = format!("SELECT cast({name} AS TEXT) FROM pragma_{name}");
            store.connection.query_row(&read, [], |row| row.get(0)).expect("a setting")
        };
        assert_eq!([setting("journal_mode"), setting("synchronous"), setting("foreign_keys")], ["wal", "2", "1"]);
        assert_eq!(setting("user_version"), version_of(super::MIGRATIONS.len()).to_string());
    }

    #[test]
    fn a_newer_store_and_another_file_are_told_apart() {
        let folder = tempfile::tempdir().expect("a folder");
        let newer = folder.path().join("newer.db");
        let connection = Connection::open(&newer).expect("a database");
        connection.pragma_update(None, "user_version", 1000).expect("its version");
        assert!(matches!(Store::open(&newer), Err(OpenError::Newer { found: 1000, .. })));

        let other = folder.path().join("other.db");
        fs::write(&other, "these are notes, and no database, however long the text may be".repeat(100))
            .expect("a file");
        assert!(matches!(Store::open(&other), Err(OpenError::Unreadable { .. })));
    }
}
