//! Whether what a pass made may be installed.

use crate::admission::{Admission, Candidate, Receipts, Rejection};
use crate::error::InputError;
use crate::request::Request;
use alloc::vec::Vec;

/// Decides about the exact bytes that will be installed
///
/// # Errors
/// `request` breaks a stated rule.
pub fn admit(_request: &Request<'_>, _receipts: &Receipts<'_>, _candidate: &Candidate<'_>) -> Result<Admission, InputError> {
    Ok(Admission::Refused(Rejection { reasons: Vec::new(), findings: Vec::new(), remedies: Vec::new() }))
}

/// What `admit` would say if every duty were done
///
/// # Errors
/// `request` breaks a stated rule.
pub fn check(_request: &Request<'_>, _candidate: &Candidate<'_>) -> Result<Admission, InputError> {
    Ok(Admission::Refused(Rejection { reasons: Vec::new(), findings: Vec::new(), remedies: Vec::new() }))
}
