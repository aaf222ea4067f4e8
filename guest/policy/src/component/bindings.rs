//! What `wit-bindgen` makes of the contract, and the exports themselves.
#![allow(missing_docs, reason = "generated; the contract in `wit/` documents every item")]
#![allow(unsafe_code, reason = "generated; the canonical ABI passes pointers")]

use super::exports::Policy;

wit_bindgen::generate!({ world: "desk", path: "../../wit" });

export!(Policy);
