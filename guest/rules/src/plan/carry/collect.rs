//! Finds what a carry block could hold. The order of what is found is the order in which optional lines take their room.

use super::effects::{self, Group};
use super::{EarlierSummary, earlier, render, states};
use crate::classification::{Class, Classification, Decider};
use crate::demands::{constraint, identifiers, order, plan_position, resolution};
use crate::gathered::Named;
use crate::json::Json;
use crate::plan::layout::{Mandatory, is_ours};
use crate::plan::survey::Survey;
use crate::request::StepStatus;
use crate::tokens::estimate;
use crate::verdict::{Demand, DemandKind};
use crate::window::{Effect, EffectStatus, ElementKind, Standing};
use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What was found
pub struct Collected {
    /// Demands, each with whether it is vital
    pub items: Vec<(Demand, bool)>,
    /// Effects that earlier passes told by their names alone
    pub grouped: Vec<Group>,
    /// Summaries of earlier passes, oldest first
    pub summaries: Vec<EarlierSummary>,
}

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
    let earlier = earlier_passes(survey, &leaving, &mut found);
    effects(survey, &leaving, &earlier, &mut found);
    resolutions(survey, &leaving, &mut found);
    requests(survey, &leaving, &mut found);
    own_constraints(survey, &leaving, &mut found);
    open_identifiers(survey, &leaving, &mut found);
    states(survey, &leaving, &earlier, &mut found);
    pointers(survey, &leaving, &earlier, &mut found);
    // What was carried before is older than all that leaves now.
    for (kind, text, place) in earlier.optional {
        found.add(kind, text, Some(place), false);
    }
    Collected { items: found.items, grouped: earlier.grouped, summaries: earlier.summaries }
}

/// Demands found so far; the same text of the same kind is carried once
struct Found {
    items: Vec<(Demand, bool)>,
    seen: BTreeSet<(DemandKind, Named<String>)>,
}

impl Found {
    fn add(&mut self, kind: DemandKind, text: String, element: Option<usize>, vital: bool) {
        if !text.trim().is_empty() && self.seen.insert((kind, Named::new(text.clone()))) {
            self.items.push((Demand { kind, text, element }, vital));
        }
    }

