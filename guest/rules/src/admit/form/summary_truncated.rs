//! The summary was cut off.
//!
//! ## Why
//! What a summary says last is what is still to be done; a cut takes just that.
//!
//! ## What helps
//! Ask for a shorter one, or for several parts.
//!
//! ## Example
//! The provider gives `finish_reason: length`.
//!
//! ## Source
//! spec 001, what was observed

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode};
use crate::admit::installation::Installation;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "summary-truncated",
    kind: RuleKind::Finding,
    summary: "The summary was cut off",
    source: "spec 001, what was observed",
};

/// Whether the model stopped for its limit, or stopped within a block of code
pub fn find(installation: &Installation<'_, '_, '_>, findings: &mut Vec<Finding>) {
    if !installation.has_summary {
        return;
    }
    let candidate = installation.candidate;
    let hit_limit = candidate.finish_reason.as_deref().is_some_and(is_limit);
    let fences = candidate.text.lines().filter(|line| line.trim_start().starts_with("```")).count();
    if hit_limit || fences % 2 == 1 {
        let mut truncated = finding(FindingCode::SummaryTruncated);
        truncated.summary_text = candidate.text.lines().next_back().map(ToString::to_string);
        findings.push(truncated);
    }
}

/// Whether a provider's word says that the answer reached its limit
fn is_limit(reason: &str) -> bool {
    let reason = reason.to_ascii_lowercase().replace(['-', ' '], "_");
    [
        "length",
        "max_tokens",
        "max_output_tokens",
        "token_limit",
        "model_length",
        "incomplete",
        "truncated",
        "content_filter",
    ]
    .iter()
    .any(|word| reason.contains(word))
}
