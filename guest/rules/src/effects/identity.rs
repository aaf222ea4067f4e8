//! The identity of an effect: its idempotency key, else the tool and a digest of its canonical arguments.

use crate::digest::Digest;
use crate::inference;
use crate::json::Json;
use alloc::format;
use alloc::string::String;

/// By what a repeat of a call is recognised
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The id of its entry in the ledger
    pub id: String,
    /// The idempotency key; `None`: the id is made of the tool and its arguments
    pub idempotency_key: Option<String>,
    /// The arguments in canonical form (RFC 8785)
    pub arguments: String,
}

/// The identity of a call of `tool`; `stated_key` outranks a key among the arguments
pub fn identity(tool: &str, arguments: &Json<'_>, stated_key: Option<&str>) -> Identity {
    let idempotency_key = stated_key.map(String::from).or_else(|| inference::idempotency_key(arguments));
    let canonical = arguments.to_canonical();
    let id = match &idempotency_key {
        Some(key) => key.clone(),
        None => format!("{tool}#{}", Digest::of(canonical.as_bytes()).short()),
    };
    Identity { id, idempotency_key, arguments: canonical }
}
