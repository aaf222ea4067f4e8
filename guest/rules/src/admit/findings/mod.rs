//! What a summary says that the window does not. One rule, one file, over one reading of both.

mod alignment;
mod amounts;
mod clause;
mod context;
mod distance;
mod items;
mod matching;
mod naming;
mod negation;
mod numbers;
mod quantity;
mod section;
mod stem;
mod summary;
mod terms;
mod twins;
mod window;

mod identifier_altered;
mod identifier_introduced;
mod number_altered;
mod number_rounded;
mod path_altered;
mod polarity_flipped;

use crate::about::Rule;
use crate::admission::{Candidate, Finding, FindingCode, Severity};
use crate::classification::Classification;
use crate::request::Request;
use alloc::vec::Vec;
use context::Context;
use numbers::Wrong;

/// The rules, in order of precedence
pub const RULES: [Rule; 5] = [
    identifier_altered::RULE,
    path_altered::RULE,
    number_altered::RULE,
    number_rounded::RULE,
    identifier_introduced::RULE,
];

const CHECKS: [fn(&Context<'_, '_>, &mut Vec<Finding>); 6] = [
    identifier_altered::find,
    path_altered::find,
    number_altered::find,
    number_rounded::find,
    identifier_introduced::find,
    polarity_flipped::find,
];

/// What is wrong with what the summary says
pub fn find(request: &Request<'_>, classifications: &[Classification], candidate: &Candidate<'_>) -> Vec<Finding> {
    let context = Context::of(request, classifications, candidate);
    let mut findings = Vec::new();
    for check in CHECKS {
        check(&context, &mut findings);
    }
    findings
}

/// A finding about an item of the summary
fn finding(context: &Context<'_, '_>, code: FindingCode, severity: Severity, item: usize) -> Finding {
    let text = context.summary.items.get(item).map(|item| item.of_text(context.summary.text).into());
    Finding { code, severity, summary_text: text, window_text: None, element: None }
}

/// A finding about a number of the summary
fn of_wrong_number(context: &Context<'_, '_>, code: FindingCode, wrong: &Wrong) -> Finding {
    let item = context.summary.quantities.get(wrong.quantity).map_or(0, |quantity| quantity.item);
    let right = wrong.right.and_then(|right| context.window.numbers.get(right));
    let severity = if wrong.certain { Severity::Block } else { Severity::Warn };
    Finding {
        window_text: right.map(|number| context.around(number.element, number.span)),
        element: right.map(|number| number.element),
        ..finding(context, code, severity, item)
    }
}
