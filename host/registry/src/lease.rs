//! A version that somebody decides by. While a lease is held its version stays, whatever is swapped meanwhile.

use crate::live::Live;
use crate::shadow::Asked;
use crate::switch::Inner;
use anchorhold_runtime::{Decided, DeskFunction, Digest, Failure, Policy};
use std::sync::Arc;

/// A version that somebody decides by: for one decision, or for a whole pass
pub struct Lease {
    inner: Arc<Inner>,
    tenant: Arc<str>,
    serving: Arc<Live>,
    role: Role,
    /// The version that takes over where the serving one fails
    fallback: Option<Arc<Live>>,
    /// The version that is asked beside
    beside: Option<Arc<Live>>,
}

/// In which role the version of a lease was given out
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// It serves the tenant
    Serving,
    /// It serves the session on trial
    Canary,
    /// It was asked for by its digest
    Named,
}

/// An answer, and who gave it
#[derive(Clone, PartialEq, Debug)]
pub struct Answered<A> {
    /// The answer, with the fuel that it used
    pub decided: Decided<A>,
    /// The version that gave it
    pub by: Digest,
    /// Why the version of the lease did not give it. `None`: it did.
    pub instead_of: Option<Failure>,
}

impl Lease {
    pub(crate) fn new(
        inner: Arc<Inner>,
        tenant: Arc<str>,
        serving: Arc<Live>,
        role: Role,
        fallback: Option<Arc<Live>>,
        beside: Option<Arc<Live>>,
    ) -> Lease {
        serving.enter();
        Lease { inner, tenant, serving, role, fallback, beside }
    }

    /// The version
    pub fn digest(&self) -> Digest {
        self.serving.digest()
    }

    /// The policy, for whoever asks it without being counted
    pub fn policy(&self) -> &Policy {
        &self.serving.policy
    }

    /// Calls a function of the desk, as [`Policy::call`]. Where the version fails and the one before it does not, that
    /// one's answer is given.
    ///
    /// # Errors
    /// Where no version made a decision: the failure of the first.
    pub fn call(&self, function: DeskFunction, json: &str) -> Result<Answered<Result<String, String>>, Failure> {
        let answered = self.guarded(&|policy| policy.call(function, json))?;
        if answered.instead_of.is_none() {
            self.ask_beside(Some(function), json, || answered.decided.answer.clone());
        }
        Ok(answered)
    }

    /// Answers one line of a batch, as [`Policy::answer`], with the same safeguards
    ///
    /// # Errors
    /// Where no version made a decision: the failure of the first.
    pub fn answer(&self, line: &str) -> Result<Answered<String>, Failure> {
        let answered = self.guarded(&|policy| policy.answer(line))?;
        if answered.instead_of.is_none() {
            self.ask_beside(None, line, || Ok(answered.decided.answer.clone()));
        }
        Ok(answered)
    }

    /// Says that the version's answer could not be: it counts as a failure
    pub fn nonsense(&self) {
        self.note(Some("nonsense"));
    }

    /// Asks for a decision of any kind, with the same safeguards
    ///
    /// # Errors
    /// Where no version made a decision: the failure of the first.
    pub fn guarded<A>(&self, ask: &dyn Fn(&Policy) -> Result<Decided<A>, Failure>) -> Result<Answered<A>, Failure> {
        let failure = match ask(&self.serving.policy) {
            Ok(decided) => {
                self.note(None);
                return Ok(Answered { decided, by: self.digest(), instead_of: None });
            }
            Err(failure) => failure,
        };
        let instead = self.fallback.as_ref().filter(|_| is_of_policy(&failure));
        let Some(instead) = instead else {
            // Nobody can tell whether the policy or the call is at fault; with no other to ask, it is the policy's.
            if is_of_policy(&failure) && self.role != Role::Named {
                self.note(Some(failure.code()));
            }
            return Err(failure);
        };
        match ask(&instead.policy) {
            Ok(decided) => {
                self.note(Some(failure.code()));
                Ok(Answered { decided, by: instead.digest(), instead_of: Some(failure) })
            }
            // Both fail: the call is at fault, so that no tenant can bring a version down for the others.
            Err(_) => Err(failure),
        }
    }

    fn note(&self, failure: Option<&str>) {
        if let Some(verdict) = self.serving.decided(failure, &self.inner.thresholds) {
            self.inner.take_back(self.serving.digest(), &verdict);
        }
    }

    fn ask_beside(&self, function: Option<DeskFunction>, call: &str, answer: impl FnOnce() -> Result<String, String>) {
        let Some(beside) = &self.beside else { return };
        let candidate = if self.role == Role::Canary { &self.serving } else { beside };
        self.inner.ask_beside(Asked {
            tenant: Arc::clone(&self.tenant),
            function,
            call: call.to_owned(),
            answer: answer(),
            served_by: Arc::clone(&self.serving),
            beside: Arc::clone(beside),
            candidate: Arc::clone(candidate),
        });
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.serving.leave();
    }
}

/// Whether a failure says something about the version, and not about the load or the call
fn is_of_policy(failure: &Failure) -> bool {
    !matches!(failure, Failure::Busy { .. } | Failure::InputTooLarge { .. } | Failure::NoDesk)
}
