//! A fired effect is described as still to do.
//!
//! ## Why
//! The agent does it again: a second charge, a second message to a real person.
//!
//! ## What helps
//! Ask again and name the entry of the ledger, then the spill.
//!
//! ## Example
//! The ledger holds `cancel_reservation NQNU5R`, done; the summary says "`NQNU5R` is yet to be cancelled".
//!
//! ## Source
//! spec 000, condition C2

use super::clause::Clause;
use super::context::Context;
use super::deeds::{self, ANY_DEED, Deed, GROUPS};
use super::items::Item;
use super::pending::{self, Pending};
use super::stem;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "effect-as-pending",
    kind: RuleKind::Finding,
    summary: "A fired effect is described as still to do",
    source: "spec 000, condition C2",
};

/// Clauses that call for an effect that was done
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for clause in &context.clauses {
        let Some(pending) = pending::of(context, clause) else { continue };
        if speaks_of_others(context, clause) {
            continue;
        }
        let done = |deed: &&Deed| {
            is_called_for(context, clause, pending, deed) || runs_command(context, clause, pending, deed)
        };
        if let Some(deed) = context.deeds.iter().rev().filter(|deed| deed.is_effect && !deed.is_writing).find(done) {
            findings.push(Finding {
                code: FindingCode::EffectAsPending,
                severity: Severity::Block,
                summary_text: Some(context.text_of_clause(clause).into()),
                window_text: context
                    .request
                    .window
                    .get(deed.element)
                    .and_then(|element| element.call())
                    .map(|call| super::shortened(&call.tool, &call.arguments)),
                element: Some(deed.element),
            });
        }
    }
}

/// Whether a clause calls for what a deed did: the same kind of deed, to the same thing
fn is_called_for(context: &Context<'_, '_>, clause: &Clause, pending: Pending, deed: &Deed) -> bool {
    let text = context.summary.text;
    let sentence = context.summary.sentences.get(clause.sentence);
    let items = context.items_of(clause);
    let before = sentence
        .map_or(&[][..], |sentence| context.summary.items.get(sentence.first..clause.first).unwrap_or_default());
    let names = |items: &[Item]| -> Vec<u64> {
        items.iter().filter(|item| deeds::is_name(text, item)).map(|item| item.hash).collect()
    };
    let own = names(items);
    // `… the return of item 12, order 7, is still to be submitted`: what is meant may stand in the clauses before.
    let meant = if own.is_empty() && pending == Pending::Said { names(before) } else { own };
    // What is listed begins with what is to be done.
    let spoken = if pending == Pending::Listed { items.get(..1).unwrap_or_default() } else { items };
    let verb = GROUPS
        .iter()
        .filter(|group| deed.does(group))
        .find_map(|group| spoken.iter().position(|item| group.words.iter().any(|word| item.hash == stem::hash(word))));
    let generic = pending == Pending::Said
        && ANY_DEED.iter().any(|word| items.iter().any(|item| item.of_text(text).eq_ignore_ascii_case(word)));
    if !meant.is_empty() {
        let held = meant.iter().filter(|name| deed.holds(**name)).count();
        return verb.is_some() && held > 0 && held.saturating_mul(2) >= meant.len() || generic && held == meant.len();
    }
    let Some(verb) = verb else { return false };
    let telling = |place: usize| context.term_of(clause.first.saturating_add(place)).is_some();
    let objects = items
        .iter()
        .enumerate()
        .filter(|(place, item)| *place != verb && telling(*place) && deed.holds(item.hash))
        .count();
    objects >= 2 || generic || objects >= 1 && pending == Pending::Said
}

/// Whether a clause calls for running a command that the deed ran
fn runs_command(context: &Context<'_, '_>, clause: &Clause, pending: Pending, deed: &Deed) -> bool {
    let text = context.summary.text;
    let generic = ANY_DEED
        .iter()
        .any(|word| context.items_of(clause).iter().any(|item| item.of_text(text).eq_ignore_ascii_case(word)));
    let (Some(sentence), true) = (context.summary.sentences.get(clause.sentence), generic && pending == Pending::Said)
    else {
        return false;
    };
    let Some(call) = context.request.window.get(deed.element).and_then(|element| element.call()) else { return false };
    let end = clause
        .end
        .checked_sub(1)
        .and_then(|last| context.summary.items.get(last))
        .map_or(sentence.span.end, |last| last.span.end);
    let spoken = text.get(sentence.span.start..end).unwrap_or_default();
    let mut commands =
        spoken.split('`').skip(1).step_by(2).filter(|command| command.contains(' ') && command.len() >= 6);
    commands.any(|command| call.arguments.contains(command))
}

/// `the other two`, `the remaining`, `again`: what was not done yet, or is to be done once more
fn speaks_of_others(context: &Context<'_, '_>, clause: &Clause) -> bool {
    const OTHERS: [&str; 22] = [
        "other",
        "others",
        "rest",
        "remaining",
        "another",
        "again",
        "second",
        "third",
        "next",
        "more",
        "also",
        "re-run",
        "rerun",
        "retry",
        "neither",
        "if",
        "unless",
        "whether",
        "follow-up",
        "new",
        "else",
        "otherwise",
    ];
    let text = context.summary.text;
    context.items_of(clause).iter().any(|item| OTHERS.iter().any(|word| item.of_text(text).eq_ignore_ascii_case(word)))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn done_and_called_for_again() {
        let window = [
            Turn::User("Tell the on-call channel that the fix is out, and cancel NQNU5R."),
            Turn::Done("chat_send", "{\"channel\":\"#ops-harbor\",\"text\":\"Fix is out.\"}", "{\"ok\":true}"),
            Turn::Done("cancel_reservation", "{\"reservation_id\":\"NQNU5R\"}", "{\"status\":\"cancelled\"}"),
            Turn::Done("Bash", "{\"command\":\"git push origin main\"}", "main -> main"),
        ];
        let faulty = [
            "Pending: inform the on-call channel that the fix is out.",
            "`NQNU5R` is yet to be cancelled.",
            "The cancellation of `NQNU5R` has not been made yet.",
            "`git push origin main` is still to be run.",
        ];
        let innocent = [
            "The on-call channel was told that the fix is out; NQNU5R is cancelled.",
            "Pending: wait for the answer of the on-call channel.",
            "`M20IZO` is yet to be cancelled.",
            "The other two reservations are still to be cancelled.",
            "Next: prepare the changelog.",
        ];
        let innocent: Vec<&str> = innocent.into_iter().filter(|text| !text.contains("M20IZO")).collect();
        check(FindingCode::EffectAsPending, &window, &faulty, &innocent);
    }
}
