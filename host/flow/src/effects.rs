//! Effects: a call is judged before it fires, and the ledger is written before it may. Each use case once.
//!
//! The policy judges; this file gives it the entries that matter, and sees to it that of all who are told `fire` at a time
//! for one identity there is one.

use crate::answers::Effect;
use crate::desk::{Desk, DeskError};
use crate::history::kept;
use anchorhold_runtime::DeskFunction;
use anchorhold_store::{Claim, DatabaseError, Store};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub use anchorhold_store::{EffectStatus, Settled, Told};

/// A call that is about to fire
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffectCall {
    /// The call: `tool` and `arguments`, as the desk takes them
    pub tool_call: Map<String, Value>,
    /// The host's own table of its tools, as the desk takes it
    #[serde(default)]
    pub tools: Value,
}

/// What is to be done with a call
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(tag = "judgement", rename_all = "kebab-case")]
pub enum Judgement {
    /// Fire it
    Fire {
        /// Its identity, under which its outcome is to be told. `None`: a read, which the ledger does not hold.
        effect: Option<String>,
        /// The entry that stands in the ledger now. `None`: a read.
        entry: Option<Effect>,
    },
    /// It was done before; the agent is told what came of it
    AlreadyDone {
        /// The entry
        entry: Effect,
    },
    /// Somebody is at it
    InFlight {
        /// The entry
        entry: Effect,
    },
    /// It was fired and nobody knows the outcome: find out, settle, and judge again
    OutcomeUnknown {
        /// The entry
        entry: Effect,
    },
    /// Its key was used with other arguments
    KeyReused {
        /// The entry that has the key
        entry: Effect,
        /// The first field of the arguments that differs
        field: String,
    },
}

/// A judgement with the text in which the policy gave it
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// What it says
    pub judgement: Judgement,
    /// As JSON text
    pub json: String,
}

/// Whoever answers `judge` as a policy does: a desk, or a version that is counted and may be taken back
pub trait Judge {
    /// The answer to a call, both as JSON text
    ///
    /// # Errors
    /// Where the arguments are unsound or the policy failed.
    fn judge(&mut self, json: &str) -> Result<String, DeskError>;
}

impl Judge for &Desk {
    fn judge(&mut self, json: &str) -> Result<String, DeskError> {
        Ok(self.call_text(DeskFunction::Judge, json)?.answer)
    }
}

/// Why an effect was not judged
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The policy did not answer, or calls the arguments unsound
    #[error(transparent)]
    Desk(#[from] DeskError),
    /// The ledger could not be read or written. Nothing may fire then.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// Others write to the entry faster than it can be judged
    #[error("the entry changed each time it was judged; nothing may fire")]
    Contended,
}

impl Judgement {
    /// Whether the call may fire
    pub fn is_fire(&self) -> bool {
        matches!(self, Judgement::Fire { .. })
    }
}

/// Judges a call by the ledger of a session. Where it may fire, the ledger says so when this returns: durably, and to one
/// caller at a time. With `is_rehearsal` nothing is written.
///
/// A read is judged without the ledger, so that no lock can hold it back.
///
/// # Errors
/// Where the arguments are unsound, or policy or store fail. Nothing may fire then.
pub fn judge(
    mut desk: impl Judge,
    store: &mut Store,
    session: &str,
    call: &EffectCall,
    is_rehearsal: bool,
) -> Result<Judged, JudgeError> {
    const ROUNDS_MAX: u32 = 16;
    // By an empty ledger the policy tells the identity, by which the entries that matter are found.
    let first = ask(&mut desk, call, &[])?;
    let Judgement::Fire { entry: Some(new), .. } = &first.judgement else { return Ok(first) };
    for _ in 0..ROUNDS_MAX {
        let entries = store.effects_like(session, &new.id, new.idempotency_key.as_deref())?;
        let held = entries.iter().find(|entry| entry.id == new.id).map(|entry| entry.status);
        let judged = match entries.is_empty() {
            true => first.clone(),
            false => ask(&mut desk, call, &entries.into_iter().map(Effect::from).collect::<Vec<_>>())?,
        };
        let Judgement::Fire { entry: Some(entry), .. } = &judged.judgement else { return Ok(judged) };
        let is_retry = held == Some(EffectStatus::Failed);
        // What the policy fires in spite of an entry may be repeated, and stands in the ledger already.
        if is_rehearsal || (held.is_some() && !is_retry) || store.claim(session, &kept(entry), is_retry)? == Claim::Won
        {
            return Ok(judged);
        }
    }
    Err(JudgeError::Contended)
}

/// Notes what the one who fired an effect tells of it
///
/// # Errors
/// Where the database fails. Then nothing was noted.
pub fn record(
    store: &mut Store,
    session: &str,
    id: &str,
    status: EffectStatus,
    outcome: Option<&str>,
) -> Result<Told, DatabaseError> {
    store.tell(session, id, status, outcome)
}

/// Ends an entry whose outcome nobody knew, by what was found out since
///
/// # Errors
/// Where the database fails. Then nothing was settled.
pub fn settle(
    store: &mut Store,
    session: &str,
    id: &str,
    is_done: bool,
    outcome: Option<&str>,
) -> Result<Settled, DatabaseError> {
    store.settle(session, id, is_done, outcome)
}

/// Notes that whoever had effects in flight is gone; gives what nobody knows the outcome of
///
/// # Errors
/// Where the database fails. Then nothing was noted.
pub fn abandon(store: &mut Store, session: &str) -> Result<Vec<Effect>, DatabaseError> {
    Ok(store.abandon(session)?.into_iter().map(Effect::from).collect())
}

/// The ledger of a session, oldest entry first
///
/// # Errors
/// Where the database fails.
pub fn list(store: &Store, session: &str) -> Result<Vec<Effect>, DatabaseError> {
    Ok(store.ledger(session)?.into_iter().map(Effect::from).collect())
}

fn ask(desk: &mut impl Judge, call: &EffectCall, ledger: &[Effect]) -> Result<Judged, DeskError> {
    let mut asked = Map::from_iter([("tool_call".to_owned(), Value::Object(call.tool_call.clone()))]);
    if !call.tools.is_null() {
        asked.insert("tools".to_owned(), call.tools.clone());
    }
    asked.insert("ledger".to_owned(), json!(ledger));
    let unreadable = |source| DeskError::Unreadable { function: DeskFunction::Judge, source };
    let json = desk.judge(&serde_json::to_string(&asked).map_err(unreadable)?)?;
    Ok(Judged { judgement: serde_json::from_str(&json).map_err(unreadable)?, json })
}
