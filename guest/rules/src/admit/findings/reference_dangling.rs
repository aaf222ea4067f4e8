//! A reference to something that is neither restated nor pointed to.
//!
//! ## Why
//! "The id established earlier" was clear while the conversation was there. After the pass there is no earlier.
//!
//! ## What helps
//! Ask again for the thing itself, then the spill.
//!
//! ## Example
//! "The refund went to the payment method noted above", where nothing above names one.
//!
//! ## Source
//! spec 002, condition 1: an anchor is restated or can be had again

use super::context::Context;
use super::items::{Item, is_one_of};
use super::summary::Sentence;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::scan::{Family, Kind, Span};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "reference-dangling",
    kind: RuleKind::Finding,
    summary: "A reference to something that is neither restated nor pointed to",
    source: "spec 002, condition 1: an anchor is restated or can be had again",
};

/// References back for which the summary itself gives nothing before them
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for sentence in context.summary.sentences.iter().filter(|sentence| !sentence.heading) {
        let Some(reference) = reference(context, sentence) else { continue };
        if is_resolved(context, sentence, &reference) {
            continue;
        }
        findings.push(Finding {
            code: FindingCode::ReferenceDangling,
            severity: Severity::Block,
            summary_text: Some(sentence.span.of(context.summary.text).into()),
            window_text: None,
            element: None,
        });
    }
}

/// A reference back: the items of what is referred to, and of the words that refer
struct Reference {
    first: usize,
    at: usize,
}

/// So many words before a reference can name what is referred to
const REACH: usize = 7;

fn reference(context: &Context<'_, '_>, sentence: &Sentence) -> Option<Reference> {
    let text = context.summary.text;
    let word = |place: usize| {
        context.summary.items.get(place).filter(|_| place < sentence.end).map(|item: &Item| item.of_text(text))
    };
    for place in sentence.first..sentence.end {
        let (Some(this), next) = (word(place), word(place.saturating_add(1))) else { continue };
        let is_told = is_one_of(this, &TOLD);
        // `named above`, `established earlier`, `as above`, `the aforementioned`, `wie oben`
        let after = next.is_some_and(|next| is_one_of(next, &BACK));
        let before = is_one_of(this, &BACK) && next.is_some_and(|next| is_one_of(next, &TOLD));
        let compound = is_one_of(this, &BACK_ALONE);
        let as_above = is_one_of(this, &["as", "see", "per", "wie", "siehe", "como", "comme", "véase"])
            && next.is_some_and(|next| is_one_of(next, &["above", "oben", "arriba", "acima", "ci-dessus"]));
        if is_told && after || before || compound || as_above {
            return Some(Reference { first: place.saturating_sub(REACH).max(sentence.first), at: place });
        }
    }
    let run = context.summary.items.get(sentence.first..sentence.end)?;
    let unspaced = run.iter().position(|item| {
        item.kind == Kind::Ideographs
            && ["前述", "上述", "如上", "上記", "前記"].iter().any(|mark| item.of_text(text).contains(mark))
    })?;
    let at = sentence.first.saturating_add(unspaced);
    Some(Reference { first: at.saturating_sub(REACH).max(sentence.first), at })
}

/// Whether what is referred to stands in the summary before the sentence, with its name
fn is_resolved(context: &Context<'_, '_>, sentence: &Sentence, reference: &Reference) -> bool {
    let summary = &context.summary;
    let text = summary.text;
    let is_noun = |item: &&Item| {
        item.kind == Kind::Word && !is_one_of(item.of_text(text), &TOLD) && !is_one_of(item.of_text(text), &NO_NOUNS)
    };
    let range = summary.items.get(reference.first..reference.at).unwrap_or_default();
    let after = summary
        .items
        .get(reference.at.saturating_add(1)..reference.at.saturating_add(4).min(sentence.end))
        .unwrap_or_default();
    // `the files named above`, and `the above-mentioned files`
    let noun = range.iter().rev().take(3).find(is_noun).or_else(|| after.iter().find(is_noun));
    let Some(noun) = noun.map(|noun| noun.of_text(text)) else { return false };
    let before = summary.items.get(..sentence.first).unwrap_or_default();
    let named = before.iter().enumerate().any(|(place, item)| {
        item.of_text(text).eq_ignore_ascii_case(noun)
            && before
                .get(place.saturating_add(1)..place.saturating_add(3).min(before.len()))
                .unwrap_or_default()
                .iter()
                .any(is_exact)
    });
    let plural_of_files = is_one_of(noun, &["files", "paths", "directories", "folders", "Dateien", "archivos"]);
    let just_before = before.iter().rev().take(40).filter(|item| item.kind.family() == Family::Path).count();
    named || is_listed(context, sentence, noun) || plural_of_files && just_before >= 2
}

