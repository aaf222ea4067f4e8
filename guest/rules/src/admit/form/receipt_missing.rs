//! A duty of the plan has no receipt.
//!
//! ## Why
//! What is not known to be in the archive and in the ledger would be lost with the window.
//!
//! ## What helps
//! Do the duty, and say so.
//!
//! ## Example
//! The plan asks for 14 objects in the archive, and the receipts name 13.
//!
//! ## Source
//! spec 000, the operational rule

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Receipts};
use crate::gathered;
use crate::plan::Draft;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "receipt-missing",
    kind: RuleKind::Finding,
    summary: "A duty of the plan has no receipt",
    source: "spec 000, the operational rule",
};

/// One finding for each duty without a receipt
pub fn find(draft: &Draft<'_, '_>, receipts: &Receipts<'_>, findings: &mut Vec<Finding>) {
    let archived: BTreeSet<_> = gathered::set(receipts.archived.iter().copied());
    let ledgered: BTreeSet<&str> = gathered::set(receipts.ledgered.iter().map(AsRef::as_ref));
    for duty in draft.archive_duties().into_iter().filter(|duty| !archived.contains(&duty.digest)) {
        let mut missing = finding(FindingCode::ReceiptMissing);
        missing.window_text = Some(duty.digest.to_hex());
        missing.element = duty.elements.first().copied();
        findings.push(missing);
    }
    for effect in draft.ledger_duties().into_iter().filter(|effect| !ledgered.contains(effect.id.as_ref())) {
        let mut missing = finding(FindingCode::ReceiptMissing);
        missing.window_text = Some(effect.id.into_owned());
        findings.push(missing);
    }
}
