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
use super::language;
use super::negation;
use super::terms::Term;
use super::window::Speaker;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::scan::{Family, Kind};
use crate::window::{Element, ElementKind};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "approval-invented",
    kind: RuleKind::Finding,
    summary: "An approval that no user turn holds",
    source: "spec 001, invariant: the user's words are the user's",
};

/// Approvals for which no turn of the user says yes to the thing, or nobody that another person gave it
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let turns = affirming_turns(context);
    let mut push = |severity: Severity, clause: &Clause| {
        findings.push(Finding {
            code: FindingCode::ApprovalInvented,
            severity,
            summary_text: Some(context.text_of_clause(clause).into()),
            window_text: None,
            element: None,
        });
    };
    for clause in &context.clauses {
        if let Some(verb) = claimed_approval(context, clause) {
            if let Some(severity) = lacks_yes(context, clause, verb, &turns) {
                push(severity, clause);
            }
        } else if let Some(role) = claimed_by_another(context, clause)
            && !is_told_of(context, role)
        {
            push(Severity::Block, clause);
        }
    }
}

/// How much the approval told at `verb` lacks; `None`: the user says yes to it
fn lacks_yes(context: &Context<'_, '_>, clause: &Clause, verb: usize, turns: &[Vec<u64>]) -> Option<Severity> {
    const REACH: usize = 8;
    let text = context.summary.text;
    let items = context.items_of(clause);
    let start = verb.saturating_add(1);
    let most = items.len().min(verb.saturating_add(REACH));
    // `approved HAT195`: what follows at once is what was agreed to.
    let end = (start..most).find(|place| negation::is_border(text, items, *place)).unwrap_or(most);
    let object = items.get(start..end).unwrap_or_default();
    let names: Vec<u64> = object.iter().filter(|item| is_name(item)).map(|item| item.hash).collect();
    if !turns.iter().any(|turn| names.is_empty() || names.iter().any(|name| turn.contains(name))) {
        return Some(Severity::Block);
    }
    let words: Vec<Term> = (start..end)
        .filter(|place| items.get(*place).is_some_and(|item| item.kind == Kind::Word))
        .filter_map(|place| context.term_of(clause.first.saturating_add(place)))
        .collect();
    // What neither the user nor the agent ever spoke of, nobody agreed to.
    let spoken = |term: &&Term| {
        context.window.is_said_by(**term, &[Speaker::User, Speaker::Assistant, Speaker::Summary, Speaker::Other])
    };
    let foreign = names.is_empty() && words.len() >= 2 && words.iter().filter(spoken).count() == 0;
    (foreign && language::is_english(text, items)).then_some(Severity::Block)
}

/// The place of the noun that says who else agreed: `the supervisor approved`
fn claimed_by_another(context: &Context<'_, '_>, clause: &Clause) -> Option<Term> {
    let text = context.summary.text;
    let items = context.items_of(clause);
    let verb = items.iter().position(|item| is_one_of(item.of_text(text), &AGREED))?;
    let before = items.get(..verb)?;
    let role = before.iter().rposition(|item| is_one_of(item.of_text(text), &ROLES))?;
    let supposed = before.iter().any(|item| is_one_of(item.of_text(text), &SUPPOSED));
    let near = verb.saturating_sub(role) <= 4;
    let term = context.term_of(clause.first.saturating_add(role))?;
    (near && !supposed && negation::read(text, items).negators.is_empty()).then_some(term)
}

/// Whether anybody but the instructions speaks of a person who agrees
fn is_told_of(context: &Context<'_, '_>, role: Term) -> bool {
    let segments = context.window.segments_with(role);
    segments.iter().filter_map(|place| context.window.segments.get(*place as usize)).any(|segment| {
        let told = context.text_of(segment);
        let mut row = Vec::new();
        items::read_into(told, &mut row);
        !matches!(segment.speaker, Speaker::Instruction | Speaker::Call)
            && (affirms(told, &row) || row.iter().any(|item| is_one_of(item.of_text(told), &AGREED)))
    })
}

