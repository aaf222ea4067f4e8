//! What a summary says that the window does not. One rule, one file, over one reading of both.

mod context;
mod distance;
mod items;
mod naming;
mod quantity;
mod section;
mod stem;
mod summary;
mod terms;
mod window;

mod identifier_altered;
mod identifier_introduced;
mod path_altered;

use crate::about::Rule;
use crate::admission::{Candidate, Finding, FindingCode, Severity};
use crate::classification::Classification;
use crate::request::Request;
use alloc::vec::Vec;
use context::Context;

/// The rules, in order of precedence
pub const RULES: [Rule; 3] = [identifier_altered::RULE, path_altered::RULE, identifier_introduced::RULE];

const CHECKS: [fn(&Context<'_, '_>, &mut Vec<Finding>); 3] =
    [identifier_altered::find, path_altered::find, identifier_introduced::find];

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
