//! Finds what a carry block could hold. The order of what is found is the order in which optional lines take their room.

use super::EarlierSummary;
use super::earlier;
use super::render;
use crate::classification::{Class, Classification, Decider};
use crate::demands::{constraint, identifiers, order, plan_position, resolution, state};
use crate::json::Json;
use crate::plan::layout::{Mandatory, is_ours};
use crate::plan::survey::Survey;
use crate::request::StepStatus;
use crate::tokens::estimate;
use crate::verdict::{Demand, DemandKind};
use crate::window::{Effect, EffectStatus, ElementKind, Standing};
use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What was found: demands with whether they are vital, and earlier summaries
pub struct Collected {
    /// Demands, each with whether it is vital
    pub items: Vec<(Demand, bool)>,
    /// Summaries of earlier passes, oldest first
    pub summaries: Vec<EarlierSummary>,
}

/// How many state assertions one tool result gives at most
const ASSERTIONS_PER_RESULT: usize = 12;

/// How many of the agent's latest texts are searched for its position in a plan
const LATEST_TEXTS: usize = 32;

/// How many jobs that have only begun are carried whatever it costs. The end of a job stands in another call, so that
/// those of long ago are likely over.
const BEGUN_JOBS: usize = 16;

/// Above this, what can be read again states nothing that must be carried
const LONG_READING_BYTES: usize = 1024;

/// Looks through everything that may leave
pub fn collect(survey: &Survey<'_, '_>, mandatory: &Mandatory) -> Collected {
    let mut found = Found { items: Vec::new(), seen: BTreeSet::new() };
    let leaving: Vec<usize> =
        mandatory.reasons.iter().enumerate().filter(|(_, reason)| reason.is_none()).map(|(place, _)| place).collect();
    pins(survey, &mut found);
    user_texts(survey, &leaving, &mut found);
    plan(survey, &leaving, &mut found);
    let mut summaries = Vec::new();
    earlier_passes(survey, &leaving, &mut found, &mut summaries);
    effects(survey, &leaving, &mut found);
    resolutions(survey, &leaving, &mut found);
    requests(survey, &leaving, &mut found);
    own_constraints(survey, &leaving, &mut found);
    open_identifiers(survey, &leaving, &mut found);
    states(survey, &leaving, &mut found);
    pointers(survey, &leaving, &mut found);
    Collected { items: found.items, summaries }
}

/// Demands found so far; the same text of the same kind is carried once
struct Found {
    items: Vec<(Demand, bool)>,
    seen: BTreeSet<(DemandKind, String)>,
}

impl Found {
    fn add(&mut self, kind: DemandKind, text: String, element: Option<usize>, vital: bool) {
        if !text.trim().is_empty() && self.seen.insert((kind, text.clone())) {
            self.items.push((Demand { kind, text, element }, vital));
        }
    }
}

fn pins(survey: &Survey<'_, '_>, found: &mut Found) {
    for pin in &survey.request.pins {
        found.add(DemandKind::Pin, render::with_standing(&pin.text, pin.standing), None, true);
    }
    for work in &survey.request.open_work {
        found.add(DemandKind::PlanPosition, format!("open: {work}"), None, true);
    }
}

/// Constraints and orderings of what the user said, and of summaries that are not ours
fn user_texts(survey: &Survey<'_, '_>, leaving: &[usize], found: &mut Found) {
    for place in leaving {
        let Some(element) = survey.element(*place) else { continue };
        let foreign = survey.marker_of(*place).is_some_and(|marker| !is_ours(&marker));
        if !is_user_text(survey, *place) && !foreign {
            continue;
        }
        let text = element.text.as_ref();
        for constraint in constraint::find(text) {
            found.add(DemandKind::Constraint, constraint.span.of(text).to_owned(), Some(*place), true);
        }
        if foreign {
            // A summary tells what happened in order; only what the user said binds the order of what is to come.
            continue;
        }
        for ordering in order::find(text) {
            let sentence = ordering.span.of(text).to_owned();
            if !found.seen.contains(&(DemandKind::Constraint, sentence.clone())) {
                found.add(DemandKind::Order, sentence, Some(*place), true);
            }
        }
    }
}

