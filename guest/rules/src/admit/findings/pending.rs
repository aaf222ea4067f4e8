//! Clauses that say that something is still to be done.

use super::clause::Clause;
use super::context::Context;
use super::items::{Item, is_one_of};
use super::section::{self, Section};
use crate::scan::Kind;

/// A clause that says that something is still to be done
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pending {
    /// How it says so
    pub how: How,
    /// The place in the clause after the words that say so
    pub after: usize,
    /// A label right before it says so: `Still to do: …`
    pub is_labelled: bool,
}

/// How a clause says that something is still to be done
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// In so many words: `is still to be made`, `has not been read yet`
    Said,
    /// By its place under a heading such as `Next` or behind an open box, beginning with what to do
    Listed,
    /// As a duty or a plan, which may be a rule as well: `needs to call`, `will be sent`
    Owed,
    /// By denying that it was done: `was not cancelled`
    Denied,
}

/// Whether a clause says that something is still to be done
pub fn of(context: &Context<'_, '_>, clause: &Clause) -> Option<Pending> {
    let text = context.summary.text;
    let items = context.items_of(clause);
    let sentence = context.summary.sentences.get(clause.sentence)?;
    let found = |forms: &[Form]| {
        (0..items.len()).find_map(|place| {
            let after = forms.iter().find_map(|form| form.end(text, items, place))?;
            Some((place, after))
        })
    };
    let denied_before =
        |place: usize| items.get(..place).unwrap_or_default().iter().any(|item| is_one_of(item.of_text(text), &NONE));
    if let Some((_, after)) = found(&NOT_YET) {
        return Some(Pending { how: How::Said, after, is_labelled: false });
    }
    if let Some((place, after)) = found(&SAID)
        && !denied_before(place)
    {
        return Some(Pending { how: How::Said, after, is_labelled: false });
    }
    let marks =
        |item: &Item| item.kind == Kind::Ideographs && IDEOGRAPHS.iter().any(|mark| item.of_text(text).contains(mark));
    if items.iter().any(marks) {
        return Some(Pending { how: How::Said, after: 0, is_labelled: false });
    }
    if is_labelled(context, clause) {
        return Some(Pending { how: How::Listed, after: 0, is_labelled: true });
    }
    let opens = clause.first == sentence.first;
    let listed = sentence.section == Section::Pending && opens && !starts_otherwise(text, items);
    if listed || opens && has_open_box(text, sentence.span.start) {
        return Some(Pending { how: How::Listed, after: 0, is_labelled: false });
    }
    if let Some((_, after)) = found(&DENIED) {
        return Some(Pending { how: How::Denied, after, is_labelled: false });
    }
    let (place, after) = found(&OWED)?;
    let limits = |item: &Item| is_one_of(item.of_text(text), &["not", "never", "only", "nicht", "nie", "pas"]);
    let free = !denied_before(place) && !items.iter().any(limits);
    free.then_some(Pending { how: How::Owed, after, is_labelled: false })
}

