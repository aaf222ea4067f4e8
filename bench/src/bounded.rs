//! The component under the limits of `host/runtime`, as it runs in production.

pub use anchorhold_runtime::wit;

#[path = "records.rs"]
pub mod records;
