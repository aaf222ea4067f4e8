//! The desk of a policy: JSON in, JSON out, with typed errors.

use anchorhold_registry::Nonsense;
use anchorhold_runtime::{Decided, DeskFunction, Failure, Policy};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The desk of a policy
#[derive(Clone)]
pub struct Desk {
    policy: Policy,
}

/// What the policy says of arguments that break a stated rule
#[derive(Clone, PartialEq, Debug)]
pub struct InputFault {
    /// Its stable name
    pub code: String,
    /// A sentence for people
    pub message: String,
    /// All of it, as JSON text
    pub json: String,
}

/// Why a call of the desk gave no answer
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// The arguments break a stated rule
    #[error("{}", .0.message)]
    Input(InputFault),
    /// The policy made no decision
    #[error("the policy failed: {0}")]
    Failed(#[from] Failure),
    /// The policy answered with something that is no answer of the desk
    #[error("the policy's answer to `{}` is not of the form that the contract gives it", function.name())]
    Unreadable {
        /// What was called
        function: DeskFunction,
        /// Where the form is another
        source: serde_json::Error,
    },
    /// The policy's answer contradicts itself or the window
    #[error("the policy's answer to `{}` cannot be: {nonsense}", function.name())]
    Nonsense {
        /// What was called
        function: DeskFunction,
        /// What is wrong with the answer
        nonsense: Nonsense,
    },
}

/// An answer with the text that it was read from
#[derive(Clone, Debug)]
pub(crate) struct Answer<A> {
    pub(crate) value: A,
    pub(crate) json: String,
    /// What was asked, as JSON text
    pub(crate) request: String,
    pub(crate) fuel_used: u64,
}

impl DeskError {
    /// The fault that the policy tells in its own words, where it calls arguments unsound
    pub fn told(function: DeskFunction, json: String) -> DeskError {
        #[derive(serde::Deserialize)]
        struct Named {
            code: String,
            message: String,
        }
        match serde_json::from_str::<Named>(&json) {
            Ok(Named { code, message }) => DeskError::Input(InputFault { code, message, json }),
            Err(source) => DeskError::Unreadable { function, source },
        }
    }

    /// Whether the policy is at fault, and not the arguments: another policy may answer
    pub fn is_of_policy(&self) -> bool {
        match self {
            DeskError::Failed(Failure::Busy { .. } | Failure::InputTooLarge { .. }) | DeskError::Input(_) => false,
            DeskError::Failed(_) | DeskError::Unreadable { .. } | DeskError::Nonsense { .. } => true,
        }
    }
}

impl Desk {
    /// The desk of this policy
    pub fn new(policy: Policy) -> Desk {
        Desk { policy }
    }

    /// The policy
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Calls a function with JSON text, and gives its answer as JSON text
    ///
    /// # Errors
    /// Where the arguments are unsound or the policy failed.
    pub fn call_text(&self, function: DeskFunction, json: &str) -> Result<Decided<String>, DeskError> {
        let Decided { answer, fuel_used } = self.policy.call(function, json)?;
        match answer {
            Ok(answer) => Ok(Decided { answer, fuel_used }),
            Err(json) => Err(DeskError::told(function, json)),
        }
    }

    /// Calls a function with an object, and reads its answer
    pub(crate) fn call<A: DeserializeOwned>(
        &self,
        function: DeskFunction,
        call: &Map<String, Value>,
    ) -> Result<Answer<A>, DeskError> {
        let request = serde_json::to_string(call).map_err(|source| DeskError::Unreadable { function, source })?;
        let Decided { answer: json, fuel_used } = self.call_text(function, &request)?;
        match serde_json::from_str(&json) {
            Ok(value) => Ok(Answer { value, json, request, fuel_used }),
            Err(source) => Err(DeskError::Unreadable { function, source }),
        }
    }
}
