//! Bodies that are JSON, whatever their header says.

use crate::answer::Fault;
use crate::state::Server;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

/// A body that was read as an object of a known form
pub struct Object<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Server> for Object<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, server: &Server) -> Result<Object<T>, Fault> {
        let text = String::from_request(request, server)
            .await
            .map_err(|error| Fault::request(error.status(), "body-unreadable", &error.body_text()))?;
        let malformed = |error: serde_json::Error| {
            Fault::request(StatusCode::UNPROCESSABLE_ENTITY, "malformed", &format!("the body: {error}"))
        };
        serde_json::from_str(&text).map(Object).map_err(malformed)
    }
}
