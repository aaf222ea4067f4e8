//! A receipt names bytes that no duty asked for, while the bytes of a duty are missing.
//!
//! ## Why
//! The archive holds something, but not what left: it was cut, re-encoded or taken from another window.
//!
//! ## What helps
//! Archive the exact bytes, and read them back for the receipt.
//!
//! ## Example
//! A host truncates tool results before it stores them, so that their digests differ from those of the plan.
//!
//! ## Source
//! spec 000, condition C1

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Receipts};
use crate::gathered;
use crate::plan::Draft;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "receipt-mismatch",
    kind: RuleKind::Finding,
    summary: "A receipt names bytes that no duty asked for, while the bytes of a duty are missing",
    source: "spec 000, condition C1",
};

/// One finding for each foreign digest, as far as duties are missing
pub fn find(draft: &Draft<'_, '_>, receipts: &Receipts<'_>, findings: &mut Vec<Finding>) {
    let asked: BTreeSet<_> = gathered::set(draft.archive_duties().into_iter().map(|duty| duty.digest));
    let given: BTreeSet<_> = gathered::set(receipts.archived.iter().copied());
    let missing = asked.iter().filter(|digest| !given.contains(digest)).count();
    for foreign in given.iter().filter(|digest| !asked.contains(digest) && !draft.is_known(**digest)).take(missing) {
        let mut mismatch = finding(FindingCode::ReceiptMismatch);
        mismatch.summary_text = Some(foreign.to_hex());
        findings.push(mismatch);
    }
}