/// For each turn in which the user says yes, the names in it and in what it answers
pub fn affirming_turns(context: &Context<'_, '_>) -> Vec<Vec<u64>> {
    let window = &context.request.window;
    let mut row = Vec::new();
    let mut turns = Vec::new();
    for (place, element) in window.iter().enumerate().filter(|(_, element)| is_turn(element)) {
        items::read_into(&element.text, &mut row);
        if !affirms(&element.text, &row) {
            continue;
        }
        let mut hashes: Vec<u64> = row.iter().map(|item| item.hash).collect();
        let asked =
            window.get(..place).unwrap_or_default().iter().rev().find(|element| element.kind == ElementKind::Reply);
        if let Some(asked) = asked {
            items::read_into(&asked.text, &mut row);
            hashes.extend(row.iter().map(|item| item.hash));
        }
        hashes.sort_unstable();
        hashes.dedup();
        turns.push(hashes);
    }
    turns
}

/// Whether an element is the user's word, or a summary that holds it
pub fn is_turn(element: &Element<'_>) -> bool {
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

/// The place of the last word with which a clause says that the user agreed to something; `None` where it was not so, or
/// is needed
fn claimed_approval(context: &Context<'_, '_>, clause: &Clause) -> Option<usize> {
    let text = context.summary.text;
    let items = context.items_of(clause);
    let (first, verb) = agreement(text, items)?;
    let before = items.get(..first).unwrap_or_default();
    let by_user = |two: &[Item]| {
        matches!(two, [by, user] if by.of_text(text) == "by"
            && is_one_of(user.of_text(text), &["user", "customer", "her", "him", "them", "the"]))
    };
    let subject = before.iter().any(|item| is_one_of(item.of_text(text), &USER))
        || items.get(verb..).unwrap_or_default().windows(2).any(by_user);
    // `agreed to have it cancelled without one` denies what follows, `approved nothing` the approval.
    let near = verb.saturating_add(2);
    let denied = negation::read(text, items).negators.iter().any(|negator| *negator <= near);
    let supposed = before.iter().any(|item| is_one_of(item.of_text(text), &SUPPOSED));
    (subject && !denied && !supposed).then_some(verb)
}

/// The first and the last place of the words that say that somebody agreed: `approved`, `said yes`, `gave his consent`
fn agreement(text: &str, items: &[Item]) -> Option<(usize, usize)> {
    const GIVING: [&str; 6] = ["gave", "given", "gives", "granted", "grants", "giving"];
    const GIVEN: [&str; 8] =
        ["ok", "okay", "go-ahead", "consent", "approval", "permission", "blessing", "confirmation"];
    let is = |place: usize, words: &[&str]| items.get(place).is_some_and(|item| is_one_of(item.of_text(text), words));
    (0..items.len()).find_map(|place| {
        let next = place.saturating_add(1);
        if is(place, &["said", "says", "replied", "answered"]) && is(next, &["yes", "ok", "okay", "ja", "sí", "oui"]) {
            return Some((place, next));
        }
        if is(place, &["signed"]) && is(next, &["off"]) {
            return Some((place, next));
        }
        if is(place, &GIVING) {
            let given = (next..next.saturating_add(4)).find(|place| is(*place, &GIVEN));
            return given.map(|given| (place, given));
        }
        is(place, &AGREED).then_some((place, place))
    })
}

fn is_name(item: &Item) -> bool {
    matches!(item.kind.family(), Family::Identifier | Family::Path) || item.kind == Kind::Money
}

/// Who else can agree
const ROLES: [&str; 16] = [
    "supervisor",
    "manager",
    "lead",
    "boss",
    "director",
    "admin",
    "administrator",
    "maintainer",
    "maintainers",
    "management",
    "security",
    "legal",
    "billing",
    "finance",
    "colleague",
    "team",
];

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
            &[
                "The user approved W5481803.",
                "The supervisor approved the cancellation of W9373487.",
                "The user approved a voucher for breakfast.",
                "The user gave his consent to a charge of $100.",
            ],
            &["The user approved W9373487.", "The user agreed.", "The user said yes to the cancellation."],
        );
    }
}
