//! A clause that can contradict the window: what it affirms, denies or waives.

use super::alignment::{Alignment, Match};
use super::clause::Clause;
use super::context::Context;
use super::items::{self, Item, is_one_of};
use super::negation::{self, Denial};
use alloc::vec::Vec;

/// A clause that can contradict
pub struct Claim<'x> {
    items: &'x [Item],
    first: usize,
    kind: Kind,
}

/// What a clause says
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// That something is so
    Affirms,
    /// That the word at this place is not so
    Denies(usize),
    /// That something may be without the word at this place
    Waives(usize),
}

/// A segment of the window as items, and what it denies
struct Theirs<'t> {
    text: &'t str,
    items: Vec<Item>,
    denial: Denial,
}

impl<'t> Theirs<'t> {
    fn of(context: &Context<'t, '_>, found: &Match) -> Option<Theirs<'t>> {
        let segment = context.window.segments.get(found.segment)?;
        if context.is_question(segment) {
            return None;
        }
        let text = context.text_of(segment);
        let mut items = Vec::new();
        items::read_into(text, &mut items);
        let denial = negation::read(text, &items);
        Some(Theirs { text, items, denial })
    }

    /// The items of the clause in which the item at `place` stands
    fn clause_of(&self, place: usize) -> &[Item] {
        let borders = |at: usize| negation::is_border(self.text, &self.items, at);
        let first = (1..=place).rev().find(|at| borders(*at)).unwrap_or(0);
        let end = (place.saturating_add(1)..self.items.len()).find(|at| borders(*at)).unwrap_or(self.items.len());
        self.items.get(first..end).unwrap_or_default()
    }

    /// Whether the word at `place` is said of something: not a noun in passing, such as `for configuration`
    fn states(&self, place: usize) -> bool {
        let word = self.items.get(place).map_or("", |item| item.of_text(self.text));
        word.ends_with('s') || has_any(self.text, self.clause_of(place), &GENERAL)
    }

    fn has_condition_around(&self, place: usize) -> bool {
        const SUPPOSING: [&str; 6] = ["if", "when", "unless", "wenn", "si", "whether"];
        has_any(self.text, self.items.get(..place).unwrap_or_default(), &SUPPOSING)
            || has_any(self.text, self.clause_of(place), &CONDITIONS)
    }

    fn places(&self, hash: u64) -> impl Iterator<Item = usize> + '_ {
        self.items.iter().enumerate().filter(move |(_, item)| item.hash == hash).map(|(place, _)| place)
    }
}