/// The plan that the host keeps, else the last to-do list, else the last position that the assistant gave
fn plan(survey: &Survey<'_, '_>, leaving: &[usize], found: &mut Found) {
    for step in &survey.request.plan {
        let mark = match step.status {
            StepStatus::Pending => "pending",
            StepStatus::Active => "active",
            StepStatus::Done => "done",
        };
        found.add(DemandKind::PlanPosition, format!("{}. [{mark}] {}", step.ordinal, step.text), None, true);
    }
    if !survey.request.plan.is_empty() {
        return;
    }
    let from_call = |place: &usize| {
        let call = survey.element(*place)?.call()?;
        let arguments = Json::parse(&call.arguments).ok()?;
        Some((*place, plan_position::of_call(&call.tool, &arguments)?))
    };
    if let Some((place, list)) = leaving.iter().rev().find_map(from_call) {
        found.add(DemandKind::PlanPosition, list, Some(place), true);
        return;
    }
    let from_text = |place: &usize| {
        let text = survey.element(*place)?.text.as_ref();
        let span =
            plan_position::check_list(text).or_else(|| plan_position::find(text).map(|position| position.span))?;
        Some((*place, span.of(text).to_owned()))
    };
    // What the agent said of its position long ago is not where it stands.
    let is_own = |place: &&usize| {
        let kind = survey.element(**place).map(|element| &element.kind);
        matches!(kind, Some(ElementKind::Reply | ElementKind::Reasoning))
    };
    let latest = leaving.iter().rev().filter(is_own).take(LATEST_TEXTS);
    if let Some((place, text)) = latest.into_iter().find_map(from_text) {
        found.add(DemandKind::PlanPosition, text, Some(place), true);
    }
}

/// What earlier passes of this policy carried is carried on, and their summaries are kept as they are
fn earlier_passes(survey: &Survey<'_, '_>, leaving: &[usize], found: &mut Found, summaries: &mut Vec<EarlierSummary>) {
    for place in leaving {
        let sequence = survey.marker_of(*place).and_then(|marker| marker.sequence);
        let (Some(sequence), Some(element)) = (sequence, survey.element(*place)) else { continue };
        let earlier = earlier::read(&element.text);
        // A plan position that the window itself holds is newer than one that was carried into it.
        let has_position = found.items.iter().any(|(demand, _)| demand.kind == DemandKind::PlanPosition);
        for (kind, text) in earlier.lines {
            if kind == DemandKind::PlanPosition && has_position && !text.starts_with("open: ") {
                continue;
            }
            let vital = match kind {
                DemandKind::Constraint => !text.starts_with(OWN),
                DemandKind::Pin | DemandKind::Order | DemandKind::PlanPosition => true,
                DemandKind::Effect => render::is_unsettled_line(&text),
                DemandKind::Request
                | DemandKind::State
                | DemandKind::Identifier
                | DemandKind::Resolution
                | DemandKind::Pointer => false,
            };
            found.add(kind, text, Some(*place), vital);
        }
        for (made_by, text) in earlier.summaries {
            summaries.push(EarlierSummary {
                sequence: made_by.unwrap_or(sequence),
                tokens: estimate(&text).saturating_add(FRAME_OF_SUMMARY),
                text,
            });
        }
    }
}

/// What the heading of an earlier summary adds to it
const FRAME_OF_SUMMARY: u32 = 12;

/// Effects: those whose outcome is open are vital, the newest of the others come first
fn effects(survey: &Survey<'_, '_>, leaving: &[usize], found: &mut Found) {
    for effect in survey.request.ledger.iter().filter(|effect| is_unsettled(effect)) {
        found.add(DemandKind::Effect, render::effect(effect), None, true);
    }
    let recorded = |place: &&usize| survey.element(**place).is_some_and(|element| element.result().is_none());
    let mut begun = 0;
    for place in leaving.iter().rev().filter(recorded) {
        let Some(classification) = survey.classifications.get(*place) else { continue };
        if let Some(effect) = &classification.effect {
            // What failed changed nothing. What is done and may be done again needs no warning: the summary tells of it,
            // and two hundred edits would leave no room for one charge.
            let is_settled = classification.class == Class::Reclaim && !is_unsettled(effect);
            if effect.status != EffectStatus::Failed && !is_settled {
                let has_begun = effect.status == EffectStatus::Fired && effect.outcome.is_some();
                begun += usize::from(has_begun);
                let vital = is_unsettled(effect) && !(has_begun && begun > BEGUN_JOBS);
                found.add(DemandKind::Effect, render::effect(effect), Some(*place), vital);
            }
        }
    }
}

fn is_unsettled(effect: &Effect<'_>) -> bool {
    match effect.status {
        EffectStatus::Intended | EffectStatus::Fired | EffectStatus::Unknown => true,
        EffectStatus::Confirmed | EffectStatus::Failed => false,
    }
}

fn resolutions(survey: &Survey<'_, '_>, leaving: &[usize], found: &mut Found) {
    for pair in leaving.windows(2).rev() {
        let [before, after] = pair else { continue };
        let (Some(asked), Some(answer)) = (survey.element(*before), survey.element(*after)) else { continue };
        if asked.kind != ElementKind::Reply || !is_user_text(survey, *after) {
            continue;
        }
        if let Some(settled) = resolution::find(&asked.text, &answer.text) {
            let text = format!(
                "asked: {} — answered: {}",
                render::one_line(settled.question.of(&asked.text)),
                render::one_line(settled.answer.of(&answer.text))
            );
            found.add(DemandKind::Resolution, text, Some(*after), false);
        }
    }
}

