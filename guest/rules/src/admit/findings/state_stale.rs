//! A superseded value given as the current one.
//!
//! ## Why
//! The agent answers, or acts, by a value that the window itself has replaced.
//!
//! ## What helps
//! Ask again for the latest value, then the spill.
//!
//! ## Example
//! The window says "changed from `0o755` to `0o700`", the summary "creates the directory with 0o755".
//!
//! ## Source
//! spec 002, condition 1: the latest state of each key

use super::context::Context;
use super::items::{self, Item, is_one_of};
use super::negation;
use super::records::Superseded;
use super::summary::Sentence;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::scan::{Family, Span};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "state-stale",
    kind: RuleKind::Finding,
    summary: "A superseded value given as the current one",
    source: "spec 002, condition 1: the latest state of each key",
};

/// Old values of which the window says what took their place, without that in the same sentence
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    find_in_records(context, findings);
    let changes = changes(context);
    let text = context.summary.text;
    for sentence in context.summary.sentences.iter().filter(|sentence| !sentence.heading) {
        let row = context.summary.items.get(sentence.first..sentence.end).unwrap_or_default();
        if tells_of_past(context, row) || sentence.span.of(text).contains('→') {
            continue;
        }
        for change in &changes {
            let states_old = row.iter().any(|item| item.hash == change.old);
            let states_new = row.iter().any(|item| item.hash == change.new);
            let about = row.iter().filter(|item| change.about.contains(&item.hash)).count();
            if states_old && !states_new && about >= 2 && !stands_in_summary(context, change.new) {
                findings.push(Finding {
                    code: FindingCode::StateStale,
                    severity: Severity::Block,
                    summary_text: Some(sentence.span.of(text).into()),
                    window_text: context
                        .window
                        .segments
                        .get(change.segment)
                        .map(|segment| context.text_of(segment).into()),
                    element: context.window.segments.get(change.segment).map(|segment| segment.element),
                });
                break;
            }
        }
    }
}

/// Fields of things with the value that they had before
fn find_in_records(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let text = context.summary.text;
    let sentences = || context.summary.sentences.iter().filter(|sentence| !sentence.heading);
    let row_of = |sentence: &Sentence| context.summary.items.get(sentence.first..sentence.end).unwrap_or_default();
    let records = &context.records;
    for change in &records.superseded {
        let names = |row: &[Item]| row.iter().any(|item| item.hash == change.thing);
        let is_told_anew =
            |row: &[Item]| names(row) && change.new.iter().all(|hash| row.iter().any(|item| item.hash == *hash));
        if sentences().any(|sentence| is_told_anew(row_of(sentence))) {
            continue;
        }
        let stale = sentences().find(|sentence| {
            let row = row_of(sentence);
            names(row)
                // A return is from an order; a value from which another came is looked at in its place.
                && !row.iter().any(|item| is_one_of(item.of_text(text), &PAST) && item.of_text(text) != "from")
                && !row.iter().any(|item| is_one_of(item.of_text(text), &TOLD))
                && !sentence.span.of(text).contains('→')
                && !records.is_current(&change.old, row)
                && states(text, row, change)
        });
        if let Some(sentence) = stale {
            findings.push(Finding {
                code: FindingCode::StateStale,
                severity: Severity::Block,
                summary_text: Some(sentence.span.of(text).into()),
                window_text: Some(context.around(change.element, place_of(context, change))),
                element: Some(change.element),
            });
        }
    }
}

/// Where the new value stands
fn place_of(context: &Context<'_, '_>, change: &Superseded) -> Span {
    let start = context.text_of_element(change.element).rfind(&change.new_text).unwrap_or(0);
    Span { start, end: start.saturating_add(change.new_text.len()) }
}

/// Whether a sentence gives a field of a thing its old value
fn states(text: &str, row: &[Item], change: &Superseded) -> bool {
    const COPULAS: [&str; 8] = ["is", "are", "still", "remains", "status", "currently", "now", "="];
    let at = row
        .windows(change.old.len().max(1))
        .position(|part| part.iter().map(|item| item.hash).eq(change.old.iter().copied()));
    let Some(at) = at else { return false };
    let named = row.iter().any(|item| change.field.contains(&item.hash));
    let telling = change.is_number
        && row.get(at).is_some_and(|item| item.of_text(text).bytes().filter(u8::is_ascii_digit).count() >= 3);
    let before = at.checked_sub(1).and_then(|before| row.get(before));
    // `not delivered yet`, `never paid $412`
    let nearly = row.get(at.saturating_sub(4)..at).unwrap_or_default();
    let is_left = before.is_some_and(|item| item.of_text(text) == "from");
    if is_left || !negation::read(text, nearly).negators.is_empty() {
        return false;
    }
    let linked = before.is_some_and(|item| is_one_of(item.of_text(text), &COPULAS));
    named || telling || !change.is_number && linked
}

/// Whether a sentence tells of the past, or denies
fn tells_of_past(context: &Context<'_, '_>, row: &[Item]) -> bool {
    let text = context.summary.text;
    row.iter().any(|item| is_one_of(item.of_text(text), &PAST)) || !negation::read(text, row).negators.is_empty()
}

