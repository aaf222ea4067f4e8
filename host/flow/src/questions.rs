//! Questions to the policy that change nothing: plan, check, classify.

use crate::answers::{Admission, Classifications, PlanAnswer};
use crate::desk::{Answer, Desk, DeskError};
use crate::guard;
use crate::history::History;
use crate::inquiry::{Asked, Budget, Inquiry, call};
use crate::recall::{self, ProbeError};
use crate::tokens;
use anchorhold_runtime::DeskFunction;
use anchorhold_store::Store;
use serde_json::json;

/// An answer about a transcript
#[derive(Clone, Debug)]
pub struct Answered<A> {
    /// The transcript as it was read
    pub asked: Asked,
    /// The answer
    pub answer: A,
    /// The answer as the policy gave it, as JSON text
    pub json: String,
    /// The fuel that it used
    pub fuel_used: u64,
}

/// Whether a pass may begin, and what it would do. `store` is the one that the history is from.
///
/// # Errors
/// Where the arguments are unsound, the policy failed, or the index of the store could not be asked.
pub fn plan(
    desk: &Desk,
    store: Option<&Store>,
    asked: Asked,
    history: &History,
) -> Result<Answered<PlanAnswer>, ProbeError> {
    let mut request = asked.request.clone();
    history.add_to(&mut request);
    if let Some(store) = store.filter(|_| recall::wants_probes(&request, &asked.request)) {
        let installed = history.installed_texts();
        let probes = recall::probes(desk, store, &history.session, &asked.elements, &installed, &request)?;
        request.insert("probes".to_owned(), probes.into());
    }
    let budget = Budget::of(&request).map(|budget| budget.tokens());
    let answer: Answer<PlanAnswer> = desk.call(DeskFunction::Plan, &call(request))?;
    guard::look_at(&asked.elements, budget, &answer.value)?;
    Ok(answered(asked, answer))
}

/// Whether this summary may stand for what it would replace
///
/// # Errors
/// Where the arguments are unsound or the policy failed.
pub fn check(desk: &Desk, inquiry: &Inquiry, summary: &str) -> Result<Answered<Admission>, DeskError> {
    let asked = inquiry.measure(desk)?;
    let mut checked = call(asked.request.clone());
    checked.insert("candidate".to_owned(), json!({"text": summary, "tokens": tokens::count(summary)}));
    let answer = desk.call(DeskFunction::Check, &checked)?;
    Ok(answered(asked, answer))
}

/// The class of each element
///
/// # Errors
/// Where the arguments are unsound or the policy failed.
pub fn classify(desk: &Desk, inquiry: &Inquiry) -> Result<Answered<Classifications>, DeskError> {
    let asked = inquiry.read(desk)?;
    let answer = desk.call(DeskFunction::Classify, &call(asked.request.clone()))?;
    Ok(answered(asked, answer))
}

fn answered<A>(asked: Asked, answer: Answer<A>) -> Answered<A> {
    Answered { asked, answer: answer.value, json: answer.json, fuel_used: answer.fuel_used }
}
