//! The passes of a store: begun with a number that has no gap, and taken step by step to their end.

use crate::clock::now_ms;
use crate::events::{self, NewEvent};
use crate::pass::{COLUMNS, Installed, NewPass, Pass, PassProgress, PassStatus, pass_of};
use crate::{DatabaseError, Digest, HoldError, Store};
use rusqlite::{Connection, OptionalExtension, Params, Transaction, TransactionBehavior, params};

/// Why a pass did not go on
#[derive(Debug, thiserror::Error)]
pub enum PassError {
    /// The database failed
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// There is no pass of this number
    #[error("there is no pass {sequence}")]
    Unknown {
        /// The number
        sequence: u64,
    },
    /// The pass ended before
    #[error("pass {sequence} has ended")]
    Ended {
        /// The number
        sequence: u64,
    },
    /// The pass could not be held
    #[error(transparent)]
    Hold(#[from] HoldError),
}

impl Store {
    /// Begins a pass, and gives its number. The store holds the pass until its end.
    ///
    /// # Errors
    /// Where the database fails, or the pass cannot be held.
    pub fn begin_pass(&mut self, pass: NewPass<'_>) -> Result<u64, PassError> {
        let NewPass { session, mode, revision, policy, episode, document_before, transcript, out } = pass;
        // The pass is held before another connection can see it: not for a moment does it look interrupted.
        let transaction =
            Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate).map_err(DatabaseError)?;
        let sequence: u64 = transaction
            .query_row(
                "INSERT INTO passes (sequence, session, mode, status, revision, policy, episode, document_before,
                     transcript, out, began_at_ms)
                 SELECT coalesce(max(sequence), 0) + 1, ?1, ?2, 'begun', ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM passes
                 RETURNING sequence",
                params![session, mode, revision, policy, episode, document_before, transcript, out, now_ms()],
                |row| row.get(0),
            )
            .map_err(DatabaseError)?;
        events::add(&transaction, NewEvent { pass: Some(sequence), kind: PassStatus::Begun.name(), detail: "{}" })
            .map_err(DatabaseError)?;
        let hold = self.hold(sequence)?;
        transaction.commit().map_err(DatabaseError)?;
        self.holds.extend(hold);
        Ok(sequence)
    }

    /// Takes a pass one step further, and adds the step to the events with `detail`, a JSON object
    ///
    /// # Errors
    /// Where there is no such pass, or it ended before.
    pub fn advance_pass(&mut self, sequence: u64, progress: &PassProgress, detail: &str) -> Result<(), PassError> {
        Ok(self.turn(sequence)?.take(progress, detail)?)
    }

    /// The pass of this number. `None`: there is none.
    ///
    /// # Errors
    /// Where the database fails.
    pub fn pass(&self, sequence: u64) -> Result<Option<Pass>, DatabaseError> {
        let mut statement =
            self.connection.prepare_cached(&format!("SELECT {COLUMNS} FROM passes WHERE sequence = ?1"))?;
        Ok(statement.query_row([sequence], pass_of).optional()?)
    }

    /// The newest passes, the newest first. `session` limits them to one.
    ///
    /// # Errors
    /// Where the database fails.
    pub fn passes(&self, session: Option<&str>, count_max: u32) -> Result<Vec<Pass>, DatabaseError> {
        match session {
            // Two questions, so that each has its index.
            Some(session) => {
                self.passes_where("session = ?1 ORDER BY sequence DESC LIMIT ?2", params![session, count_max])
            }
            None => self.passes_where("TRUE ORDER BY sequence DESC LIMIT ?1", [count_max]),
        }
    }

    pub(crate) fn passes_where(&self, condition: &str, values: impl Params) -> Result<Vec<Pass>, DatabaseError> {
        let mut statement =
            self.connection.prepare_cached(&format!("SELECT {COLUMNS} FROM passes WHERE {condition}"))?;
        let passes = statement.query_map(values, pass_of)?;
        Ok(passes.collect::<Result<_, _>>()?)
    }

    /// The number that the next pass will have
    ///
    /// # Errors
    /// Where the database fails.
    pub fn next_sequence(&self) -> Result<u64, DatabaseError> {
        Ok(self.connection.query_row("SELECT coalesce(max(sequence), 0) + 1 FROM passes", [], |row| row.get(0))?)
    }

    /// Which of these texts were put into a window by a pass, in the order of the passes
    ///
    /// # Errors
    /// Where the database fails.
    pub fn installed(&self, texts: &[Digest]) -> Result<Vec<Installed>, DatabaseError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT carry, sequence, manifest FROM passes WHERE carry = ?1 AND status = 'committed'
             ORDER BY sequence DESC LIMIT 1",
        )?;
        let mut installed = Vec::new();
        for text in texts {
            let found = statement.query_row([text], |row| {
                Ok(Installed { digest: row.get(0)?, sequence: row.get(1)?, covers: row.get(2)? })
            });
            installed.extend(found.optional()?);
        }
        installed.sort_by_key(|installed| installed.sequence);
        Ok(installed)
    }
}

/// Writes a step: what it brought, the status, and the event
pub(crate) fn write(
    connection: &Connection,
    sequence: u64,
    progress: &PassProgress,
    detail: &str,
) -> rusqlite::Result<()> {
    set(connection, sequence, progress)?;
    let status = progress.status();
    connection
        .prepare_cached("UPDATE passes SET status = ?2, ended_at_ms = ?3 WHERE sequence = ?1")?
        .execute(params![sequence, status, status.is_end().then(now_ms)])?;
    events::add(connection, NewEvent { pass: Some(sequence), kind: status.name(), detail })?;
    Ok(())
}

