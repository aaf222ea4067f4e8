//! Lines of a batch that the host answers itself, since they are about what it keeps: effects and recall.

use crate::answers::Effect;
use crate::desk::{Desk, DeskError};
use crate::effects::{self, EffectCall, JudgeError};
use anchorhold_store::{EffectStatus, Settled, Store, Told};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;

/// How a line was answered
pub(crate) enum HostAnswer {
    Ok(Value),
    InputError {
        code: &'static str,
        message: String,
    },
    /// As the policy says it, as JSON text
    InputFault(String),
    Failure {
        code: String,
        message: String,
    },
}

/// What names a line as one of the host's
const PREFIX: &str = "effects.";

#[derive(Deserialize)]
#[serde(tag = "call", deny_unknown_fields)]
enum HostCall {
    #[serde(rename = "effects.judge")]
    Judge {
        session: String,
        tool_call: serde_json::Map<String, Value>,
        #[serde(default)]
        tools: Value,
        #[serde(default)]
        rehearsal: bool,
    },
    #[serde(rename = "effects.record")]
    Record { session: String, effect: String, status: String, outcome: Option<String> },
    #[serde(rename = "effects.settle")]
    Settle { session: String, effect: String, status: String, outcome: Option<String> },
    #[serde(rename = "effects.abandon")]
    Abandon { session: String },
    #[serde(rename = "effects.list")]
    List { session: String },
}

/// Whether a line is the host's to answer. Lines are not read for it that cannot be.
pub(crate) fn is_for_host(line: &str) -> bool {
    #[derive(Deserialize)]
    struct Named<'a> {
        #[serde(borrow)]
        call: Option<std::borrow::Cow<'a, str>>,
    }
    line.contains(PREFIX)
        && serde_json::from_str::<Named<'_>>(line)
            .is_ok_and(|named| named.call.is_some_and(|call| call.starts_with(PREFIX)))
}

/// Answers such a line
pub(crate) fn answer(desk: &Desk, place: Option<&Path>, store: &mut Option<Store>, line: &str) -> HostAnswer {
    let call = match serde_json::from_str(line) {
        Ok(call) => call,
        Err(error) => return HostAnswer::InputError { code: "malformed", message: error.to_string() },
    };
    let Some(place) = place else {
        let message = "this batch has no store; give one with --store".to_owned();
        return HostAnswer::InputError { code: "store-missing", message };
    };
    let store = match store {
        Some(store) => store,
        None => match Store::open(place) {
            Ok(opened) => store.insert(opened),
            Err(error) => return failed(&error),
        },
    };
    perform(desk, store, call).unwrap_or_else(|answer| answer)
}

fn perform(desk: &Desk, store: &mut Store, call: HostCall) -> Result<HostAnswer, HostAnswer> {
    let entries = |entries: Vec<Effect>| HostAnswer::Ok(json!({"effects": entries}));
    Ok(match call {
        HostCall::Judge { session, tool_call, tools, rehearsal } => {
            let judged = effects::judge(desk, store, &session, &EffectCall { tool_call, tools }, rehearsal);
            HostAnswer::Ok(json!(judged.map_err(not_judged)?.judgement))
        }
        HostCall::Record { session, effect, status, outcome } => {
            let Some(status) = EffectStatus::from_name(&status).filter(|status| *status != EffectStatus::Intended)
            else {
                return Err(bad_status("`fired`, `confirmed`, `failed` or `unknown`"));
            };
            let told = effects::record(store, &session, &effect, status, outcome.as_deref());
            recorded(told.map_err(|error| failed(&error))?, &effect)
        }
        HostCall::Settle { session, effect, status, outcome } => {
            let is_done = match status.as_str() {
                "confirmed" => true,
                "failed" => false,
                _ => return Err(bad_status("`confirmed` or `failed`")),
            };
            let settled = effects::settle(store, &session, &effect, is_done, outcome.as_deref());
            settled_answer(settled.map_err(|error| failed(&error))?, &effect)
        }
        HostCall::Abandon { session } => entries(effects::abandon(store, &session).map_err(|error| failed(&error))?),
        HostCall::List { session } => entries(effects::list(store, &session).map_err(|error| failed(&error))?),
    })
}

fn recorded(told: Told, effect: &str) -> HostAnswer {
    match told {
        Told::Advanced(entry) => HostAnswer::Ok(json!({"recorded": "advanced", "entry": Effect::from(entry)})),
        Told::Known(entry) => HostAnswer::Ok(json!({"recorded": "known", "entry": Effect::from(entry)})),
        Told::Outranked(entry) => HostAnswer::Ok(json!({"recorded": "outranked", "entry": Effect::from(entry)})),
        Told::Absent => unknown(effect),
    }
}

fn settled_answer(settled: Settled, effect: &str) -> HostAnswer {
    match settled {
        Settled::Settled(entry) => HostAnswer::Ok(json!({"settled": "settled", "entry": Effect::from(entry)})),
        Settled::InFlight(entry) => HostAnswer::Ok(json!({"settled": "in-flight", "entry": Effect::from(entry)})),
        Settled::Ended(entry) => HostAnswer::Ok(json!({"settled": "ended", "entry": Effect::from(entry)})),
        Settled::Absent => unknown(effect),
    }
}

fn unknown(effect: &str) -> HostAnswer {
    HostAnswer::InputError { code: "effect-unknown", message: format!("the ledger holds no effect `{effect}`") }
}

fn bad_status(expected: &str) -> HostAnswer {
    HostAnswer::InputError { code: "malformed", message: format!("`status` is to be {expected}") }
}

fn not_judged(error: JudgeError) -> HostAnswer {
    match error {
        JudgeError::Desk(DeskError::Input(fault)) => HostAnswer::InputFault(fault.json),
        JudgeError::Desk(DeskError::Failed(failure)) => {
            HostAnswer::Failure { code: failure.code().to_owned(), message: failure.to_string() }
        }
        error @ JudgeError::Desk(DeskError::Unreadable { .. } | DeskError::Nonsense { .. }) => {
            HostAnswer::Failure { code: "answer-unreadable".to_owned(), message: error.to_string() }
        }
        error @ (JudgeError::Database(_) | JudgeError::Contended) => failed(&error),
    }
}

fn failed(error: &dyn std::error::Error) -> HostAnswer {
    HostAnswer::Failure { code: "store-failed".to_owned(), message: error.to_string() }
}
