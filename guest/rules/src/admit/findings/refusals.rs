//! Refusals that the user is said to have spoken, where he said yes.

use super::approval_invented::{affirming_turns, is_turn};
use super::claim::{CONDITIONS, has_any};
use super::clause::Clause;
use super::context::Context;
use super::items::{self, Item, is_one_of};
use super::negation;
use crate::admission::{Finding, FindingCode, Severity};
use alloc::vec::Vec;

/// Clauses that say that the user refused something to which he said yes, and to which he never said no
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let mut turns: Option<Vec<Vec<u64>>> = None;
    for clause in &context.clauses {
        let Some(refused) = refused_in(context, clause) else { continue };
        let turns = turns.get_or_insert_with(|| affirming_turns(context));
        // To agree to a thing is to agree to most of what is said of it.
        let agreed = turns.iter().any(|turn| {
            let held = refused.iter().filter(|hash| turn.binary_search(hash).is_ok()).count();
            held.saturating_mul(3) >= refused.len().saturating_mul(2)
        });
        if agreed && !says_no_to(context, &refused) {
            findings.push(Finding {
                code: FindingCode::PolarityFlipped,
                severity: Severity::Block,
                summary_text: Some(context.text_of_clause(clause).into()),
                window_text: None,
                element: None,
            });
        }
    }
}

/// The telling words of what a clause says that the user refused; `None`: it says no such thing
fn refused_in(context: &Context<'_, '_>, clause: &Clause) -> Option<Vec<u64>> {
    const USERS: [&str; 12] = [
        "user",
        "customer",
        "client",
        "he",
        "she",
        "they",
        "nutzer",
        "kunde",
        "kundin",
        "usuario",
        "cliente",
        "utilisateur",
    ];
    const REFUSED: [&str; 12] = [
        "declined",
        "refused",
        "rejected",
        "declines",
        "refuses",
        "rejects",
        "disagreed",
        "objected",
        "abgelehnt",
        "rechazó",
        "refusé",
        "recusou",
    ];
    const AGREE: [&str; 6] = ["confirm", "approve", "agree", "accept", "consent", "want"];
    let text = context.summary.text;
    let items = context.items_of(clause);
    let is = |place: usize, words: &[&str]| items.get(place).is_some_and(|item| is_one_of(item.of_text(text), words));
    let (first, last) = (0..items.len()).find_map(|place| {
        let next = place.saturating_add(1);
        let after = next.saturating_add(1);
        if is(place, &["said", "says", "replied", "answered"]) && is(next, &["no", "nein", "non", "não"]) {
            return Some((place, next));
        }
        if is(place, &["turned"]) && is(next, &["down"]) {
            return Some((place, next));
        }
        if is(place, &["did"]) && is(next, &["not"]) && is(after, &AGREE) {
            return Some((place, after));
        }
        if is(place, &["didn't", "didn’t"]) && is(next, &AGREE) {
            return Some((place, next));
        }
        is(place, &REFUSED).then_some((place, place))
    })?;
    let before = items.get(..first)?;
    let by_user = first <= 4 && before.iter().any(|item| is_one_of(item.of_text(text), &USERS));
    if !by_user || has_any(text, items, &CONDITIONS) {
        return None;
    }
    let start = last.saturating_add(1);
    let end = (start..items.len()).find(|place| negation::is_border(text, items, *place)).unwrap_or(items.len());
    let telling = (start..end).filter(|place| context.term_of(clause.first.saturating_add(*place)).is_some());
    const DECIDING: [&str; 4] = ["confirm", "accept", "approve", "agree"];
    let words: Vec<u64> = telling
        .filter_map(|place| items.get(place))
        .filter(|item| !is_one_of(item.of_text(text), &DECIDING))
        .map(|item| item.hash)
        .collect();
    // `She objected` does not say to what; `she said no` is a word that was said or was not.
    let said = is(first, &["said", "says", "replied", "answered"]);
    (said || !words.is_empty()).then_some(words)
}

/// Whether a sentence of the user says no: to nothing in particular, or to one of the words
fn says_no_to(context: &Context<'_, '_>, words: &[u64]) -> bool {
    const THANKS: [&str; 6] = ["thanks", "thank", "you", "please", "danke", "gracias"];
    let mut row = Vec::new();
    context.request.window.iter().filter(|element| is_turn(element)).any(|element| {
        element.text.split_inclusive(['.', '!', '?', '\n', ';', ',']).any(|sentence| {
            items::read_into(sentence, &mut row);
            // A mark such as `###STOP###` is nobody's word.
            let bare =
                !sentence.contains('#') && row.iter().skip(1).all(|item| is_one_of(item.of_text(sentence), &THANKS));
            let speaks = bare || row.iter().any(|item| words.contains(&item.hash));
            speaks && says_no(sentence, &row)
        })
    })
}

fn says_no(text: &str, row: &[Item]) -> bool {
    const NO: [&str; 30] = [
        "no",
        "nope",
        "nah",
        "stop",
        "wait",
        "hold",
        "decline",
        "refuse",
        "reject",
        "rather",
        "instead",
        "skip",
        "keep",
        "leave",
        "later",
        "cancel",
        "only",
        "but",
        "else",
        "different",
        "nein",
        "lieber",
        "stattdessen",
        "nicht",
        "non",
        "não",
        "mejor",
        "plutôt",
        "sondern",
        "hmm",
    ];
    !negation::read(text, row).negators.is_empty()
        || row.iter().any(|item| is_one_of(item.of_text(text), &NO))
        || ["不", "别", "いいえ", "やめ"].iter().any(|no| text.contains(no))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use crate::admission::FindingCode;

    #[test]
    fn refusals_that_were_agreements() {
        let window = [
            Turn::User("Please move both of my bookings to economy."),
            Turn::Assistant(
                "I can downgrade JG7FMM and LQ940Q to economy. Do you want travel insurance as well? Shall I go ahead?",
            ),
            Turn::User("Yes, please go ahead. No insurance, thanks."),
        ];
        let faulty = ["The user declined the downgrade.", "The customer refused to confirm the downgrade of JG7FMM."];
        let innocent = [
            "The user declined the insurance.",
            "The user agreed to the downgrade.",
            "The user did not confirm an upgrade of the meals.",
        ];
        check(FindingCode::PolarityFlipped, &window, &faulty, &innocent);
    }
}
