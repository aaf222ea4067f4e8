//! What is answered where.

mod archive;
mod body;
mod calls;
mod description;
mod effects;
mod health;
mod recall;
mod rest;
mod seat;

use crate::state::Server;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All routes, for requests of at most so many bytes
pub fn all(server: Server, request_bytes_max: usize) -> Router {
    let (router, _) = described().split_for_parts();
    router
        .fallback(health::nothing_here)
        .layer(DefaultBodyLimit::max(request_bytes_max))
        .layer(from_fn(rest::read))
        .with_state(server)
}

/// What the routes answer, as an OpenAPI document
pub fn openapi() -> String {
    // Nothing in it can fail to be written.
    described().into_openapi().to_pretty_json().unwrap_or_default() + "\n"
}

/// Each route with what is said of it, so that neither is without the other
fn described() -> OpenApiRouter<Server> {
    OpenApiRouter::with_openapi(description::Description::openapi())
        .routes(routes!(calls::call))
        .routes(routes!(archive::keep))
        .routes(routes!(archive::recall))
        .routes(routes!(recall::ask, recall::left))
        .routes(routes!(effects::list))
        .routes(routes!(effects::judge))
        .routes(routes!(effects::record))
        .routes(routes!(effects::settle))
        .routes(routes!(health::alive))
        .routes(routes!(health::ready))
        .routes(routes!(health::metrics))
        .routes(routes!(description::openapi))
        .routes(routes!(description::schema))
}
