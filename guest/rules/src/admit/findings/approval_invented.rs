//! An approval that no user turn holds.
//!
//! ## Why
//! An agent that reads that the user agreed goes ahead.
//!
//! ## What helps
//! Ask again without it, then the spill.
//!
//! ## Example
//! The summary says "after the user had approved the message"; the user only wrote `commit`.
//!
//! ## Source
//! spec 001, invariant: the user's words are the user's

use super::clause::Clause;
use super::context::Context;
use super::items::{self, Item, is_one_of};
use super::negation;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::scan::Family;
use crate::window::{Element, ElementKind};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "approval-invented",
    kind: RuleKind::Finding,
    summary: "An approval that no user turn holds",
    source: "spec 001, invariant: the user's words are the user's",
};

/// Approvals for which no turn of the user says yes to the thing
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let turns = affirming_turns(context);
    for clause in &context.clauses {
        let Some(verb) = claimed_approval(context, clause) else { continue };
        // `approved HAT195`: what follows at once is what was agreed to.
        let items = context.items_of(clause);
        let end = (verb.saturating_add(1)..items.len().min(verb.saturating_add(6)))
            .find(|place| negation::is_border(context.summary.text, items, *place));
        let after = items.get(verb..end.unwrap_or(items.len().min(verb.saturating_add(6)))).unwrap_or_default();
        let names: Vec<u64> = after.iter().filter(|item| is_name(item)).map(|item| item.hash).collect();
        let backed = turns.iter().any(|turn| names.is_empty() || names.iter().any(|name| turn.contains(name)));
        if !backed {
            findings.push(Finding {
                code: FindingCode::ApprovalInvented,
                severity: Severity::Block,
                summary_text: Some(context.text_of_clause(clause).into()),
                window_text: None,
                element: None,
            });
        }
    }
}

/// For each turn in which the user says yes, the names in it and in what it answers
fn affirming_turns(context: &Context<'_, '_>) -> Vec<Vec<u64>> {
    let window = &context.request.window;
    let mut row = Vec::new();
    let mut turns = Vec::new();
    for (place, element) in window.iter().enumerate().filter(|(_, element)| is_turn(element)) {
        items::read_into(&element.text, &mut row);
        if !affirms(&element.text, &row) {
            continue;
        }
        let mut names: Vec<u64> = row.iter().filter(|item| is_name(item)).map(|item| item.hash).collect();
        let asked =
            window.get(..place).unwrap_or_default().iter().rev().find(|element| element.kind == ElementKind::Reply);
        if let Some(asked) = asked {
            items::read_into(&asked.text, &mut row);
            names.extend(row.iter().filter(|item| is_name(item)).map(|item| item.hash));
        }
        turns.push(names);
    }
    turns
}

fn is_turn(element: &Element<'_>) -> bool {
    matches!(element.kind, ElementKind::UserRequest | ElementKind::Summary(_))
}

/// Whether a turn says yes to anything, rather than that it may later
fn affirms(text: &str, row: &[Item]) -> bool {
    let word = |place: usize| row.get(place).map_or("", |item| item.of_text(text));
    (0..row.len()).any(|place| {
        let this = word(place);
        let is = |words: &[&str]| words.iter().any(|known| this.eq_ignore_ascii_case(known));
        let after = word(place.saturating_add(1));
        let made_sure = this == "sure"
            && place.checked_sub(1).is_some_and(|before| matches!(word(before), "make" | "making" | "be" | "not"));
        let filler = is(&["ok", "okay"]) && matches!(after, "so" | "but" | "and" | "now" | "then");
        is(&YES) && !filler && !made_sure
            || is(&["go"]) && after == "ahead"
            || is(&["do"]) && after == "it"
            || is(&["sounds", "looks"]) && matches!(after, "good" | "fine" | "great")
    }) || ["好的", "可以", "同意", "是的", "はい", "お願い"].iter().any(|yes| text.contains(yes))
}

