//! The summary was cut off.
//!
//! ## Why
//! What a summary says last is what is still to be done; a cut takes just that.
//!
//! ## What helps
//! Ask for a shorter one, or for several parts.
//!
//! ## Example
//! The provider gives `finish_reason: length`, or the text ends in "so first I should".
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

/// Whether the model stopped for its limit, within a block of code, or on words that never end a sentence
pub fn find(installation: &Installation<'_, '_, '_>, findings: &mut Vec<Finding>) {
    if !installation.has_summary {
        return;
    }
    let candidate = installation.candidate;
    let hit_limit = candidate.finish_reason.as_deref().is_some_and(is_limit);
    let fences = candidate.text.lines().filter(|line| line.trim_start().starts_with("```")).count();
    if hit_limit || fences % 2 == 1 || ends_within_a_sentence(&candidate.text) {
        let mut truncated = finding(FindingCode::SummaryTruncated);
        truncated.summary_text = candidate.text.lines().next_back().map(ToString::to_string);
        findings.push(truncated);
    }
}

/// Whether the text ends, with nothing behind it, in words that others must follow
fn ends_within_a_sentence(text: &str) -> bool {
    let last_line = text.trim_end().lines().next_back().unwrap_or_default();
    UNFINISHED.iter().any(|words| last_line.ends_with(words))
}

/// Articles, conjunctions, and a speaker with an auxiliary verb. Words that also end sentences are left out, such as
/// `that`, the German `an`, or `should` behind `as it`.
const UNFINISHED: [&str; 17] = [
    " the",
    " and",
    " or",
    " but",
    " because",
    " I should",
    " I must",
    " I will",
    " we should",
    " we must",
    " und",
    " oder",
    " weil",
    " dass",
    " parce que",
    " pero",
    " porque",
];

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_breaks_off_is_told_from_one_that_ends() {
        for cut in ["The user asked to compare, so first I should", "Done: a, b and", "Der Export läuft, weil"] {
            assert!(ends_within_a_sentence(cut), "{cut}");
        }
        for whole in [
            "The lease is cheaper.",
            "Next: plan B",
            "- tests pass\n- docs are written",
            "The word is `the`",
            "",
            "and",
        ] {
            assert!(!ends_within_a_sentence(whole), "{whole}");
        }
    }
}
