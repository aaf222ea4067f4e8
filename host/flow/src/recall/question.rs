//! By question, by pass and by chain: what left, from the index.

use super::probing::ANSWERS;
use anchorhold_store::{Asking, DatabaseError, Digest, Entry, Found, Store};
use serde::Serialize;

/// A question
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// In the words of whoever asks
    pub text: &'a str,
    /// The session whose window it was. `None`: all sessions are asked.
    pub session: Option<&'a str>,
    /// The pass that evicted what is asked for. `None`: nobody knows.
    pub about: Option<u64>,
    /// How many answers are given at most. `None`: as many as a probe is given.
    pub count: Option<usize>,
}

/// What came of a question
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answers {
    /// Its number in the log. `None`: the store can only be read, and the question is not in the log.
    pub question: Option<u64>,
    /// The best first
    pub answers: Vec<Answer>,
}

/// An element that left
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// The pass that evicted it
    pub pass: u64,
    /// Its name in the window of that pass
    pub element: String,
    /// What it is
    pub kind: String,
    /// The tool that it calls, or that gave it
    pub tool: Option<String>,
    /// The chain it belongs to
    pub chain: String,
    /// It establishes state
    pub anchor: bool,
    /// Stands for the whole text that the model read
    pub pointer: String,
    /// The part of that text that answers, or all of it where nothing was asked. `None`: the archive does not give it.
    pub text: Option<String>,
}

/// Asks the index, and puts question and answers into the log. Where nothing is found in a session from which something
/// left, the question is taken to be about its newest pass: an answer was missed.
///
/// # Errors
/// Where the database fails.
pub fn ask(store: &mut Store, question: Question<'_>) -> Result<Answers, DatabaseError> {
    let Question { text, session, about, count } = question;
    let found = store.ask(text, session, count.unwrap_or(ANSWERS))?;
    let about = match (about, session) {
        (None, Some(session)) if found.is_empty() => store.newest_committed(session)?,
        (about, _) => about,
    };
    let numbers: Vec<u64> = found.iter().map(|found| found.entry.number).collect();
    let question = match store.is_read_only()? {
        true => None,
        false => Some(store.log_question(&Asking { question: text, session, about, answers: &numbers })?),
    };
    let answers = found.into_iter().map(|Found { entry, passage, .. }| {
        let text = text_of(store, entry.text).and_then(|text| text.get(passage).map(str::to_owned));
        answer(entry, text)
    });
    Ok(Answers { question, answers: answers.collect() })
}

/// What left with a pass, in the order of its window
///
/// # Errors
/// Where the database fails.
pub fn left_with(store: &Store, pass: u64) -> Result<Vec<Answer>, DatabaseError> {
    Ok(whole(store, store.left_with(pass)?))
}

/// What left of a chain of a session, over all its passes
///
/// # Errors
/// Where the database fails.
pub fn left_of_chain(store: &Store, session: &str, chain: &str) -> Result<Vec<Answer>, DatabaseError> {
    Ok(whole(store, store.left_of_chain(session, chain)?))
}

fn whole(store: &Store, entries: Vec<Entry>) -> Vec<Answer> {
    let answers = entries.into_iter().map(|entry| {
        let text = text_of(store, entry.text);
        answer(entry, text)
    });
    answers.collect()
}

/// What is damaged or gone is told by its pointer when it is read; it does not take the other answers away.
fn text_of(store: &Store, text: Digest) -> Option<String> {
    store.read(text).ok().and_then(|bytes| String::from_utf8(bytes).ok())
}

fn answer(entry: Entry, text: Option<String>) -> Answer {
    Answer {
        pass: entry.pass,
        element: entry.element,
        kind: entry.kind,
        tool: entry.tool,
        chain: entry.chain,
        anchor: entry.is_anchor,
        pointer: entry.text.pointer(),
        text,
    }
}
