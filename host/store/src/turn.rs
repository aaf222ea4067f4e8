//! A step of a pass that is being taken. Until it is done no other connection writes, so that something outside of the
//! store, such as a file, can change together with it.

use crate::events::{self, NewEvent};
use crate::hold::Hold;
use crate::pass::PassProgress;
use crate::passes::{PassError, is_ended, write};
use crate::{DatabaseError, Store};
use rusqlite::{Connection, Transaction, TransactionBehavior};

/// A step that is being taken. Dropped, it was not taken.
#[derive(Debug)]
pub struct Turn<'a> {
    transaction: Transaction<'a>,
    holds: &'a mut Vec<Hold>,
    sequence: u64,
}

impl Store {
    /// Begins a step of a pass that has not ended; waits until no other connection writes
    ///
    /// # Errors
    /// Where there is no such pass, or it ended before.
    pub fn turn(&mut self, sequence: u64) -> Result<Turn<'_>, PassError> {
        let Store { connection, holds, .. } = self;
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(DatabaseError)?;
        match is_ended(&transaction, sequence).map_err(DatabaseError)? {
            None => Err(PassError::Unknown { sequence }),
            Some(true) => Err(PassError::Ended { sequence }),
            Some(false) => Ok(Turn { transaction, holds, sequence }),
        }
    }
}

impl Turn<'_> {
    pub(crate) fn connection(&self) -> &Connection {
        &self.transaction
    }

    pub(crate) fn sequence(&self) -> u64 {
        self.sequence
    }

    /// Adds an event that is no step, before the step
    ///
    /// # Errors
    /// Where the database fails.
    pub fn note(&self, kind: &str, detail: &str) -> Result<(), DatabaseError> {
        events::add(&self.transaction, NewEvent { pass: Some(self.sequence), kind, detail })?;
        Ok(())
    }

    /// The step is done: what it brought, and what there is to say of it, as a JSON object
    ///
    /// # Errors
    /// Where the database fails. Then the step was not taken.
    pub fn take(self, progress: &PassProgress, detail: &str) -> Result<(), DatabaseError> {
        let Turn { transaction, holds, sequence } = self;
        write(&transaction, sequence, progress, detail)?;
        transaction.commit()?;
        if progress.status().is_end() {
            Store::let_go(holds, sequence);
        }
        Ok(())
    }
}
