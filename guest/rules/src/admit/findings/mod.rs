//! What a summary says that the window does not. One rule, one file, over one reading of both.

mod abbreviation;
mod alignment;
mod amounts;
mod belonging;
mod claim;
mod clause;
mod context;
mod deed_words;
mod deeds;
mod derivation;
mod distance;
mod exchange;
mod forbidden;
mod frame;
mod grouping;
mod items;
mod language;
mod matching;
mod naming;
mod negation;
mod numbers;
mod opposites;
mod other_unit;
mod outcomes;
mod pending;
mod placement;
mod quantity;
mod records;
mod refusals;
mod section;
mod stance;
mod stem;
mod summary;
mod synonyms;
mod tasks;
mod terms;
mod twins;
mod units;
mod verbatim;
mod window;
mod wishes;

mod approval_invented;
mod constraint_introduced;
mod constraint_weakened;
mod effect_as_pending;
mod effect_invented;
mod identifier_altered;
mod identifier_introduced;
mod language_changed;
mod number_altered;
mod number_rounded;
mod order_inverted;
mod path_altered;
mod plan_step_lost;
mod polarity_flipped;
mod reference_dangling;
mod request_invented;
mod state_stale;
mod step_reopened;

#[cfg(test)]
mod testing;

pub use context::SUMMARY_BYTES_MOST;

use crate::about::Rule;
use crate::admission::{Candidate, Finding, FindingCode, Severity};
use crate::classification::Classification;
use crate::request::Request;
use alloc::string::String;
use alloc::vec::Vec;
use context::Context;
use numbers::Wrong;

/// The rules, in order of precedence
pub const RULES: [Rule; 18] = [
    identifier_altered::RULE,
    path_altered::RULE,
    number_altered::RULE,
    number_rounded::RULE,
    state_stale::RULE,
    identifier_introduced::RULE,
    polarity_flipped::RULE,
    constraint_weakened::RULE,
    constraint_introduced::RULE,
    order_inverted::RULE,
    plan_step_lost::RULE,
    step_reopened::RULE,
    effect_as_pending::RULE,
    effect_invented::RULE,
    request_invented::RULE,
    approval_invented::RULE,
    reference_dangling::RULE,
    language_changed::RULE,
];

const CHECKS: [fn(&Context<'_, '_>, &mut Vec<Finding>); 18] = [
    identifier_altered::find,
    path_altered::find,
    number_altered::find,
    number_rounded::find,
    state_stale::find,
    identifier_introduced::find,
    polarity_flipped::find,
    constraint_weakened::find,
    constraint_introduced::find,
    order_inverted::find,
    plan_step_lost::find,
    step_reopened::find,
    effect_as_pending::find,
    effect_invented::find,
    request_invented::find,
    approval_invented::find,
    reference_dangling::find,
    language_changed::find,
];

/// What is wrong with what the summary says
pub fn find(request: &Request<'_>, classifications: &[Classification], candidate: &Candidate<'_>) -> Vec<Finding> {
    let context = Context::of(request, classifications, candidate);
    let mut findings = Vec::new();
    for check in CHECKS {
        check(&context, &mut findings);
    }
    findings.retain(|finding| !verbatim::absolves(&context, finding));
    // The same words can be found twice by one rule, as a quotation and as a clause.
    let mut told: Vec<(FindingCode, Option<String>)> = Vec::new();
    findings.retain(|finding| {
        let known = (finding.code, finding.summary_text.clone());
        let is_new = !told.contains(&known);
        if is_new {
            told.push(known);
        }
        is_new
    });
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

/// A call in one line that is not too long
fn shortened(tool: &str, arguments: &str) -> String {
    const MOST: usize = 160;
    let end = (0..=MOST.min(arguments.len())).rev().find(|at| arguments.is_char_boundary(*at)).unwrap_or(0);
    let mut line = String::from(tool);
    line.push(' ');
    line.push_str(arguments.get(..end).unwrap_or_default());
    line
}
