//! What a component is, before anything relies on it.

use crate::answers::Description;
use crate::desk::{Answer, Desk, DeskError};
use anchorhold_runtime::{Admitted, DeskFunction, Engine, LoadError, Policy, Refusal, World, admit};
use serde_json::Map;

/// What was found out about a component
#[derive(Clone, Debug)]
pub struct Inspected {
    /// What the static check found
    pub admitted: Admitted,
    /// What the policy says of itself. `None`: it has no desk to ask.
    pub description: Option<Description>,
    /// The same as JSON text
    pub description_json: Option<String>,
}

/// Why a component is not a policy that can be used
#[derive(Debug, thiserror::Error)]
pub enum InspectError {
    /// It cannot be loaded
    #[error(transparent)]
    Load(#[from] LoadError),
    /// It does not say what it is
    #[error(transparent)]
    Desk(#[from] DeskError),
}

/// Checks a component, compiles it and asks it what it is
///
/// # Errors
/// Where it is not a policy that can be used.
pub fn inspect(engine: &Engine, bytes: &[u8]) -> Result<Inspected, InspectError> {
    let admitted = admit(bytes, engine.bounds()).map_err(|refusal: Refusal| LoadError::Refused(refusal))?;
    let policy = Policy::load(engine, bytes)?;
    if policy.world() == World::Policy {
        return Ok(Inspected { admitted, description: None, description_json: None });
    }
    let described: Answer<Description> = Desk::new(policy).call(DeskFunction::Describe, &Map::new())?;
    Ok(Inspected { admitted, description: Some(described.value), description_json: Some(described.json) })
}