/// What the user asked for before, the newest first. Each says that it is not the current request: a bare old request
/// would restart finished work.
fn requests(survey: &Survey<'_, '_>, leaving: &[usize], found: &mut Found) {
    for place in leaving.iter().rev().filter(|place| is_user_text(survey, **place)) {
        let Some(element) = survey.element(*place) else { continue };
        let quoted = render::quote(&element.text);
        let text = match element.pin {
            Some(Standing::Done) => format!("(done) {quoted}"),
            Some(Standing::Superseded) => format!("(superseded) {quoted}"),
            Some(Standing::Active) | None => format!("(earlier) {quoted}"),
        };
        found.add(DemandKind::Request, text, Some(*place), false);
    }
}

/// What the agent's latest replies say must not be done. It found that out and nobody else says it, but it is no rule:
/// it takes room only where there is some, and says whose it is.
fn own_constraints(survey: &Survey<'_, '_>, leaving: &[usize], found: &mut Found) {
    let is_reply = |place: &&usize| survey.element(**place).is_some_and(|element| element.kind == ElementKind::Reply);
    let mut left = OWN_CONSTRAINTS;
    for place in leaving.iter().rev().filter(is_reply).take(LATEST_TEXTS) {
        let text = survey.element(*place).map_or("", |element| element.text.as_ref());
        for constraint in constraint::find(text).iter().rev() {
            let sentence = constraint.span.of(text);
            if sentence.len() > OWN_CONSTRAINT_BYTES {
                continue;
            }
            if left == 0 {
                return;
            }
            left -= 1;
            found.add(DemandKind::Constraint, format!("{OWN}{}", render::one_line(sentence)), Some(*place), false);
        }
    }
}

/// What stands before a constraint of the agent's own
const OWN: &str = "(said by the agent) ";

/// How many of them are carried at most, and how long one may be in bytes
const OWN_CONSTRAINTS: usize = 8;
const OWN_CONSTRAINT_BYTES: usize = 240;

/// Identifiers of open work that also stand in what leaves, with where they stand
fn open_identifiers(survey: &Survey<'_, '_>, leaving: &[usize], found: &mut Found) {
    let mut work = String::new();
    for text in survey.request.open_work.iter() {
        work.push_str(text);
        work.push('\n');
    }
    for step in survey.request.plan.iter().filter(|step| step.status != StepStatus::Done) {
        work.push_str(&step.text);
        work.push('\n');
    }
    if let Some(request) = survey.current_request.and_then(|place| survey.element(place)) {
        work.push_str(&request.text);
    }
    let texts = leaving.iter().rev().filter_map(|place| survey.element(*place)).map(|element| element.text.as_ref());
    for token in identifiers::used(&work, texts) {
        found.add(DemandKind::Identifier, token.of(&work).to_string(), None, false);
    }
}

/// The latest value of each key that an anchor states, the newest first
fn states(survey: &Survey<'_, '_>, leaving: &[usize], found: &mut Found) {
    let mut keys = BTreeSet::new();
    for assertion in survey.request.state.iter().rev() {
        if keys.insert(assertion.key.to_string()) {
            found.add(DemandKind::State, format!("{}: {}", assertion.key, assertion.value), None, true);
        }
    }
    for place in leaving.iter().rev() {
        // What was read before it was written over states nothing any more.
        let states = |one: &Classification| one.anchor && one.regenerable_by != Decider::SupersededRead;
        let is_current = survey.classifications.get(*place).is_some_and(states);
        let Some(element) = survey.element(*place).filter(|_| is_current) else { continue };
        let text = element.text.as_ref();
        // A long text that can be had again, such as a listing, is read again and not remembered.
        let is_reclaimed = survey.classifications.get(*place).is_some_and(|one| one.class == Class::Reclaim);
        if is_reclaimed && LONG_READING_BYTES < text.len() {
            continue;
        }
        for assertion in state::find_bounded(text, ASSERTIONS_PER_RESULT).iter().rev() {
            let (key, value) = (assertion.key.of(text), assertion.value.of(text));
            if keys.insert(key.to_string()) {
                found.add(DemandKind::State, format!("{key}: {value}"), Some(*place), false);
            }
        }
    }
}

/// A pointer for each unit that leaves, the newest first
fn pointers(survey: &Survey<'_, '_>, leaving: &[usize], found: &mut Found) {
    let mut told = BTreeSet::new();
    for place in leaving.iter().rev().filter(|place| survey.marker_of(**place).is_none_or(|marker| !is_ours(&marker))) {
        let (Some(digest), Some(element)) = (survey.digests.get(*place), survey.element(*place)) else { continue };
        if told.insert(*digest) {
            let text = render::pointer(*digest, element, survey.tokens_of(*place));
            found.add(DemandKind::Pointer, text, Some(*place), false);
        }
    }
}

fn is_user_text(survey: &Survey<'_, '_>, place: usize) -> bool {
    survey.marker_of(place).is_none()
        && survey.element(place).is_some_and(|element| element.kind == ElementKind::UserRequest)
}
