//! What stays in the window and what leaves it.
//!
//! Three questions in order. What must stay, whatever the budget? How much room is left beside it and beside what must
//! be carried? And which of the rest stays as it is, the most recent first, since the agent is in the middle of it?

use super::carry::Carried;
use super::survey::{Survey, share};
use crate::classification::Class;
use crate::request::PassMode;
use crate::verdict::{Disposition, KeepReason};
use crate::window::{ElementKind, Standing, TokenCount};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// What becomes of each element
pub struct Layout {
    /// In the order of the window
    pub dispositions: Vec<Disposition>,
    /// The size of what stays in its place
    pub kept_tokens: TokenCount,
    /// What must stay in its place whatever the budget
    pub mandatory_tokens: TokenCount,
    /// The same in bytes
    pub mandatory_bytes: u64,
    /// What the optional part of the carry block may take, effects aside
    pub carry_room: TokenCount,
    /// What effects may take that are over
    pub effect_room: TokenCount,
    /// Which summaries of earlier passes stand in the carry block, by their places among those carried
    pub earlier_summaries: Vec<usize>,
}

impl Layout {
    /// Whether an element stays in its place
    pub fn keeps(&self, place: usize) -> bool {
        matches!(self.dispositions.get(place), Some(Disposition::Keep(_)))
    }
}

/// Elements that must stay, and what they weigh
pub struct Mandatory {
    /// Why each element stays; `None`: it may leave
    pub reasons: Vec<Option<KeepReason>>,
    tokens: TokenCount,
    bytes: u64,
}

/// What must stay, whatever the budget: with each element its whole unit
pub fn mandatory(survey: &Survey<'_, '_>) -> Mandatory {
    let own: Vec<Option<KeepReason>> = (0..survey.tokens.len()).map(|place| must_stay(survey, place)).collect();
    let mut bound: Vec<bool> = alloc::vec![false; own.len()];
    for (place, _) in own.iter().enumerate().filter(|(_, reason)| reason.is_some()) {
        if let Some(slot) = bound.get_mut(survey.units.of(place)) {
            *slot = true;
        }
    }
    let reasons: Vec<Option<KeepReason>> = own
        .iter()
        .enumerate()
        .map(|(place, reason)| {
            let unit_stays = bound.get(survey.units.of(place)).copied().unwrap_or_default();
            reason.or(unit_stays.then_some(KeepReason::Bound))
        })
        .collect();
    let stays = || reasons.iter().enumerate().filter(|(_, reason)| reason.is_some()).map(|(place, _)| place);
    let tokens = stays().fold(0, |sum: TokenCount, place| sum.saturating_add(survey.tokens_of(place)));
    let bytes = stays().fold(0, |sum: u64, place| sum.saturating_add(survey.bytes_of(place)));
    Mandatory { reasons, tokens, bytes }
}

/// Why an element must stay by itself; the order of the questions is that of `keep-reason`
fn must_stay(survey: &Survey<'_, '_>, place: usize) -> Option<KeepReason> {
    let element = survey.element(place)?;
    if matches!(element.kind, ElementKind::SystemInstruction | ElementKind::DeveloperInstruction) {
        return Some(KeepReason::Instruction);
    }
    if survey.current_request == Some(place) {
        return Some(KeepReason::CurrentRequest);
    }
    if survey.is_open_call(place) {
        return Some(KeepReason::OpenCall);
    }
    if element.pin == Some(Standing::Active) {
        return Some(KeepReason::Pinned);
    }
    let externalize = survey.classifications.get(place).is_some_and(|one| one.class == Class::Externalize);
    // What an earlier pass wrote is merged into the new carry block instead.
    (externalize && survey.marker_of(place).is_none()).then_some(KeepReason::Externalize)
}

