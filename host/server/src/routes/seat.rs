//! Who asks: the tenant whose token the request bears.

use crate::answer::Fault;
use crate::decisions::exhausted;
use crate::state::Server;
use crate::tenants;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use std::ops::Deref;
use std::sync::Arc;

/// The tenant whose token the request bears
pub struct Seat(Arc<tenants::Seat>);

impl Deref for Seat {
    type Target = tenants::Seat;

    fn deref(&self) -> &tenants::Seat {
        &self.0
    }
}

impl FromRequestParts<Server> for Seat {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Seat, Fault> {
        let token = parts
            .headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| token.trim());
        let seat = token.and_then(|token| server.tenants.of_token(token));
        let unknown = || {
            Fault::request(StatusCode::UNAUTHORIZED, "unauthorized", "the request bears no token that is known here")
        };
        let seat = seat.ok_or_else(unknown)?;
        seat.request().map_err(exhausted)?;
        Ok(Seat(seat))
    }
}
