//! Faults of form: duties that were not done, a window that moved, text that is no summary, and a size that does not fit.
//! One rule, one file.

mod failures;
mod invariant_lost;
mod marker_forged;
mod no_gain;
mod over_budget;
mod receipt_mismatch;
mod receipt_missing;
mod single_shot_spent;
mod summary_empty;
mod summary_is_error;
mod summary_truncated;
mod window_moved;

use super::installation::Installation;
use crate::about::Rule;
use crate::admission::{Finding, FindingCode, Receipts, Severity};
use crate::plan::Draft;
use alloc::vec::Vec;

/// The rules, in order of precedence
pub const RULES: [Rule; 11] = [
    receipt_missing::RULE,
    receipt_mismatch::RULE,
    window_moved::RULE,
    summary_empty::RULE,
    summary_is_error::RULE,
    summary_truncated::RULE,
    over_budget::RULE,
    single_shot_spent::RULE,
    no_gain::RULE,
    marker_forged::RULE,
    invariant_lost::RULE,
];

const CHECKS: [fn(&Installation<'_, '_, '_>, &mut Vec<Finding>); 8] = [
    summary_empty::find,
    summary_is_error::find,
    summary_truncated::find,
    over_budget::find,
    single_shot_spent::find,
    no_gain::find,
    marker_forged::find,
    invariant_lost::find,
];

/// What is wrong with what the host did
pub(super) fn receipts(draft: &Draft<'_, '_>, receipts: &Receipts<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    receipt_missing::find(draft, receipts, &mut findings);
    receipt_mismatch::find(draft, receipts, &mut findings);
    window_moved::find(draft, receipts, &mut findings);
    findings
}

/// What is wrong with the form of what would be installed
pub(super) fn findings(installation: &Installation<'_, '_, '_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for check in CHECKS {
        check(installation, &mut findings);
    }
    findings
}

/// A blocking finding about nothing in particular
pub(super) fn finding(code: FindingCode) -> Finding {
    Finding { code, severity: Severity::Block, summary_text: None, window_text: None, element: None }
}

/// Whether another summary could come out right, or the host has to do something first
pub(super) fn a_new_summary_helps(code: FindingCode) -> bool {
    !matches!(
        code,
        FindingCode::ReceiptMissing
            | FindingCode::ReceiptMismatch
            | FindingCode::WindowMoved
            | FindingCode::InvariantLost
    )
}
