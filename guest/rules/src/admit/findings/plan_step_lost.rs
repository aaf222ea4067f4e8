//! The position in the plan is gone: another one stands in its place.
//!
//! ## Why
//! Who is told "step 7 of 9" after step 4 leaves out three steps. That no position is told is no fault of the summary: the
//! carry block holds it.
//!
//! ## What helps
//! Ask again for the position as it was, then the spill.
//!
//! ## Example
//! The window ends at "step 4 of 9", the summary says "step 7 of 9".
//!
//! ## Source
//! spec 001, invariant: the position in the plan

use super::context::Context;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::demands::plan_position::{self, Position};
use crate::window::ElementKind;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "plan-step-lost",
    kind: RuleKind::Finding,
    summary: "The position in the plan is gone: another one stands in its place",
    source: "spec 001, invariant: the position in the plan",
};

/// A position that is not the last one of the window: ahead of it steps are lost, behind it steps are done again
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let text = context.summary.text;
    let stated = context
        .summary
        .sentences
        .iter()
        .filter_map(|sentence| plan_position::of_sentence(text, sentence.span))
        .next_back();
    let Some(stated) = stated else { return };
    let Some((element, last)) = last_position(context) else { return };
    if last.of != stated.of || last.step == stated.step {
        return;
    }
    let code = if stated.step > last.step { FindingCode::PlanStepLost } else { FindingCode::StepReopened };
    let spoken = context.request.window.get(element).map_or("", |element| element.text.as_ref());
    findings.push(Finding {
        code,
        severity: Severity::Block,
        summary_text: Some(stated.span.of(text).into()),
        window_text: Some(last.span.of(spoken).into()),
        element: Some(element),
    });
}

/// The last position that anybody states in the window
fn last_position(context: &Context<'_, '_>) -> Option<(usize, Position)> {
    let spoken = context.request.window.iter().enumerate().rev().filter(|(_, element)| {
        matches!(
            element.kind,
            ElementKind::Reply | ElementKind::Reasoning | ElementKind::UserRequest | ElementKind::StateAssertion
        )
    });
    spoken.into_iter().find_map(|(place, element)| Some((place, plan_position::find(&element.text)?)))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn positions() {
        let window = [
            Turn::User("Migrate the nine tables."),
            Turn::Assistant("Step 3 of 9 is done. Now step 4 of 9 is running."),
        ];
        check(
            FindingCode::PlanStepLost,
            &window,
            &["We are at step 7 of 9 of the plan."],
            &["We are at step 4 of 9 of the plan.", "Migrating the nine tables."],
        );
        check(FindingCode::StepReopened, &window, &["We are at step 1 of 9 of the plan."], &[]);
    }
}
