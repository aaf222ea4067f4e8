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
use super::items::{self, Item, is_one_of};
use super::language;
use super::negation;
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

/// Clauses that bind, and that nobody in the window states
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for (clause, alignment) in context.clauses.iter().zip(&context.alignments) {
        let items = context.items_of(clause);
        let Some(force) = force(context, clause, items) else { continue };
        let telling: Vec<usize> = (clause.first..clause.end)
            .filter(|place| context.term_of(*place).is_some() && is_word(context, *place))
            .collect();
        if telling.len() < 2 || !is_english(context, clause) {
            continue;
        }
        let absent = telling
            .iter()
            .filter(|place| context.term_of(**place).is_some_and(|term| !context.window.holds(term)))
            .count();
        let best =
            alignment.matches.first().map_or(0, |found| found.weight.saturating_mul(100) / alignment.total.max(1));
        let foreign = telling.len() >= 3 && absent >= 2 && absent.saturating_mul(2) >= telling.len() && best < 30;
        let support = Support::of(context, clause, alignment);
        let severity = match force {
            _ if foreign && !is_passive(context.summary.text, items) => Severity::Block,
            Force::Forbids if !support.is_spoken_of => Severity::Block,
            _ if support.bound < ENOUGH => Severity::Warn,
            _ => continue,
        };
        findings.push(Finding {
            code: FindingCode::ConstraintIntroduced,
            severity,
            summary_text: Some(context.text_of_clause(clause).into()),
            window_text: None,
            element: None,
        });
    }
}

/// So many hundredths of a clause stand in one text that binds where the clause is only put into other words
const ENOUGH: u32 = 35;

/// How a clause binds
#[derive(Clone, Copy, PartialEq, Eq)]
enum Force {
    /// Something must not be, or only under a condition
    Forbids,
    /// Something must be
    Demands,
}

/// What the window holds of a clause that binds
struct Support {
    /// How much of it, of a hundred by the weight of its terms, stands in one segment that may bind
    bound: u32,
    /// Whether a segment that may bind, or that denies, speaks of two of its words
    is_spoken_of: bool,
}

impl Support {
    fn of(context: &Context<'_, '_>, clause: &Clause, alignment: &Alignment) -> Support {
        let terms = context.terms_between(clause.first, clause.end);
        let mut places: Vec<u32> = terms.iter().flat_map(|term| context.window.segments_with(*term)).copied().collect();
        places.sort_unstable();
        places.dedup();
        let mut support = Support { bound: 0, is_spoken_of: false };
        for place in places {
            let Some(segment) = context.window.segments.get(place as usize) else { continue };
            if segment.speaker == Speaker::Call {
                continue;
            }
            let hits = context.window.hits_of(segment);
            let shared: Vec<u32> = terms
                .iter()
                .filter(|term| hits.iter().any(|hit| hit.term == **term))
                .map(|term| context.window.weight(*term))
                .collect();
            let weight = shared.iter().fold(0u32, |sum, weight| sum.saturating_add(*weight));
            let share = weight.saturating_mul(100) / alignment.total.max(1);
            let two = shared.iter().filter(|weight| **weight >= TELLING).count() >= 2;
            if share < ENOUGH.max(support.bound) && (support.is_spoken_of || !two) {
                continue;
            }
            let spoken = matches!(segment.speaker, Speaker::User | Speaker::Instruction | Speaker::Summary);
            let text = context.text_of(segment);
            let binds = spoken || !constraint::find(text).is_empty();
            if binds && share >= ENOUGH {
                support.bound = support.bound.max(share);
            }
            let speaks = two || share >= ENOUGH;
            support.is_spoken_of =
                support.is_spoken_of || speaks && (!constraint::find(text).is_empty() || denies(text));
        }
        support
    }
}

/// Words that stand everywhere do not tell of what a sentence speaks
const TELLING: u32 = 40;

/// `must be looked up again`: a necessity that the summary may have found itself
fn is_passive(text: &str, items: &[Item]) -> bool {
    items.windows(2).any(|two| matches!(two, [must, be] if must.of_text(text) == "must" && be.of_text(text) == "be"))
}

fn denies(text: &str) -> bool {
    let mut row = Vec::new();
    items::read_into(text, &mut row);
    !negation::read(text, &row).negators.is_empty()
}

/// How a clause binds: in so many words, or as a line that forbids
fn force(context: &Context<'_, '_>, clause: &Clause, items: &[Item]) -> Option<Force> {
    let text = context.summary.text;
    let sentence = context.summary.sentences.get(clause.sentence)?;
    let word = |place: usize| items.get(place).map_or("", |item| item.of_text(text));
    let is = |place: usize, words: &[&str]| words.iter().any(|known| word(place).eq_ignore_ascii_case(known));
    let before = items.first().map_or("", |first| text.get(..first.span.start).unwrap_or_default());
    let before = before.trim_end_matches([' ', '*', '`', '"']);
    let opens = clause.first == sentence.first || before.ends_with(':');
    // `MUST NOT: publish`
    let labelled = before.strip_suffix(':').is_some_and(|before| {
        let last = before.trim_end_matches([' ', '*']).rsplit([' ', '\n', '*']).next().unwrap_or_default();
        is_one_of(last, &["not", "never", "don't"])
    });
    // `Do not repeat completed calls.`, `Never connect through ATL`, `MUST NOT: publish`
    let orders =
        opens && (is(0, &["never"]) || is(0, &["do", "must"]) && is(1, &["not"]) || is(0, &["don't", "don’t"]));
    let forbids = orders
        || labelled
        || (0..items.len()).any(|place| {
            let next = place.saturating_add(1);
            is(place, &["must", "may", "shall"]) && is(next, &["not", "only", "never"])
                || is(place, &["never"]) && place < 2
                || is(place, &["more"]) && is(next, &["than"]) && place > 0 && is(place.saturating_sub(1), &["no"])
                || is(place, &["forbade", "forbids", "forbidden", "prohibited"])
        });
    if forbids {
        return Some(Force::Forbids);
    }
    binds(text, items).then_some(Force::Demands)
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
            "Do not repeat completed tool calls.",
            "Never merge a ticket branch on Fridays.",
            "MUST NOT: start a ticket before the previous one was reviewed.",
            "A hard constraint was recorded: do not touch packages.",
        ];
        let innocent = [
            "Nothing may be published without the user's approval.",
            "Never publish without approval; all tickets are to be worked through.",
            "Ohne Zustimmung darf nichts veröffentlicht werden.",
            "The ticket list must be looked up again with a search.",
        ];
        check(FindingCode::ConstraintIntroduced, &window, &faulty, &innocent);
    }
}
