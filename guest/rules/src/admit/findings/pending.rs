//! Clauses that say that something is still to be done.

use super::clause::Clause;
use super::context::Context;
use super::items::Item;
use super::section::Section;
use crate::scan::Kind;

/// How a clause says that something is still to be done
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pending {
    /// In so many words: `is still to be made`, `has not been read yet`
    Said,
    /// By its place under a heading such as `Next`, beginning with what to do
    Listed,
}

/// Whether a clause says that something is still to be done
pub fn of(context: &Context<'_, '_>, clause: &Clause) -> Option<Pending> {
    let text = context.summary.text;
    let items = context.items_of(clause);
    let word = |place: usize| items.get(place).map_or("", |item| item.of_text(text));
    let is = |place: usize, words: &[&str]| words.iter().any(|known| word(place).eq_ignore_ascii_case(known));
    let within =
        |first: usize, count: usize, words: &[&str]| (first..first.saturating_add(count)).any(|place| is(place, words));
    let said = (0..items.len()).any(|place| {
        let next = place.saturating_add(1);
        let has_to = is(next, &["has", "have", "had", "needs", "need"]) && is(next.saturating_add(1), &["to"]);
        is(place, &["still", "yet"]) && (has_to || is(next, &["to", "must", "outstanding", "pending"]))
            || is(place, &["has", "have"]) && is(next, &["yet"]) && is(next.saturating_add(1), &["to"])
            || is(place, &["still"]) && within(next, 3, &["to"]) && within(next, 4, &["be", "do"])
            || is(place, &["not"]) && is(next, &["been"]) && within(next.saturating_add(1), 6, &["yet"])
            || is(place, &["not"]) && is(next, &["yet"])
            || is(place, &["remains", "remain"]) && is(next, &["to"])
            || is(place, &["outstanding", "unread"])
            || is(place, &["noch"]) && within(next, 6, &["zu", "nicht", "aus", "werden"])
            || is(place, &["aún", "todavía", "ainda"]) && within(next, 3, &["no", "não", "hay", "falta"])
            || is(place, &["falta", "queda", "reste"]) && within(next, 3, &["por", "à", "que"])
    });
    if said
        || items.iter().any(|item| {
            item.kind == Kind::Ideographs
                && ["尚未", "还没", "还需", "待办", "まだ", "未実施", "これから"]
                    .iter()
                    .any(|mark| item.of_text(text).contains(mark))
        })
    {
        return Some(Pending::Said);
    }
    let sentence = context.summary.sentences.get(clause.sentence)?;
    let opens = clause.first == sentence.first;
    (sentence.section == Section::Pending && opens && !starts_otherwise(text, items)).then_some(Pending::Listed)
}

/// Whether a listed clause begins with something else than what to do
fn starts_otherwise(text: &str, items: &[Item]) -> bool {
    const OTHERWISE: [&str; 40] = [
        "the", "a", "an", "his", "her", "their", "its", "my", "our", "he", "she", "they", "it", "i", "we", "no",
        "none", "nothing", "not", "if", "when", "once", "after", "user", "this", "that", "these", "those", "there",
        "all", "both", "one", "already", "last", "only", "waiting", "awaiting", "optional", "der", "die",
    ];
    items.first().is_none_or(|first| {
        first.kind != Kind::Word || OTHERWISE.iter().any(|word| first.of_text(text).eq_ignore_ascii_case(word))
    })
}
