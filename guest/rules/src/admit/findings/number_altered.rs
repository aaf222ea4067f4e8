//! A number is not the one that the window gives for the same thing.
//!
//! ## Why
//! A digit lost or swapped makes another amount, date, line or limit, and nothing in the text shows it.
//!
//! ## What helps
//! Ask again and name the original, then the spill.
//!
//! ## Example
//! The window says `85 insertions(+)`, the summary `95 insertions`, although 95 occurs elsewhere.
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
    code: "number-altered",
    kind: RuleKind::Finding,
    summary: "A number is not the one that the window gives for the same thing",
    source: "spec 001, invariant: exact values survive",
};

/// Numbers that the window does not hold, or not for this
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let altered = context.wrong.iter().filter(|wrong| wrong.fault == Fault::Altered);
    findings.extend(altered.map(|wrong| of_wrong_number(context, FindingCode::NumberAltered, wrong)));
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn numbers_of_other_things() {
        let window = [
            Turn::User("How large is the change?"),
            Turn::Done(
                "Bash",
                "{\"command\":\"git diff --stat\"}",
                " 4 files changed, 85 insertions(+), 27 deletions(-)",
            ),
            Turn::Done(
                "get_order",
                "{\"id\":\"W7449508\"}",
                "{\"order\":\"W7449508\",\"amount\":-5382,\"price\":253.54,\"fee\":109.27,\"date\":\"2024-05-30\",\"created\":\"2024-05-13T19:41:32\",\"tests\":421}",
            ),
            Turn::Assistant(
                "The handler is at `src/a.go:359-640`. All 421 tests of the suite pass, and in the end not one of them was slow. Of the table 604 rows were read.",
            ),
        ];
        let faulty = [
            "95 insertions, 27 deletions.",
            "A refund of $5,328 went back.",
            "The price is $235.54.",
            "Order W7449508 is due on 2024-05-31.",
            "It was created 2024-05-13T09:41:32.",
            "The handler is at `src/a.go:359-604`.",
            "412 tests pass.",
            "Se devolvieron 5328 dólares.",
        ];
        let innocent = [
            "85 insertions and 27 deletions in 4 files, a net growth of 58 lines.",
            "A refund of $5,382 (not 5,700) went back; 253.54 and the fee of 109.27 make 362.81.",
            "Order W7449508 is due on May 30, 2024, created on 13 May at 19:41.",
            "Der Betrag ist 5.382; das Datum ist der 30. Mai 2024.",
            "1. First item\n2. All four files, about 420 tests.",
            "金额 5382，日期 2024-05-30。",
        ];
        check(FindingCode::NumberAltered, &window, &faulty, &innocent);
    }
}
