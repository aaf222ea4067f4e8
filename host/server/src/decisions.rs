//! Makes decisions: on threads of their own, as many at once as there are places, each told to logs and figures.

use crate::answer::Fault;
use crate::config::Limits;
use crate::policies::Policies;
use crate::tenants::{Exhausted, Seat, Underway};
use anchorhold_flow::registry::{Answered, Lease};
use anchorhold_flow::{DeskFunction, Failure, PolicyDigest};
use axum::http::StatusCode;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Where decisions are made
pub struct Decisions {
    policies: Arc<Policies>,
    places: Arc<Semaphore>,
    wait_max: Duration,
}

/// What is to be decided
pub struct Question {
    /// The function of the desk
    pub function: DeskFunction,
    /// Its arguments, as JSON text
    pub json: String,
    /// By what a canary tells sessions apart
    pub session: String,
    /// The version that must decide, since a pass began under it. `None`: the one that serves.
    pub policy: Option<PolicyDigest>,
}

/// What was decided, by whom, and with how much fuel
pub struct Outcome {
    /// The answer, as JSON text
    pub answer: String,
    /// SHA-256 of the component that decided
    pub policy: PolicyDigest,
    /// What it used
    pub fuel_used: u64,
}

impl Decisions {
    /// Decisions by these policies, so many at once
    pub fn new(policies: Arc<Policies>, places: usize, limits: &Limits) -> Decisions {
        Decisions { policies, places: Arc::new(Semaphore::new(places)), wait_max: limits.wait_max() }
    }

    /// Decides for a tenant
    ///
    /// # Errors
    /// Where the arguments are unsound, the tenant has used up its share, or the policy failed.
    pub async fn decide(&self, seat: &Seat, question: Question) -> Result<Outcome, Fault> {
        let turn = self.turn(seat).await?;
        let policies = Arc::clone(&self.policies);
        let note = Note::begin(&seat.name, question.function, question.json.len());
        let work = tokio::task::spawn_blocking(move || {
            let decided = decide(&policies, &turn.tenant, &question);
            // Held until the work has ended, even where nobody waits for its answer any more.
            drop(turn);
            decided
        });
        let (fuel, policy, result) = work.await.unwrap_or_else(|_| (0, None, Err(host_failed())));
        note.end(seat, fuel, policy, result.as_ref().map(|_| ()));
        result
    }

    /// The right to one decision of a tenant, once a place is free
    ///
    /// # Errors
    /// Where the tenant has used up its share, or no place becomes free in time.
    pub async fn turn(&self, seat: &Seat) -> Result<Turn, Fault> {
        let underway = seat.decision().map_err(exhausted)?;
        let Ok(Ok(place)) = timeout(self.wait_max, Arc::clone(&self.places).acquire_owned()).await else {
            let message = "no place for a decision became free";
            return Err(Fault::failure(StatusCode::SERVICE_UNAVAILABLE, "busy", message).after(Duration::from_secs(1)));
        };
        Ok(Turn { tenant: seat.name.clone(), _underway: underway, _place: place })
    }

    /// The version that decides for a session of a tenant
    pub fn lease(&self, tenant: &str, session: &str) -> Lease {
        self.policies.lease(tenant, session)
    }
}

/// The right to one decision; given back when it is let go
pub struct Turn {
    tenant: String,
    _underway: Underway,
    _place: OwnedSemaphorePermit,
}

/// What logs and figures are told of a decision
pub struct Note {
    tenant: String,
    function: DeskFunction,
    input_bytes: usize,
    start: Instant,
}

impl Note {
    /// A decision begins
    pub fn begin(tenant: &str, function: DeskFunction, input_bytes: usize) -> Note {
        Note { tenant: tenant.to_owned(), function, input_bytes, start: Instant::now() }
    }

    /// It ended, and its tenant pays for the fuel
    pub fn end(self, seat: &Seat, fuel: u64, policy: Option<PolicyDigest>, result: Result<(), &Fault>) {
        seat.burn(fuel);
        let Note { tenant, function, input_bytes, start } = self;
        let code = result.map_or_else(|fault| fault.code.clone(), |()| "ok".to_owned());
        let (took, policy) = (start.elapsed(), policy.map(|policy| policy.to_string()).unwrap_or_default());
        tracing::info!(
            tenant,
            call = function.name(),
            policy,
            input_bytes,
            fuel,
            took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
            outcome = code,
            "decided"
        );
        metrics::counter!("anchorhold_decisions_total", "tenant" => tenant.clone(), "call" => function.name(),
            "policy" => policy, "outcome" => code)
        .increment(1);
        metrics::counter!("anchorhold_fuel_total", "tenant" => tenant).increment(fuel);
        metrics::histogram!("anchorhold_decision_seconds", "call" => function.name()).record(took.as_secs_f64());
    }
}

/// One version from the beginning of a decision to its end. Gives the fuel that was used, and the version, also where there
/// is no answer.
fn decide(
    policies: &Policies,
    tenant: &str,
    question: &Question,
) -> (u64, Option<PolicyDigest>, Result<Outcome, Fault>) {
    let lease: Lease = match question.policy {
        None => policies.lease(tenant, &question.session),
        Some(digest) => match policies.lease_of(digest) {
            Ok(lease) => lease,
            Err(error) => {
                let message = format!("the policy {digest} is not to be had any more: {error}");
                return (0, None, Err(Fault::request(StatusCode::CONFLICT, "policy-unknown", &message)));
            }
        },
    };
    match lease.call(question.function, &question.json) {
        Ok(Answered { decided, by, .. }) => {
            let fuel_used = decided.fuel_used;
            let result = match decided.answer {
                Ok(answer) => Ok(Outcome { answer, policy: by, fuel_used }),
                Err(json) => Err(unsound(&json)),
            };
            (fuel_used, Some(by), result)
        }
        Err(failure) => {
            // A decision that was stopped used all that it had.
            let fuel = if let Failure::OutOfFuel { allowed } = failure { allowed } else { 0 };
            (fuel, Some(lease.digest()), Err(failed(&failure)))
        }
    }
}

/// A tenant that has used up its share
pub fn exhausted(why: Exhausted) -> Fault {
    metrics::counter!("anchorhold_exhausted_total", "share" => why.code()).increment(1);
    Fault::failure(StatusCode::TOO_MANY_REQUESTS, why.code(), &why.to_string()).after(why.wait())
}

/// The host did not do its part
pub fn host_failed() -> Fault {
    Fault::failure(StatusCode::INTERNAL_SERVER_ERROR, "host-failed", "the host failed")
}

/// Arguments that break a stated rule, in the policy's own words
pub fn unsound(json: &str) -> Fault {
    match serde_json::from_str::<Value>(json) {
        Ok(said) => {
            let code = said.get("code").and_then(Value::as_str).unwrap_or("malformed").to_owned();
            Fault::input(&code, said)
        }
        Err(error) => Fault::failure(StatusCode::BAD_GATEWAY, "answer-unreadable", &error.to_string()),
    }
}

/// A policy that made no decision
pub fn failed(failure: &Failure) -> Fault {
    let status = match failure {
        Failure::Busy { .. } => StatusCode::SERVICE_UNAVAILABLE,
        Failure::InputTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
        Failure::NoDesk => StatusCode::NOT_IMPLEMENTED,
        _ => StatusCode::BAD_GATEWAY,
    };
    Fault::failure(status, failure.code(), &failure.to_string())
}