    fn holds(&self, kind: DemandKind, text: &str) -> bool {
        self.seen.contains(&(kind, Named::new(text.to_owned())))
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
            if !found.holds(DemandKind::Constraint, &sentence) {
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
        let call = survey.element(*place)?.call().filter(|call| plan_position::may_hold_list(&call.arguments))?;
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

/// What earlier passes left that is not vital
#[derive(Default)]
struct EarlierPasses {
    /// Lines of effects, each with the element that it stood in
    effects: Vec<(String, usize)>,
    /// Lines of state
    states: Vec<(String, usize)>,
    /// Other lines, with their kinds
    optional: Vec<(DemandKind, String, usize)>,
    grouped: Vec<Group>,
    summaries: Vec<EarlierSummary>,
}

/// What earlier passes of this policy carried is carried on, and their summaries are kept as they are
fn earlier_passes(survey: &Survey<'_, '_>, leaving: &[usize], found: &mut Found) -> EarlierPasses {
    let mut passes = EarlierPasses::default();
    for place in leaving {
        let sequence = survey.marker_of(*place).and_then(|marker| marker.sequence);
        let (Some(sequence), Some(element)) = (sequence, survey.element(*place)) else { continue };
        let earlier = earlier::read(&element.text);
        // A plan position that the window itself holds is newer than one that was carried into it.
        let has_position = found.items.iter().any(|(demand, _)| demand.kind == DemandKind::PlanPosition);
        for (kind, text) in earlier.lines {
            match kind {
                DemandKind::PlanPosition if has_position && !text.starts_with("open: ") => {}
                DemandKind::Constraint if text.starts_with(OWN) => passes.optional.push((kind, text, *place)),
                DemandKind::Pin | DemandKind::Constraint | DemandKind::Order | DemandKind::PlanPosition => {
                    found.add(kind, text, Some(*place), true);
                }
                DemandKind::Effect => match Group::read(&text) {
                    Some(group) => passes.grouped.push(group),
                    None => passes.effects.push((text, *place)),
                },
                DemandKind::State => passes.states.push((text, *place)),
                DemandKind::Request | DemandKind::Identifier | DemandKind::Resolution | DemandKind::Pointer => {
                    passes.optional.push((kind, text, *place));
                }
            }
        }
        for (made_by, text) in earlier.summaries {
            passes.summaries.push(EarlierSummary {
                sequence: made_by.unwrap_or(sequence),
                tokens: estimate(&text).saturating_add(FRAME_OF_SUMMARY),
                text,
            });
        }
    }
    passes
}

/// What the heading of an earlier summary adds to it
const FRAME_OF_SUMMARY: u32 = 12;

/// Effects, the newest first: those whose outcome is open are vital. Two that read alike are told as two.
fn effects(survey: &Survey<'_, '_>, leaving: &[usize], earlier: &EarlierPasses, found: &mut Found) {
    for effect in survey.request.ledger.iter().filter(|effect| is_unsettled(effect)) {
        found.add(DemandKind::Effect, effects::line(effect), None, true);
    }
    // Each line with how often it is told, and the element that told it last.
    let mut lines: Vec<(String, u32, usize)> = Vec::new();
    let mut places: BTreeMap<Named<String>, usize> = BTreeMap::new();
    let mut tell = |line: String, count: u32, place: usize| {
        let key = Named::new(line);
        match places.get(&key).and_then(|at| lines.get_mut(*at)) {
            Some((_, told, _)) => *told = told.saturating_add(count),
            None => {
                lines.push((key.name().clone(), count, place));
                places.insert(key, lines.len().saturating_sub(1));
            }
        }
    };
    let recorded = |place: &&usize| survey.element(**place).is_some_and(|element| element.result().is_none());
    for place in leaving.iter().rev().filter(recorded) {
        let Some(classification) = survey.classifications.get(*place) else { continue };
        if let Some(effect) = &classification.effect {
            // What failed changed nothing. What is done and may be done again needs no warning: the summary tells of it,
            // and two hundred edits would leave no room for one charge.
            let is_settled = classification.class == Class::Reclaim && !is_unsettled(effect);
            if effect.status != EffectStatus::Failed && !is_settled {
                tell(effects::line(effect), 1, *place);
            }
        }
    }
    for (text, place) in &earlier.effects {
        let (line, count) = effects::base(text);
        tell(line.to_owned(), count, *place);
    }
    let mut begun = 0;
    for (line, count, place) in lines {
        // The ledger knows the outcome better than the window where it has the same entry.
        if found.holds(DemandKind::Effect, &line) {
            continue;
        }
        let has_begun = effects::is_begun_line(&line);
        begun += usize::from(has_begun);
        let vital = effects::is_unsettled_line(&line) && !(has_begun && begun > BEGUN_JOBS);
        found.add(DemandKind::Effect, effects::times(&line, count), Some(place), vital);
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

/// What each source said last, the newest first
fn states(survey: &Survey<'_, '_>, leaving: &[usize], earlier: &EarlierPasses, found: &mut Found) {
    let mut subjects = BTreeSet::new();
    for assertion in survey.request.state.iter().rev() {
        if subjects.insert(assertion.key.to_string()) {
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
        let call = survey.units.partner(*place).and_then(|call| survey.element(call)?.call());
        for line in states::lines(text, call).into_iter().rev() {
            if subjects.insert(states::subject(&line).to_owned()) {
                found.add(DemandKind::State, line, Some(*place), false);
            }
        }
    }
    for (line, place) in &earlier.states {
        if subjects.insert(states::subject(line).to_owned()) {
            found.add(DemandKind::State, line.clone(), Some(*place), false);
        }
    }
}

/// A pointer for each unit that leaves, the newest first
fn pointers(survey: &Survey<'_, '_>, leaving: &[usize], earlier: &EarlierPasses, found: &mut Found) {
    let mut told = BTreeSet::new();
    // Each begins with a digest of its own, so that only one of an earlier pass can be like another. There can be as many
    // as there are elements: none is kept to be compared without need.
    let is_pointer = |(kind, _, _): &(DemandKind, String, usize)| *kind == DemandKind::Pointer;
    let may_repeat = earlier.optional.iter().any(is_pointer);
    for place in leaving.iter().rev().filter(|place| survey.marker_of(**place).is_none_or(|marker| !is_ours(&marker))) {
        let (Some(digest), Some(element)) = (survey.digests.get(*place), survey.element(*place)) else { continue };
        if told.insert(*digest) {
            let text = render::pointer(*digest, element, survey.tokens_of(*place));
            if may_repeat {
                found.add(DemandKind::Pointer, text, Some(*place), false);
            } else {
                found.items.push((Demand { kind: DemandKind::Pointer, text, element: Some(*place) }, false));
            }
        }
    }
}

fn is_user_text(survey: &Survey<'_, '_>, place: usize) -> bool {
    survey.marker_of(place).is_none()
        && survey.element(place).is_some_and(|element| element.kind == ElementKind::UserRequest)
}
