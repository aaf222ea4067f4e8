//! Clauses that allow or demand what somebody in the window forbids, in whatever words around the verb.

use super::claim::has_any;
use super::clause::Clause;
use super::context::Context;
use super::items::{self, Item, is_one_of};
use super::negation;
use super::section::Section;
use super::terms::Term;
use super::window::Speaker;
use crate::scan::Kind;
use alloc::vec::Vec;

/// The segment that forbids what a clause allows or demands, where no segment that binds allows it
pub fn contradicted(context: &Context<'_, '_>, clause: &Clause) -> Option<usize> {
    const MENTIONS_MAX: usize = 200;
    let text = context.summary.text;
    let items = context.items_of(clause);
    let ordered = orders(context, clause);
    let place = if ordered { 0 } else { allowed(text, items)? };
    let verb = context.term_of(clause.first.saturating_add(place))?;
    let hash = items.get(place)?.hash;
    let others: Vec<Term> =
        context.terms_between(clause.first, clause.end).into_iter().filter(|term| *term != verb).collect();
    let mentions = context.window.segments_with(verb);
    if others.is_empty() || mentions.len() > MENTIONS_MAX {
        return None;
    }
    let mut forbidding: Option<(usize, usize)> = None;
    let mut allowing = 0usize;
    for mention in mentions {
        let segment = context.window.segments.get(*mention as usize)?;
        let hits = context.window.hits_of(segment);
        let shared: Vec<Term> =
            others.iter().copied().filter(|term| hits.iter().any(|hit| hit.term == *term)).collect();
        if matches!(segment.speaker, Speaker::Call)
            || context.is_question(segment)
            || !(if ordered { shared.len() == others.len() } else { is_enough(context, &shared, &others) })
        {
            continue;
        }
        let theirs = context.text_of(segment);
        let mut row = Vec::new();
        items::read_into(theirs, &mut row);
        match stance(theirs, &row, hash) {
            // `After the review it may be merged` agrees with `do not merge before the review`.
            Stance::Forbids { conditional } if conditional && has_any(text, items, &LATER) => return None,
            Stance::Forbids { .. } => {
                if forbidding.is_none_or(|(_, most)| shared.len() > most) {
                    forbidding = Some((*mention as usize, shared.len()));
                }
            }
            Stance::Allows => allowing = allowing.max(shared.len()),
            Stance::Neither => {}
        }
    }
    forbidding.filter(|(_, shared)| *shared > allowing).map(|(segment, _)| segment)
}

