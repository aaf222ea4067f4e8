//! One session through one arm: epoch by epoch, with the questions of each asked where they arise.

use crate::arm::Arm;
use crate::pairs;
use crate::questions::Question;
use crate::session::Session;
use anchorhold_rules::recall::{Eviction, LoggedQuery, divergence};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Instant;

/// How one question was answered
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Right,
    Wrong,
    Missing,
}

/// How many questions were answered in which way
#[derive(Clone, Copy, Default)]
pub struct Answers {
    /// The right value is in front of the model
    pub right: u32,
    /// Only another value of the same key is
    pub wrong: u32,
    /// Neither is
    pub missing: u32,
}

/// What came of it in one epoch
#[derive(Clone, Default)]
pub struct EpochResult {
    /// Questions about values that a later call takes
    pub used: Answers,
    /// Questions about values that had changed
    pub changed: Answers,
    /// Questions about an epoch of which something left
    pub queries: u32,
    /// Those that returned nothing of what left
    pub missed: u32,
}

/// What came of a session in an arm
#[derive(Default)]
pub struct SessionResult {
    /// For each epoch, from the first
    pub epochs: Vec<EpochResult>,
    /// What it took
    pub costs: Costs,
}

/// What an arm took
#[derive(Clone, Copy, Default)]
pub struct Costs {
    /// What was given to the summarizer, in tokens
    pub summarized_tokens: u64,
    /// What left with a pointer and without a summary, in tokens
    pub set_aside_tokens: u64,
    /// The windows after each epoch, in tokens
    pub window_tokens: u64,
    /// The budgets of each epoch, in tokens
    pub budget_tokens: u64,
    /// How many epochs ended above the budget, since what had to stay was larger
    pub over: usize,
    /// What is kept outside the window, in bytes on disk
    pub stored_bytes: u64,
    /// The time of all passes, in seconds
    pub pass_seconds: f64,
}

impl Costs {
    /// Adds those of another session
    pub fn add(&mut self, other: &Costs) {
        self.summarized_tokens += other.summarized_tokens;
        self.set_aside_tokens += other.set_aside_tokens;
        self.window_tokens += other.window_tokens;
        self.budget_tokens += other.budget_tokens;
        self.over += other.over;
        self.stored_bytes += other.stored_bytes;
        self.pass_seconds += other.pass_seconds;
    }
}

impl Answers {
    /// All questions
    pub fn all(&self) -> u32 {
        self.right + self.wrong + self.missing
    }

    /// Both together
    pub fn with(&self, other: &Answers) -> Answers {
        Answers {
            right: self.right + other.right,
            wrong: self.wrong + other.wrong,
            missing: self.missing + other.missing,
        }
    }
}

/// Runs a session through an arm
///
/// # Errors
/// Where the arm fails.
pub fn run(
    arm: &mut dyn Arm,
    session: &Session,
    epochs: &[Range<usize>],
    questions: &[Question],
    budget: u32,
) -> Result<SessionResult, String> {
    let mut result = SessionResult { epochs: vec![EpochResult::default(); epochs.len()], ..SessionResult::default() };
    let mut evictions: Vec<Eviction<'static>> = Vec::new();
    // Where each element left: a question about it is about that epoch.
    let mut left_in: BTreeMap<String, u32> = BTreeMap::new();
    for (place, range) in epochs.iter().enumerate() {
        let epoch = u32::try_from(place).unwrap_or(u32::MAX);
        let mut log = Vec::new();
        for question in questions.iter().filter(|question| question.asked == place) {
            let returned = arm.search(&question.words)?;
            let now = result.epochs.get_mut(place).ok_or("no such epoch")?;
            let here = session.elements.get(range.start..question.before).unwrap_or_default();
            let mut shown: Vec<&str> = arm.window();
            shown.extend(here.iter().map(|element| element.text.as_ref()));
            shown.extend(returned.iter().map(|(_, text)| text.as_str()));
            let answers = if question.is_changing { &mut now.changed } else { &mut now.used };
            match answer(question, &shown) {
                Answer::Right => answers.right += 1,
                Answer::Wrong => answers.wrong += 1,
                Answer::Missing => answers.missing += 1,
            }
            let holder = session
                .elements
                .get(epochs.get(question.about).cloned().unwrap_or_default())
                .unwrap_or_default()
                .iter()
                .rev()
                .find(|element| element.text.contains(&question.answer));
            if let Some(about) = holder.and_then(|element| left_in.get(element.id.as_ref())) {
                log.push(LoggedQuery {
                    query: question.words.clone().into(),
                    about: *about,
                    returned: returned.into_iter().map(|(name, _)| name.into()).collect(),
                });
            }
        }
        let report = divergence(&log, &evictions, 10);
        if let Some(now) = result.epochs.get_mut(place) {
            now.queries = report.queries;
            now.missed = report.missed;
        }

        let brought = session.elements.get(range.clone()).unwrap_or_default();
        let start = Instant::now();
        let pass = arm.end_epoch(epoch, brought)?;
        result.costs.pass_seconds += start.elapsed().as_secs_f64();
        result.costs.summarized_tokens += pass.summarized_tokens;
        result.costs.set_aside_tokens += pass.set_aside_tokens;
        result.costs.window_tokens += pass.tokens;
        result.costs.budget_tokens += u64::from(budget);
        result.costs.over += usize::from(pass.is_over);
        left_in.extend(pass.left.iter().map(|name| (name.clone(), epoch)));
        evictions.push(Eviction { epoch, elements: pass.left.into_iter().map(Into::into).collect() });
    }
    result.costs.stored_bytes = arm.stored_bytes()?;
    Ok(result)
}

/// What a model could answer that reads all that is shown, and takes the newest value of a key for the present one
fn answer(question: &Question, shown: &[&str]) -> Answer {
    let mut told = shown.iter().flat_map(|text| pairs::of(text)).filter(|pair| pair.key == question.key);
    let is_there = shown.iter().any(|text| text.contains(&question.answer));
    if question.is_changing {
        let values: Vec<String> = told.map(|pair| pair.value).collect();
        let is_told = values.contains(&question.answer) || values.is_empty() && is_there;
        return match (is_told, values.is_empty()) {
            (true, _) => Answer::Right,
            (false, true) => Answer::Missing,
            (false, false) => Answer::Wrong,
        };
    }
    match (is_there, told.next()) {
        (true, _) => Answer::Right,
        (false, Some(_)) => Answer::Wrong,
        (false, None) => Answer::Missing,
    }
}