/// Decides what stays, given what must be carried of everything that may leave
pub fn layout(survey: &Survey<'_, '_>, mandatory: &Mandatory, carried: &Carried) -> Layout {
    let mut kept = mandatory.reasons.clone();
    let fixed = mandatory.tokens.saturating_add(carried.vital_tokens());
    let room = Room::of(survey, fixed, carried.effect_tokens());
    let members = survey.units.members();
    let mut left = Allowance {
        tokens: room.free,
        tail: room.tail,
        bytes: survey
            .request
            .budget
            .limit_bytes
            .map(|limit| u64::from(share(limit, survey.request.settings.margin)).saturating_sub(mandatory.bytes)),
    };
    let earlier_summaries = keep_own_summaries(carried, &mut left);
    keep_summaries(survey, &members, &mut kept, &mut left);
    keep_recent(survey, &members, &mut kept, &mut left);
    keep_unknown(survey, &members, &mut kept, &mut left);
    let kept_tokens = kept
        .iter()
        .enumerate()
        .filter(|(_, reason)| reason.is_some())
        .fold(0, |sum: TokenCount, (place, _)| sum.saturating_add(survey.tokens_of(place)));
    Layout {
        dispositions: (0..kept.len())
            .map(|place| kept.get(place).copied().flatten().map_or_else(|| leaves_as(survey, place), Disposition::Keep))
            .collect(),
        kept_tokens,
        mandatory_tokens: mandatory.tokens,
        mandatory_bytes: mandatory.bytes,
        carry_room: room.carry,
        effect_room: room.effects,
        earlier_summaries,
    }
}

/// How much room there is beside what must stay
struct Room {
    /// For elements that stay as they are
    free: TokenCount,
    /// For the most recent of them
    tail: TokenCount,
    /// For the optional part of the carry block, effects aside
    carry: TokenCount,
    /// For effects that are over
    effects: TokenCount,
}

impl Room {
    /// The margin is aimed at; where what must stay is above it already, B is all there is
    fn of(survey: &Survey<'_, '_>, fixed: TokenCount, effect_tokens: TokenCount) -> Room {
        let aim = if fixed < survey.margin { survey.margin } else { survey.budget };
        let free = aim.saturating_sub(fixed);
        // Shares are of the smaller of window and budget, so that a pass well below the limit frees something too.
        let whole = survey.budget.min(survey.before);
        // What was done to the world comes before what is known of it, and no more is held free than it takes.
        let effects = share(whole, EFFECT_SHARE).min(free / 2).min(effect_tokens);
        let free = free.saturating_sub(effects);
        let wish = survey.request.settings.carry_share;
        let least = if wish == 0 { 0 } else { LEAST_CARRY_TOKENS };
        let carry = share(whole, wish).max(least).min(free / 2);
        let summary = match survey.request.mode {
            PassMode::Summarize => share(whole, SUMMARY_SHARE).min(free / 4),
            PassMode::Spill => 0,
        };
        let free = free.saturating_sub(carry).saturating_sub(summary);
        // Where tokens are no trouble and bytes are, the bytes alone say how much stays.
        let only_bytes = survey.before <= survey.margin && survey.is_over_bytes();
        let tail = if only_bytes { free } else { share(whole, survey.request.settings.kept_tail) };
        Room { free, tail, carry, effects }
    }
}

/// A share of a small window would not hold one line; with less than this the block says nothing of what left
const LEAST_CARRY_TOKENS: TokenCount = 256;

/// The share of the window that effects may take
const EFFECT_SHARE: u32 = 250;

/// The share of the window that is held free for a summary
const SUMMARY_SHARE: u32 = 150;

/// What may still be kept
struct Allowance {
    tokens: TokenCount,
    tail: TokenCount,
    bytes: Option<u64>,
}

impl Allowance {
    /// Takes the room of a unit, if there is enough
    fn take(&mut self, survey: &Survey<'_, '_>, members: &[usize]) -> bool {
        let tokens = members.iter().fold(0, |sum: TokenCount, place| sum.saturating_add(survey.tokens_of(*place)));
        let bytes = members.iter().fold(0, |sum: u64, place| sum.saturating_add(survey.bytes_of(*place)));
        if tokens > self.tokens || self.bytes.is_some_and(|left| bytes > left) {
            return false;
        }
        self.tokens -= tokens;
        self.bytes = self.bytes.map(|left| left - bytes);
        true
    }
}

type Members = BTreeMap<usize, Vec<usize>>;

