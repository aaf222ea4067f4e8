//! What left the windows of a tenant: by a question, by a pass, by a chain.

use super::body::Object;
use super::seat::Seat;
use crate::answer::Fault;
use crate::state::Server;
use crate::stores::failed;
use anchorhold_flow::{Question, Store, left_of_chain, left_with};
use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

/// A question
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// In whatever words
    question: String,
    /// The session whose window it was; absent: all of the tenant are asked
    session: Option<String>,
    /// The pass that evicted what is asked for, where that is known
    about: Option<u64>,
    /// How many answers are given at most
    count: Option<usize>,
}

/// What left with a pass, or of a chain of a session
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Left {
    /// The pass; then neither of the others is given
    pass: Option<u64>,
    /// The session of the chain
    session: Option<String>,
    /// The name of the chain
    chain: Option<String>,
}

/// What answers a question, the best first; question and answers are kept
#[utoipa::path(
    post,
    path = "/v1/recall",
    request_body = Asked,
    responses((status = 200, description = "`{\"ok\": {\"question\", \"answers\"}}`"), (status = "default", description = "The request is unsound, or nothing was done", body = ref("/schema/answers.json"))),
    security(("token" = []))
)]
pub async fn ask(seat: Seat, State(server): State<Server>, Object(asked): Object<Asked>) -> Result<Json<Value>, Fault> {
    let work = move |store: &mut Store| {
        let Asked { question: text, session, about, count } = &asked;
        let question = Question { text, session: session.as_deref(), about: *about, count: *count };
        anchorhold_flow::ask(store, question).map_err(|error| failed(&error))
    };
    Ok(Json(json!({"ok": server.stores.work(&seat, work).await?})))
}

/// All that left with a pass or of a chain
#[utoipa::path(
    get,
    path = "/v1/recall",
    params(Left),
    responses((status = 200, description = "`{\"ok\": {\"entries\"}}`"), (status = "default", description = "The request is unsound, or nothing was done", body = ref("/schema/answers.json"))),
    security(("token" = []))
)]
pub async fn left(seat: Seat, State(server): State<Server>, Query(wanted): Query<Left>) -> Result<Json<Value>, Fault> {
    let work = move |store: &mut Store| match (wanted.pass, &wanted.session, &wanted.chain) {
        (Some(pass), None, None) => match store.pass(pass).map_err(|error| failed(&error))? {
            Some(_) => left_with(store, pass).map_err(|error| failed(&error)),
            None => Err(Fault::request(StatusCode::NOT_FOUND, "pass-unknown", &format!("there is no pass {pass}"))),
        },
        (None, Some(session), Some(chain)) => left_of_chain(store, session, chain).map_err(|error| failed(&error)),
        _ => {
            let message = "either `pass`, or `session` and `chain`";
            Err(Fault::request(StatusCode::UNPROCESSABLE_ENTITY, "malformed", message))
        }
    };
    Ok(Json(json!({"ok": {"entries": server.stores.work(&seat, work).await?}})))
}
