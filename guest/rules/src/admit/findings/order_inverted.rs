//! "A before B" became "B before A".
//!
//! ## Why
//! "Rotate the key after the replica has caught up" and its reverse hold the same words; one of them loses data.
//!
//! ## What helps
//! Ask again and quote the order, then the spill.
//!
//! ## Example
//! The rule says "first the tool call, then the message", the summary "first the message, then the tool call".
//!
//! ## Source
//! spec 001, invariant: orderings survive

use super::context::Context;
use super::naming::occurs;
use super::negation;
use super::stem;
use super::terms::Term;
use super::window::Segment;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::demands::order::{self, Ordering};
use crate::scan::{Family, Span};
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "order-inverted",
    kind: RuleKind::Finding,
    summary: "\"A before B\" became \"B before A\"",
    source: "spec 001, invariant: orderings survive",
};

/// Orderings of the summary that the window states, or lived through, the other way round
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    const ORDERINGS_MAX: usize = 96;
    let mut looked_at = 0usize;
    for sentence in context.summary.sentences.iter().filter(|sentence| !sentence.heading) {
        if looked_at >= ORDERINGS_MAX {
            break;
        }
        let orderings = order::of_sentence(context.summary.text, sentence.span);
        looked_at = looked_at.saturating_add(orderings.len());
        let inverted = orderings.iter().filter(|ordering| is_sequence(context, ordering)).find_map(|ordering| {
            let (first, second) = (Side::of(context, ordering.first), Side::of(context, ordering.second));
            by_events(context, &first, &second)
                .or_else(|| by_statement(context, &first, &second))
                .or_else(|| by_list(context, &first, &second))
        });
        if let Some((element, told)) = inverted {
            findings.push(Finding {
                code: FindingCode::OrderInverted,
                severity: Severity::Block,
                summary_text: Some(sentence.span.of(context.summary.text).into()),
                window_text: Some(told),
                element: Some(element),
            });
        }
    }
}

/// Whether an ordering tells what comes before what: an arrow maps one thing to another as often, and what is denied did
/// not happen in any order
fn is_sequence(context: &Context<'_, '_>, ordering: &Ordering) -> bool {
    const LONGEST: usize = 120;
    let text = context.summary.text;
    let (one, other) = (ordering.first.min(ordering.second), ordering.first.max(ordering.second));
    let arrow = ordering.span.of(text).contains(['→', '>']);
    let part = Span { start: one.start, end: other.end };
    let items = &context.summary.items;
    let first = items.partition_point(|item| item.span.start < part.start);
    let end = items.partition_point(|item| item.span.start < part.end);
    let denied = !negation::read(text, items.get(first..end).unwrap_or_default()).negators.is_empty();
    !arrow && !denied && one.len() <= LONGEST && other.len() <= LONGEST
}

type Told = (usize, alloc::string::String);

/// One of two things of which one comes first
struct Side {
    terms: Vec<Term>,
    names: Vec<Span>,
    weight: u32,
}

impl Side {
    fn of(context: &Context<'_, '_>, span: Span) -> Side {
        let items = &context.summary.items;
        let first = items.partition_point(|item| item.span.start < span.start);
        let end = items.partition_point(|item| item.span.start < span.end);
        // `written`, `made` and their like say only that something happens.
        const GENERIC: [&str; 16] = [
            "write", "make", "do", "come", "run", "take", "get", "start", "go", "begin", "happen", "first", "last",
            "order", "call", "complete",
        ];
        let is_generic = |place: &usize| {
            items.get(*place).is_some_and(|item| GENERIC.iter().any(|word| item.hash == stem::hash(word)))
        };
        let mut terms: Vec<Term> =
            (first..end).filter(|place| !is_generic(place)).filter_map(|place| context.term_of(place)).collect();
        terms.sort_unstable();
        terms.dedup();
        let weight = terms.iter().fold(0u32, |sum, term| sum.saturating_add(context.window.weight(*term)));
        let names = items.get(first..end).unwrap_or_default().iter().filter(|item| {
            matches!(item.kind.family(), Family::Identifier | Family::Path)
                || item.of_text(context.summary.text).contains('-') && item.span.len() > 6
        });
        Side { terms, names: names.map(|item| item.span).collect(), weight }
    }

