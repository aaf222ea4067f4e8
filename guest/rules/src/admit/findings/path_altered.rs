//! A path is a near twin of one in the window.
//!
//! ## Why
//! A segment lost or exchanged names another file, which the agent then reads, or makes.
//!
//! ## What helps
//! Ask again and name the original, then the spill.
//!
//! ## Example
//! The window holds `src/shell/scripts/omp.yash`, the summary `src/shell/omp.yash`.
//!
//! ## Source
//! spec 001, invariant: paths survive character for character

use super::context::Context;
use super::finding;
use super::naming::Unknown;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "path-altered",
    kind: RuleKind::Finding,
    summary: "A path is a near twin of one in the window",
    source: "spec 001, invariant: paths survive character for character",
};

/// Paths that the window does not hold and that resemble one that it does
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for unknown in &context.unknown {
        let Unknown { item, hard, is_place: true, twin: Some(twin) } = unknown else { continue };
        let severity = if *hard { Severity::Block } else { Severity::Warn };
        findings.push(Finding {
            window_text: Some(twin.text.clone()),
            element: Some(twin.element),
            ..finding(context, FindingCode::PathAltered, severity, *item)
        });
    }
}
