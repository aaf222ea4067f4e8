//! What a summary says that the user asks for, and whether the user asked for it.

use super::clause::Clause;
use super::context::Context;
use super::items::{self, Item, is_one_of};
use super::language::is_english;
use super::negation;
use super::stem;
use super::terms::Term;
use super::window::Speaker;
use crate::admission::Severity;
use crate::scan::Kind;
use alloc::vec::Vec;

/// What is wrong with a wish that is told of the user
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// Nobody asked for it
    Invented(Severity),
    /// The user asked for the opposite, in this segment
    Inverted(usize),
}

/// What is wrong with the wish that a clause tells of; `None`: nothing, or it tells of none.
///
/// Each part of a wish is judged by itself, since a lie stands beside the truth: `to cancel the flights and close her profile`.
pub fn judge(context: &Context<'_, '_>, clause: &Clause) -> Option<Wrong> {
    let text = context.summary.text;
    let sentence = context.summary.sentences.get(clause.sentence)?;
    let whole = context.summary.items.get(sentence.first..clause.end)?;
    let verb = asking(context, sentence.first, whole)?;
    let items = context.items_of(clause);
    let asked_at = sentence.first.saturating_add(verb);
    // What follows the request in its sentence belongs to it until somebody else does something.
    // `…, and accepted the offer` tells what was done.
    let tells = items.iter().take(2).any(|item| item.kind == Kind::Word && item.of_text(text).ends_with("ed"));
    let goes_on =
        asked_at < clause.first && !tells && !items.iter().take(3).any(|item| is_one_of(item.of_text(text), &SUBJECTS));
    let supposed = whole.get(..verb)?.iter().any(|item| is_one_of(item.of_text(text), &SUPPOSED));
    if !(goes_on || asked_at >= clause.first)
        || supposed
        || !negation::read(text, items).negators.is_empty()
        || !is_english(text, whole)
    {
        return None;
    }
    let first = clause.first.max(asked_at.saturating_add(1));
    let parts = parts(context, first, clause.end);
    parts
        .iter()
        .find_map(|part| lacks(context, part, goes_on).or_else(|| declined(context, part)))
        .or_else(|| inverted(context, first, clause.end))
}

/// The place of the word with which the user is said to ask
fn asking(context: &Context<'_, '_>, first: usize, whole: &[Item]) -> Option<usize> {
    const BETWEEN: [&str; 10] =
        ["also", "then", "now", "still", "has", "had", "later", "next", "further", "additionally"];
    let text = context.summary.text;
    let verb = whole.iter().enumerate().rposition(|(place, item)| {
        let word = item.of_text(text);
        // `told us that` tells, `told us to` asks.
        let told_to = is_one_of(word, &["told"])
            && whole.get(place..).unwrap_or_default().iter().take(4).any(|item| item.of_text(text) == "to");
        is_one_of(word, &ASKING) || told_to
    })?;
    let before = whole.get(..verb)?;
    // A person may be called by name, if the window knows the name.
    let by_name =
        before.iter().enumerate().rev().find(|(_, item)| !is_one_of(item.of_text(text), &BETWEEN)).is_some_and(
            |(place, item)| {
                item.kind == Kind::Word
                    && item.of_text(text).starts_with(char::is_uppercase)
                    && !is_one_of(item.of_text(text), &OTHERS)
                    && context.term_of(first.saturating_add(place)).is_some_and(|term| context.window.holds(term))
            },
        );
    (by_name || before.iter().any(|item| is_one_of(item.of_text(text), &USER))).then_some(verb)
}

/// The telling words of each part of a wish, cut at `and` and `then`
fn parts(context: &Context<'_, '_>, first: usize, end: usize) -> Vec<Vec<usize>> {
    let text = context.summary.text;
    let mut parts = Vec::new();
    let mut part = Vec::new();
    for place in first..end {
        let Some(item) = context.summary.items.get(place) else { break };
        let word = item.of_text(text);
        if is_one_of(word, &["and", "then", "plus", "but", "or"]) {
            parts.push(core::mem::take(&mut part));
        } else if item.kind == Kind::Word && context.term_of(place).is_some() && !is_weak(item) {
            part.push(place);
        }
    }
    parts.push(part);
    parts
}

