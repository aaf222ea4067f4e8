//! Replay: a decision of the log is made once more, from what the archive holds, by the very component that made it.

use crate::diff::Recorded;
use crate::recipe;
use anchorhold_runtime::{DeskFunction, Digest as PolicyDigest, Failure, Policy};
use anchorhold_store::{DatabaseError, Decision, Digest, ReadError, Store};

/// A decision that was made once more
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The decision, as the log has it
    pub decision: Decision,
    /// The request, as the policy was given it both times
    pub request: String,
    /// What the policy answers now
    pub answer: String,
    /// The answer is the same, byte for byte
    pub is_same_answer: bool,
    /// The fuel that it uses now
    pub fuel: u64,
    /// How that compares
    pub fuel_compared: FuelCompared,
}

/// How the fuel of a replay compares
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FuelCompared {
    /// It is the same
    Same,
    /// It is another, on the same engine
    Differs,
    /// The decision was made on another engine, or nobody knows on which, so that it says nothing
    OtherEngine,
}

/// Why a decision was not made once more
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The database failed
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// There is no such decision
    #[error("the log has no decision {sequence}")]
    Unknown {
        /// Its number
        sequence: u64,
    },
    /// Its request was not kept, or not all of it is there any more
    #[error("the request of decision {sequence} cannot be put together: {why}")]
    NoRequest {
        /// Its number
        sequence: u64,
        /// What is missing
        why: String,
    },
    /// The recipe cannot be read
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The component that decided is not to be had
    #[error("the policy {policy} that decided is not here: give it with --policy, or add it to the registry")]
    NoPolicy {
        /// The component
        policy: Digest,
    },
    /// The policy made no decision this time
    #[error("the policy failed this time: {0}")]
    Failed(#[from] Failure),
}

/// Makes a decision once more. `policy` gives a component by its digest.
///
/// # Errors
/// Where the decision, its request or its component is not to be had, or the policy fails.
pub fn replay(
    store: &Store,
    sequence: u64,
    policy: &mut dyn FnMut(PolicyDigest) -> Option<Policy>,
) -> Result<Replayed, ReplayError> {
    let decision = store.decision(sequence)?.ok_or(ReplayError::Unknown { sequence })?;
    let request = request_of(store, &decision)?;
    let made = &decision.decision;
    let no_function =
        || ReplayError::NoRequest { sequence, why: format!("`{}` is no function of the desk", made.call) };
    let function: DeskFunction = made.call.parse().map_err(|()| no_function())?;
    let digest: Option<PolicyDigest> = made.policy.to_string().parse().ok();
    let policy = digest.and_then(policy).ok_or(ReplayError::NoPolicy { policy: made.policy })?;
    let decided = policy.call(function, &request)?;
    let (Ok(answer) | Err(answer)) = decided.answer;
    let fuel_compared = match &made.engine {
        Some(engine) if *engine == policy.engine_identity() && decided.fuel_used == made.fuel => FuelCompared::Same,
        Some(engine) if *engine == policy.engine_identity() => FuelCompared::Differs,
        _ => FuelCompared::OtherEngine,
    };
    Ok(Replayed {
        is_same_answer: Digest::of(answer.as_bytes()) == made.answer,
        fuel: decided.fuel_used,
        fuel_compared,
        decision,
        request,
        answer,
    })
}

/// The request of a decision, byte for byte
pub(crate) fn request_of(store: &Store, decision: &Decision) -> Result<String, ReplayError> {
    let sequence = decision.sequence;
    let missing = |why: &str| ReplayError::NoRequest { sequence, why: why.to_owned() };
    let recipe = store.read(decision.recipe.ok_or_else(|| missing("it was not kept"))?)?;
    let document = |digest: Digest| {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).ok();
        let whole = store.read(digest).ok().and_then(text);
        whole.or_else(|| {
            // A pass that went on has archived it in pieces, with a list that puts them together.
            let pass = store.pass(decision.decision.pass?).ok()??;
            text(store.restore(pass.manifest?).ok()?).filter(|text| Digest::of(text.as_bytes()) == digest)
        })
    };
    let request = recipe::request(&recipe, document).ok_or_else(|| missing("the transcript is not in the archive"))?;
    if Digest::of(request.as_bytes()) == decision.decision.request {
        Ok(request)
    } else {
        Err(missing("what the archive gives is another one"))
    }
}

/// The calls of the latest decisions of a log, oldest first: what was really asked, for a comparison of two versions.
/// Requests that were not kept are left out.
///
/// # Errors
/// Where the database fails.
pub fn recorded(store: &Store, last: u32) -> Result<Vec<Recorded>, DatabaseError> {
    let head = store.decisions_count()?;
    let decisions = store.decisions_after(head.saturating_sub(last.into()), last)?;
    let calls = decisions.iter().filter_map(|decision| {
        let request = request_of(store, decision).ok()?;
        // A request is an object; the function that it was given to becomes its first member.
        let members = request.trim_start().strip_prefix('{')?;
        let line = format!("{{\"call\":\"{}\",{members}", decision.decision.call);
        Some(Recorded { place: format!("decision {}", decision.sequence), line })
    });
    Ok(calls.collect())
}
