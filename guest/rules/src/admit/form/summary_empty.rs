//! The summary holds nothing.
//!
//! ## Why
//! An empty summary leaves the agent without its history, and the budget is met all the same.
//!
//! ## What helps
//! Ask again, then the spill.
//!
//! ## Example
//! The summarizer answers with white space, or with headings and nothing under them.
//!
//! ## Source
//! spec 001, what was observed: silent success

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode};
use crate::admit::installation::Installation;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "summary-empty",
    kind: RuleKind::Finding,
    summary: "The summary holds nothing",
    source: "spec 001, what was observed: silent success",
};

/// Whether nothing is left without headings, list marks and white space
pub fn find(installation: &Installation<'_, '_, '_>, findings: &mut Vec<Finding>) {
    let is_content = |line: &str| !line.trim_start().starts_with('#') && line.chars().any(char::is_alphanumeric);
    if installation.has_summary && !installation.candidate.text.lines().any(is_content) {
        findings.push(finding(FindingCode::SummaryEmpty));
    }
}
