//! The functions of the desk.

use super::seat::Seat;
use crate::answer::Fault;
use crate::decisions::{Outcome, Question};
use crate::state::Server;
use anchorhold_flow::{DeskFunction, PolicyDigest};
use axum::extract::rejection::StringRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::IntoResponse;

/// SHA-256 of the component that decided; in a request: of the one that must decide, since a pass began under it
const POLICY: HeaderName = HeaderName::from_static("anchorhold-policy");
/// By what a canary tells sessions apart
const SESSION: HeaderName = HeaderName::from_static("anchorhold-session");
/// What the decision used
const FUEL: HeaderName = HeaderName::from_static("anchorhold-fuel");

/// Answers `{"ok": …}`, as a line of a batch is answered
#[utoipa::path(
    post,
    path = "/v1/call/{function}",
    params(
        ("function" = String, Path, description = "A function of the desk, such as `plan`, `check`, `admit` or `classify`"),
        ("anchorhold-policy" = Option<String>, Header, description = "The version that must decide, since a pass began under it"),
        ("anchorhold-session" = Option<String>, Header, description = "By what a canary tells sessions apart")
    ),
    request_body(content = ref("/schema/batch-line.json"), description = "A line of a batch without `call`", content_type = "application/json"),
    responses((status = 200, description = "`{\"ok\": …}`", body = ref("/schema/answers.json"), headers(("anchorhold-policy", description = "SHA-256 of the component that decided"), ("anchorhold-fuel", description = "What the decision used"))), (status = "default", description = "The request is unsound, or nothing was done", body = ref("/schema/answers.json"))),
    security(("token" = []))
)]
pub async fn call(
    seat: Seat,
    State(server): State<Server>,
    Path(function): Path<String>,
    headers: HeaderMap,
    body: Result<String, StringRejection>,
) -> Result<impl IntoResponse, Fault> {
    let json = body.map_err(|error| Fault::request(error.status(), "body-unreadable", &error.body_text()))?;
    let function: DeskFunction = function.parse().map_err(|()| unknown(&function))?;
    let said = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let policy = headers.get(&POLICY).map(|_| said(&POLICY).and_then(|text| text.parse::<PolicyDigest>().ok()));
    if policy == Some(None) {
        let message = "the header `anchorhold-policy` is not 64 hexadecimal digits";
        return Err(Fault::request(StatusCode::UNPROCESSABLE_ENTITY, "policy-malformed", message));
    }
    let session = said(&SESSION).unwrap_or_default().to_owned();
    let question = Question { function, json, session, policy: policy.flatten() };
    let Outcome { answer, policy, fuel_used } = server.decisions.decide(&seat, question).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (POLICY, policy.to_string()),
        (FUEL, fuel_used.to_string()),
    ];
    Ok((headers, format!("{{\"ok\":{answer}}}")))
}

fn unknown(function: &str) -> Fault {
    let names: Vec<&str> = DeskFunction::ALL.into_iter().map(DeskFunction::name).collect();
    let message = format!("there is no function `{function}`; there are: {}", names.join(", "));
    Fault::request(StatusCode::NOT_FOUND, "unknown-call", &message)
}
