//! Garbage: objects to which nothing points. Age does not matter.
//!
//! An object is kept where a pass points to it that is committed or under way (by its manifest, by what that lists, and by
//! the entries of the index that came with it), where a decision names it, or where a row of another table refers to it. A
//! pass that was refused or that failed has put nothing into a window, so it points to nothing.

use crate::archive::ReadError;
use crate::manifest::RestoreError;
use crate::{DatabaseError, Digest, PassStatus, Store};
use rusqlite::{Connection, Transaction, TransactionBehavior};

/// What nothing points to
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Garbage {
    /// How many objects
    pub objects: u64,
    /// What they take in the store, in bytes
    pub stored_bytes: u64,
    /// How many objects are kept
    pub kept: u64,
}

/// Why garbage was not told from the rest. Nothing was removed.
#[derive(Debug, thiserror::Error)]
pub enum GarbageError {
    /// The database failed
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// A manifest cannot be read, so that nobody knows what it points to
    #[error("nothing is removed, since the manifest of pass {pass} cannot be read")]
    Unreadable {
        /// The pass
        pass: u64,
        /// Why
        source: RestoreError,
    },
    /// A pass is under way that does not say what it points to
    #[error("nothing is removed, since pass {pass} is under way and has no manifest")]
    UnderWay {
        /// The pass
        pass: u64,
    },
}

impl Store {
    /// Counts the objects to which nothing points
    ///
    /// # Errors
    /// Where it cannot be told what points to what.
    pub fn garbage(&self) -> Result<Garbage, GarbageError> {
        let transaction =
            Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate).map_err(DatabaseError)?;
        self.mark(&transaction)?;
        Ok(counted(&transaction)?)
        // Dropped, the transaction has changed nothing.
    }

    /// Removes the objects to which nothing points, all or none
    ///
    /// # Errors
    /// Where it cannot be told what points to what, or the database fails. Then nothing was removed.
    pub fn remove_garbage(&mut self) -> Result<Garbage, GarbageError> {
        let transaction =
            Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate).map_err(DatabaseError)?;
        self.mark(&transaction)?;
        let garbage = counted(&transaction)?;
        transaction
            .execute_batch(
                "DELETE FROM objects WHERE digest NOT IN (SELECT digest FROM temp.pointed_to);
                 DROP TABLE temp.pointed_to;",
            )
            .and_then(|()| transaction.commit())
            .map_err(DatabaseError)?;
        Ok(garbage)
    }

    /// Lists what something points to, in a table that goes away with the transaction
    fn mark(&self, connection: &Connection) -> Result<(), GarbageError> {
        const HOLDING: &str = "status NOT IN ('refused', 'failed')";
        connection
            .execute_batch(
                "DROP TABLE IF EXISTS temp.pointed_to;
                 CREATE TEMP TABLE pointed_to (digest TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;",
            )
            .map_err(DatabaseError)?;
        let mut sources = vec![
            format!(
                "SELECT json_extract(detail, '$.summary') FROM events JOIN passes ON passes.sequence = events.pass
                 WHERE kind IN ('summarized', 'part-summarized') AND json_valid(detail) AND {HOLDING}"
            ),
            "SELECT request FROM decisions UNION ALL SELECT answer FROM decisions".to_owned(),
            format!("SELECT text FROM evictions JOIN passes ON passes.sequence = evictions.pass WHERE {HOLDING}"),
        ];
        for column in ["manifest", "summary", "document_before", "document_after", "carry", "seal", "window"] {
            sources.push(format!("SELECT {column} FROM passes WHERE {HOLDING}"));
        }
        sources.extend(referring(connection).map_err(DatabaseError)?);
        for source in sources {
            // A null breaks the rule of the key, and is left out like what is there already.
            connection
                .execute(&format!("INSERT OR IGNORE INTO temp.pointed_to {source}"), [])
                .map_err(DatabaseError)?;
        }
        self.mark_what_manifests_list(connection, HOLDING)
    }

    fn mark_what_manifests_list(&self, connection: &Connection, holding: &str) -> Result<(), GarbageError> {
        let mut statement = connection
            .prepare(&format!("SELECT manifest, sequence, status FROM passes WHERE {holding}"))
            .map_err(DatabaseError)?;
        let mut insert =
            connection.prepare("INSERT OR IGNORE INTO temp.pointed_to VALUES (?1)").map_err(DatabaseError)?;
        let mut passes = statement.query([]).map_err(DatabaseError)?;
        while let Some(row) = passes.next().map_err(DatabaseError)? {
            let (manifest, pass, status) = row
                .get(0)
                .and_then(|manifest: Option<Digest>| Ok((manifest, row.get(1)?, row.get(2)?)))
                .map_err(DatabaseError)?;
            let pieces = match (manifest, status) {
                (Some(manifest), _) => self.lists(manifest),
                (None, PassStatus::Begun) => continue,
                (None, status) if status.is_end() => continue,
                (None, _) => return Err(GarbageError::UnderWay { pass }),
            };
            match (pieces, status) {
                (Ok(pieces), _) => {
                    for piece in pieces {
                        insert.execute([piece]).map_err(DatabaseError)?;
                    }
                }
                // The objects of a pass come together with its manifest: this one has not come so far.
                (Err(RestoreError::Read(ReadError::Missing { .. })), PassStatus::Planned) => {}
                (Err(source), _) => return Err(GarbageError::Unreadable { pass, source }),
            }
        }
        Ok(())
    }
}

/// What the rows of other tables refer to. Rows that go with their object do not keep it.
fn referring(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let columns = "SELECT m.name, f.\"from\" FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f
         WHERE m.type = 'table' AND f.\"table\" = 'objects' AND f.on_delete <> 'CASCADE'";
    let mut statement = connection.prepare(columns)?;
    let sources = statement.query_map([], |row| {
        let (table, column): (String, String) = (row.get(0)?, row.get(1)?);
        Ok(format!("SELECT \"{column}\" FROM \"{table}\""))
    })?;
    sources.collect()
}

fn counted(connection: &Connection) -> Result<Garbage, DatabaseError> {
    let counts = "SELECT count(*) FILTER (WHERE is_garbage),
             coalesce(sum(length(content)) FILTER (WHERE is_garbage), 0), count(*) FILTER (WHERE NOT is_garbage)
         FROM (SELECT content, digest NOT IN (SELECT digest FROM temp.pointed_to) AS is_garbage FROM objects)";
    Ok(connection.query_row(counts, [], |row| {
        Ok(Garbage { objects: row.get(0)?, stored_bytes: row.get(1)?, kept: row.get(2)? })
    })?)
}