/// Whether a whole sentence is an order: it begins with a word that could be a verb, and nothing around it forbids
fn orders(context: &Context<'_, '_>, clause: &Clause) -> bool {
    let text = context.summary.text;
    let items = context.items_of(clause);
    let Some(sentence) = context.summary.sentences.get(clause.sentence) else { return false };
    let before = context.summary.sentences.get(..clause.sentence).unwrap_or_default();
    // Under `Forbidden` or `Do not` stands what must not be.
    let heading = before.iter().rev().find(|sentence| sentence.heading);
    let forbids = heading.is_some_and(|heading| {
        let words = context.summary.items.get(heading.first..heading.end).unwrap_or_default();
        !negation::read(text, words).negators.is_empty()
    });
    let line = text.get(..sentence.span.start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    let is_plain = items.first().is_some_and(|first| {
        let word = first.of_text(text);
        first.kind == Kind::Word
            && !word.ends_with("ed")
            && !word.ends_with("ing")
            && context.term_of(clause.first).is_some()
    });
    is_plain
        && clause.first == sentence.first
        && clause.end == sentence.end
        && !forbids
        && !line.contains([':', '：'])
        && matches!(sentence.section, Section::Unknown | Section::Pending | Section::Other | Section::Requests)
        && !has_any(
            text,
            items,
            &["only", "if", "unless", "until", "except", "when", "once", "before", "whether", "not"],
        )
        && !sentence.span.of(text).ends_with(['?', '？'])
}

/// Whether the words that a segment shares tell that it speaks of the same thing
fn is_enough(context: &Context<'_, '_>, shared: &[Term], others: &[Term]) -> bool {
    const LEAST_WEIGHT: u32 = 90;
    let weight = shared.iter().fold(0u32, |sum, term| sum.saturating_add(context.window.weight(*term)));
    shared.len() >= 2 && weight >= LEAST_WEIGHT && shared.len().saturating_mul(5) >= others.len().saturating_mul(2)
}

/// Whether a sentence in signs without spaces stands in the window behind a prohibition alone: `不要删除旧的备份`
pub fn is_only_forbidden(context: &Context<'_, '_>, clause: &Clause) -> Option<usize> {
    const FORBIDDING: [&str; 9] = ["不要", "不能", "不得", "不可", "请勿", "切勿", "禁止", "别", "勿"];
    const LEAST_BYTES: usize = 12;
    let text = context.summary.text;
    let [item] = context.items_of(clause) else { return None };
    let said = item.of_text(text);
    if item.kind != Kind::Ideographs || said.len() < LEAST_BYTES {
        return None;
    }
    let mut forbidding = None;
    for (place, element) in context.request.window.iter().enumerate() {
        for (at, _) in element.text.match_indices(said) {
            let before = element.text.get(..at).unwrap_or_default();
            if !FORBIDDING.iter().any(|word| before.ends_with(word)) {
                return None;
            }
            forbidding = Some(place);
        }
    }
    forbidding
}

/// What a segment says of a verb
enum Stance {
    /// That it must not be; perhaps under a condition
    Forbids { conditional: bool },
    /// That it is, may be or must be
    Allows,
    /// Nothing
    Neither,
}

fn stance(text: &str, row: &[Item], verb: u64) -> Stance {
    const FORBIDDING: [&str; 16] = [
        "never",
        "cannot",
        "can't",
        "don't",
        "mustn't",
        "shouldn't",
        "don’t",
        "can’t",
        "mustn’t",
        "shouldn’t",
        "ne",
        "nie",
        "niemals",
        "nunca",
        "jamais",
        "não",
    ];
    const BINDING: [&str; 8] = ["do", "must", "should", "may", "can", "shall", "will", "to"];
    const REACH: usize = 3;
    let is = |place: usize, words: &[&str]| row.get(place).is_some_and(|item| is_one_of(item.of_text(text), words));
    let denial = negation::read(text, row);
    let mut places = row.iter().enumerate().filter(|(_, item)| item.hash == verb).map(|(place, _)| place).peekable();
    if places.peek().is_none() {
        return Stance::Neither;
    }
    let forbids = |place: usize| {
        (place.saturating_sub(REACH)..place).any(|negator| {
            is(negator, &FORBIDDING)
                || is(negator, &["not"]) && negator.checked_sub(1).is_some_and(|before| is(before, &BINDING))
        })
    };
    let conditional =
        has_any(text, row, &["if", "until", "unless", "before", "without", "when", "while", "except", "only"]);
    match (places.clone().any(forbids), places.all(|place| denial.is_denied(place))) {
        (true, _) => Stance::Forbids { conditional },
        (false, true) => Stance::Neither,
        (false, false) => Stance::Allows,
    }
}

/// The place of the verb that a clause allows or demands: `may be sent`, `must reset`, `feel free to combine`
fn allowed(text: &str, items: &[Item]) -> Option<usize> {
    const MODAL: [&str; 9] = ["may", "must", "should", "can", "could", "shall", "free", "allowed", "permitted"];
    const SMALL: [&str; 12] =
        ["be", "to", "also", "still", "always", "already", "now", "then", "even", "safely", "just", "directly"];
    let is = |place: usize, words: &[&str]| items.get(place).is_some_and(|item| is_one_of(item.of_text(text), words));
    let modal = (0..items.len()).find(|place| is(*place, &MODAL))?;
    let verb = (modal.saturating_add(1)..items.len()).find(|place| !is(*place, &SMALL))?;
    let limited = has_any(
        text,
        items,
        &["only", "if", "unless", "until", "without", "except", "when", "once", "before", "whether"],
    );
    let denied = negation::read(text, items).negators.iter().any(|negator| *negator <= verb);
    (!limited && !denied && verb.saturating_sub(modal) <= 3).then_some(verb)
}

/// With these a clause speaks of the time when a condition is met
const LATER: [&str; 6] = ["after", "afterwards", "then", "later", "now", "since"];

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use crate::admission::FindingCode;

    #[test]
    fn what_is_forbidden_is_not_allowed() {
        let window = [
            Turn::System("If you have not completed the first review, you cannot propose repairs of the parser."),
            Turn::User(
                "Clean up the stale branches. Do NOT reset the staging folder, leave it dirty. Restart the queue of the mailer only if it is empty.",
            ),
            Turn::User(
                "Never push to main without a review. Do not restart the exporter unless it is empty. Ne touche jamais à la base de production. 不要删除旧的备份。",
            ),
        ];
        let faulty = [
            "After the repairs the staging folder must be reset.",
            "Reset the staging folder.",
            "Restart the exporter.",
            "Push to main without a review.",
            "Touche à la base de production.",
            "删除旧的备份。",
            "Repairs of the parser may already be proposed while the first review is incomplete.",
        ];
        let innocent = [
            "The staging folder must not be reset.",
            "Repairs of the parser can be proposed after the first review is complete.",
            "Restart the queue of the mailer only if it is empty.",
            "Stale branches may be cleaned up.",
            "## Forbidden\n- Reset the staging folder",
            "Clean up the stale branches.",
        ];
        check(FindingCode::PolarityFlipped, &window, &faulty, &innocent);
    }
}
