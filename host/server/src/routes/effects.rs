//! The ledger of effects of a tenant: calls that change the world, so that none fires twice.

use super::body::Object;
use super::seat::Seat;
use crate::answer::Fault;
use crate::decisions::{Note, failed as policy_failed, unsound};
use crate::state::Server;
use crate::stores::failed;
use anchorhold_flow::effects::{self, EffectCall, EffectStatus, Judge, JudgeError, Settled, Told};
use anchorhold_flow::registry::{Answered, Lease};
use anchorhold_flow::{DeskError, DeskFunction, PolicyDigest};
use axum::Json;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::{IntoParams, ToSchema};

/// A call that is about to fire
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ToJudge {
    /// The session whose ledger it is
    session: String,
    /// `tool` and `arguments`
    #[schema(value_type = Object)]
    tool_call: Map<String, Value>,
    /// What the host knows of its tools, as the desk takes it
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    tools: Value,
    /// Nothing is written
    #[serde(default)]
    rehearsal: bool,
}

/// What came of an effect
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ToRecord {
    /// The session whose ledger it is
    session: String,
    /// The identity that the judgement gave
    effect: String,
    /// How far it got
    status: Progress,
    /// What came of it, such as the id that the service gave it
    outcome: Option<String>,
}

/// How far an effect got
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Progress {
    Fired,
    Confirmed,
    Failed,
    Unknown,
}

/// What was found out of an effect; or that whoever had effects in flight is gone
#[derive(Deserialize, ToSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum ToSettle {
    /// What was found out
    Effect { session: String, effect: String, end: End, outcome: Option<String> },
    /// Whoever had effects in flight is gone
    Abandoned {
        session: String,
        #[schema(value_type = bool)]
        abandoned: True,
    },
}

/// How an effect ended
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// It was done
    Confirmed,
    /// It changed nothing
    Failed,
}

/// Nothing but `true`
#[derive(Deserialize)]
#[serde(try_from = "bool")]
pub struct True;

impl TryFrom<bool> for True {
    type Error = &'static str;

    fn try_from(is_true: bool) -> Result<True, &'static str> {
        if is_true { Ok(True) } else { Err("`abandoned` is true or not there") }
    }
}

/// Whose ledger
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Listed {
    /// The session whose ledger it is
    session: String,
}

/// The version that judges, counted as for any decision
struct Counted {
    lease: Lease,
    fuel_used: u64,
    by: Option<PolicyDigest>,
}

impl Judge for &mut Counted {
    fn judge(&mut self, json: &str) -> Result<String, DeskError> {
        let Answered { decided, by, .. } = self.lease.call(DeskFunction::Judge, json)?;
        self.fuel_used = self.fuel_used.saturating_add(decided.fuel_used);
        self.by = Some(by);
        decided.answer.map_err(|json| DeskError::told(DeskFunction::Judge, json))
    }
}

/// Judges a call. Where it may fire, the ledger says so before this answers, and to one who asks alone.
#[utoipa::path(
    post,
    path = "/v1/effects/judge",
    request_body = ToJudge,
    responses((status = 200, description = "`{\"ok\": judgement}`", body = ref("/schema/answers.json")), (status = "default", description = "The request is unsound, or nothing was done", body = ref("/schema/answers.json"))),
    security(("token" = []))
)]
pub async fn judge(
    seat: Seat,
    State(server): State<Server>,
    Object(asked): Object<ToJudge>,
) -> Result<impl IntoResponse, Fault> {
    let turn = server.decisions.turn(&seat).await?;
    let lease = server.decisions.lease(&seat.name, &asked.session);
    let mut counted = Counted { by: Some(lease.digest()), lease, fuel_used: 0 };
    let call = EffectCall { tool_call: asked.tool_call, tools: asked.tools };
    let note = Note::begin(&seat.name, DeskFunction::Judge, json!(call.tool_call).to_string().len());
    let work = move |store: &mut anchorhold_flow::Store| {
        let judged = effects::judge(&mut counted, store, &asked.session, &call, asked.rehearsal).map_err(unjudged);
        drop(turn);
        // What was used is paid for, whatever came of it.
        Ok((judged.map(|judged| judged.json), counted.fuel_used, counted.by))
    };
    let (judged, fuel, by) = server.stores.grow(&seat, work).await?;
    note.end(&seat, fuel, by, judged.as_ref().map(|_| ()));
    Ok(([(header::CONTENT_TYPE, "application/json")], format!("{{\"ok\":{}}}", judged?)))
}

