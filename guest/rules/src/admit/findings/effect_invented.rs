//! An effect that never fired is described as done.
//!
//! ## Why
//! What the summary says is done, nobody will do.
//!
//! ## What helps
//! Ask again without it, then the spill.
//!
//! ## Example
//! The window ends with the call of the commit; the summary says that the branch was pushed.
//!
//! ## Source
//! spec 000, condition C2

use super::clause::Clause;
use super::context::Context;
use super::deed_words::{DEEDS, EDITS, NEW_THINGS, is_new_thing};
use super::deeds;
use super::items::{self, Item, is_one_of};
use super::negation;
use super::outcomes;
use super::pending::{self, How};
use super::stem;
use super::terms::Term;
use super::window::Speaker;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::scan::{Family, Kind};
use crate::window::EffectStatus;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "effect-invented",
    kind: RuleKind::Finding,
    summary: "An effect that never fired is described as done",
    source: "spec 000, condition C2",
};

/// Clauses that tell of a deed of which the window holds neither the call nor anybody's word
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for clause in &context.clauses {
        let items = context.items_of(clause).len();
        let mut claims = (0..items).filter_map(|place| Claim::of(context, clause, place));
        let Some(claim) = claims.find(|claim| !claim.was_called(context) && !claim.was_told(context)) else { continue };
        // What a command writes does not show in its text.
        let hidden = claim.edits && context.deeds.iter().any(|deed| deed.may_write);
        findings.push(Finding {
            code: FindingCode::EffectInvented,
            severity: if hidden { Severity::Warn } else { Severity::Block },
            summary_text: Some(context.text_of_clause(clause).into()),
            window_text: None,
            element: None,
        });
    }
    outcomes::find(context, FindingCode::EffectInvented, true, findings);
}

/// A deed that a clause tells of
struct Claim {
    /// The hashes of the words by which its call, or somebody's word, is known
    forms: Vec<u64>,
    /// The things it was done to
    names: Vec<u64>,
    /// The numbers that are told with it
    amounts: Vec<u64>,
    /// Whether it is the edit of a file
    edits: bool,
}

impl Claim {
    /// A deed told as done: `was cancelled`, `has been pushed`, `I deployed`
    fn of(context: &Context<'_, '_>, clause: &Clause, at: usize) -> Option<Claim> {
        let text = context.summary.text;
        let whole = context.items_of(clause);
        let edits = is_edit(context, whole, at);
        let forms = if edits { edit_forms() } else { told_by(context, whole, at)? };
        // Of `A was only read and B was cancelled` the second part alone is meant.
        let borders = |place: usize| negation::is_border(text, whole, place);
        let first = (1..=at).rev().find(|place| borders(*place)).unwrap_or(0);
        let end = (at.saturating_add(1)..whole.len()).find(|place| borders(*place)).unwrap_or(whole.len());
        let items = whole.get(first..end)?;
        let verb = at.saturating_sub(first);
        let before = items.get(..verb).unwrap_or_default();
        let has = |words: &[&str], items: &[Item]| items.iter().any(|item| is_one_of(item.of_text(text), words));
        let auxiliary = has(
            &["was", "were", "been", "got", "wurde", "wurden"],
            before.get(before.len().saturating_sub(5)..).unwrap_or_default(),
        );
        let active = verb < 5 && has(&["i", "agent", "we", "colleague", "has", "assistant"], before);
        // `gave her the number and filed a claim`
        let goes_on = verb == 1 && has(&["and", "und", "y"], before) && opens_with_deed(context, clause);
        let opens = verb == 0 || goes_on;
        let told = auxiliary || active || opens;
        let denied = negation::read(text, whole).negators.iter().any(|negator| *negator < end);
        let asks = context
            .summary
            .sentences
            .get(clause.sentence)
            .is_some_and(|sentence| sentence.span.of(text).ends_with('?'));
        // `Cancelled reservations cannot …`, `the merged branch`: an adjective.
        let adjective = before
            .last()
            .is_some_and(|item| is_one_of(item.of_text(text), &["the", "a", "an", "any", "all", "already", "newly"]))
            && !auxiliary
            || opens
                && items.get(verb.saturating_add(1)).is_some_and(|next| {
                    next.kind == Kind::Word
                        && !is_one_of(
                            next.of_text(text),
                            &[
                                "the", "a", "an", "all", "both", "it", "them", "on", "to", "from", "by", "with", "in",
                                "for",
                            ],
                        )
                });
        if !told
            || denied
            || asks
            || adjective
            || items.iter().any(|item| item.of_text(text) != "May" && is_one_of(item.of_text(text), &SUPPOSED))
            || pending::of(context, clause).is_some_and(|pending| matches!(pending.how, How::Said | How::Listed))
        {
            return None;
        }
        let names = items
            .iter()
            .filter(|item| deeds::is_name(text, item) && item.kind != Kind::Word)
            .filter(|item| !edits || is_file(text, item))
            .flat_map(|item| [Some(item.hash), items::hash_of_last(item.kind, item.of_text(text)).filter(|_| edits)])
            .flatten()
            .collect::<Vec<u64>>();
        // What was sent to whom is told of messages to the user as well; with a name or an amount it is a deed.
        let sent = whole.get(at).is_some_and(|item| item.of_text(text).eq_ignore_ascii_case("sent"));
        if sent && (!auxiliary || names.is_empty()) {
            return None;
        }
        let amounts = items.iter().filter(|item| item.kind.family() == Family::Number).map(|item| item.hash).collect();
        (!edits || !names.is_empty()).then_some(Claim { forms, names, amounts, edits })
    }

