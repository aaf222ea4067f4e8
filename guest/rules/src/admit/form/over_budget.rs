//! The next window is above B.
//!
//! ## Why
//! A window above the budget triggers the next pass at once.
//!
//! ## What helps
//! A shorter summary, then the spill.
//!
//! ## Example
//! B is 8,000; what stays has 5,000 and the summary 3,400.
//!
//! ## Source
//! spec 000, reference code: the size after compaction

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode};
use crate::admit::installation::Installation;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "over-budget",
    kind: RuleKind::Finding,
    summary: "The next window is above B",
    source: "spec 000, reference code: the size after compaction",
};

/// Whether the whole is above B, in tokens or in bytes
pub fn find(installation: &Installation<'_, '_, '_>, findings: &mut Vec<Finding>) {
    let survey = &installation.draft.survey;
    let summary_bytes = if installation.has_summary { installation.candidate.text.len() as u64 } else { 0 };
    let over_bytes = survey
        .request
        .budget
        .limit_bytes
        .is_some_and(|limit| u64::from(limit) < installation.draft.kept_bytes().saturating_add(summary_bytes));
    if survey.budget < installation.tokens || over_bytes {
        findings.push(finding(FindingCode::OverBudget));
    }
}