    /// The places of the segments that hold one of its terms; a term that stands everywhere finds nothing
    fn holders(&self, context: &Context<'_, '_>) -> Vec<u32> {
        const EVERYWHERE: usize = 2000;
        let lists =
            self.terms.iter().map(|term| context.window.segments_with(*term)).filter(|list| list.len() <= EVERYWHERE);
        let mut places: Vec<u32> = lists.flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// How many hundredths of this side stand among `others`
    fn share(&self, context: &Context<'_, '_>, others: &[Term]) -> u32 {
        let shared = self
            .terms
            .iter()
            .filter(|term| others.contains(term))
            .fold(0u32, |sum, term| sum.saturating_add(context.window.weight(*term)));
        shared.saturating_mul(100) / self.weight.max(1)
    }
}

/// The calls that speak of one side alone came in the other order
fn by_events(context: &Context<'_, '_>, first: &Side, second: &Side) -> Option<Told> {
    if first.names.is_empty() || second.names.is_empty() {
        return None;
    }
    let text = context.summary.text;
    let speaks = |arguments: &str, side: &Side| {
        side.names.iter().any(|name| {
            // A name without strokes may stand in a path; a path is another one with more to it.
            let whole = name.of(text).contains('/');
            occurs(arguments, name.of(text), |byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || whole && byte == b'/'
            })
        })
    };
    let calls = |effects: bool, side: &Side, other: &Side| -> Vec<usize> {
        let window = context.request.window.iter().enumerate();
        window
            .filter_map(|(place, element)| Some((place, element.call()?)))
            .filter(|(place, _)| !context.deeds.iter().any(|deed| deed.element == *place && deed.is_writing))
            .filter(|(place, _)| {
                !effects || context.classifications.get(*place).is_some_and(|one| one.effect.is_some())
            })
            .filter(|(_, call)| speaks(&call.arguments, side) && !speaks(&call.arguments, other))
            .map(|(place, _)| place)
            .collect()
    };
    for effects in [true, false] {
        let (early, late) = (calls(effects, first, second), calls(effects, second, first));
        if let (Some(begin), Some(end)) = (early.first(), late.last()) {
            // All calls about the one came after all calls about the other.
            let inverted = begin > end;
            let call = context.request.window.get(*end)?.call()?;
            return inverted.then(|| (*end, super::shortened(&call.tool, &call.arguments)));
        }
    }
    None
}

/// A sentence of the window states the reverse
fn by_statement(context: &Context<'_, '_>, first: &Side, second: &Side) -> Option<Told> {
    const MOST: usize = 96;
    let (firsts, seconds) = (first.holders(context), second.holders(context));
    let both = firsts.iter().filter(|place| seconds.binary_search(place).is_ok()).take(MOST);
    let mut reverse = None;
    for place in both {
        let segment = context.window.segments.get(*place as usize)?;
        let text = context.request.window.get(segment.element).map_or("", |element| element.text.as_ref());
        for (before, after) in closure(&order::of_sentence(text, segment.span)) {
            let (early, late) = (terms_of(context, segment.element, before), terms_of(context, segment.element, after));
            let same = first.share(context, &early).max(second.share(context, &late));
            let other = first.share(context, &late).min(second.share(context, &early));
            if other < 60 && first.share(context, &early).min(second.share(context, &late)) >= 34 {
                return None;
            }
            if other >= 60 && same <= 25 && first.weight >= 40 && second.weight >= 40 {
                reverse = Some((
                    segment.element,
                    context.text_of(segment).split_whitespace().collect::<Vec<&str>>().join(" "),
                ));
            }
        }
    }
    reverse
}

/// What comes before what, also where something stands between: of `a, then b, then c` a comes before c
fn closure(orderings: &[Ordering]) -> Vec<(Span, Span)> {
    const MOST: usize = 64;
    let mut pairs: Vec<(Span, Span)> = orderings.iter().map(|ordering| (ordering.first, ordering.second)).collect();
    let mut place = 0;
    while let Some((first, second)) = pairs.get(place).copied() {
        for ordering in orderings.iter().filter(|ordering| ordering.first == second) {
            if pairs.len() < MOST && !pairs.contains(&(first, ordering.second)) {
                pairs.push((first, ordering.second));
            }
        }
        place = place.saturating_add(1);
    }
    pairs
}

/// The terms of the summary that stand in a part of an element
fn terms_of(context: &Context<'_, '_>, element: usize, span: Span) -> Vec<Term> {
    let text = context.request.window.get(element).map_or("", |element| element.text.as_ref());
    let mut row = Vec::new();
    super::items::read_into(span.of(text), &mut row);
    row.iter().filter_map(|item| context.term_with(item.hash)).collect()
}