/// The newest summaries of earlier passes of this policy for which there is room, oldest first
fn keep_own_summaries(carried: &Carried, left: &mut Allowance) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    for (place, summary) in carried.summaries.iter().enumerate().rev() {
        let Some(tokens) = left.tokens.checked_sub(summary.tokens) else { break };
        left.tokens = tokens;
        chosen.push(place);
    }
    chosen.reverse();
    chosen
}

/// Summaries of other frameworks stay as they are, the newest first: they are never summarized again
fn keep_summaries(survey: &Survey<'_, '_>, members: &Members, kept: &mut [Option<KeepReason>], left: &mut Allowance) {
    for (unit, elements) in members.iter().rev() {
        let is_foreign = elements.iter().any(|place| survey.marker_of(*place).is_some_and(|marker| !is_ours(&marker)));
        if is_foreign && !stays(kept, *unit) && left.take(survey, elements) {
            keep(kept, elements, |place| match survey.marker_of(place) {
                Some(_) => KeepReason::EarlierSummary,
                None => KeepReason::Bound,
            });
        }
    }
}

/// The most recent units stay, as many as follow each other without a gap
fn keep_recent(survey: &Survey<'_, '_>, members: &Members, kept: &mut [Option<KeepReason>], left: &mut Allowance) {
    for place in (0..kept.len()).rev() {
        let unit = survey.units.of(place);
        if stays(kept, unit) {
            continue;
        }
        let elements = members.get(&unit).map_or(&[][..], Vec::as_slice);
        // A call that will never be answered would break the pairs of the next window; it is told as an effect of
        // unknown outcome instead. So would a result whose call is gone. What an earlier pass wrote is merged into the
        // new carry block.
        let cannot_stay = elements
            .iter()
            .any(|place| survey.is_dead_call(*place) || survey.is_orphan(*place) || survey.marker_of(*place).is_some());
        if cannot_stay {
            continue;
        }
        let size = elements.iter().fold(0, |sum: TokenCount, place| sum.saturating_add(survey.tokens_of(*place)));
        if size > left.tail || !left.take(survey, elements) {
            return;
        }
        left.tail -= size;
        keep(kept, elements, |_| KeepReason::Recent);
    }
}

/// What this policy does not know stays while there is room
fn keep_unknown(survey: &Survey<'_, '_>, members: &Members, kept: &mut [Option<KeepReason>], left: &mut Allowance) {
    for (unit, elements) in members.iter().rev() {
        let is_unknown = |place: usize| {
            survey.element(place).is_some_and(|element| matches!(element.kind, ElementKind::Other(_)))
                && survey.classifications.get(place).is_some_and(|one| one.class == Class::Ambiguous)
        };
        if elements.iter().any(|place| is_unknown(*place)) && !stays(kept, *unit) && left.take(survey, elements) {
            keep(kept, elements, |place| if is_unknown(place) { KeepReason::UnknownKind } else { KeepReason::Bound });
        }
    }
}

fn stays(kept: &[Option<KeepReason>], place: usize) -> bool {
    kept.get(place).is_some_and(Option::is_some)
}

fn keep(kept: &mut [Option<KeepReason>], elements: &[usize], reason: impl Fn(usize) -> KeepReason) {
    for place in elements {
        if let Some(slot) = kept.get_mut(*place) {
            *slot = Some(reason(*place));
        }
    }
}

/// Whether a pass of this policy wrote it, so that its carry block can be read again
pub fn is_ours(marker: &crate::window::Marker) -> bool {
    marker.sequence.is_some()
}

/// What becomes of an element that leaves, by its class (DESIGN: the table of classes)
fn leaves_as(survey: &Survey<'_, '_>, place: usize) -> Disposition {
    if let Some(marker) = survey.marker_of(place) {
        return if is_ours(&marker) { Disposition::Carry } else { Disposition::Point };
    }
    match survey.classifications.get(place).map(|one| one.class) {
        Some(Class::Reclaim) if survey.request.mode == PassMode::Summarize => Disposition::Summarize,
        Some(Class::PinEffect) => Disposition::Ledger,
        Some(Class::Reclaim | Class::Externalize | Class::Ambiguous) | None => Disposition::Point,
    }
}
