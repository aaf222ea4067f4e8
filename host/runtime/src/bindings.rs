//! The contract of `wit/` as Rust types; the macro and nothing else.

#![allow(missing_docs, reason = "the documentation of these items is that of wit/")]

wasmtime::component::bindgen!({
    path: "../../wit",
    world: "desk",
    additional_derives: [PartialEq],
});

/// The types and functions of the contract
pub mod wit {
    pub use super::exports::anchorhold::policy::{about, classifier, effects, guard, recall, types};
}
