//! The archive of a tenant: bytes by their digest.

use super::seat::Seat;
use crate::answer::Fault;
use crate::state::Server;
use crate::stores::failed;
use anchorhold_flow::{FindError, RecallError, recall as recall_by_pointer};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::IntoParams;

/// Keeps the body, and answers with its digest and pointer: the receipt of an archive duty
#[utoipa::path(
    post,
    path = "/v1/archive",
    request_body(content = Vec<u8>, description = "What is kept", content_type = "application/octet-stream"),
    responses((status = 200, description = "`{\"ok\": {\"digest\"}}`: the receipt of an archive duty"), (status = "default", description = "The request is unsound, or nothing was done", body = ref("/schema/answers.json"))),
    security(("token" = []))
)]
pub async fn keep(seat: Seat, State(server): State<Server>, body: Bytes) -> Result<Json<Value>, Fault> {
    let kept =
        server.stores.grow(&seat, move |store| store.archive(&[body.as_ref()]).map_err(|error| failed(&error))).await?;
    let digest = kept.first().map(|kept| kept.digest);
    Ok(Json(json!({"ok": {"digest": digest.map(|digest| digest.to_string())}})))
}

/// How what a pointer leads to is wanted
#[derive(Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// The document whose manifest it is, and not the manifest
    document: bool,
}

/// The bytes that a pointer leads to
#[utoipa::path(
    get,
    path = "/v1/archive/{pointer}",
    params(("pointer" = String, Path, description = "`ah:` and 8 to 64 hexadecimal digits"), Wanted),
    responses((status = 200, description = "The bytes", body = Vec<u8>, content_type = "application/octet-stream"), (status = "default", description = "The request is unsound, or nothing was done", body = ref("/schema/answers.json"))),
    security(("token" = []))
)]
pub async fn recall(
    seat: Seat,
    State(server): State<Server>,
    Path(pointer): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<impl IntoResponse, Fault> {
    let recalled = server.stores.work(&seat, move |store| {
        recall_by_pointer(store, &pointer, wanted.document).map_err(|error| match &error {
            RecallError::Find(FindError::Unknown { .. }) => {
                Fault::request(StatusCode::NOT_FOUND, "pointer-unknown", &error.to_string())
            }
            RecallError::Find(FindError::Malformed { .. } | FindError::Ambiguous { .. })
            | RecallError::Restore(anchorhold_flow::RestoreError::NotAManifest { .. }) => {
                Fault::request(StatusCode::UNPROCESSABLE_ENTITY, "pointer-unsound", &error.to_string())
            }
            _ => failed(&error),
        })
    });
    Ok(([(header::CONTENT_TYPE, "application/octet-stream")], recalled.await?.bytes))
}
