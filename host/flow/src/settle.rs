//! Passes that were interrupted, such as by a process that was killed, are brought to their end at the next start.
//!
//! A pass that was admitted has its next document lying durably beside its place until it takes it. So from what lies
//! where, it can be told whether the pass was installed, can still be, or must be rolled back. A pass that did not come so
//! far has changed nothing but the store.

use crate::install::{self, Installed, Ready};
use anchorhold_store::{DatabaseError, Pass, PassError, PassProgress, PassStatus, Store, Turn};
use serde_json::json;
use std::io;
use std::path::{Path, PathBuf};

/// An interrupted pass that was brought to its end
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The pass
    pub sequence: u64,
    /// How far it had got
    pub interrupted_at: PassStatus,
    /// Where its next document goes. `None`: it does not say.
    pub out: Option<PathBuf>,
    /// What became of it
    pub settlement: Settlement,
}

/// What became of an interrupted pass
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settlement {
    /// The next document had taken its place; now the store knows
    WasInstalled,
    /// The next document took its place now
    InstalledNow,
    /// Nothing was changed, since the pass had not come so far
    NotAdmitted,
    /// Nothing was changed, since the transcript, or what stands in the place of the next document, is another by now
    Moved,
    /// Nothing was changed, since the next document is not there as it was admitted
    DocumentLost,
    /// Nothing was changed by this process; the pass does not say where its next document was to go
    PlaceUnknown,
}

/// Why an interrupted pass was not brought to its end. It still can be.
#[derive(Debug, thiserror::Error)]
pub enum SettleError {
    /// The store failed
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The pass could not be taken further
    #[error(transparent)]
    Pass(#[from] PassError),
    /// What lies where cannot be told
    #[error("pass {sequence} was interrupted, and `{}` cannot be read", path.display())]
    Unreadable {
        /// The pass
        sequence: u64,
        /// The file
        path: PathBuf,
        /// Why
        source: io::Error,
    },
    /// The next document could not be put in its place
    #[error(transparent)]
    Install(#[from] crate::InstallError),
}

impl Settlement {
    /// Whether the next document stands in its place
    pub fn is_installed(self) -> bool {
        matches!(self, Settlement::WasInstalled | Settlement::InstalledNow)
    }

    /// What happened, in words for people
    pub fn words(self) -> &'static str {
        match self {
            Settlement::WasInstalled => "its document had taken its place",
            Settlement::InstalledNow => "its document took its place now",
            Settlement::NotAdmitted => "no next document had been admitted",
            Settlement::Moved => "the files had gone on",
            Settlement::DocumentLost => "its document was not there any more",
            Settlement::PlaceUnknown => "it does not say where its document was to go",
        }
    }
}

/// Brings every interrupted pass of the store to its end, and tells of each what became of it. Passes that somebody works
/// on are left alone. One that cannot be settled now does not stop the others.
///
/// # Errors
/// Where the store does not tell which passes there are.
pub fn settle(store: &mut Store) -> Result<Vec<Result<Settled, SettleError>>, DatabaseError> {
    // Where nobody can say whether somebody works on a pass, somebody does.
    let unfinished = store.unfinished()?.into_iter();
    let interrupted: Vec<u64> =
        unfinished.map(|pass| pass.sequence).filter(|pass| store.take_over(*pass).unwrap_or(false)).collect();
    let settled = interrupted.into_iter().map(|sequence| settle_one(store, sequence));
    Ok(settled.filter_map(Result::transpose).collect())
}

/// `None`: it ended just before it was taken over
fn settle_one(store: &mut Store, sequence: u64) -> Result<Option<Settled>, SettleError> {
    let Some(pass) = store.pass(sequence)?.filter(|pass| !pass.status.is_end()) else { return Ok(None) };
    let settlement = end(store, &pass)?;
    let out = pass.out.map(PathBuf::from);
    Ok(Some(Settled { sequence, interrupted_at: pass.status, out, settlement }))
}

fn end(store: &mut Store, pass: &Pass) -> Result<Settlement, SettleError> {
    let Some(out) = &pass.out else { return roll_back(store.turn(pass.sequence)?, pass, Settlement::PlaceUnknown) };
    let place = Path::new(out);
    let beside = install::beside(place, pass.sequence, pass.document_before);
    let turn = store.turn(pass.sequence)?;
    let settlement = look(pass, place, &beside)?;
    if settlement == Settlement::WasInstalled {
        // The name may not have been durable yet when the process was killed.
        Installed::before(place).durably().map_err(|source| unreadable(pass, place, source))?;
    }
    if settlement == Settlement::InstalledNow {
        Ready::left(place, &beside).install()?.durably().map_err(|source| unreadable(pass, place, source))?;
    }
    if settlement.is_installed() {
        let document_after = pass.seal.unwrap_or(pass.document_before);
        let detail = json!({"interrupted_at": pass.status.name(), "found": settlement.words()}).to_string();
        turn.note("resumed", &detail)?;
        turn.take(&PassProgress::Committed { document_after }, &json!({"out": out}).to_string())?;
        return Ok(settlement);
    }
    let settlement = roll_back(turn, pass, settlement)?;
    // Only now: while the pass is admitted, a document that is not beside its place has taken it. Where it cannot be
    // removed, it is without meaning.
    let _ = install::remove(&beside);
    Ok(settlement)
}

/// Tells from what lies where how far the pass has got
fn look(pass: &Pass, place: &Path, beside: &Path) -> Result<Settlement, SettleError> {
    let digest = |path: &Path| install::digest_of(path).map_err(|source| unreadable(pass, path, source));
    let (PassStatus::Admitted, Some(seal)) = (pass.status, pass.seal) else { return Ok(Settlement::NotAdmitted) };
    let (stands, lies) = (digest(place)?, digest(beside)?);
    match lies {
        None if stands == Some(seal) => Ok(Settlement::WasInstalled),
        // Somebody took the document away before it was installed.
        None if stands == pass.out_before => Ok(Settlement::DocumentLost),
        // It was installed, and the agent has gone on since.
        None if stands.is_some() => Ok(Settlement::WasInstalled),
        None => Ok(Settlement::DocumentLost),
        Some(lies) if lies != seal => Ok(Settlement::DocumentLost),
        Some(_) => {
            let transcript = pass.transcript.as_deref().map(|path| digest(Path::new(path))).transpose()?.flatten();
            let is_unmoved = transcript == Some(pass.document_before) && stands == pass.out_before;
            Ok(if is_unmoved { Settlement::InstalledNow } else { Settlement::Moved })
        }
    }
}

fn roll_back(turn: Turn<'_>, pass: &Pass, why: Settlement) -> Result<Settlement, SettleError> {
    let detail = json!({"interrupted_at": pass.status.name(), "since": why.words()}).to_string();
    turn.note("rolled-back", &detail)?;
    turn.take(&PassProgress::Failed { codes: "interrupted".to_owned() }, "{}")?;
    Ok(why)
}

fn unreadable(pass: &Pass, path: &Path, source: io::Error) -> SettleError {
    SettleError::Unreadable { sequence: pass.sequence, path: path.to_owned(), source }
}