/// Words with which somebody says yes
const YES: [&str; 40] = [
    "yes",
    "yeah",
    "yep",
    "yup",
    "ok",
    "okay",
    "sure",
    "approve",
    "approved",
    "approves",
    "confirm",
    "confirmed",
    "confirms",
    "agree",
    "agreed",
    "accept",
    "accepted",
    "authorize",
    "authorise",
    "authorized",
    "proceed",
    "lgtm",
    "fine",
    "permission",
    "allowed",
    "ja",
    "gerne",
    "einverstanden",
    "genehmigt",
    "sí",
    "vale",
    "acepto",
    "oui",
    "d'accord",
    "sim",
    "aceito",
    "correct",
    "perfect",
    "yes_transfer",
    "absolutely",
];

/// The place of the verb with which a clause says that the user agreed to something; `None` where it was not so, or is needed
fn claimed_approval(context: &Context<'_, '_>, clause: &Clause) -> Option<usize> {
    let text = context.summary.text;
    let items = context.items_of(clause);
    let verb = items.iter().position(|item| is_one_of(item.of_text(text), &AGREED))?;
    let subject = items.get(..verb).unwrap_or_default().iter().any(|item| is_one_of(item.of_text(text), &USER))
        || items.get(verb..).unwrap_or_default().windows(2).any(|two| matches!(two, [by, user] if by.of_text(text) == "by" && is_one_of(user.of_text(text), &["user", "customer", "her", "him", "them", "the"])));
    let denied = !negation::read(text, items).negators.is_empty();
    let supposed = items.get(..verb).unwrap_or_default().iter().any(|item| is_one_of(item.of_text(text), &SUPPOSED));
    (subject && !denied && !supposed).then_some(verb)
}

fn is_name(item: &Item) -> bool {
    matches!(item.kind.family(), Family::Identifier | Family::Path)
}

const AGREED: [&str; 24] = [
    "approved",
    "confirmed",
    "agreed",
    "accepted",
    "permitted",
    "consented",
    "authorized",
    "authorised",
    "permission",
    "okayed",
    "greenlit",
    "endorsed",
    "approves",
    "agrees",
    "accepts",
    "genehmigt",
    "zugestimmt",
    "bestätigt",
    "aprobado",
    "aprobó",
    "aceptó",
    "confirmó",
    "approuvé",
    "aprovou",
];

const USER: [&str; 22] = [
    "user",
    "customer",
    "client",
    "he",
    "she",
    "they",
    "user's",
    "owner",
    "nutzer",
    "kunde",
    "kundin",
    "benutzer",
    "usuario",
    "usuaria",
    "cliente",
    "clienta",
    "utilisateur",
    "usuário",
    "he's",
    "she's",
    "they've",
    "reviewer",
];

/// With these an approval is asked for, or may come
const SUPPOSED: [&str; 22] = [
    "if", "once", "until", "unless", "before", "needs", "need", "must", "requires", "required", "require", "wait",
    "waiting", "awaiting", "ask", "asked", "whether", "will", "should", "pending", "only", "obtain",
];

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn approvals() {
        let window =
            [Turn::User("commit"), Turn::Assistant("Committing. Shall I push, too?"), Turn::User("wait with that")];
        let faulty = [
            "The user approved the commit message.",
            "She has confirmed the push.",
            "The user has given permission for the push.",
        ];
        let innocent = [
            "The user has not approved the push.",
            "The push needs the user's approval.",
            "Nobody confirmed the push.",
        ];
        check(FindingCode::ApprovalInvented, &window, &faulty, &innocent);
        let window = [Turn::Assistant("Shall I cancel W9373487?"), Turn::User("Yes, go ahead.")];
        check(
            FindingCode::ApprovalInvented,
            &window,
            &["The user approved W5481803."],
            &["The user approved W9373487.", "The user agreed."],
        );
    }
}