impl<'x> Claim<'x> {
    /// A clause that says how things are or ought to be, without conditions; what happened or did not is no such clause
    pub fn of(context: &'x Context<'_, '_>, clause: &Clause) -> Option<Claim<'x>> {
        let text = context.summary.text;
        let items = context.items_of(clause);
        let denial = negation::read(text, items);
        let asks = context.summary.sentences.get(clause.sentence).is_some_and(|sentence| {
            sentence.span.of(text).trim_end_matches(['"', ')', '*', '”']).ends_with(['?', '？'])
        });
        // Of `they never appear` nothing says who they are.
        let vague = items.iter().take(2).any(|item| is_one_of(item.of_text(text), &PRONOUNS));
        if asks || vague || is_governed(context, clause) || has_any(text, items, &EVENTS) {
            return None;
        }
        // What is denied stands right after the negation; of `does not use the file` nothing can be compared.
        let telling_after = |place: usize| {
            let after = place.saturating_add(1);
            let denied = (after..items.len())
                .find(|place| items.get(*place).is_some_and(|item| !is_filler(item.of_text(text))))?;
            context.term_of(clause.first.saturating_add(denied)).map(|_| denied)
        };
        let kind = match denial.negators.as_slice() {
            [] if has_any(text, items, &GENERAL)
                && !has_any(text, items, &CONDITIONS)
                && !has_any(text, items, &["even", "after"]) =>
            {
                Kind::Affirms
            }
            [negator] if is_without(text, items, *negator) && has_any(text, items, &ALLOWING) => {
                Kind::Waives(telling_after(*negator)?)
            }
            [negator] if is_general(text, items, *negator) && !has_any(text, items, &CONDITIONS) => {
                Kind::Denies(telling_after(*negator)?)
            }
            _ => return None,
        };
        Some(Claim { items, first: clause.first, kind })
    }

    /// Whether it says that something is so
    pub fn affirms(&self) -> bool {
        self.kind == Kind::Affirms
    }

    /// The segment that says the contrary, where none says the same of the same thing
    pub fn contradicted(&self, context: &Context<'_, '_>, alignment: &Alignment) -> Option<usize> {
        let coverage = |found: &Match| found.weight.saturating_mul(100) / alignment.total.max(1);
        let close = alignment.matches.iter().filter(|found| is_close(found, coverage(found)));
        let (found, predicate) =
            close.into_iter().find_map(|found| Some((found, self.contradicted_by(context, found)?)))?;
        let agrees = alignment.matches.iter().any(|other| {
            other.segment != found.segment
                && coverage(other).saturating_mul(4) >= coverage(found).saturating_mul(3)
                && self.is_backed_by(context, other, predicate)
        });
        (!agrees).then_some(found.segment)
    }

    /// The hash of the word about which a segment of the window says the contrary
    fn contradicted_by(&self, context: &Context<'_, '_>, found: &Match) -> Option<u64> {
        let theirs = Theirs::of(context, found)?;
        match self.kind {
            Kind::Affirms => {
                // What the window denies first after its negation must be what is said here.
                let said = |place: usize| {
                    let hash = theirs.items.get(place)?.hash;
                    let here = |(at, mine): (usize, &Item)| {
                        mine.hash == hash && context.term_of(self.first.saturating_add(at)).is_some()
                    };
                    (self.items.iter().enumerate().any(here) && theirs.denial.is_denied(place)).then_some((place, hash))
                };
                let (place, hash) = theirs.denial.negators.iter().find_map(|negator| {
                    let after = negator.saturating_add(1);
                    let first = (after..theirs.items.len()).find(|place| {
                        theirs.items.get(*place).is_some_and(|item| !is_filler(item.of_text(theirs.text)))
                    })?;
                    said(first)
                })?;
                let all_denied = theirs.places(hash).all(|place| theirs.denial.is_denied(place));
                // In another clause the word may stand for something else: `source with . (there is no source builtin)`.
                let shared = self.shared_with(context, theirs.clause_of(place));
                ((all_denied || shared >= 3) && !theirs.has_condition_around(place)).then_some(hash)
            }
            Kind::Denies(place) => {
                let hash = self.items.get(place)?.hash;
                // Where the word stands more than once, the clause that shares most is meant.
                let at = theirs.places(hash).max_by_key(|place| self.shared_with(context, theirs.clause_of(*place)))?;
                // What it is said of must be the same.
                let telling = |place: &usize| context.term_of(self.first.saturating_add(*place)).is_some();
                let mut objects = (place.saturating_add(1)..self.items.len())
                    .filter(telling)
                    .take(2)
                    .filter_map(|object| self.items.get(object));
                if objects.any(|object| theirs.places(object.hash).next().is_none()) || !theirs.states(at) {
                    return None;
                }
                let shared = self.shared_with(context, theirs.clause_of(at));
                let condition = if shared >= 3 {
                    has_any(theirs.text, theirs.clause_of(at), &CONDITIONS)
                } else {
                    theirs.has_condition_around(at)
                };
                let speaks = |place: usize| shared < 3 || self.shared_with(context, theirs.clause_of(place)) >= 2;
                let denied = theirs.places(hash).any(|place| theirs.denial.is_denied(place) && speaks(place));
                (!denied && !condition).then_some(hash)
            }
            Kind::Waives(place) => {
                let hash = self.items.get(place)?.hash;
                let mut places = theirs.places(hash).peekable();
                places.peek()?;
                let required = places.any(|place| {
                    has_any(theirs.text, theirs.clause_of(place), &REQUIRING) && !theirs.denial.is_denied(place)
                });
                (required && !has_any(theirs.text, &theirs.items, &["without"])).then_some(hash)
            }
        }
    }

    /// How many of its telling words stand in a part of a segment
    fn shared_with(&self, context: &Context<'_, '_>, part: &[Item]) -> usize {
        let telling =
            self.items.iter().enumerate().filter(|(at, _)| context.term_of(self.first.saturating_add(*at)).is_some());
        telling.filter(|(_, mine)| part.iter().any(|item| item.hash == mine.hash)).count()
    }

    /// Whether a segment says of the word what the clause says
    fn is_backed_by(&self, context: &Context<'_, '_>, found: &Match, predicate: u64) -> bool {
        let Some(theirs) = Theirs::of(context, found) else { return false };
        let mut denied = theirs.places(predicate).map(|place| theirs.denial.is_denied(place));
        match self.kind {
            Kind::Affirms => denied.any(|denied| !denied),
            Kind::Denies(_) => denied.any(|denied| denied),
            Kind::Waives(_) => denied.any(|denied| denied),
        }
    }
}

/// Whether a segment speaks of the same thing
fn is_close(found: &Match, coverage: u32) -> bool {
    coverage >= 58
        && (found.terms >= 3 && found.weight >= 110
            || found.terms == 2 && (found.weight >= 140 || coverage >= 95 && found.weight >= 100))
}

/// Whether something in the sentence before the clause denies or limits it
fn is_governed(context: &Context<'_, '_>, clause: &Clause) -> bool {
    let Some(sentence) = context.summary.sentences.get(clause.sentence) else { return true };
    let before = context.summary.items.get(sentence.first..clause.first).unwrap_or_default();
    let text = context.summary.text;
    let joined = before.len() > 1 && sentence.denies_before(clause.first);
    let lists = text.get(
        sentence.span.start
            ..context.summary.items.get(clause.first).map_or(sentence.span.start, |item| item.span.start),
    );
    joined && lists.is_some_and(|lists| lists.contains(':'))
}

/// Whether a negation denies in general, and not that something happened
fn is_general(text: &str, items: &[Item], negator: usize) -> bool {
    const VERBS: [&str; 22] = [
        "can", "may", "must", "should", "shall", "will", "do", "does", "is", "are", "need", "has", "have", "puede",
        "pueden", "darf", "dürfen", "kann", "soll", "peut", "pode", "doit",
    ];
    let word = items.get(negator).map_or("", |item| item.of_text(text));
    let before = negator.checked_sub(1).and_then(|place| items.get(place)).map_or("", |item| item.of_text(text));
    let contracted = [
        "cannot",
        "can't",
        "don't",
        "doesn't",
        "isn't",
        "aren't",
        "won't",
        "mustn't",
        "shouldn't",
        "needn't",
        "never",
        "can’t",
        "don’t",
        "doesn’t",
        "isn’t",
    ];
    contracted.iter().any(|known| word.eq_ignore_ascii_case(known))
        || word.eq_ignore_ascii_case("not") && VERBS.iter().any(|verb| before.eq_ignore_ascii_case(verb))
}

/// Words between a negation and what it denies
fn is_filler(word: &str) -> bool {
    const FILLERS: [&str; 22] = [
        "be",
        "been",
        "being",
        "a",
        "an",
        "the",
        "any",
        "also",
        "always",
        "ever",
        "even",
        "yet",
        "explicitly",
        "explicit",
        "already",
        "his",
        "her",
        "their",
        "my",
        "your",
        "to",
        "so",
    ];
    FILLERS.iter().any(|filler| word.eq_ignore_ascii_case(filler))
}

fn is_without(text: &str, items: &[Item], negator: usize) -> bool {
    items.get(negator).is_some_and(|item| matches!(item.of_text(text), "without" | "ohne" | "sin" | "sem" | "sans"))
}

pub fn has_any(text: &str, items: &[Item], words: &[&str]) -> bool {
    items.iter().any(|item| is_one_of(item.of_text(text), words))
}

/// With these a negation says something else
pub const CONDITIONS: [&str; 22] = [
    "unless", "until", "except", "only", "without", "before", "instead", "rather", "if", "when", "first", "nur",
    "bevor", "ohne", "wenn", "außer", "solo", "sin", "hasta", "antes", "si", "whether",
];

/// Subjects that say nothing by themselves
const PRONOUNS: [&str; 10] = ["this", "that", "these", "those", "they", "it", "which", "es", "esto", "sie"];

/// With these something is permitted
pub const ALLOWING: [&str; 10] = ["can", "may", "could", "allowed", "free", "darf", "dürfen", "puede", "peut", "pode"];

/// With these something must come first
const REQUIRING: [&str; 16] = [
    "once",
    "only",
    "after",
    "must",
    "require",
    "requires",
    "required",
    "before",
    "need",
    "needs",
    "obtain",
    "until",
    "explicit",
    "explicitly",
    "unless",
    "always",
];

/// With these a clause tells what happened
const EVENTS: [&str; 26] = [
    "was", "were", "been", "had", "did", "didn't", "wasn't", "weren't", "hasn't", "haven't", "hadn't", "being", "yet",
    "wurde", "wurden", "war", "hat", "haben", "fue", "fueron", "ha", "han", "foi", "failed", "worden", "told",
];

/// With these a clause says how things are or ought to be
const GENERAL: [&str; 34] = [
    "can", "could", "may", "must", "should", "shall", "will", "is", "are", "does", "do", "has", "have", "need",
    "needs", "allowed", "free", "possible", "also", "requires", "darf", "dürfen", "kann", "muss", "soll", "puede",
    "pueden", "debe", "deben", "peut", "doit", "pode", "deve", "still",
];
