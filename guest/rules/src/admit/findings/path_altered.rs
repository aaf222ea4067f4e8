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

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn near_twins() {
        let window = [
            Turn::User(
                "Add the script src/shell/scripts/omp.yash, see D:\\oh-my-posh\\website\\docs\\installation\\customize.mdx.",
            ),
            Turn::Done("Read", "{\"file_path\":\"/srv/cli/strategy/manual_commit_git.go\"}", "1\tpackage strategy"),
        ];
        let faulty = [
            "New script: `src/shell/omp.yash`.",
            "See `website/docs/configuration/customize.mdx`.",
            "Read `/srv/cli/checkpoint/manual_commit_git.go`.",
            "Se leyó `strategy/manual_commit_got.go`.",
        ];
        let innocent = [
            "New script: `src/shell/scripts/omp.yash`, or scripts/omp.yash for short.",
            "See website/docs/installation/customize.mdx and/or the script.",
            "Read manual_commit_git.go; read/write is fine.",
            "脚本是 `src/shell/scripts/omp.yash`。",
        ];
        check(FindingCode::PathAltered, &window, &faulty, &innocent);
    }
}