/// One value that took the place of another
struct Change {
    old: u64,
    new: u64,
    about: Vec<u64>,
    segment: usize,
}

/// `changed … from A to B`, `A → B`, where A and B are exact values
fn changes(context: &Context<'_, '_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut row = Vec::new();
    for (place, segment) in context.window.segments.iter().enumerate() {
        let text = context.text_of(segment);
        if !text.contains(" from ") || !text.contains(" to ") {
            continue;
        }
        items::read_into(text, &mut row);
        let word = |item: &Item| item.of_text(text);
        for at in 0..row.len() {
            let [from, old, to, new] = row.get(at..at.saturating_add(4)).unwrap_or_default() else { continue };
            let exact = |item: &Item| matches!(item.kind.family(), Family::Identifier | Family::Number | Family::Path);
            if word(from) == "from"
                && word(to) == "to"
                && exact(old)
                && exact(new)
                && old.hash != new.hash
                && old.kind == new.kind
            {
                let about = row
                    .iter()
                    .filter(|item| {
                        item.hash != old.hash && item.hash != new.hash && context.term_with(item.hash).is_some()
                    })
                    .map(|item| item.hash)
                    .collect();
                changes.push(Change { old: old.hash, new: new.hash, about, segment: place });
            }
        }
    }
    // What was changed back is current again.
    let news: Vec<(u64, usize)> = changes.iter().map(|change| (change.new, change.segment)).collect();
    changes.retain(|change| !news.iter().any(|(new, segment)| *new == change.old && *segment > change.segment));
    changes
}

fn stands_in_summary(context: &Context<'_, '_>, hash: u64) -> bool {
    context.summary.items.iter().any(|item| item.hash == hash)
}

/// With these a sentence tells what somebody said or a call gave, at its time
const TOLD: [&str; 12] = [
    "answered",
    "replied",
    "returned",
    "showed",
    "gave",
    "reported",
    "listed",
    "asked",
    "requested",
    "told",
    "said",
    "wrote",
];

/// With these a sentence tells of the past
const PAST: [&str; 32] = [
    "was",
    "were",
    "from",
    "old",
    "older",
    "previous",
    "previously",
    "before",
    "formerly",
    "initially",
    "originally",
    "original",
    "earlier",
    "had",
    "changed",
    "instead",
    "replaced",
    "until",
    "used",
    "superseded",
    "first",
    "war",
    "vorher",
    "zuvor",
    "alt",
    "alte",
    "antes",
    "fue",
    "era",
    "anterior",
    "avant",
    "ancien",
];

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn superseded_values() {
        let window = [
            Turn::Assistant("Changed directory permissions from `0o755` to `0o700` in `appendShellCompletion`."),
            Turn::User("Good."),
        ];
        let faulty = ["appendShellCompletion creates the directory with permissions 0o755."];
        let innocent = [
            "appendShellCompletion creates the directory with permissions 0o700.",
            "The directory permissions in appendShellCompletion were 0o755 before.",
            "Permissions of the directory: from 0o755 to 0o700 in appendShellCompletion.",
        ];
        check(FindingCode::StateStale, &window, &faulty, &innocent);
    }

    #[test]
    fn fields_of_things_that_changed() {
        let window = [
            Turn::User("Please return the sneakers of order #W7449508 and move me to the cheaper fare."),
            Turn::Done(
                "get_order",
                r##"{"order_id": "#W7449508"}"##,
                r##"{"order_id": "#W7449508", "status": "delivered", "total": 186.45, "flights": [{"flight": 1}]}"##,
            ),
            Turn::Done(
                "get_reservation",
                r#"{"reservation_id": "GV1N64"}"#,
                r#"{"reservation_id": "GV1N64", "flights": [{"flight_number": "HAT003", "price": 561}]}"#,
            ),
            Turn::Done(
                "return_items",
                r##"{"order_id": "#W7449508"}"##,
                r##"{"order_id": "#W7449508", "status": "return requested", "total": 186.45}"##,
            ),
            Turn::Done(
                "update_reservation",
                r#"{"reservation_id": "GV1N64", "cabin": "economy"}"#,
                r#"{"reservation_id": "GV1N64", "flights": [{"flight_number": "HAT003", "price": 106}]}"#,
            ),
        ];
        let faulty = [
            "Submitted the return of the sneakers from `#W7449508`; status \"delivered\".",
            "The order #W7449508 is delivered.",
            "The last result shows HAT003 at $561, and no other flight.",
        ];
        let innocent = [
            "Submitted the return of the sneakers from `#W7449508`; status \"return requested\".",
            "The order #W7449508 was delivered.",
            "The user wants to return the delivered order #W7449508.",
            "HAT003 fell from $561 to $106.",
            "HAT003 cost $561; the update made it $106 for HAT003.",
        ];
        check(FindingCode::StateStale, &window, &faulty, &innocent);
    }
}
