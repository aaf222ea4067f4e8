//! A request or quotation that no user turn holds.
//!
//! ## Why
//! What the summary says the user asked for, the agent will do.
//!
//! ## What helps
//! Ask again and quote the turn, then the spill.
//!
//! ## Example
//! The user wrote "commit"; the summary says `replied: "commit and open a follow-up issue"`.
//!
//! ## Source
//! spec 001, invariant: the user's words are the user's

use super::context::Context;
use super::items::{self, Item, is_one_of};
use super::language_changed;
use super::section::Section;
use super::summary::Sentence;
use super::wishes::{self, USER, Wrong};
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::scan::{Span, quotes};
use crate::window::ElementKind;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "request-invented",
    kind: RuleKind::Finding,
    summary: "A request or quotation that no user turn holds",
    source: "spec 001, invariant: the user's words are the user's",
};

/// Quotations of the user that are none, and requests in words that nobody used
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let mut push = |severity: Severity, text: &str, segment: Option<usize>| {
        let segment = segment.and_then(|segment| context.window.segments.get(segment));
        findings.push(Finding {
            code: FindingCode::RequestInvented,
            severity,
            summary_text: Some(text.into()),
            window_text: segment.map(|segment| context.text_of(segment).into()),
            element: segment.map(|segment| segment.element),
        });
    };
    let quoted = quotes::find(context.summary.text);
    // Most summaries quote nobody; then nothing has to be read.
    let turns = if quoted.is_empty() { Turns { texts: Vec::new() } } else { Turns::of(context) };
    for quote in quoted.into_iter().take(QUOTES_MAX) {
        if is_of_user(context, quote)
            && let Some(severity) = turns.lack(quote.of(context.summary.text))
            && !stands_anywhere(context, quote.of(context.summary.text))
        {
            push(severity, quote.of(context.summary.text), None);
        }
    }
    let mut unsourced = context
        .clauses
        .iter()
        .filter_map(|clause| Some((wishes::judge(context, clause)?, context.text_of_clause(clause))))
        .take(WISHES_MOST)
        .peekable();
    // Words cannot tell whether a request is the same in another language.
    let is_translated = unsourced.peek().is_some() && language_changed::change(context).is_some();
    for (wrong, text) in unsourced {
        match wrong {
            Wrong::Invented(_) if is_translated => push(Severity::Warn, text, None),
            Wrong::Invented(severity) => push(severity, text, None),
            Wrong::Inverted(segment) => push(Severity::Block, text, Some(segment)),
        }
    }
}

/// More quotations are not looked at: so many faults in the first ones send any summary back
const QUOTES_MAX: usize = 64;

/// More wishes are not named: so many that nobody had send any summary back
const WISHES_MOST: usize = 64;

/// The words of the texts that may be quoted: each text as the hashes of its words, in its order and in theirs
struct Turns {
    texts: Vec<(Vec<u64>, Vec<u64>)>,
}

impl Turns {
    fn of(context: &Context<'_, '_>) -> Turns {
        let quotable = context.request.window.iter().filter(|element| {
            matches!(
                element.kind,
                ElementKind::UserRequest
                    | ElementKind::Summary(_)
                    | ElementKind::Notice
                    | ElementKind::SystemInstruction
                    | ElementKind::DeveloperInstruction
                    | ElementKind::Other(_)
            )
        });
        let pins = context.request.pins.iter().map(|pin| pin.text.as_ref());
        let texts = quotable.map(|element| element.text.as_ref()).chain(pins);
        let both = |text: &str| {
            let words = words_of(text);
            let mut sorted = words.clone();
            sorted.sort_unstable();
            (words, sorted)
        };
        Turns { texts: texts.map(both).collect() }
    }

