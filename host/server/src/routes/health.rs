//! Whether the server lives, takes requests, and what it counted.

use crate::answer::Fault;
use crate::state::Server;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::IntoResponse;

/// The process lives
#[utoipa::path(
    get,
    path = "/healthz",
    responses((status = 200, description = "The process lives"))
)]
pub async fn alive() -> &'static str {
    "alive\n"
}

/// It takes requests
#[utoipa::path(
    get,
    path = "/readyz",
    responses((status = 200, description = "Requests are taken"), (status = 503, description = "It was told to end"))
)]
pub async fn ready(State(server): State<Server>) -> (StatusCode, &'static str) {
    if server.is_ready() { (StatusCode::OK, "ready\n") } else { (StatusCode::SERVICE_UNAVAILABLE, "stopping\n") }
}

/// What was counted, in Prometheus' text format
#[utoipa::path(
    get,
    path = "/metrics",
    responses((status = 200, description = "Figures for Prometheus", body = String))
)]
pub async fn metrics(State(server): State<Server>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], server.metrics.render())
}

/// There is nothing at this address
pub async fn nothing_here(address: Uri) -> Fault {
    let message = format!("there is nothing at `{}`: docs/server.md tells what there is", address.path());
    Fault::request(StatusCode::NOT_FOUND, "unknown-address", &message)
}
