//! A shelf: what would leave, beside the index, so that the index can be asked as it would be after the pass. It is in
//! memory, and changes nothing.

use super::entries::{Leaving, add};
use super::{Found, ask};
use crate::{DatabaseError, OpenError, Store};

/// What would leave with a pass
#[derive(Debug)]
pub struct Shelf<'a> {
    store: &'a Store,
    leaving: Store,
    session: &'a str,
}

impl Store {
    /// Puts what would leave beside the index
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub fn shelf<'a>(&'a self, session: &'a str, leaving: &[Leaving<'_>]) -> Result<Shelf<'a>, ShelfError> {
        let shelf = Store::open_in_memory()?;
        // Its entries are of no pass.
        let filled = shelf.connection.pragma_update(None, "foreign_keys", false).and_then(|()| {
            let transaction = shelf.connection.unchecked_transaction()?;
            add(&transaction, session, 0, leaving)?;
            transaction.commit()
        });
        filled.map_err(DatabaseError)?;
        Ok(Shelf { store: self, leaving: shelf, session })
    }
}

/// Why there is no shelf
#[derive(Debug, thiserror::Error)]
pub enum ShelfError {
    /// It could not be made
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It could not be filled
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

impl Shelf<'_> {
    /// What the index would answer in this session after the pass, as [`Store::ask`] does. What would leave is of pass 0.
    ///
    /// # Errors
    /// Where the database fails.
    pub fn ask(&self, question: &str, count: usize) -> Result<Vec<Found>, DatabaseError> {
        let shelves = [&self.store.connection, &self.leaving.connection];
        Ok(ask::ask(&shelves, question, Some(self.session), count)?)
    }
}
