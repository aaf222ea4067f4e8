//! What is left of a body when its request is answered before it was read.

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::timeout;

/// So much is read and thrown away; where more comes, the connection ends
const BYTES_MOST: usize = 1 << 20;
/// And for so long
const WAIT_MOST: Duration = Duration::from_secs(2);

/// Reads what was left unread of a small body before the answer goes out. Without that the connection would be closed on a
/// client that is still sending, and the reason why it was turned away would be lost with it.
pub async fn read(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let rest = Shared(Arc::new(Mutex::new(body)));
    let response = next.run(Request::from_parts(parts, Body::new(rest.clone()))).await;
    if !response.status().is_success() {
        // Whoever is slower than that is not waited for.
        let _ = timeout(WAIT_MOST, rest.drain()).await;
    }
    response
}

/// A body that can be read on after whoever had it is gone
#[derive(Clone)]
struct Shared(Arc<Mutex<Body>>);

impl Shared {
    async fn drain(mut self) {
        let mut left = BYTES_MOST;
        while let Some(Ok(frame)) = poll_fn(|context| Pin::new(&mut self).poll_frame(context)).await {
            let length = frame.data_ref().map_or(0, Bytes::len);
            if length > left {
                return;
            }
            left -= length;
        }
    }

    fn with<A>(&self, look: impl FnOnce(Pin<&mut Body>) -> A) -> A {
        look(Pin::new(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl HttpBody for Shared {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, axum::Error>>> {
        self.with(|body| body.poll_frame(context))
    }

    fn is_end_stream(&self) -> bool {
        self.with(|body| body.is_end_stream())
    }

    fn size_hint(&self) -> http_body::SizeHint {
        self.with(|body| body.size_hint())
    }
}
