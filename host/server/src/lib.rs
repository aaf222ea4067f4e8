//! The desk and the archive for many tenants, over HTTP. `docs/server.md` describes it.
//!
//! # What this crate does not do
//! It knows no rule, and it keeps no text in its logs and figures.

mod answer;
mod bucket;
mod config;
mod decisions;
mod policies;
mod routes;
mod serve;
mod state;
mod stores;
mod telemetry;
mod tenants;
mod token;

pub use config::{Config, ConfigError, Limits, Telemetry, Tenant};
pub use policies::PoliciesError;
pub use routes::openapi;
pub use serve::{ServeError, serve};
pub use token::{TokenDigest, new_token};
