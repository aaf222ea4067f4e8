//! An exact value is given as another without saying so.
//!
//! ## Why
//! A rounded amount is paid, compared and asserted as if it were exact; `about` with a wrong magnitude is no better.
//!
//! ## What helps
//! Ask again and name the original, then the spill.
//!
//! ## Example
//! The window says 118,000, the summary `120k`. An honest `about 120k` passes: the exact value is in the carry block.
//!
//! ## Source
//! spec 001, invariant: exact values survive

use super::context::Context;
use super::numbers::Fault;
use super::of_wrong_number;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "number-rounded",
    kind: RuleKind::Finding,
    summary: "An exact value is given as another without saying so",
    source: "spec 001, invariant: exact values survive",
};

/// Numbers with fewer digits than those of the window, and wrong magnitudes
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let rounded = context.wrong.iter().filter(|wrong| wrong.fault == Fault::Rounded);
    findings.extend(rounded.map(|wrong| of_wrong_number(context, FindingCode::NumberRounded, wrong)));
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn rounded_without_a_word() {
        let window = [
            Turn::Done("count", "{}", "{\"tokens\":118342,\"confidence\":0.88,\"paid\":6178,\"file\":\"setup.go\"}"),
            Turn::Assistant("`setup.go` has 1,081 lines; the script will be a ~60-line POSIX script."),
        ];
        let faulty = [
            "The context has 118,000 tokens.",
            "Confidence 0.9.",
            "$6,200 was paid.",
            "`setup.go` has about 1,800 lines.",
            "A ~600-line POSIX script is planned.",
        ];
        let innocent = [
            "The context has about 118,000 tokens, nearly 120k.",
            "Confidence 0.88, $6,178 paid.",
            "`setup.go` has about 1,080 lines.",
            "A script of roughly 60 lines is planned.",
        ];
        check(FindingCode::NumberRounded, &window, &faulty, &innocent);
    }
}
