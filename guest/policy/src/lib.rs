//! The policy: the shell around the rules, which becomes the component.
//!
//! `component` is the typed half of the contract and exists in the component only. `desk` is the same functions as JSON
//! text; it is the same code in the component and in a native build, so that tests, fuzzing and benches can call it.
// In the component the standard library would import WASI, and the policy imports nothing.
#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

pub mod desk;
pub mod identity;

#[cfg(target_arch = "wasm32")]
mod component;
