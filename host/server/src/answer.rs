//! What a request is answered with: an answer, an input error, or a failure, each with its own status.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::time::Duration;

/// Why a request has no answer
#[derive(Debug)]
pub struct Fault {
    status: StatusCode,
    kind: &'static str,
    /// A stable name for machines
    pub code: String,
    // On the heap, so that an answer is no larger than it is without a fault.
    body: Box<Value>,
    wait: Option<Duration>,
}

impl Fault {
    /// The caller's arguments break a stated rule; `error` is what the contract says of it
    pub fn input(code: &str, error: Value) -> Fault {
        Fault {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            kind: "input_error",
            code: code.to_owned(),
            body: Box::new(error),
            wait: None,
        }
    }

    /// The request itself is not in order
    pub fn request(status: StatusCode, code: &str, message: &str) -> Fault {
        Fault {
            status,
            kind: "input_error",
            code: code.to_owned(),
            body: Box::new(json!({"code": code, "message": message})),
            wait: None,
        }
    }

    /// No decision was made, and nothing was changed
    pub fn failure(status: StatusCode, code: &str, message: &str) -> Fault {
        Fault {
            status,
            kind: "failure",
            code: code.to_owned(),
            body: Box::new(json!({"code": code, "message": message})),
            wait: None,
        }
    }

    /// The same, with when it is worth to ask again
    #[must_use]
    pub fn after(mut self, wait: Duration) -> Fault {
        self.wait = Some(wait);
        self
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(json!({self.kind: self.body}))).into_response();
        if let Some(wait) = self.wait {
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