/// A numbered list of the window has the two in the other order
fn by_list(context: &Context<'_, '_>, first: &Side, second: &Side) -> Option<Told> {
    let lines = |side: &Side| -> Vec<(u32, usize)> {
        let mut lines: Vec<(u32, usize)> = Vec::new();
        for place in side.holders(context) {
            let place = place as usize;
            let Some(segment) = context.window.segments.get(place) else { continue };
            let hits: Vec<Term> = context.window.hits_of(segment).iter().map(|hit| hit.term).collect();
            let share = side.share(context, &hits);
            if share >= 75 && is_ordered(context, place) {
                lines.push((share, place));
            }
        }
        let best = lines.iter().map(|(share, _)| *share).max().unwrap_or(0);
        lines.retain(|(share, _)| *share == best);
        lines
    };
    if first.weight < 40 || second.weight < 40 {
        return None;
    }
    if first.terms.iter().any(|term| second.terms.contains(term)) {
        return None;
    }
    let (firsts, seconds) = (lines(first), lines(second));
    let mut inverted = None;
    for (_, early) in &firsts {
        for (_, late) in &seconds {
            let (one, other) = (context.window.segments.get(*early)?, context.window.segments.get(*late)?);
            if one.element != other.element
                || early == late
                || early.abs_diff(*late) > 12
                || !is_one_list(context, one, other)
            {
                continue;
            }
            if early < late {
                return None;
            }
            inverted = Some((other.element, context.text_of(other).into()));
        }
    }
    inverted
}

/// Whether nothing but lines stands between two lines: no empty one and no heading
fn is_one_list(context: &Context<'_, '_>, one: &Segment, other: &Segment) -> bool {
    let text = context.request.window.get(one.element).map_or("", |element| element.text.as_ref());
    let (early, late) = (one.span.end.min(other.span.end), one.span.start.max(other.span.start));
    let between = text.get(early..late).unwrap_or_default();
    !between.contains("\n\n") && !between.contains("\n#")
}

/// Whether a segment begins a line of an ordered list: a number, or a bullet under a line that speaks of an order
fn is_ordered(context: &Context<'_, '_>, segment: usize) -> bool {
    let Some(segment) = context.window.segments.get(segment) else { return false };
    let text = context.request.window.get(segment.element).map_or("", |element| element.text.as_ref());
    let before = text.get(..segment.span.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default().trim();
    let starts = |text: &str| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        (1..=2).contains(&digits) && text.get(digits..).is_some_and(|rest| rest.starts_with(['.', ')']))
    };
    if starts(line) || line.is_empty() && starts(context.text_of(segment)) {
        return true;
    }
    let is_bullet = |line: &str| line.starts_with("- ") || line.starts_with("* ") || line == "-" || line == "*";
    let mut above =
        before.rsplit('\n').skip(1).take(24).map(str::trim).skip_while(|line| line.is_empty() || is_bullet(line));
    is_bullet(&alloc::format!("{line} "))
        && above
            .next()
            .is_some_and(|line| ["order", "sequence", "Reihenfolge", "orden"].iter().any(|word| line.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn orders() {
        let window = [
            Turn::System(
                "To transfer, first make a tool call to transfer_to_human_agents, and then send the message 'PLEASE HOLD ON.' to the user.",
            ),
            Turn::User("Standing rule for the remote box: snapshot, then fetch, then change, then upload."),
            Turn::Assistant(
                "Implementation order:\n1. Types\n2. Prompt generator\n3. Engine rewrite\n4. Database migration",
            ),
            Turn::Done("cancel_order", "{\"order_id\":\"W9373487\"}", "cancelled"),
            Turn::Done("cancel_order", "{\"order_id\":\"W5481803\"}", "cancelled"),
        ];
        let faulty = [
            "First send the message 'PLEASE HOLD ON.', then call `transfer_to_human_agents`.",
            "For the other files: change, then upload, then snapshot.",
            "The database migration comes before the engine rewrite.",
            "Cancelled were first `W5481803`, then `W9373487`.",
            "Zuerst wurde `W5481803` storniert, danach `W9373487`.",
        ];
        let innocent = [
            "First call `transfer_to_human_agents`, then send 'PLEASE HOLD ON.'",
            "For the other files: snapshot, then fetch, then change, then upload.",
            "The engine rewrite comes before the database migration.",
            "The database migration comes after the engine rewrite.",
            "First `W9373487`, then `W5481803` was cancelled.",
            "The cancellation of `W5481803` was preceded by that of `W9373487`.",
            "W5481803 and W9373487 were cancelled.",
        ];
        check(FindingCode::OrderInverted, &window, &faulty, &innocent);
    }
}
