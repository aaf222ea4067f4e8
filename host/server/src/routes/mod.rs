//! What is answered where.

mod archive;
mod body;
mod calls;
mod effects;
mod health;
mod recall;
mod seat;

use crate::state::Server;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

/// All routes, for requests of at most so many bytes
pub fn all(server: Server, request_bytes_max: usize) -> Router {
    Router::new()
        .route("/v1/call/{function}", post(calls::call))
        .route("/v1/archive", post(archive::keep))
        .route("/v1/archive/{pointer}", get(archive::recall))
        .route("/v1/recall", post(recall::ask).get(recall::left))
        .route("/v1/effects", get(effects::list))
        .route("/v1/effects/judge", post(effects::judge))
        .route("/v1/effects/record", post(effects::record))
        .route("/v1/effects/settle", post(effects::settle))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .fallback(health::nothing_here)
        .layer(DefaultBodyLimit::max(request_bytes_max))
        .with_state(server)
}
