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

/// Keeps the body, and answers with its digest and pointer: the receipt of an archive duty
pub async fn keep(seat: Seat, State(server): State<Server>, body: Bytes) -> Result<Json<Value>, Fault> {
    let kept =
        server.stores.grow(&seat, move |store| store.archive(&[body.as_ref()]).map_err(|error| failed(&error))).await?;
    let digest = kept.first().map(|kept| kept.digest);
    Ok(Json(json!({"ok": {"digest": digest.map(|digest| digest.to_string())}})))
}

/// How what a pointer leads to is wanted
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wanted {
    /// The document whose manifest it is, and not the manifest
    document: bool,
}

/// The bytes that a pointer leads to
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
