//! A finished step is pending again.
//!
//! ## Why
//! A nine-step plan starts over at step one.
//!
//! ## What helps
//! Ask again for the step as finished, then the spill.
//!
//! ## Example
//! The file was read and answered; the summary says that it "still has to be read".
//!
//! ## Source
//! spec 001, invariant: the position in the plan

use super::clause::Clause;
use super::context::Context;
use super::deeds::{self, Deed};
use super::items::{self, Item, is_one_of};
use super::naming::occurs;
use super::negation;
use super::pending::{self, How};
use super::stem;
use super::tasks;
use super::window::Speaker;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::demands::plan_position::{self, Step};
use crate::json::Json;
use crate::request::StepStatus;
use crate::scan::Family;
use crate::window::ElementKind;
use alloc::string::String;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "step-reopened",
    kind: RuleKind::Finding,
    summary: "A finished step is pending again",
    source: "spec 001, invariant: the position in the plan",
};

/// Steps of the plan, readings and checks that were done and are called for again
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let steps = steps(context);
    let mut push = |text: &str, done: String, element: Option<usize>| {
        findings.push(Finding {
            code: FindingCode::StepReopened,
            severity: Severity::Block,
            summary_text: Some(text.into()),
            window_text: Some(done),
            element,
        });
    };
    for item in plan_position::check_items(context.summary.text) {
        if item.status != StepStatus::Done
            && let Some(step) =
                steps.iter().find(|step| step.status == StepStatus::Done && is_same(&step.text, &item.text))
        {
            push(&item.text, step.text.clone(), None);
        }
    }
    for clause in &context.clauses {
        let Some(pending) = pending::of(context, clause) else { continue };
        let how = if pending.is_labelled { How::Said } else { pending.how };
        if !matches!(how, How::Said | How::Listed) {
            continue;
        }
        let text = context.text_of_clause(clause);
        if let Some(step) = steps.iter().find(|step| step.status == StepStatus::Done && is_same(&step.text, text)) {
            push(text, step.text.clone(), None);
        } else if how == How::Said
            && let Some(deed) =
                context.deeds.iter().rev().filter(|deed| !deed.is_effect).find(|deed| was_read(context, clause, deed))
        {
            let call = context.request.window.get(deed.element).and_then(|element| element.call());
            push(
                text,
                call.map(|call| super::shortened(&call.tool, &call.arguments)).unwrap_or_default(),
                Some(deed.element),
            );
        } else if how == How::Said
            && let Some((told, element)) = told_as_done(context, clause)
        {
            push(text, told, Some(element));
        }
    }
}

/// What the assistant said when it had done what the clause calls for
fn told_as_done(context: &Context<'_, '_>, clause: &Clause) -> Option<(String, usize)> {
    let place = context.clauses.iter().position(|other| other == clause)?;
    let alignment = context.alignments.get(place)?;
    let text = context.summary.text;
    let items = context.items_of(clause);
    let is_marker = |item: &Item| {
        ["still", "yet", "not", "remains", "outstanding", "noch"]
            .iter()
            .any(|marker| item.of_text(text).eq_ignore_ascii_case(marker))
    };
    let marker = items.iter().position(is_marker)?;
    let verb = (marker..items.len()).find(|at| {
        context.term_of(clause.first.saturating_add(*at)).is_some() && !items.get(*at).is_some_and(is_marker)
    })?;
    let verb = items.get(verb)?.hash;
    let found = alignment.matches.iter().find(|found| {
        let Some(segment) = context.window.segments.get(found.segment) else { return false };
        let coverage = found.weight.saturating_mul(100) / alignment.total.max(1);
        segment.speaker == Speaker::Assistant
            && coverage >= 40
            && found.terms >= 3
            && !context.is_question(segment)
            && {
                let told = context.text_of(segment);
                let mut row = Vec::new();
                items::read_into(told, &mut row);
                tells_of_done(told, &row, verb)
            }
    })?;
    let segment = context.window.segments.get(found.segment)?;
    Some((context.text_of(segment).into(), segment.element))
}

/// Whether a sentence tells that the deed of a verb was done
fn tells_of_done(text: &str, row: &[Item], verb: u64) -> bool {
    const DONE: [&str; 20] = [
        "i've",
        "i’ve",
        "have",
        "has",
        "was",
        "were",
        "been",
        "successfully",
        "done",
        "found",
        "we've",
        "we’ve",
        "verified",
        "confirmed",
        "completed",
        "finished",
        "already",
        "passed",
        "ran",
        "got",
    ];
    let word = |item: &Item, words: &[&str]| words.iter().any(|known| item.of_text(text).eq_ignore_ascii_case(known));
    let at = row.iter().position(|item| item.hash == verb);
    let future = row.iter().any(|item| {
        word(item, &["will", "i'll", "i’ll", "let", "should", "need", "needs", "to-do", "if", "can", "could", "would"])
    });
    at.is_some() && !future && row.iter().any(|item| word(item, &DONE)) && negation::read(text, row).negators.is_empty()
}

