//! Clauses that say of a thing the opposite of what the window says of it: `the build passed`, `the build failed`.

use super::claim::{CONDITIONS, has_any};
use super::clause::Clause;
use super::context::{Context, is_empty};
use super::items::{self, Item};
use super::negation;
use super::terms::Term;
use super::window::Speaker;
use crate::scan::Kind;
use alloc::vec::Vec;

/// So far a word can stand from the one that is judged and still say of what it is said
const REACH: usize = 8;
/// A word that stands in more segments than these tells nothing apart
const MENTIONS_MAX: usize = 200;
/// The things spoken of must be told by words that are rare together
const LEAST_WEIGHT: u32 = 120;

/// The segment of the window that says the opposite of a clause, where none says what the clause says
pub fn contradicted(context: &Context<'_, '_>, clause: &Clause) -> Option<usize> {
    let text = context.summary.text;
    let whole = context.items_of(clause);
    if has_any(text, whole, &CONDITIONS) || has_any(text, whole, &NOT_YET) {
        return None;
    }
    let denial = negation::read(text, whole);
    // `Wrong line count` names a fault and does not say that a line count is wrong.
    (1..whole.len()).find_map(|place| {
        let word = whole.get(place)?;
        let opposites: Vec<Term> = context
            .opposites
            .of(word.of_text(text))
            .filter(|hash| *hash != word.hash)
            .filter_map(|hash| context.term_with(hash))
            .collect();
        if opposites.is_empty() || names_a_noun(text, whole, place) {
            return None;
        }
        let own = context.term_of(clause.first.saturating_add(place));
        let things = things(context, clause, place);
        let weight = weight_of(context, &things);
        if things.is_empty() || weight < if things.len() == 1 { LEAST_WEIGHT / 3 } else { LEAST_WEIGHT } {
            return None;
        }
        judge(context, own, &opposites, denial.is_denied(place), &things, weight)
    })
}

fn judge(
    context: &Context<'_, '_>,
    own: Option<Term>,
    opposites: &[Term],
    denied: bool,
    things: &[Term],
    weight: u32,
) -> Option<usize> {
    let mut contrary = None;
    let words = own.into_iter().map(|term| (term, denied)).chain(opposites.iter().map(|term| (*term, !denied)));
    for (term, same) in words {
        let mentions = context.window.segments_with(term);
        if mentions.len() > MENTIONS_MAX {
            return None;
        }
        for place in mentions {
            let segment = context.window.segments.get(*place as usize)?;
            let hits = context.window.hits_of(segment);
            let shared: Vec<Term> =
                things.iter().copied().filter(|thing| hits.iter().any(|hit| hit.term == *thing)).collect();
            let share = weight_of(context, &shared).saturating_mul(100) / weight.max(1);
            if share < 50 {
                continue;
            }
            let told = context.text_of(segment);
            let mut row = Vec::new();
            items::read_into(told, &mut row);
            let denial = negation::read(told, &row);
            let said = row.iter().enumerate().filter(|(_, item)| context.term_with(item.hash) == Some(term));
            let said: Vec<usize> = said.map(|(at, _)| at).collect();
            // The same word with the same sign, or the opposite one with the other, says what the clause says.
            if said.iter().any(|at| denial.is_denied(*at) == same) {
                return None;
            }
            if said.iter().all(|at| names_a_noun(told, &row, *at)) {
                continue;
            }
            let plain = !context.is_question(segment) && !has_any(told, &row, &CONDITIONS);
            // One thing alone must be the very word of which it is said.
            let close = shared.len() >= 2
                || things.len() == 1 && hits.windows(2).any(|two| matches!(two, [thing, word] if things.contains(&thing.term) && word.term == term && word.at.saturating_sub(thing.at) <= 2));
            if share >= 70 && close && plain && segment.speaker != Speaker::Call {
                contrary = Some(*place as usize);
            }
        }
    }
    contrary
}

/// Whether the word at `place` only tells which thing is meant: what is denied of `the public branch` is not that it is public
fn names_a_noun(text: &str, row: &[Item], place: usize) -> bool {
    let (Some(word), Some(next)) = (row.get(place), row.get(place.saturating_add(1))) else { return false };
    let beside = text.get(word.span.end..next.span.start).is_some_and(|between| between.trim().is_empty());
    beside && next.kind == Kind::Word && !is_empty(next.of_text(text)) && !next.of_text(text).ends_with("ly")
}

/// The telling terms near a word of a clause, without the word and its opposites
fn things(context: &Context<'_, '_>, clause: &Clause, place: usize) -> Vec<Term> {
    let at = clause.first.saturating_add(place);
    let first = context.summary.sentences.get(clause.sentence).map_or(clause.first, |sentence| sentence.first);
    let within = |first: usize, end: usize| -> Vec<Term> {
        let mut things: Vec<Term> = (first..end)
            .filter(|other| *other != at)
            .filter_map(|other| context.term_of(other))
            .filter(|term| Some(*term) != context.term_of(at))
            .collect();
        things.sort_unstable();
        things.dedup();
        things
    };
    // What is said of a subject of two words is said of that; what follows tells when or why.
    let subject = within(clause.first.max(at.saturating_sub(REACH)), at);
    if subject.len() >= 2 {
        return subject;
    }
    within(first.max(at.saturating_sub(REACH)), clause.end.min(at.saturating_add(REACH)))
}

fn weight_of(context: &Context<'_, '_>, terms: &[Term]) -> u32 {
    // A word that the window lacks tells of something else.
    const UNKNOWN: u32 = 60;
    terms.iter().fold(0, |sum: u32, term| {
        let weight = if context.window.holds(*term) { context.window.weight(*term) } else { UNKNOWN };
        sum.saturating_add(weight)
    })
}

/// With these a clause tells of what is to come, or of a change
const NOT_YET: [&str; 12] =
    ["became", "changed", "from", "instead", "whether", "or", "asked", "wants", "wanted", "would", "could", "should"];