fn is_weak(item: &Item) -> bool {
    WEAK.iter().any(|word| stem::hash(word) == item.hash)
}

/// Whether a part of a wish is in words that nobody used who could have asked for it
fn lacks(context: &Context<'_, '_>, part: &[usize], goes_on: bool) -> Option<Wrong> {
    const LEAST: usize = 2;
    let terms: Vec<Term> = part.iter().filter_map(|place| context.term_of(*place)).collect();
    if terms.len() < LEAST {
        return None;
    }
    let is_asked = |place: &usize| said_by(context, *place, &[Speaker::User, Speaker::Summary, Speaker::Other]);
    let asked = part.iter().filter(|place| is_asked(place)).count();
    if asked > 0 {
        let absent = part.iter().filter(|place| !said_by(context, **place, &ANYBODY)).count();
        if absent >= 2 && absent.saturating_mul(2) >= terms.len() {
            return Some(Wrong::Invented(Severity::Block));
        }
        let few = !goes_on && terms.len() >= 3 && asked.saturating_mul(3) <= terms.len();
        return few.then_some(Wrong::Invented(Severity::Warn));
    }
    // What the agent offered, or an instruction told, in one breath may be the request in its words.
    let offered = best_share(context, &terms, &[Speaker::Assistant, Speaker::Instruction]);
    // Words of the talk can be another name for what was asked; so can two words alone that go on.
    let talk = [Speaker::User, Speaker::Summary, Speaker::Other, Speaker::Assistant];
    let known = terms.len() == LEAST && goes_on || part.iter().all(|place| said_by(context, *place, &talk));
    let told = known || offered.saturating_mul(3) >= terms.len().saturating_mul(2);
    Some(Wrong::Invented(if told { Severity::Warn } else { Severity::Block }))
}

/// How many of the terms stand together in one segment of these speakers at most
fn best_share(context: &Context<'_, '_>, terms: &[Term], speakers: &[Speaker]) -> usize {
    const MENTIONS_MAX: usize = 256;
    let segments = terms.iter().flat_map(|term| context.window.segments_with(*term).iter().take(MENTIONS_MAX));
    segments
        .filter_map(|place| context.window.segments.get(*place as usize))
        .filter(|segment| speakers.contains(&segment.speaker))
        .map(|segment| {
            let hits = context.window.hits_of(segment);
            terms.iter().filter(|term| hits.iter().any(|hit| hit.term == **term)).count()
        })
        .max()
        .unwrap_or(0)
}

const ANYBODY: [Speaker; 7] = [
    Speaker::User,
    Speaker::Summary,
    Speaker::Other,
    Speaker::Instruction,
    Speaker::Assistant,
    Speaker::Tool,
    Speaker::Call,
];

/// Whether one of these says a word of the summary, or one that means the same
fn said_by(context: &Context<'_, '_>, place: usize, speakers: &[Speaker]) -> bool {
    let hash = context.summary.items.get(place).map_or(0, |item| item.hash);
    context.term_of(place).is_some_and(|term| context.window.is_said_by(term, speakers))
        || context
            .synonyms
            .of(hash)
            .filter_map(|hash| context.term_with(hash))
            .any(|term| context.window.is_said_by(term, speakers))
}

