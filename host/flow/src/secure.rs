//! The duties of a plan: bytes into the archive, effects into the ledger, each read back.

use crate::answers::{Duty, Effect, PlanDetails};
use crate::document::Document;
use crate::history::kept;
use anchorhold_store::{ArchiveError, DatabaseError, Digest, Recorded, RestoreError, Store};
use serde_json::{Value, json};

/// What was done
#[derive(Clone, Debug)]
pub struct Secured {
    /// Objects that the plan names
    pub objects: usize,
    /// Those that were not in the archive before
    pub objects_new: usize,
    /// What they have in bytes
    pub bytes: usize,
    /// What the new ones take in the store, in bytes
    pub stored_bytes_new: usize,
    /// The effects that the plan names
    pub effects: Vec<Effect>,
    /// Those that the ledger did not hold before
    pub effects_new: usize,
    /// Those that the ledger holds as something else
    pub conflicts: Vec<LedgerConflict>,
    /// The receipts, as `admit` takes them
    pub(crate) receipts: Value,
}

/// An effect whose identity another one has in the ledger: one key with two meanings. The ledger keeps the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerConflict {
    /// The identity
    pub id: String,
    /// The first field that differs
    pub field: &'static str,
}

/// Why the duties of a plan were not done
#[derive(Debug, thiserror::Error)]
pub enum SecureError {
    /// The archive did not take the bytes
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The ledger did not take the effects
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The plan names bytes that it neither gives nor shows in the transcript
    #[error("the plan names bytes that nobody holds: {digest}")]
    NotHeld {
        /// The digest that the plan gives them
        digest: String,
    },
    /// The bytes that the plan shows have another digest than it says
    #[error("the plan shows bytes with another digest than it says: {digest}")]
    OtherBytes {
        /// The digest that the plan gives them
        digest: String,
    },
    /// The archive would not give the transcript back
    #[error("the archive does not give the transcript back byte for byte")]
    NotRestorable {
        /// Where reading it back ended. `None`: it gives another document.
        source: Option<RestoreError>,
    },
}

/// Does the duties of a plan. After it, the archive gives the whole transcript back.
pub(crate) fn secure(
    store: &mut Store,
    session: &str,
    document: &Document,
    plan: &PlanDetails,
) -> Result<Secured, SecureError> {
    let mut named = Vec::new();
    let mut bytes: Vec<&[u8]> = Vec::new();
    let mut effects = Vec::new();
    for duty in &plan.duties {
        match duty {
            Duty::Archive { digest, content, places, .. } => {
                bytes.push(held(document, content.as_deref(), places).ok_or_else(|| not_held(digest))?);
                named.push(digest);
            }
            Duty::Ledger { effect } => effects.push(effect.clone()),
            Duty::Probe {} => {}
        }
    }
    let objects = store.archive(&bytes)?;
    for (digest, object) in named.into_iter().zip(&objects) {
        if *digest != object.digest.to_string() {
            return Err(SecureError::OtherBytes { digest: digest.clone() });
        }
    }
    if let Some(manifest) = manifest_of(plan) {
        let restored = store.restore(manifest).map_err(|error| SecureError::NotRestorable { source: Some(error) })?;
        if restored != document.text.as_bytes() {
            return Err(SecureError::NotRestorable { source: None });
        }
    }
    let recorded = store.record(session, &effects.iter().map(kept).collect::<Vec<_>>())?;
    let held: Vec<String> = store.ledger(session)?.into_iter().map(|effect| effect.id).collect();
    let archived: Vec<String> = objects.iter().map(|object| object.digest.to_string()).collect();
    Ok(Secured {
        objects: objects.len(),
        objects_new: objects.iter().filter(|object| object.is_new).count(),
        bytes: objects.iter().map(|object| object.size_bytes).sum(),
        stored_bytes_new: objects.iter().filter(|object| object.is_new).map(|object| object.stored_bytes).sum(),
        effects_new: recorded.iter().filter(|recorded| **recorded == Recorded::New).count(),
        conflicts: effects
            .iter()
            .zip(&recorded)
            .filter_map(|(effect, recorded)| match recorded {
                Recorded::Differs(field) => Some(LedgerConflict { id: effect.id.clone(), field }),
                Recorded::New | Recorded::Advanced | Recorded::Exists => None,
            })
            .collect(),
        effects,
        receipts: json!({"window": plan.window, "archived": archived, "ledgered": held}),
    })
}

/// The object that gives the whole transcript back. `None`: the plan makes none.
pub(crate) fn manifest_of(plan: &PlanDetails) -> Option<Digest> {
    plan.carry.marker.covers.as_ref()?.parse().ok()
}

pub(crate) fn held<'a>(document: &'a Document, content: Option<&'a str>, places: &[[usize; 2]]) -> Option<&'a [u8]> {
    match (content, places) {
        (Some(content), _) => Some(content.as_bytes()),
        (None, [[start, end], ..]) => document.text.as_bytes().get(*start..*end),
        (None, []) => None,
    }
}

fn not_held(digest: &str) -> SecureError {
    SecureError::NotHeld { digest: digest.to_owned() }
}
