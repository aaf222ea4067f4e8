//! The pass frees less than the least gain, or the window grows.
//!
//! ## Why
//! A pass that frees nothing costs a model call and is asked for again at once; a window that doubles was appended
//! to itself.
//!
//! ## What helps
//! A shorter summary, then the spill.
//!
//! ## Example
//! A window of 512,000 tokens becomes one of 1,024,000.
//!
//! ## Source
//! spec 001, budget oscillation

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode};
use crate::admit::installation::Installation;
use crate::plan::share;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "no-gain",
    kind: RuleKind::Finding,
    summary: "The pass frees less than the least gain, or the window grows",
    source: "spec 001, budget oscillation",
};

/// Whether the next window is hardly smaller. Above the limit it is enough that it comes to lie within it. Where only
/// the summary is judged, it must be smaller than what it replaces.
pub fn find(installation: &Installation<'_, '_, '_>, findings: &mut Vec<Finding>) {
    let draft = installation.draft;
    let before = draft.survey.before;
    let grows = if installation.is_check {
        let replaced = installation.replaced_tokens();
        SMALL_TOKENS < installation.summary_tokens && replaced < installation.summary_tokens
    } else {
        let least = share(before, draft.survey.request.settings.least_gain).max(1);
        installation.has_summary && !draft.is_over_limit() && before.saturating_sub(installation.tokens) < least
    };
    if grows {
        findings.push(finding(FindingCode::NoGain));
    }
}

/// A summary as short as this is no burden, however little it replaces
const SMALL_TOKENS: u32 = 400;
