//! A constraint is told as a story or a wish.
//!
//! ## Why
//! "She mentioned that she would rather not have it sent there" holds every word of the prohibition and binds nobody.
//!
//! ## What helps
//! Ask again for the constraint as one that still binds, then the spill.
//!
//! ## Example
//! The window says "Do not proactively offer a compensation", the summary "the agent was reluctant to offer one".
//!
//! ## Source
//! spec 001, invariant: constraints keep their force

use super::clause::Clause;
use super::context::Context;
use super::items::Item;
use super::window::Speaker;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::demands::constraint;
use crate::scan::quotes;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "constraint-weakened",
    kind: RuleKind::Finding,
    summary: "A constraint is told as a story or a wish",
    source: "spec 001, invariant: constraints keep their force",
};

/// Clauses that hedge what the window demands or forbids, in words that the user did not use
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let quoted = quotes::find(context.summary.text);
    for clause in &context.clauses {
        let items = context.items_of(clause);
        let Some(hedge) = hedge(context.summary.text, items) else { continue };
        let spoken = context
            .term_of(clause.first.saturating_add(hedge))
            .is_some_and(|term| context.window.is_said_by(term, &[Speaker::User, Speaker::Summary]));
        let is_quoted = items.get(hedge).is_some_and(|item| {
            quoted.iter().any(|quote| quote.start <= item.span.start && item.span.end <= quote.end)
        });
        if spoken || is_quoted {
            continue;
        }
        if let Some(segment) = binding_segment(context, clause) {
            findings.push(context.contradiction(FindingCode::ConstraintWeakened, Severity::Block, clause, segment));
        }
    }
}

/// A segment of the window that binds and speaks of what the clause speaks of, the one that shares most
fn binding_segment(context: &Context<'_, '_>, clause: &Clause) -> Option<usize> {
    const LEAST: u32 = 30;
    let terms = context.terms_between(clause.first, clause.end);
    let mut best: Option<(u32, usize)> = None;
    let mut places: Vec<u32> = terms.iter().flat_map(|term| context.window.segments_with(*term)).copied().collect();
    places.sort_unstable();
    places.dedup();
    for place in places {
        let place = place as usize;
        let Some(segment) = context.window.segments.get(place) else { continue };
        if !matches!(
            segment.speaker,
            Speaker::User | Speaker::Instruction | Speaker::Other | Speaker::Summary | Speaker::Tool
        ) {
            continue;
        }
        let hits = context.window.hits_of(segment);
        let shared = terms
            .iter()
            .filter(|term| hits.iter().any(|hit| hit.term == **term))
            .fold(0u32, |sum, term| sum.saturating_add(context.window.weight(*term)));
        // What the user says binds in any form.
        let binds = || segment.speaker == Speaker::User || !constraint::find(context.text_of(segment)).is_empty();
        if shared >= LEAST && best.is_none_or(|(known, _)| shared > known) && binds() {
            best = Some((shared, place));
        }
    }
    best.map(|(_, place)| place)
}

/// The place of the word by which a clause tells a wish, a habit or an aside
fn hedge(text: &str, items: &[Item]) -> Option<usize> {
    let word = |place: usize| items.get(place).map_or("", |item| item.of_text(text));
    let is = |place: usize, words: &[&str]| words.iter().any(|known| word(place).eq_ignore_ascii_case(known));
    (0..items.len()).find_map(|place| {
        if is(place, &ALONE) {
            return Some(place);
        }
        let phrase = PHRASES.iter().find(|phrase| {
            phrase
                .split(' ')
                .enumerate()
                .all(|(step, expected)| word(place.saturating_add(step)).eq_ignore_ascii_case(expected))
        })?;
        // The last word of a phrase is the one that hedges.
        Some(place.saturating_add(phrase.split(' ').count()).saturating_sub(1))
    })
}

/// Words that hedge by themselves
const ALONE: [&str; 22] = [
    "mused",
    "musing",
    "wondered",
    "wondering",
    "reluctant",
    "hesitant",
    "ideally",
    "preferably",
    "nicer",
    "handier",
    "fond",
    "leaning",
    "inclined",
    "tentatively",
    "loosely",
    "lieber",
    "eigentlich",
    "preferiría",
    "gustaría",
    "préférerait",
    "preferiria",
    "idealmente",
];

/// Phrases that hedge
const PHRASES: [&str; 25] = [
    "would rather",
    "would prefer",
    "liked to",
    "likes to",
    "seemed to like",
    "seemed to prefer",
    "seems to prefer",
    "thought nicer",
    "better left",
    "better not",
    "bit reluctant",
    "might like",
    "might prefer",
    "some point",
    "where possible",
    "in passing",
    "leaned towards",
    "leaned toward",
    "if possible",
    "if there is time",
    "mentioned not",
    "talked about not",
    "spoke of not",
    "about not",
    "not too keen",
];

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn stories_and_wishes() {
        let window = [
            Turn::System("Do not proactively offer a compensation unless the user explicitly asks for one."),
            Turn::User("Do not merge anything into release/7 until I say so. I would rather rebook later."),
        ];
        let faulty = [
            "The agent was a bit reluctant to offer compensation.",
            "Earlier the user mentioned not merging into release/7.",
            "The user seemed to prefer no merge into release/7.",
            "Ideally nothing is merged into release/7.",
        ];
        let innocent = [
            "Do not offer a compensation unless the user asks for one.",
            "Nothing may be merged into release/7 until the user says so.",
            "The user would rather rebook later.",
        ];
        check(FindingCode::ConstraintWeakened, &window, &faulty, &innocent);
    }
}