/// Writes what a step brought
fn set(connection: &Connection, sequence: u64, progress: &PassProgress) -> rusqlite::Result<()> {
    match progress {
        PassProgress::Planned { mode, window, manifest, tokens_before, tokens_budget } => connection.execute(
            "UPDATE passes SET mode = ?2, window = ?3, manifest = ?4, tokens_before = ?5, tokens_budget = ?6
             WHERE sequence = ?1",
            params![sequence, mode, window, manifest, tokens_before, tokens_budget],
        )?,
        PassProgress::Summarized { attempts, summary } => connection.execute(
            "UPDATE passes SET attempts = ?2, summary = ?3 WHERE sequence = ?1",
            params![sequence, attempts, summary],
        )?,
        PassProgress::Admitted { seal, carry, regime, tokens_after, out_before } => connection.execute(
            "UPDATE passes SET seal = ?2, carry = ?3, regime = ?4, tokens_after = ?5, out_before = ?6
             WHERE sequence = ?1",
            params![sequence, seal, carry, regime, tokens_after, out_before],
        )?,
        PassProgress::Committed { document_after } => connection
            .execute("UPDATE passes SET document_after = ?2 WHERE sequence = ?1", params![sequence, document_after])?,
        PassProgress::Refused { codes } | PassProgress::Failed { codes } => {
            connection.execute("UPDATE passes SET codes = ?2 WHERE sequence = ?1", params![sequence, codes])?
        }
        PassProgress::Secured => 0,
    };
    Ok(())
}

/// Whether the pass has ended. `None`: there is none.
pub(crate) fn is_ended(connection: &Connection, sequence: u64) -> rusqlite::Result<Option<bool>> {
    let status = connection.query_row("SELECT status FROM passes WHERE sequence = ?1", [sequence], |row| row.get(0));
    Ok(status.optional()?.map(PassStatus::is_end))
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test that cannot go on must stop")]
pub(crate) mod tests {
    use super::{Installed, NewPass, PassError, PassProgress, PassStatus};
    use crate::{Digest, PassMode, Store};
    use std::thread;

    pub(crate) fn begin(store: &mut Store) -> u64 {
        let pass = NewPass {
            session: "s",
            mode: PassMode::Summarize,
            revision: 3,
            policy: Digest::of(b"policy"),
            episode: None,
            document_before: Digest::of(b"before"),
            transcript: "/old",
            out: "/new",
        };
        store.begin_pass(pass).expect("it begins")
    }

    #[test]
    fn a_pass_goes_its_way_and_every_step_is_an_event() {
        let mut store = Store::open_in_memory().expect("a store");
        let sequence = begin(&mut store);
        let (carry, manifest) = (Digest::of(b"carry"), Some(Digest::of(b"manifest")));
        let steps = [
            PassProgress::Planned {
                mode: PassMode::Spill,
                window: Digest::of(b"window"),
                manifest,
                tokens_before: 900,
                tokens_budget: 500,
            },
            PassProgress::Secured,
            PassProgress::Summarized { attempts: 1, summary: Digest::of(b"summary") },
            PassProgress::Admitted {
                seal: Digest::of(b"after"),
                carry: Some(carry),
                regime: "a".to_owned(),
                tokens_after: 300,
                out_before: None,
            },
            PassProgress::Committed { document_after: Digest::of(b"after") },
        ];
        assert_eq!(store.installed(&[carry]).expect("texts"), []);
        for step in &steps {
            store.advance_pass(sequence, step, r#"{"by":"test"}"#).expect("it goes on");
        }
        let pass = store.pass(sequence).expect("it is read").expect("it is there");
        assert_eq!((pass.status, pass.mode, pass.attempts), (PassStatus::Committed, PassMode::Spill, 1));
        assert_eq!((pass.tokens_before, pass.tokens_after, pass.tokens_budget), (Some(900), Some(300), Some(500)));
        assert_eq!(pass.document_after, Some(Digest::of(b"after")));
        let kinds: Vec<String> =
            store.events_of(sequence).expect("events").into_iter().map(|event| event.kind).collect();
        assert_eq!(kinds, ["begun", "planned", "secured", "summarized", "admitted", "committed"]);
        let installed = [Installed { digest: carry, sequence, covers: manifest }];
        assert_eq!(store.installed(&[Digest::of(b"other"), carry]).expect("texts"), installed);

        let late = store.advance_pass(sequence, &PassProgress::Failed { codes: String::new() }, "{}");
        assert!(matches!(late, Err(PassError::Ended { .. })));
        assert!(matches!(store.advance_pass(9, &PassProgress::Secured, "{}"), Err(PassError::Unknown { sequence: 9 })));
    }

    #[test]
    fn the_sequence_has_no_gap_and_no_repetition_over_many_writers() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store.db");
        let mut sequences: Vec<u64> = thread::scope(|scope| {
            let writers = [(); 4].map(|()| {
                scope.spawn(|| {
                    let mut store = Store::open(&path).expect("a store");
                    [(); 10].map(|()| begin(&mut store))
                })
            });
            writers.into_iter().flat_map(|writer| writer.join().expect("it writes")).collect()
        });
        sequences.sort_unstable();
        assert_eq!(sequences, (1..=40).collect::<Vec<u64>>());
        let store = Store::open(&path).expect("a store");
        assert_eq!(store.next_sequence().expect("a number"), 41);
        assert_eq!(store.passes(Some("s"), 2).expect("passes")[0].sequence, 40);
        assert!(store.passes(Some("another"), 2).expect("passes").is_empty());
        for change in [
            "DELETE FROM passes",
            "INSERT INTO passes (sequence, session, mode, status, revision, policy, \
             document_before, began_at_ms) VALUES (50, '', 'spill', 'begun', 0, '', '', 0)",
        ] {
            assert!(store.connection.execute(change, []).is_err(), "{change}");
        }
    }
}
