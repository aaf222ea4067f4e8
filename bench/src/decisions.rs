//! The two decisions of a pass about one window, in every form in which they can be asked.

use crate::bounded;
use crate::components::Components;
use crate::measure::{Spread, Way, in_turns};
use crate::unbounded;
use crate::windows::Window;
use anchorhold_policy::desk;
use anchorhold_rules::admission::{Candidate, Receipts};
use anchorhold_rules::admit::admit;
use anchorhold_rules::plan::plan;
use anchorhold_rules::request::{Budget, Request};
use anchorhold_rules::settings::Preset;
use anchorhold_rules::verdict::{Duty, Verdict};
use anchorhold_runtime::DeskFunction;
use serde_json::{Value, json};

/// What a decision took in each form
pub struct Decision {
    /// The rules as native code
    pub native: Result<Spread, String>,
    /// The component with typed arguments and without limits
    pub unbounded: Result<Spread, String>,
    /// The component with typed arguments, under the limits of the runtime
    pub bounded: Result<Spread, String>,
    /// The desk as native code
    pub desk_native: Result<Spread, String>,
    /// The desk of the component, under the limits
    pub desk_bounded: Result<Spread, String>,
    /// The fuel that the typed component used; the same on every machine
    pub fuel: u64,
}

/// Times `plan`
pub fn planning(window: &Window, components: &Components) -> Result<Decision, String> {
    let native = native_request(window);
    let unbounded = unbounded::records::request(window, components.unbounded.settings()?, false);
    let bounded = bounded::records::request(window, components.settings()?, false);
    let call = desk_request(window).to_string();
    let fuel = told(components.bounded.plan(&bounded))?.fuel_used;
    timed(
        fuel,
        [
            Way::new(|| told(plan(&native))),
            Way::new(|| components.unbounded.plan(&unbounded)),
            Way::new(|| told(told(components.bounded.plan(&bounded))?.answer)),
            Way::new(|| desk::plan(&call)),
            Way::new(|| told(components.bounded.call(DeskFunction::Plan, &call))?.answer),
        ],
    )
}

/// Times `admit` of a true summary, every duty done
pub fn admitting(window: &Window, components: &Components) -> Result<Decision, String> {
    let summary = summary(window);
    let native = native_request(window);
    let native_receipts = receipts(&told(plan(&native))?);
    let native_candidate = Candidate { text: summary.as_str().into(), ..Candidate::default() };

    let unbounded = unbounded::records::request(window, components.unbounded.settings()?, false);
    let unbounded_receipts = unbounded::records::receipts(&components.unbounded.plan(&unbounded)?.0);
    let unbounded_candidate = unbounded::records::candidate(&summary);

    let bounded = bounded::records::request(window, components.settings()?, false);
    let verdict = told(told(components.bounded.plan(&bounded))?.answer)?;
    let bounded_receipts = bounded::records::receipts(&verdict);
    let bounded_candidate = bounded::records::candidate(&summary);

    let call = desk_admission(window, &summary)?;
    let fuel = told(components.bounded.admit(&bounded, &bounded_receipts, &bounded_candidate))?.fuel_used;
    timed(
        fuel,
        [
            Way::new(|| told(admit(&native, &native_receipts, &native_candidate))),
            Way::new(|| components.unbounded.admit(&unbounded, &unbounded_receipts, &unbounded_candidate)),
            Way::new(|| told(told(components.bounded.admit(&bounded, &bounded_receipts, &bounded_candidate))?.answer)),
            Way::new(|| desk::admit(&call)),
            Way::new(|| told(components.bounded.call(DeskFunction::Admit, &call))?.answer),
        ],
    )
}

/// What `plan` and `admit` decide about a window, so that the tables say what was timed
pub fn verdicts(window: &Window) -> Result<(String, String), String> {
    let planned: Value = told(serde_json::from_str(&desk::plan(desk_request(window).to_string())?))?;
    let admitted: Value = told(serde_json::from_str(&desk::admit(&desk_admission(window, &summary(window))?)?))?;
    let verdict = |answer: &Value| answer.get("verdict").and_then(Value::as_str).unwrap_or_default().to_owned();
    Ok((verdict(&planned), verdict(&admitted)))
}

/// A request of the desk for a window
pub fn desk_request(window: &Window) -> Value {
    let pieces: Vec<Value> = window.pieces.iter().map(crate::piece::Piece::json).collect();
    json!({"call": "plan", "request": {"window": pieces, "budget": {"limit_tokens": window.limit_tokens()}}})
}

/// A summary that says only what the window says: its first replies, up to what a summary may have
pub fn summary(window: &Window) -> String {
    let most = (window.bytes() / 16).min(4096);
    let mut text = String::new();
    for piece in window.pieces.iter().filter(|piece| piece.kind == crate::piece::Kind::Reply) {
        if text.len() + piece.text.len() > most && !text.is_empty() {
            break;
        }
        text += &piece.text;
        text += "\n";
    }
    text
}

/// The message of whatever went wrong
pub fn told<T, E: std::fmt::Debug>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| format!("{error:?}"))
}

fn timed(fuel: u64, mut ways: [Way<'_>; 5]) -> Result<Decision, String> {
    let mut spreads = in_turns(&mut ways).into_iter();
    let mut next = || spreads.next().unwrap_or_else(|| Err("it was not timed".to_owned()));
    Ok(Decision { native: next(), unbounded: next(), bounded: next(), desk_native: next(), desk_bounded: next(), fuel })
}

fn native_request(window: &Window) -> Request<'_> {
    let elements = window.pieces.iter().map(|piece| piece.element(false)).collect();
    let budget =
        Budget { limit_tokens: window.limit_tokens(), reserve_tokens: 0, overhead_tokens: 0, limit_bytes: None };
    Request::new(elements, budget, Preset::Standard)
}

fn receipts(verdict: &Verdict) -> Receipts<'static> {
    let mut receipts = Receipts::default();
    if let Verdict::Proceed(plan) = verdict {
        receipts.window = Some(plan.window);
        for duty in &plan.duties {
            match duty {
                Duty::Archive(archive) => receipts.archived.push(archive.digest),
                Duty::Ledger(effect) => receipts.ledgered.push(effect.id.clone()),
                Duty::Probe(_) => {}
            }
        }
    }
    receipts
}

fn desk_admission(window: &Window, summary: &str) -> Result<String, String> {
    let mut call = desk_request(window);
    let answer: Value = told(serde_json::from_str(&desk::plan(call.to_string())?))?;
    let duties = answer.pointer("/plan/duties").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let told_by = |pointer: &str| -> Vec<&Value> { duties.iter().filter_map(|duty| duty.pointer(pointer)).collect() };
    let receipts = json!({
        "window": answer.pointer("/plan/window"),
        "archived": told_by("/digest"),
        "ledgered": told_by("/effect/id"),
    });
    if let Some(call) = call.as_object_mut() {
        call.insert("receipts".to_owned(), receipts);
        call.insert("candidate".to_owned(), json!({"text": summary}));
    }
    Ok(call.to_string())
}
