//! The store of each tenant: a file of its own, so that one tenant's quota, damage or deletion is no other's.

use crate::answer::Fault;
use crate::decisions::host_failed;
use crate::tenants::Seat;
use anchorhold_flow::{OpenError, Store};
use axum::http::StatusCode;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The stores that are open
pub struct Stores {
    folder: PathBuf,
    open: Mutex<BTreeMap<String, Arc<Mutex<Store>>>>,
}

/// How many stores stay open: each holds a few file descriptors and pages of memory
const OPEN_MOST: usize = 256;

impl Stores {
    /// Stores in a folder; each is made when its tenant first needs it
    pub fn new(folder: &Path) -> Stores {
        Stores { folder: folder.to_owned(), open: Mutex::default() }
    }

    /// Works with the store of a tenant, on a thread that may wait for the disk
    ///
    /// # Errors
    /// Where the store cannot be opened, or the work fails.
    pub async fn work<A: Send + 'static>(
        self: &Arc<Self>,
        seat: &Seat,
        work: impl FnOnce(&mut Store) -> Result<A, Fault> + Send + 'static,
    ) -> Result<A, Fault> {
        let (stores, name) = (Arc::clone(self), seat.name.clone());
        let done = tokio::task::spawn_blocking(move || {
            let store = stores.of(&name).map_err(|error| failed(&error))?;
            let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut store)
        });
        done.await.unwrap_or_else(|_| Err(host_failed()))
    }

    /// The same, where the work makes the store larger
    ///
    /// # Errors
    /// Where the store of the tenant is full, too.
    pub async fn grow<A: Send + 'static>(
        self: &Arc<Self>,
        seat: &Seat,
        work: impl FnOnce(&mut Store) -> Result<A, Fault> + Send + 'static,
    ) -> Result<A, Fault> {
        let (used, allowed) = (self.bytes_of(&seat.name), seat.tenant.store_bytes_max);
        if used >= allowed {
            let message = format!("the store of this tenant has {used} bytes, {allowed} are allowed");
            return Err(Fault::failure(StatusCode::INSUFFICIENT_STORAGE, "store-quota", &message));
        }
        self.work(seat, work).await
    }

    fn of(&self, name: &str) -> Result<Arc<Mutex<Store>>, OpenError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = open.get(name) {
            return Ok(Arc::clone(store));
        }
        let store = Arc::new(Mutex::new(Store::open(&self.path(name))?));
        if open.len() >= OPEN_MOST {
            // Those that nobody works with are closed; they are opened again when they are needed.
            open.retain(|_, store| Arc::strong_count(store) > 1);
        }
        open.insert(name.to_owned(), Arc::clone(&store));
        Ok(store)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.db"))
    }

    /// The file with its log, in bytes
    fn bytes_of(&self, name: &str) -> u64 {
        let path = self.path(name);
        let log = path.with_extension("db-wal");
        [path, log].iter().filter_map(|file| std::fs::metadata(file).ok()).map(|file| file.len()).sum()
    }
}

/// A store that did not do what was asked
pub fn failed(error: &dyn std::error::Error) -> Fault {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        said = format!("{said}: {error}");
        cause = error.source();
    }
    tracing::error!(error = said, "the store failed");
    Fault::failure(StatusCode::INTERNAL_SERVER_ERROR, "store-failed", "the store failed; the log says why")
}