/// Notes what came of an effect
#[utoipa::path(
    post,
    path = "/v1/effects/record",
    request_body = ToRecord,
    responses((status = 200, description = "`{\"ok\": {\"recorded\", \"entry\"}}`"), (status = "default", description = "The request is unsound, or nothing was done", body = ref("/schema/answers.json"))),
    security(("token" = []))
)]
pub async fn record(
    seat: Seat,
    State(server): State<Server>,
    Object(told): Object<ToRecord>,
) -> Result<Json<Value>, Fault> {
    let status = match told.status {
        Progress::Fired => EffectStatus::Fired,
        Progress::Confirmed => EffectStatus::Confirmed,
        Progress::Failed => EffectStatus::Failed,
        Progress::Unknown => EffectStatus::Unknown,
    };
    let work = move |store: &mut anchorhold_flow::Store| {
        let noted = effects::record(store, &told.session, &told.effect, status, told.outcome.as_deref());
        match noted.map_err(|error| failed(&error))? {
            Told::Advanced(entry) => Ok(("advanced", entry)),
            Told::Known(entry) => Ok(("known", entry)),
            Told::Outranked(entry) => Ok(("outranked", entry)),
            Told::Absent => Err(no_effect(&told.effect)),
        }
    };
    let (word, entry) = server.stores.work(&seat, work).await?;
    Ok(Json(json!({"ok": {"recorded": word, "entry": anchorhold_flow::Effect::from(entry)}})))
}

/// Ends effects whose outcome nobody knew
#[utoipa::path(
    post,
    path = "/v1/effects/settle",
    request_body = ToSettle,
    responses((status = 200, description = "`{\"ok\": {\"settled\", \"entry\"}}`, or the effects that nobody knows the outcome of now"), (status = "default", description = "The request is unsound, or nothing was done", body = ref("/schema/answers.json"))),
    security(("token" = []))
)]
pub async fn settle(
    seat: Seat,
    State(server): State<Server>,
    Object(told): Object<ToSettle>,
) -> Result<Json<Value>, Fault> {
    let work = move |store: &mut anchorhold_flow::Store| {
        let (session, effect, end, outcome) = match told {
            ToSettle::Abandoned { session, abandoned: True } => {
                let abandoned = effects::abandon(store, &session).map_err(|error| failed(&error))?;
                return Ok(json!({"ok": {"session": session, "effects": abandoned}}));
            }
            ToSettle::Effect { session, effect, end, outcome } => (session, effect, end, outcome),
        };
        let settled = effects::settle(store, &session, &effect, end == End::Confirmed, outcome.as_deref());
        let (word, entry) = match settled.map_err(|error| failed(&error))? {
            Settled::Settled(entry) => ("settled", entry),
            Settled::InFlight(entry) => ("in-flight", entry),
            Settled::Ended(entry) => ("ended", entry),
            Settled::Absent => return Err(no_effect(&effect)),
        };
        Ok(json!({"ok": {"settled": word, "entry": anchorhold_flow::Effect::from(entry)}}))
    };
    Ok(Json(server.stores.work(&seat, work).await?))
}

/// The ledger of a session, oldest entry first
#[utoipa::path(
    get,
    path = "/v1/effects",
    params(Listed),
    responses((status = 200, description = "`{\"ok\": {\"session\", \"effects\"}}`"), (status = "default", description = "The request is unsound, or nothing was done", body = ref("/schema/answers.json"))),
    security(("token" = []))
)]
pub async fn list(
    seat: Seat,
    State(server): State<Server>,
    Query(listed): Query<Listed>,
) -> Result<Json<Value>, Fault> {
    let work = move |store: &mut anchorhold_flow::Store| {
        let effects = effects::list(store, &listed.session).map_err(|error| failed(&error))?;
        Ok(json!({"ok": {"session": listed.session, "effects": effects}}))
    };
    Ok(Json(server.stores.work(&seat, work).await?))
}

fn no_effect(effect: &str) -> Fault {
    let message = format!("the ledger of this session has no effect `{effect}`; `judge` gives its identity");
    Fault::request(StatusCode::NOT_FOUND, "effect-unknown", &message)
}

/// Why nothing may fire
fn unjudged(error: JudgeError) -> Fault {
    match error {
        JudgeError::Desk(DeskError::Input(fault)) => unsound(&fault.json),
        JudgeError::Desk(DeskError::Failed(failure)) => policy_failed(&failure),
        JudgeError::Desk(error) => Fault::failure(StatusCode::BAD_GATEWAY, "answer-unreadable", &error.to_string()),
        JudgeError::Database(error) => failed(&error),
        JudgeError::Contended => Fault::failure(StatusCode::SERVICE_UNAVAILABLE, "contended", &error.to_string()),
    }
}
