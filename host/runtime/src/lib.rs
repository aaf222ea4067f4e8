//! Runs policies: WebAssembly components that import nothing, each decision in an instance of its own, under limits.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use anchorhold_runtime::{Bounds, DeskFunction, Engine, Policy};
//!
//! let engine = Engine::new(Bounds::default())?;
//! let policy = Policy::load(&engine, &std::fs::read("anchorhold.wasm")?)?;
//! let decided = policy.call(DeskFunction::Describe, "{}")?;
//! println!("{:?}, {} units of fuel", decided.answer, decided.fuel_used);
//! # Ok(())
//! # }
//! ```
//!
//! Four things can come of a call, and they are four types: an answer, which may be a refusal; an input error, which
//! is the `Err` of the contract's own functions; a [`Failure`], where the policy broke a limit or trapped and no decision
//! was made; and, before all that, a [`LoadError`], where a file is not a policy.
//!
//! # What this crate does not do
//! It knows no rule and reads no request: what the JSON says is between the caller and the policy. It keeps nothing
//! between two decisions but the compiled code.

mod admission;
mod bindings;
mod bounds;
mod cache;
mod digest;
mod engine;
mod failure;
mod policy;
mod slots;
mod typed;

pub use admission::{Admitted, Found, Refusal, World, admit};
pub use bindings::wit;
pub use bounds::Bounds;
pub use cache::{CacheError, CompiledCache};
pub use digest::{BadDigest, Digest};
pub use engine::{Engine, EngineError};
pub use failure::Failure;
pub use policy::{Decided, DeskFunction, LoadError, Policy};
