//! Whether a pass may begin, and what it owes.

use crate::error::InputError;
use crate::request::Request;
use crate::verdict::{Refusal, Verdict};
use alloc::vec::Vec;

/// Decides whether a pass may begin, and what it owes
///
/// # Errors
/// `request` breaks a stated rule.
pub fn plan(_request: &Request<'_>) -> Result<Verdict, InputError> {
    Ok(Verdict::Refuse(Refusal { reasons: Vec::new(), remedies: Vec::new() }))
}