/// The segment in which the user says that he does not want a part of the wish, where he never says that he wants it
fn declined(context: &Context<'_, '_>, part: &[usize]) -> Option<Wrong> {
    const MENTIONS_MAX: usize = 64;
    let hashes: Vec<u64> =
        part.iter().filter_map(|place| context.summary.items.get(*place)).map(|item| item.hash).collect();
    let terms: Vec<Term> = part.iter().filter_map(|place| context.term_of(*place)).collect();
    let rarest = terms.iter().map(|term| context.window.segments_with(*term)).min_by_key(|segments| segments.len())?;
    if terms.len() < 2 || rarest.len() > MENTIONS_MAX {
        return None;
    }
    let mut refused = None;
    for place in rarest {
        let segment = context.window.segments.get(*place as usize)?;
        let hits = context.window.hits_of(segment);
        let asks = context.is_question(segment);
        if !matches!(segment.speaker, Speaker::User | Speaker::Summary)
            || !terms.iter().all(|term| hits.iter().any(|hit| hit.term == *term))
        {
            continue;
        }
        let theirs = context.text_of(segment);
        let mut row = Vec::new();
        items::read_into(theirs, &mut row);
        let denial = negation::read(theirs, &row);
        let mut places = row.iter().enumerate().filter(|(_, item)| hashes.contains(&item.hash));
        if asks || !places.all(|(at, _)| denial.is_denied(at)) {
            return None;
        }
        refused = Some(Wrong::Inverted(*place as usize));
    }
    refused
}

/// The segment in which the user asks for the opposite: a word of the wish the user never says, but its opposite, beside
/// the other words
fn inverted(context: &Context<'_, '_>, first: usize, end: usize) -> Option<Wrong> {
    let text = context.summary.text;
    (first..end).find_map(|place| {
        let own = context.term_of(place)?;
        let word = context.summary.items.get(place)?.of_text(text);
        if context.window.is_said_by(own, &[Speaker::User]) {
            return None;
        }
        let others: Vec<Term> = context.terms_between(first, end).into_iter().filter(|term| *term != own).collect();
        let opposite = context.opposites.of(word).filter_map(|hash| context.term_with(hash));
        opposite
            .flat_map(|term| context.window.segments_with(term))
            .find(|place| {
                context.window.segments.get(**place as usize).is_some_and(|segment| {
                    let hits = context.window.hits_of(segment);
                    let shared = others.iter().filter(|term| hits.iter().any(|hit| hit.term == **term)).count();
                    segment.speaker == Speaker::User && shared >= 2 && !denies(context.text_of(segment))
                })
            })
            .map(|place| Wrong::Inverted(*place as usize))
    })
}

fn denies(text: &str) -> bool {
    let mut row = Vec::new();
    items::read_into(text, &mut row);
    !negation::read(text, &row).negators.is_empty()
}

/// How a request is told
const ASKING: [&str; 14] = [
    "asked",
    "asks",
    "wants",
    "wanted",
    "requested",
    "requests",
    "insists",
    "insisted",
    "demanded",
    "demands",
    "instructed",
    "ordered",
    "replied",
    "wished",
];

/// Words that say that somebody asks, and not for what
const WEAK: [&str; 32] = [
    "user",
    "customer",
    "client",
    "agent",
    "assistant",
    "help",
    "know",
    "see",
    "want",
    "like",
    "look",
    "try",
    "make",
    "sure",
    "go",
    "get",
    "give",
    "take",
    "put",
    "need",
    "thing",
    "way",
    "able",
    "possible",
    "new",
    "asked",
    "two",
    "three",
    "question",
    "type",
    "other",
    "kind",
];

/// With these before it nothing was asked for
const SUPPOSED: [&str; 8] = ["if", "unless", "whether", "nobody", "never", "once", "not", "nothing"];

/// Capitalized words that call nobody by name
const OTHERS: [&str; 12] =
    ["agent", "assistant", "system", "tool", "it", "i", "we", "claude", "model", "policy", "server", "developer"];

/// With these somebody else does something
const SUBJECTS: [&str; 26] = [
    "i", "we", "he", "she", "they", "the", "it", "agent", "user", "this", "that", "which", "who", "so", "but",
    "because", "was", "were", "had", "has", "is", "are", "got", "did", "then", "there",
];

/// Whom a summary calls the user
pub const USER: [&str; 28] = [
    "user",
    "customer",
    "client",
    "he",
    "she",
    "they",
    "user's",
    "user’s",
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
    "sus",
    "his",
    "her",
    "their",
    "reviewer",
    "requester",
    "person",
    "team",
    "author",
];