/// Words that stand one after the other, each at most so many steps behind the one before
struct Form(usize, &'static [&'static [&'static str]]);

impl Form {
    /// The place after the form, if it begins at `place`
    fn end(&self, text: &str, items: &[Item], place: usize) -> Option<usize> {
        let is =
            |place: usize, words: &[&str]| items.get(place).is_some_and(|item| is_one_of(item.of_text(text), words));
        let (first, rest) = self.1.split_first()?;
        if !is(place, first) {
            return None;
        }
        let mut end = place.saturating_add(1);
        for words in rest {
            let found = (end..end.saturating_add(self.0)).find(|place| is(*place, words))?;
            end = found.saturating_add(1);
        }
        Some(end)
    }
}

/// With these before it nothing is open
const NONE: [&str; 17] = [
    "no", "none", "nothing", "nobody", "neither", "not", "without", "never", "nichts", "keine", "nicht", "nada",
    "rien", "aucun", "ninguna", "nenhuma", "isn't",
];

/// What has not happened yet
static NOT_YET: [Form; 6] = [
    Form(
        8,
        &[
            &[
                "not",
                "no",
                "none",
                "nothing",
                "never",
                "nobody",
                "hasn't",
                "haven't",
                "isn't",
                "wasn't",
                "weren't",
                "aren't",
                "didn't",
                "hasn’t",
                "haven’t",
                "isn’t",
                "wasn’t",
                "weren’t",
                "aren’t",
                "didn’t",
                "neither",
            ],
            &["yet"],
        ],
    ),
    Form(1, &[&["not"], &["yet"]]),
    Form(6, &[&["noch"], &["nicht", "kein", "keine", "keiner"]]),
    Form(3, &[&["aún", "todavía", "ainda"], &["no", "não"]]),
    Form(3, &[&["pas", "n'a", "n'ont", "n’a", "n’ont", "non"], &["encore"]]),
    Form(2, &[&["ainda"], &["não", "falta", "faltam", "precisa", "precisam", "deve"]]),
];

/// What is said to be open
static SAID: [Form; 24] = [
    Form(1, &[&["still", "yet"], &["has", "have", "had", "needs", "need"], &["to"]]),
    Form(2, &[&["still", "yet"], &["to", "must", "outstanding", "pending", "due", "unfinished", "undone"]]),
    Form(3, &[&["still"], &["to"], &["be", "do"]]),
    Form(1, &[&["has", "have"], &["yet"], &["to"]]),
    Form(2, &[&["remains", "remain", "left", "remaining"], &["to"]]),
    Form(1, &[&["next"], &["step", "steps", "action", "actions", "task", "up"]]),
    Form(1, &[&["todo", "to-do", "todos", "outstanding", "unread", "unfinished", "undone"]]),
    Form(1, &[&["is", "are", "remains", "remain"], &["pending", "open", "due"]]),
    Form(2, &[&["still"], &["awaits", "awaiting", "waiting"]]),
    Form(6, &[&["noch"], &["zu", "aus", "werden", "offen", "ausstehend"]]),
    Form(2, &[&["muss", "müssen", "fehlt", "fehlen", "bleibt", "bleiben"], &["noch"]]),
    Form(1, &[&["ausstehend"]]),
    Form(3, &[&["aún", "todavía", "ainda"], &["hay", "falta", "faltan", "tiene", "tienen", "debe", "deben"]]),
    Form(3, &[&["queda", "quedan", "resta", "restam"], &["por"]]),
    Form(1, &[&["falta", "faltan", "faltam"]]),
    Form(1, &[&["pendiente", "pendientes", "pendente", "pendentes"]]),
    Form(3, &[&["reste", "restent"], &["à"]]),
    Form(1, &[&["doit", "doivent"], &["encore"]]),
    Form(2, &[&["encore"], &["à"]]),
    Form(1, &[&["à"], &["faire"]]),
    Form(1, &[&["en"], &["attente"]]),
    Form(1, &[&["hay"], &["que"]]),
    Form(1, &[&["hasn't", "haven't", "hasn’t", "haven’t"], &["been"], &["done", "made", "run", "started"]]),
    Form(3, &[&["needs", "need"], &["doing", "finishing", "attention"]]),
];

/// What somebody has to do, or means to
static OWED: [Form; 13] = [
    Form(1, &[&["needs", "need", "has", "have", "going", "about", "plans", "plan", "intends", "planning"], &["to"]]),
    Form(1, &[&["is", "are"], &["to"]]),
    Form(1, &[&["must", "should", "will", "shall", "i'll", "we'll", "i’ll", "we’ll"]]),
    Form(1, &[&["awaiting", "awaits"]]),
    Form(1, &[&["waiting"], &["for"]]),
    Form(1, &[&["muss", "müssen", "soll", "sollen", "wird", "werden"]]),
    Form(1, &[&["debe", "deben", "deve", "devem", "precisa", "precisam"]]),
    Form(1, &[&["tiene", "tienen", "tem", "têm"], &["que"]]),
    Form(1, &[&["va", "van", "vai", "vão"], &["a"]]),
    Form(1, &[&["doit", "doivent"]]),
    Form(1, &[&["faut"]]),
    Form(1, &[&["vor"], &["dem", "der"]]),
    Form(1, &[&["scheduled", "queued", "due"], &["for", "to"]]),
];

/// What is said not to have been done
static DENIED: [Form; 6] = [
    Form(1, &[&["has", "have", "was", "were", "is", "are"], &["not", "never"]]),
    Form(1, &[&["hasn't", "haven't", "wasn't", "weren't", "isn't", "hasn’t", "haven’t", "wasn’t", "weren’t", "isn’t"]]),
    Form(8, &[&["no", "none", "nothing", "neither"], &["has", "have", "was", "were"]]),
    Form(1, &[&["never", "didn't", "didn’t"]]),
    Form(8, &[&["wurde", "wurden"], &["nicht"]]),
    Form(2, &[&["no", "não"], &["se", "ha", "han", "fue", "fueron", "foi", "foram"]]),
];

const IDEOGRAPHS: [&str; 12] =
    ["尚未", "还没", "还未", "还需", "仍需", "待办", "有待", "まだ", "未実施", "これから", "必要がある", "未完了"];

/// Whether the words of the line before the clause end in a label such as `Next:` or `Still open:`
fn is_labelled(context: &Context<'_, '_>, clause: &Clause) -> bool {
    let text = context.summary.text;
    let Some(first) = context.summary.items.get(clause.first) else { return false };
    let line = text.get(..first.span.start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    let before = line.trim_end_matches([' ', '*', '`', '"', '[', ']']);
    let Some(before) = before.strip_suffix([':', '：']) else { return false };
    let label = before.rsplit(['.', ';', ',', '—', '(']).next().unwrap_or_default().trim();
    label.len() <= 40 && section::of_words(label) == Section::Pending
}

/// Whether an open box stands before a place of a line: `- [ ] …`
fn has_open_box(text: &str, start: usize) -> bool {
    let line = text.get(..start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    ["[ ]", "☐", "⬜", "[]"].iter().any(|open| line.trim_end().ends_with(open))
        || text.get(start..).is_some_and(|rest| rest.starts_with("[ ]") || rest.starts_with('☐'))
}

/// Whether a listed clause begins with something else than what to do
fn starts_otherwise(text: &str, items: &[Item]) -> bool {
    const OTHERWISE: [&str; 40] = [
        "the", "a", "an", "his", "her", "their", "its", "my", "our", "he", "she", "they", "it", "i", "we", "no",
        "none", "nothing", "not", "if", "when", "once", "after", "user", "this", "that", "these", "those", "there",
        "all", "both", "one", "already", "last", "only", "waiting", "awaiting", "optional", "der", "die",
    ];
    items.first().is_none_or(|first| {
        !matches!(first.kind, Kind::Word | Kind::Symbol)
            || OTHERWISE.iter().any(|word| first.of_text(text).eq_ignore_ascii_case(word))
    })
}