    /// Whether a call of the window, or an entry of the ledger, did it
    fn was_called(&self, context: &Context<'_, '_>) -> bool {
        let named = |holds: &dyn Fn(u64) -> bool| self.names.is_empty() || self.names.iter().any(|name| holds(*name));
        let does = |deed: &deeds::Deed| {
            if self.edits {
                deed.is_effect || deed.is_writing
            } else {
                self.forms.iter().any(|form| deed.is_done_by(*form))
            }
        };
        let called = context.deeds.iter().any(|deed| does(deed) && named(&|name| deed.holds(name)));
        called
            || self.was_answered(context)
            || context.request.ledger.iter().any(|effect| {
                let done =
                    matches!(effect.status, EffectStatus::Confirmed | EffectStatus::Fired | EffectStatus::Unknown);
                let mut row = Vec::new();
                let mut hashes: Vec<u64> = Vec::new();
                for text in
                    [effect.action.as_ref(), effect.target.as_ref(), effect.arguments.as_deref().unwrap_or_default()]
                {
                    items::read_into(text, &mut row);
                    hashes.extend(row.iter().map(|item| item.hash));
                    deeds::parts(text, &mut hashes);
                }
                done && self.forms.iter().any(|form| hashes.contains(form)) && named(&|name| hashes.contains(&name))
            })
    }

    /// Whether the answer to an effect holds the amount that is told of: a change can pay back without being called so
    fn was_answered(&self, context: &Context<'_, '_>) -> bool {
        let pays = ["refunded", "charged", "paid"].iter().any(|word| self.forms.contains(&stem::hash(word)));
        let answers = context.deeds.iter().filter(|deed| deed.is_effect).map(|deed| deed.answer);
        let mut row = Vec::new();
        pays && !self.amounts.is_empty()
            && answers.into_iter().any(|answer| {
                items::read_into(context.text_of_element(answer), &mut row);
                row.iter().any(|item| self.amounts.contains(&item.hash))
            })
    }

    /// Whether somebody in the window says that it was done: the deed and one of the names near each other
    fn was_told(&self, context: &Context<'_, '_>) -> bool {
        const NEAR: u32 = 40;
        let names: Vec<Term> = self.names.iter().filter_map(|name| context.term_with(*name)).collect();
        let segments = self
            .forms
            .iter()
            .filter_map(|form| context.term_with(*form))
            .flat_map(|term| context.window.segments_with(term));
        segments.filter_map(|place| context.window.segments.get(*place as usize)).any(|segment| {
            // A page that a tool fetched may tell of anything; with a name it tells of this.
            let page = segment.speaker == Speaker::Tool && names.is_empty();
            if page || matches!(segment.speaker, Speaker::Instruction | Speaker::Call) {
                return false;
            }
            let near =
                context.window.hits_between(segment.first.saturating_sub(NEAR), segment.end.saturating_add(NEAR));
            if !names.is_empty() && !near.iter().any(|hit| names.contains(&hit.term)) {
                return false;
            }
            let text = context.text_of(segment);
            let mut row = Vec::new();
            items::read_into(text, &mut row);
            (0..row.len()).any(|place| {
                row.get(place)
                    .is_some_and(|item| self.forms.contains(&item.hash) && tells_of_done(text, &row, place, item))
            })
        })
    }
}