/// Whether a heading with the noun stands above a list
fn is_listed(context: &Context<'_, '_>, sentence: &Sentence, noun: &str) -> bool {
    let summary = &context.summary;
    let headings = summary.sentences.iter().enumerate().filter(|(_, heading)| heading.span.end <= sentence.span.start);
    headings.into_iter().any(|(place, heading)| {
        let named = summary
            .items
            .get(heading.first..heading.end)
            .unwrap_or_default()
            .iter()
            .any(|item| item.of_text(summary.text).eq_ignore_ascii_case(noun));
        let items = summary.sentences.get(place.saturating_add(1)..).unwrap_or_default();
        let listed = items
            .iter()
            .take_while(|item| item.span.end <= sentence.span.start && !item.heading)
            .filter(|item| is_list_item(summary.text, item.span))
            .count();
        named && listed >= 2
    })
}

fn is_list_item(text: &str, span: Span) -> bool {
    let before = text.get(..span.start).unwrap_or_default();
    let mark = before.rsplit('\n').next().unwrap_or_default().trim();
    mark.starts_with(['-', '*', '+', '•'])
        || mark.ends_with(['.', ')']) && mark.starts_with(|first: char| first.is_ascii_digit())
}

fn is_exact(item: &Item) -> bool {
    matches!(item.kind.family(), Family::Identifier | Family::Path | Family::Number)
}

/// What is done with a thing when it is told
const TOLD: [&str; 46] = [
    "noted",
    "established",
    "identified",
    "listed",
    "named",
    "given",
    "quoted",
    "mentioned",
    "described",
    "stated",
    "discussed",
    "referenced",
    "specified",
    "provided",
    "shown",
    "found",
    "determined",
    "outlined",
    "explained",
    "cited",
    "defined",
    "agreed",
    "documented",
    "detailed",
    "referred",
    "introduced",
    "decided",
    "recorded",
    "genannt",
    "genannte",
    "genannten",
    "erwähnt",
    "erwähnte",
    "erwähnten",
    "aufgeführt",
    "aufgeführten",
    "beschrieben",
    "mencionado",
    "mencionada",
    "mencionados",
    "mencionadas",
    "indicado",
    "indicada",
    "citado",
    "mentionné",
    "mentionnée",
];

/// Where it was told
const BACK: [&str; 16] = [
    "above",
    "earlier",
    "previously",
    "beforehand",
    "oben",
    "zuvor",
    "vorhin",
    "vorher",
    "bereits",
    "arriba",
    "anteriormente",
    "acima",
    "précédemment",
    "ci-dessus",
    "antes",
    "before",
];

/// Words before a reference that name nothing
const NO_NOUNS: [&str; 24] = [
    "the", "a", "an", "one", "ones", "as", "is", "are", "was", "were", "and", "of", "in", "at", "to", "that", "which",
    "those", "these", "die", "der", "das", "los", "las",
];

/// Words that refer back by themselves
const BACK_ALONE: [&str; 12] = [
    "aforementioned",
    "above-mentioned",
    "abovementioned",
    "aforesaid",
    "previously-mentioned",
    "earlier-mentioned",
    "obengenannte",
    "obengenannten",
    "susmentionné",
    "antedicho",
    "above-named",
    "above-listed",
];

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn references() {
        let window =
            [Turn::User("Refund order W9373487 to gift_card_7711863, files a.rs and b.rs."), Turn::Assistant("ok")];
        let faulty = [
            "The refund went to the payment method noted above.",
            "The ids established earlier in the conversation are to be used.",
            "Use the previously mentioned card.",
            "Die oben genannte Bestellung wird erstattet.",
            "El pedido mencionado anteriormente se reembolsa.",
            "上述订单需要退款。",
        ];
        let innocent = [
            "The refund went to gift_card_7711863.",
            "The order W9373487 is refunded. The order named above is the only one.",
            "## Files\n- a.rs\n- b.rs\n\n## Next\nTest the files listed above.",
            "Earlier the user asked for a refund.",
        ];
        check(FindingCode::ReferenceDangling, &window, &faulty, &innocent);
    }
}
