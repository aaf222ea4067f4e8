//! What Anchorhold keeps, in one SQLite file: the archive, the ledger of effects, the passes, the events, the decisions.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use anchorhold_store::Store;
//!
//! let mut store = Store::open_in_memory()?;
//! let kept = store.archive(&[b"do not rotate the key before the replica catches up"])?;
//! let pointer = kept[0].digest.pointer();
//! assert_eq!(store.read(store.find(&pointer)?)?, b"do not rotate the key before the replica catches up");
//! # Ok(())
//! # }
//! ```
//!
//! Every function that writes is one transaction: it happened as a whole, durably, or not at all. Several processes may
//! have one file open; a writer waits for another.
//!
//! # What this crate does not do
//! It knows no rule: statuses and digests are what the caller says they are, but for the digest of archived bytes,
//! which is computed here. Nothing is deleted but objects to which nothing points, and those only when it is asked for.

mod archive;
mod claims;
mod clock;
mod decisions;
mod digest;
mod events;
mod garbage;
mod hold;
mod index;
mod ledger;
mod manifest;
mod pass;
mod passes;
mod pointer;
mod schema;
mod turn;
mod verify;

pub use archive::{ArchiveError, Kept, ReadError};
pub use claims::{Claim, Settled, Told};
pub use decisions::{AddDecisionError, Chain, Decision, NewDecision};
pub use digest::{BadDigest, Digest};
pub use events::{Event, NewEvent};
pub use garbage::{Garbage, GarbageError};
pub use hold::HoldError;
pub use index::{Asking, Entry, Found, Leaving, Logged, Shelf, ShelfError};
pub use ledger::{Effect, EffectStatus, Recorded};
pub use manifest::RestoreError;
pub use pass::{Installed, NewPass, Pass, PassMode, PassProgress, PassStatus};
pub use passes::PassError;
pub use pointer::FindError;
pub use schema::OpenError;
pub use turn::Turn;
pub use verify::{Fault, Verified};

use hold::Hold;
use rusqlite::Connection;
use std::path::PathBuf;

/// A store. One connection; open another for another thread.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    /// `None`: it is in memory
    path: Option<PathBuf>,
    /// The passes that this store works on
    holds: Vec<Hold>,
}

/// The database did not do what was asked: a full disk, a lock that was held too long, a damaged file
#[derive(Debug, thiserror::Error)]
#[error("the store's database failed")]
pub struct DatabaseError(#[from] rusqlite::Error);