/// The plan as it stands: the host's, else the last list that a to-do tool was called with
fn steps(context: &Context<'_, '_>) -> Vec<Step> {
    let request = context.request;
    if !request.plan.is_empty() {
        return request.plan.iter().map(|step| Step { text: step.text.as_ref().into(), status: step.status }).collect();
    }
    let tasks = tasks::of_window(&request.window);
    if !tasks.is_empty() {
        return tasks;
    }
    let of_call = |element: &crate::window::Element<'_>| {
        let call = element.call()?;
        plan_position::steps_of_call(&call.tool, &Json::parse(&call.arguments).ok()?)
    };
    let listed = request.window.iter().rev().find_map(of_call);
    listed.unwrap_or_else(|| {
        let own = request
            .window
            .iter()
            .rev()
            .filter(|element| matches!(element.kind, ElementKind::Reply | ElementKind::Reasoning));
        own.map(|element| plan_position::check_items(&element.text)).find(|steps| !steps.is_empty()).unwrap_or_default()
    })
}

/// Whether two texts name the same step: nearly all telling words of the shorter stand in the longer
fn is_same(left: &str, right: &str) -> bool {
    let (mut lefts, mut rights) = (Vec::new(), Vec::new());
    items::read_into(left, &mut lefts);
    items::read_into(right, &mut rights);
    let telling = |row: &[Item], text: &str| -> Vec<u64> {
        let mut hashes: Vec<u64> = row
            .iter()
            .filter(|item| item.of_text(text).len() > 2 && !super::context::is_empty(item.of_text(text)))
            .map(|item| item.hash)
            .collect();
        hashes.sort_unstable();
        hashes.dedup();
        hashes
    };
    let (lefts, rights) = (telling(&lefts, left), telling(&rights, right));
    let (short, long) = if lefts.len() <= rights.len() { (lefts, rights) } else { (rights, lefts) };
    let shared = short.iter().filter(|hash| long.binary_search(hash).is_ok()).count();
    shared >= 2
        && shared.saturating_mul(5) >= short.len().saturating_mul(4)
        && shared.saturating_mul(5) >= long.len().saturating_mul(2)
}

/// Whether a clause calls for reading what a call read, or for checking what it checked
fn was_read(context: &Context<'_, '_>, clause: &Clause, deed: &Deed) -> bool {
    const READING: [&str; 16] = [
        "read",
        "outstanding",
        "unread",
        "open",
        "opened",
        "fetch",
        "inspect",
        "view",
        "look",
        "looked",
        "gelesen",
        "lesen",
        "leer",
        "leído",
        "lu",
        "lido",
    ];
    const CHECKING: [&str; 12] = [
        "check", "checked", "verify", "verified", "search", "searched", "find", "found", "look", "queried", "looked",
        "run",
    ];
    let text = context.summary.text;
    let items = context.items_of(clause);
    let again = items.iter().any(|item| {
        ["again", "re-read", "more", "rest", "remaining", "fully", "completely", "whether"]
            .contains(&item.of_text(text))
    });
    let says = |words: &[&str]| words.iter().any(|word| items.iter().any(|item| item.hash == stem::hash(word)));
    let names: Vec<&Item> = items.iter().filter(|item| deeds::is_name(text, item)).collect();
    let bare = (0..items.len())
        .filter(|place| context.term_of(clause.first.saturating_add(*place)).is_some())
        .filter_map(|place| items.get(place))
        .all(|item| deeds::is_name(text, item) || is_one_of(item.of_text(text), &READING) || deed.holds(item.hash));
    let call = context.request.window.get(deed.element).and_then(|element| element.call());
    let arguments = call.map_or("", |call| call.arguments.as_ref());
    let stands =
        |name: &str| occurs(arguments, name, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    let holds = |item: &&&Item| deed.holds(item.hash) || stands(item.of_text(text));
    let places = names.iter().filter(|item| item.kind.family() == Family::Path).collect::<Vec<_>>();
    if says(&READING) && !again && !places.is_empty() {
        return places.iter().any(holds);
    }
    let held = names.iter().filter(holds).count();
    // Of one thing alone nothing but the reading may be called for: its insurance may still have to be checked.
    if (says(&READING) || says(&CHECKING)) && !again && bare && !names.is_empty() && held == names.len() {
        return true;
    }
    says(&CHECKING) && held >= 2 && held.saturating_mul(3) >= names.len().saturating_mul(2)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn finished_steps() {
        let window = [
            Turn::Done(
                "TodoWrite",
                "{\"todos\":[{\"content\":\"Parse the product feed\",\"status\":\"completed\"},{\"content\":\"Publish the product feed\",\"status\":\"pending\"}]}",
                "ok",
            ),
            Turn::Done("Read", "{\"file_path\":\"/srv/docs/architecture.md\"}", "# Architecture"),
            Turn::Open("Read", "{\"file_path\":\"/srv/docs/protocol.md\"}"),
            Turn::Done("get_order_details", "{\"order_id\":\"W9373487\"}", "{\"status\":\"pending\"}"),
        ];
        let faulty = [
            "- [ ] Parse the product feed\n- [ ] Publish the product feed",
            "## Next\nParse the product feed.",
            "`docs/architecture.md` still has to be read.",
            "`docs/architecture.md` is outstanding.",
            "W9373487 still has to be read.",
            "Still to do: look up W9373487.",
        ];
        let innocent = [
            "- [x] Parse the product feed\n- [ ] Publish the product feed",
            "## Next\nPublish the product feed.",
            "`docs/protocol.md` still has to be read.",
            "The insurance of W9373487 still has to be checked.",
            "`docs/architecture.md` was read; `docs/protocol.md` is outstanding.",
        ];
        check(FindingCode::StepReopened, &window, &faulty, &innocent);
    }
}
