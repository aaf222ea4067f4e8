//! An identifier is a near twin of one in the window.
//!
//! ## Why
//! `req_7c41e08b` for `req_7c41e09b` reads as right as the right one; the next call goes to another thing, or to none.
//!
//! ## What helps
//! Ask again and name the original, then the spill.
//!
//! ## Example
//! The window holds `AAVMM8`, the summary `AAVMN8`.
//!
//! ## Source
//! spec 001, invariant: identifiers survive character for character

use super::context::Context;
use super::exchange;
use super::finding;
use super::naming::Unknown;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "identifier-altered",
    kind: RuleKind::Finding,
    summary: "An identifier is a near twin of one in the window",
    source: "spec 001, invariant: identifiers survive character for character",
};

/// Names that the window does not hold and that resemble one that it does, and two that have changed places
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for unknown in &context.unknown {
        let Unknown { item, hard, is_place: false, twin: Some(twin) } = unknown else { continue };
        let severity = if *hard { Severity::Block } else { Severity::Warn };
        findings.push(Finding {
            window_text: Some(twin.text.clone()),
            element: Some(twin.element),
            ..finding(context, FindingCode::IdentifierAltered, severity, *item)
        });
    }
    for (item, right) in exchange::of_names(context) {
        findings.push(Finding {
            window_text: Some(context.around(right.element, right.span())),
            element: Some(right.element),
            ..finding(context, FindingCode::IdentifierAltered, Severity::Block, item)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn near_twins() {
        let window = [
            Turn::User("Watch the import AAVMM8 and ticket FP-3317, please. The branch is 20260209-fish-completions."),
            Turn::Done(
                "runs_list",
                "{\"job\":\"nightly\"}",
                "{\"runs\":[{\"id\":\"req_7c41e09b\",\"commit\":\"c11ae72\",\"column\":\"plan_data_json\"}]}",
            ),
        ];
        let faulty = [
            "The import `AAVMN8` is being watched.",
            "Watching AAVM8M for the user.",
            "Request req_7c41e08b is running.",
            "The commit is c11ea72.",
            "The column `plan_json_data` holds it.",
            "El ticket FP-3371 sigue abierto.",
            "请继续跟进 FP-3371。",
            "| run | commit |\n|---|---|\n| req_7c41e09b | c11af72 |",
        ];
        let innocent = [
            "The import `AAVMM8` is being watched, as request req_7c41e09b.",
            "REQ_7C41E09B is running on commit C11AE72.",
            "The column planDataJson is called `plan_data_json`.",
            "The id is [redacted], so look it up again.",
            "The text is UTF-8, and SHA-256 is used.",
            "FP-3317 以外は変更しない。",
        ];
        check(FindingCode::IdentifierAltered, &window, &faulty, &innocent);
    }
}
