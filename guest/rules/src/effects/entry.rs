//! The ledger entry of an effect, as a window shows it.

use super::begun::is_begun;
use super::identity::identity;
use crate::inference::{Nature, shorten};
use crate::json::Json;
use crate::window::{
    Answer, CallOutcome, CallProcess, Effect, EffectStatus, Element, ElementKind, StatedEffect, Text, ToolCall,
};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// The longest outcome that an entry shows, in bytes
const OUTCOME_BYTES: usize = 160;

/// What the window shows of a call that changed the world
pub struct Evidence<'w, 'a> {
    /// The element that holds the call
    pub element: &'w Element<'a>,
    /// The call
    pub call: &'w ToolCall<'a>,
    /// Its arguments
    pub arguments: &'w Json<'w>,
    /// What it does
    pub nature: &'w Nature,
    /// Its last result
    pub result: Option<&'w Element<'a>>,
}

/// The entry of a call
pub fn of_call(evidence: &Evidence<'_, '_>) -> Effect<'static> {
    let Evidence { element, call, arguments, nature, result } = *evidence;
    let stated = element.effect.as_ref().or_else(|| result.and_then(|result| result.effect.as_ref()));
    let identity = identity(&call.tool, arguments, stated.and_then(|stated| stated.idempotency_key.as_deref()));
    // What may be repeated is never compared with a repeat, so the entry of a file written does not hold the file.
    let keeps_arguments = nature.idempotent != Answer::Yes || identity.idempotency_key.is_some();
    Effect {
        id: owned(&identity.id),
        action: stated.map_or_else(|| owned(&call.tool), |stated| owned(&stated.action)),
        target: match stated {
            Some(stated) => owned(&stated.target),
            None => Cow::Owned(nature.target.clone().unwrap_or_default()),
        },
        idempotency_key: identity.idempotency_key.map(Cow::Owned),
        status: stated.map_or_else(|| status(call, nature, result), |stated| stated.status),
        arguments: keeps_arguments.then_some(Cow::Owned(identity.arguments)),
        fired_at: None,
        outcome: result.and_then(|result| outcome(&result.text)).map(Cow::Owned),
        element: Some(owned(&element.id)),
    }
}

/// The entry of an element that stands for itself
pub fn of_element(element: &Element<'_>) -> Effect<'static> {
    let outcome = outcome(&element.text).map(Cow::Owned);
    let element_id = Some(owned(&element.id));
    match &element.effect {
        Some(StatedEffect { action, target, idempotency_key, status }) => {
            let canonical = Json::Array(alloc::vec![Json::String(Cow::Borrowed(target))]);
            let identity = identity(action, &canonical, idempotency_key.as_deref());
            Effect {
                id: Cow::Owned(identity.id),
                action: owned(action),
                target: owned(target),
                idempotency_key: identity.idempotency_key.map(Cow::Owned),
                status: *status,
                arguments: None,
                fired_at: None,
                outcome,
                element: element_id,
            }
        }
        // All that is known is that it was done, and what was said of it.
        None => Effect {
            id: Cow::Owned(format!("{}#{}", nameless_action(&element.kind), element.id)),
            action: Cow::Borrowed(nameless_action(&element.kind)),
            target: Cow::Borrowed(""),
            idempotency_key: None,
            status: EffectStatus::Fired,
            arguments: None,
            fired_at: None,
            outcome,
            element: element_id,
        },
    }
}

fn nameless_action(kind: &ElementKind<'_>) -> &'static str {
    if *kind == ElementKind::WriteAcknowledgement { "write" } else { "effect" }
}

fn status(call: &ToolCall<'_>, nature: &Nature, result: Option<&Element<'_>>) -> EffectStatus {
    let awaited = match call.process {
        CallProcess::Alive => EffectStatus::Fired,
        CallProcess::Dead => EffectStatus::Unknown,
    };
    let Some(element) = result else { return awaited };
    match element.result().map(|result| result.outcome) {
        // Many formats have no mark of failure; an error text leaves open how far the call got.
        Some(CallOutcome::Success) if reads_as_error(&element.text) => EffectStatus::Unknown,
        // What may be repeated needs no watching.
        Some(CallOutcome::Success) if nature.idempotent != Answer::Yes && is_begun(&element.text) => {
            EffectStatus::Fired
        }
        Some(CallOutcome::Success) => EffectStatus::Confirmed,
        // A call that was cut off, or the second of two writes that failed, may have changed something.
        Some(CallOutcome::Failure) if nature.partial || reads_as_cut_off(&element.text) => EffectStatus::Unknown,
        Some(CallOutcome::Failure) => EffectStatus::Failed,
        Some(CallOutcome::Interim) | None => awaited,
    }
}

/// The part of a result that says how it went
const TELLING_BYTES: usize = 400;

fn reads_as_error(text: &str) -> bool {
    let head = text.trim_start().trim_start_matches(['{', '"', ' ', '\n', '[']);
    let head = head.as_bytes();
    let begins = |word: &str| head.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes()));
    ["error:", "error\"", "error -", "error executing", "exception:", "traceback (most recent"]
        .iter()
        .any(|word| begins(word))
}

fn reads_as_cut_off(text: &str) -> bool {
    let head = text.as_bytes().get(..text.len().min(TELLING_BYTES)).unwrap_or(&[]);
    let signs = [
        "timed out",
        "timeout",
        "deadline exceeded",
        "connection reset",
        "connection closed",
        "connection lost",
        "broken pipe",
        "interrupted",
        "aborted",
        "bad gateway",
        "gateway time",
        "socket hang up",
        "econnreset",
    ];
    signs.iter().any(|sign| head.windows(sign.len()).any(|bytes| bytes.eq_ignore_ascii_case(sign.as_bytes())))
}

/// The first line of a result that says something; of a JSON value, which may be spread over lines, its beginning
fn outcome(text: &str) -> Option<String> {
    let text = text.trim();
    let beginning = if text.starts_with(['{', '[']) {
        let mut beginning = String::new();
        for word in text.split_whitespace() {
            if beginning.len() > OUTCOME_BYTES {
                break;
            }
            if !beginning.is_empty() {
                beginning.push(' ');
            }
            beginning.push_str(word);
        }
        shorten(&beginning, OUTCOME_BYTES)
    } else {
        shorten(text.lines().next().unwrap_or("").trim_end(), OUTCOME_BYTES)
    };
    if beginning.is_empty() { None } else { Some(beginning) }
}

fn owned(text: &str) -> Text<'static> {
    Cow::Owned(String::from(text))
}
