//! A constraint that nobody stated.
//!
//! ## Why
//! An invented prohibition stops work that was ordered; an invented demand starts work that was not.
//!
//! ## What helps
//! Ask again without it, then the spill.
//!
//! ## Example
//! The summary says "every commit message must carry a ticket number"; no turn speaks of tickets.
//!
//! ## Source
//! spec 001, invariant: constraints are those that were stated

use super::alignment::Alignment;
use super::clause::Clause;
use super::context::Context;
use super::items::Item;
use super::language;
use super::window::Speaker;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::demands::constraint;
use crate::scan::Kind;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "constraint-introduced",
    kind: RuleKind::Finding,
    summary: "A constraint that nobody stated",
    source: "spec 001, invariant: constraints are those that were stated",
};

/// Clauses that bind, and of which the window speaks nowhere
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for (clause, alignment) in context.clauses.iter().zip(&context.alignments) {
        let items = context.items_of(clause);
        if !binds(context.summary.text, items) {
            continue;
        }
        let telling: Vec<usize> = (clause.first..clause.end)
            .filter(|place| context.term_of(*place).is_some() && is_word(context, *place))
            .collect();
        let absent = telling
            .iter()
            .filter(|place| context.term_of(**place).is_some_and(|term| !context.window.holds(term)))
            .count();
        let best =
            alignment.matches.first().map_or(0, |found| found.weight.saturating_mul(100) / alignment.total.max(1));
        let foreign = absent.saturating_mul(2) >= telling.len() && absent >= 2;
        if telling.len() < 2 || !is_english(context, clause) {
            continue;
        }
        let severity = if telling.len() >= 3 && foreign && best < 30 {
            Severity::Block
        } else if bound(context, clause, alignment) < 35 {
            Severity::Warn
        } else {
            continue;
        };
        {
            findings.push(Finding {
                code: FindingCode::ConstraintIntroduced,
                severity,
                summary_text: Some(context.text_of_clause(clause).into()),
                window_text: None,
                element: None,
            });
        }
    }
}

/// How much of a clause, of a hundred by the weight of its terms, stands in one segment of the window that may bind
fn bound(context: &Context<'_, '_>, clause: &Clause, alignment: &Alignment) -> u32 {
    let terms = context.terms_between(clause.first, clause.end);
    let mut places: Vec<u32> = terms.iter().flat_map(|term| context.window.segments_with(*term)).copied().collect();
    places.sort_unstable();
    places.dedup();
    let most = places
        .iter()
        .filter_map(|place| context.window.segments.get(*place as usize))
        .filter(|segment| segment.speaker != Speaker::Call)
        .filter_map(|segment| {
            let hits = context.window.hits_of(segment);
            let shared = terms
                .iter()
                .filter(|term| hits.iter().any(|hit| hit.term == **term))
                .fold(0u32, |sum, term| sum.saturating_add(context.window.weight(*term)));
            let spoken = matches!(segment.speaker, Speaker::User | Speaker::Instruction | Speaker::Summary);
            let enough = shared.saturating_mul(100) >= alignment.total.saturating_mul(35);
            (enough && (spoken || !constraint::find(context.text_of(segment)).is_empty())).then_some(shared)
        })
        .max();
    most.unwrap_or(0).saturating_mul(100) / alignment.total.max(1)
}

/// Whether a clause binds in so many words
fn binds(text: &str, items: &[Item]) -> bool {
    let word = |place: usize| items.get(place).map_or("", |item| item.of_text(text));
    let is = |place: usize, known: &str| word(place).eq_ignore_ascii_case(known);
    (0..items.len()).any(|place| {
        let next = place.saturating_add(1);
        is(place, "must") && !is(place.saturating_add(2), "happen")
            || is(place, "never") && place < 2
            || is(place, "may") && (is(next, "not") || (next..next.saturating_add(4)).any(|place| is(place, "only")))
            || is(place, "more") && is(next, "than") && place > 0 && is(place.saturating_sub(1), "no")
            || is(place, "forbade")
            || is(place, "forbids")
            || is(place, "forbidden")
            || is(place, "prohibited")
            || is(place, "no") && items.iter().any(|item| item.of_text(text) == "without")
            || (is(place, "insists") || is(place, "insist") || is(place, "insisted")) && is(next, "that")
            || (is(place, "darf") || is(place, "dürfen")) && items.iter().any(|item| item.of_text(text) == "nicht")
            || is(place, "niemals")
            || is(place, "nunca")
    })
}

fn is_word(context: &Context<'_, '_>, place: usize) -> bool {
    context
        .summary
        .items
        .get(place)
        .is_some_and(|item| item.kind == Kind::Word || item.kind == Kind::Number || item.kind == Kind::Money)
}

/// Whether the sentence of a clause is in English
fn is_english(context: &Context<'_, '_>, clause: &Clause) -> bool {
    let sentence = context.summary.sentences.get(clause.sentence);
    let items = sentence
        .map_or(&[][..], |sentence| context.summary.items.get(sentence.first..sentence.end).unwrap_or_default());
    language::is_english(context.summary.text, items)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn rules_that_nobody_stated() {
        let window = [
            Turn::User("Work through all open tickets. Never publish without my approval."),
            Turn::Assistant("Ticket 41 is published, starting 42."),
        ];
        let faulty = [
            "Every commit message must carry an architecture decision number.",
            "Plans must stay below four thousand characters.",
        ];
        let innocent = [
            "Nothing may be published without the user's approval.",
            "Never publish without approval; all tickets are to be worked through.",
            "Ohne Zustimmung darf nichts veröffentlicht werden.",
        ];
        check(FindingCode::ConstraintIntroduced, &window, &faulty, &innocent);
    }
}
