//! The summary is the text of an error, or says that there is none.
//!
//! ## Why
//! Frameworks have put `Error generating summary` in the place of a whole history.
//!
//! ## What helps
//! Ask again, then the spill.
//!
//! ## Example
//! Error generating summary: 503 upstream
//!
//! ## Source
//! spec 001, what was observed: silent success

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode};
use crate::admit::installation::Installation;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "summary-is-error",
    kind: RuleKind::Finding,
    summary: "The summary is the text of an error, or says that there is none",
    source: "spec 001, what was observed: silent success",
};

/// Whether a short text opens as errors, refusals and placeholders do
pub fn find(installation: &Installation<'_, '_, '_>, findings: &mut Vec<Finding>) {
    let text = installation.candidate.text.trim();
    if installation.has_summary && is_error(text) {
        let mut error = finding(FindingCode::SummaryIsError);
        error.summary_text = text.lines().next().map(ToString::to_string);
        findings.push(error);
    }
}

/// A summary that reports errors is longer than this, or does not open with one
const ERROR_BYTES_MOST: usize = 400;

/// How errors open, in lower case
const OPENINGS: [&str; 22] = [
    "error:",
    "error generating",
    "error while",
    "error code",
    "[error",
    "<error",
    "{\"error\"",
    "{\"type\":\"error\"",
    "exception:",
    "traceback (most recent call last)",
    "fatal:",
    "failed to generate",
    "failed to summar",
    "api error",
    "internal server error",
    "service unavailable",
    "rate limit",
    "too many requests",
    "request timed out",
    "context length exceeded",
    "prompt is too long",
    "no response",
];

/// What a summarizer says instead of a summary, in lower case
const PLACEHOLDERS: [&str; 12] = [
    "too long to summarize",
    "no summary available",
    "summary unavailable",
    "no previous history",
    "nothing to summarize",
    "no messages to summarize",
    "no conversation to summarize",
    "i cannot summarize",
    "i can't summarize",
    "i can't help with",
    "unable to generate a summary",
    "unable to summarize",
];

fn is_error(text: &str) -> bool {
    if text.len() > ERROR_BYTES_MOST {
        return false;
    }
    let lower = text.trim_start_matches(['#', '*', '`', ' ', '(']).to_lowercase();
    let is_status = |opening: &str| {
        let digits = opening
            .get(..3)
            .is_some_and(|status| status.starts_with(['4', '5']) && status.bytes().all(|byte| byte.is_ascii_digit()));
        digits
            && opening.get(3..).is_some_and(|rest| {
                rest.starts_with([' ', ':']) && HTTP_PHRASES.iter().any(|phrase| rest.contains(phrase))
            })
    };
    let after_http = lower.strip_prefix("http ").or_else(|| lower.strip_prefix("error ")).unwrap_or(&lower);
    OPENINGS.iter().any(|opening| lower.starts_with(opening))
        || PLACEHOLDERS.iter().any(|placeholder| lower.contains(placeholder))
        || is_status(after_http)
}

/// What stands behind the status of a failed request, in lower case
const HTTP_PHRASES: [&str; 8] =
    ["error", "unavailable", "too many", "too long", "timeout", "bad request", "overloaded", "upstream"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_from_summaries_of_errors() {
        for error in [
            "Error generating summary: Error: 503 upstream",
            "503 Service Unavailable",
            "HTTP 429 Too Many Requests",
            "{\"error\": {\"type\": \"overloaded_error\"}}",
            "Previous conversation was too long to summarize.",
            "Traceback (most recent call last):\n  File \"a.py\", line 1",
            "No summary available.",
        ] {
            assert!(is_error(error), "{error}");
        }
        for summary in [
            "Error handling was moved into `retry.rs`; the 503 of the upstream is mended.",
            "500 orders were imported and two of them failed.",
            "The build fails with `error: linker not found`.",
            "Goal: summarize the logs. The first is too long to read at once.",
        ] {
            assert!(!is_error(summary), "{summary}");
        }
    }
}