/// Whether the sentence of a clause begins with what was done, or with who did it
fn opens_with_deed(context: &Context<'_, '_>, clause: &Clause) -> bool {
    const BEGINNINGS: [&str; 12] =
        ["i", "we", "agent", "assistant", "gave", "sent", "told", "made", "wrote", "ran", "did", "found"];
    let text = context.summary.text;
    let first =
        context.summary.sentences.get(clause.sentence).and_then(|sentence| context.summary.items.get(sentence.first));
    first
        .map(|first| first.of_text(text))
        .is_some_and(|word| word.ends_with("ed") || BEGINNINGS.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// Whether the word at `place` tells of the edit of a file, in a window where no other agent could have made it
fn is_edit(context: &Context<'_, '_>, items: &[Item], place: usize) -> bool {
    let text = context.summary.text;
    // What is removed need not be named: `git clean -fd`.
    items.get(place).is_some_and(|item| is_one_of(item.of_text(text), EDITS.words) && item.of_text(text) != "removed")
        && items.iter().any(|item| is_file(text, item))
        && !context.deeds.iter().any(|deed| deed.delegates)
        && !context.has_earlier_summary()
}

fn is_file(text: &str, item: &Item) -> bool {
    let name = item.of_text(text);
    item.kind == Kind::Path && name.rsplit(['/', '\\']).next().is_some_and(|last| last.contains('.'))
}

fn edit_forms() -> Vec<u64> {
    EDITS.words.iter().map(|word| stem::hash(word)).collect()
}

/// The words by which the deed is known of which the word at `place` tells as done
fn told_by(context: &Context<'_, '_>, items: &[Item], place: usize) -> Option<Vec<u64>> {
    let text = context.summary.text;
    let word = items.get(place)?.of_text(text);
    if let Some(group) =
        DEEDS.iter().find(|group| group.words.first().is_some_and(|first| first.eq_ignore_ascii_case(word)))
    {
        return Some(group.words.iter().map(|word| stem::hash(word)).collect());
    }
    if let Some(group) = NEW_THINGS.iter().find(|group| is_new_thing(text, items, place, group)) {
        return Some(group.words.iter().map(|word| stem::hash(word)).collect());
    }
    let before = items.get(place.saturating_sub(3)..place)?;
    let perfect = before.iter().any(|item| item.of_text(text) == "been");
    let untouched =
        !context.deeds.iter().any(|deed| deed.is_effect && !deed.delegates) && !context.has_earlier_summary();
    (perfect && untouched && is_one_of(word, EDITS.words)).then(|| alloc::vec![stem::hash(word)])
}

/// Whether a word of the window tells of something done, rather than of something to do or not to do
fn tells_of_done(text: &str, row: &[Item], place: usize, item: &Item) -> bool {
    let word = item.of_text(text);
    let form = word.ends_with("ed") || word.ends_with("iert") || word.ends_with("ado") || word.ends_with("written");
    let whole = row.get(..place).unwrap_or_default();
    let before = whole.get(whole.len().saturating_sub(5)..).unwrap_or_default();
    let has = |items: &[Item], words: &[&str]| items.iter().any(|item| is_one_of(item.of_text(text), words));
    let supposed = has(before, &["be", "to", "cannot", "can", "would", "could", "should", "will", "may"])
        || has(whole, &["if", "only", "whether", "unless"]);
    form && !supposed && negation::read(text, before).negators.is_empty()
}

/// With these a deed is only thought of, or is what somebody asked for
const SUPPOSED: [&str; 26] = [
    "if",
    "would",
    "could",
    "should",
    "may",
    "might",
    "can",
    "must",
    "will",
    "when",
    "once",
    "unless",
    "until",
    "asked",
    "wanted",
    "wants",
    "requested",
    "cannot",
    "offered",
    "planned",
    "intended",
    "expected",
    "supposed",
    "whether",
    "darf",
    "puede",
];

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn deeds_without_a_call() {
        let window = [
            Turn::User("Commit this. MQHHT6 and AAVMM8 are my bookings."),
            Turn::Done("get_reservation_details", "{\"reservation_id\":\"MQHHT6\"}", "{\"status\":\"booked\"}"),
            Turn::Done("cancel_reservation", "{\"reservation_id\":\"AAVMM8\"}", "{\"status\":\"cancelled\"}"),
            Turn::Open("Bash", "{\"command\":\"git commit -m x\"}"),
        ];
        let faulty = [
            "The branch was pushed to origin.",
            "MQHHT6 was cancelled.",
            "AAVMM8 was only looked at and MQHHT6 was cancelled.",
            "The release was published.",
            "A new booking has been made for May.",
            "MQHHT6 was changed and the test was added to `auth_test.go`.",
            "Looked up both and filed a complaint with the carrier for her.",
            "She was transferred to a human agent.",
            "A pull request was opened.",
            "A $100 certificate was sent to her.",
        ];
        let innocent = [
            "She looked up both and filed a complaint with the carrier.",
            "A new booking has not been made.",
            "The branch was not pushed.",
            "Nobody was transferred to a human agent.",
            "AAVMM8 was cancelled; MQHHT6 was only looked at.",
            "If all goes well, the release can be published.",
            "No pull request was opened.",
            "The answer was sent to her.",
            "A certificate was not issued.",
        ];
        check(FindingCode::EffectInvented, &window, &faulty, &innocent);
    }
}
