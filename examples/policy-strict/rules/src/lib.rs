//! The rules of Anchorhold with one changed: a summary in another language than the conversation's does not pass.
//!
//! All other rules are those of `anchorhold-rules`, under their own names. A module that stands here takes the place of
//! the one with its name there.
#![no_std]

pub use anchorhold_rules::*;

/// Whether what a pass made may be installed, with the changed rule
pub mod admit {
    use anchorhold_rules::admission::{Admission, Candidate, FindingCode, Receipts, Severity};
    use anchorhold_rules::error::InputError;
    use anchorhold_rules::request::Request;

    pub use anchorhold_rules::admit::*;

    /// Decides about the exact bytes that will be installed
    ///
    /// # Errors
    /// `request` breaks a stated rule.
    pub fn admit(
        request: &Request<'_>,
        receipts: &Receipts<'_>,
        candidate: &Candidate<'_>,
    ) -> Result<Admission, InputError> {
        anchorhold_rules::admit::admit(&strict(request), receipts, candidate)
    }

    /// What `admit` would say if every duty were done
    ///
    /// # Errors
    /// `request` breaks a stated rule.
    pub fn check(request: &Request<'_>, candidate: &Candidate<'_>) -> Result<Admission, InputError> {
        anchorhold_rules::admit::check(&strict(request), candidate)
    }

    /// The request with the changed rule. What the caller sets comes later and outranks it.
    fn strict<'a>(request: &Request<'a>) -> Request<'a> {
        let mut request = request.clone();
        request.settings.severities.insert(0, (FindingCode::LanguageChanged, Severity::Block));
        request
    }
}