    /// How much a quotation lacks; `None`: nearly all of it stands in one text
    fn lack(&self, quote: &str) -> Option<Severity> {
        // What stands in brackets is the summary's own, and dots leave something out.
        let mut worst: Option<Severity> = None;
        for part in
            quote.split(['[', ']']).step_by(2).flat_map(|part| part.split("...")).flat_map(|part| part.split('…'))
        {
            let words = words_of(part);
            if words.len() < 4 {
                continue;
            }
            let held = self
                .texts
                .iter()
                .map(|text| words.iter().filter(|word| text.1.binary_search(word).is_ok()).count())
                .max()
                .unwrap_or(0);
            let lacking = words.len().saturating_sub(held);
            let verbatim = self.texts.iter().any(|text| text.0.windows(words.len()).any(|window| window == words));
            let severity = match lacking {
                _ if verbatim => None,
                0..=1 => None,
                2 => Some(Severity::Warn),
                _ if lacking.saturating_mul(5) < words.len() => Some(Severity::Warn),
                _ => Some(Severity::Block),
            };
            worst = match (worst, severity) {
                (Some(Severity::Block), _) | (_, Some(Severity::Block)) => Some(Severity::Block),
                (known, new) => known.or(new),
            };
        }
        worst
    }
}

/// Whether some element holds the quotation word for word: what a user says can come in the answer of a tool
fn stands_anywhere(context: &Context<'_, '_>, quote: &str) -> bool {
    let words = words_of(quote);
    let mut row = Vec::new();
    context.request.window.iter().any(|element| {
        items::read_into(&element.text, &mut row);
        row.windows(words.len().max(1)).any(|window| window.iter().map(|item| item.hash).eq(words.iter().copied()))
    })
}

fn words_of(text: &str) -> Vec<u64> {
    let mut row = Vec::new();
    items::read_into(text, &mut row);
    row.iter().map(|item| item.hash).collect()
}

/// Whether a quotation is given as the user's words
fn is_of_user(context: &Context<'_, '_>, quote: Span) -> bool {
    const SAYING: [&str; 30] = [
        "said",
        "says",
        "wrote",
        "writes",
        "asked",
        "asks",
        "replied",
        "replies",
        "words",
        "message",
        "request",
        "verbatim",
        "turn",
        "answered",
        "told",
        "schrieb",
        "sagte",
        "wörtlich",
        "fragte",
        "pidió",
        "escribió",
        "dijo",
        "palabras",
        "literalmente",
        "écrit",
        "demandé",
        "escreveu",
        "disse",
        "pediu",
        "reads",
    ];
    let text = context.summary.text;
    let Some(sentence) = context
        .summary
        .sentences
        .iter()
        .find(|sentence| sentence.span.start <= quote.start && quote.start < sentence.span.end)
    else {
        return false;
    };
    let before = items_before(context, sentence, quote.start);
    let near = before.get(before.len().saturating_sub(12)..).unwrap_or_default();
    let user = near.iter().any(|item| is_one_of(item.of_text(text), &USER));
    let saying = near.iter().any(|item| is_one_of(item.of_text(text), &SAYING));
    let listed = sentence.section == Section::Requests && before.len() <= 2;
    user && saying || listed
}

fn items_before<'x>(context: &'x Context<'_, '_>, sentence: &Sentence, at: usize) -> &'x [Item] {
    let items = context.summary.items.get(sentence.first..sentence.end).unwrap_or_default();
    items.get(..items.partition_point(|item| item.span.end <= at)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn words_that_nobody_said() {
        let window = [
            Turn::User("okay so for git sync..we need to research how the repo works"),
            Turn::Assistant("I will read the docs first."),
        ];
        let faulty = [
            "The user wrote \"we need to research how the repo works and write it up in docs afterwards\".",
            "User asked: \"сделай отчёт по складам сейчас\".",
            "The user asked for a weekly newsletter with colourful diagrams.",
            "The user wants to research how the repo works and to publish a newsletter about pigeons.",
        ];
        let innocent = [
            "The user wrote \"we need to research how the repo works\".",
            "The user said: \"okay so for git sync...how the repo works\".",
            "The user wants to research how the repo works.",
            "The error was \"connection refused by the remote host\".",
        ];
        check(FindingCode::RequestInvented, &window, &faulty, &innocent);
        let german = [
            Turn::User(
                "Bitte den Leser für die Codes in der Kasse reparieren, er ist seit gestern nicht mehr zu gebrauchen.",
            ),
            Turn::Assistant("Der Leser versagt, wenn der Code zu lang für das Feld ist."),
        ];
        let told_in_english =
            "The user wants the reader for the codes in the till mended, and it is broken since the day before.";
        check(FindingCode::RequestInvented, &german, &[], &[told_in_english]);
    }
}
