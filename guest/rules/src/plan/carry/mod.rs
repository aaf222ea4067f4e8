//! The carry block: what must be known without asking, word for word, at the top of the next window.
//!
//! What is vital stands in it whatever it costs: pins, constraints, orderings, the position in the plan, effects whose
//! outcome is open, and the pointer to the whole window. The rest, the newest first, fills the room that the settings
//! give it; what finds no room is still to be had by its pointer. Effects have a room of their own, and those that find
//! none in it are told by name or number.

mod collect;
mod earlier;
mod effects;
mod render;
mod states;

pub use earlier::{SUMMARY_HEADING, summary_heading};

use effects::{Group, together};

use super::layout::Layout;
use super::layout::Mandatory;
use super::survey::Survey;
use crate::digest::Digest;
use crate::gathered;
use crate::tokens::estimate;
use crate::verdict::{CarryBlock, Demand, DemandKind};
use crate::window::{Marker, TokenCount};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// Everything that a carry block could hold, given what may leave
pub struct Carried {
    items: Vec<Item>,
    /// Effects that earlier passes told by their names alone
    grouped: Vec<Group>,
    /// Summaries that earlier passes of this policy installed, oldest first
    pub summaries: Vec<EarlierSummary>,
    /// The pointer to the whole window, and the size of the block's frame around it
    root: String,
    frame_tokens: TokenCount,
}

/// One line of a carry block
struct Item {
    demand: Demand,
    /// It stands in the block whatever it costs
    vital: bool,
    tokens: TokenCount,
}

/// A summary that an earlier pass of this policy installed
pub struct EarlierSummary {
    /// The pass that made it
    pub sequence: u64,
    /// Its text, to be kept as it is
    pub text: String,
    /// Its size
    pub tokens: TokenCount,
}

impl Carried {
    /// Collects from everything that may leave
    pub fn of(survey: &Survey<'_, '_>, mandatory: &Mandatory, original: Digest) -> Carried {
        let collected = collect::collect(survey, mandatory);
        let root = render::root_pointer(survey, original);
        let mut line = String::new();
        let items: Vec<Item> = collected
            .items
            .into_iter()
            .map(|(demand, vital)| {
                line.clear();
                render::push_line(&mut line, &demand);
                Item { tokens: estimate(&line).saturating_add(LINE_TOKENS), demand, vital }
            })
            .collect();
        let mut kinds = items.iter().filter(|item| item.vital).map(|item| item.demand.kind).collect::<Vec<_>>();
        let optional = items.iter().filter(|item| item.is_optional_effect());
        let groups =
            together(optional.map(|item| Group::of_line(&item.demand.text)).chain(collected.grouped.iter().cloned()));
        kinds.extend(groups.first().map(|_| DemandKind::Effect));
        // Whatever leaves, each group can be told by its number.
        let least = groups
            .iter()
            .fold(0, |sum: TokenCount, group| sum.saturating_add(group.tokens_least()).saturating_add(LINE_TOKENS));
        let frame_tokens = render::frame_tokens(&kinds)
            .saturating_add(estimate(&root))
            .saturating_add(LINE_TOKENS)
            .saturating_add(least);
        Carried { items, grouped: collected.grouped, summaries: collected.summaries, root, frame_tokens }
    }

    /// What all effects weigh that are not vital, each with a line of its own
    pub fn effect_tokens(&self) -> TokenCount {
        let lines = self.items.iter().filter(|item| item.is_optional_effect());
        let names = self.grouped.iter().flat_map(|group| &group.names);
        let lines = lines.fold(0, |sum: TokenCount, item| sum.saturating_add(item.tokens));
        names.fold(lines, |sum, name| sum.saturating_add(estimate(name)).saturating_add(1))
    }

    /// The size of what must be carried if everything leaves that may
    pub fn vital_tokens(&self) -> TokenCount {
        let vital = self.items.iter().filter(|item| item.vital);
        vital.fold(self.frame_tokens, |sum, item| sum.saturating_add(item.tokens))
    }

    /// The block for what really leaves
    pub fn block(&self, layout: &Layout, marker: Marker) -> CarryBlock {
        let leaves = |item: &&Item| item.demand.element.is_none_or(|place| !layout.keeps(place));
        let mut chosen: Vec<&Item> = self.items.iter().filter(leaves).filter(|item| item.vital).collect();
        let mut room = layout.carry_room;
        let mut taken: BTreeMap<DemandKind, TokenCount> = BTreeMap::new();
        let is_other = |item: &&Item| !item.vital && !item.is_optional_effect();
        for item in self.items.iter().filter(leaves).filter(is_other) {
            // No kind takes more than half, so that a long state leaves room for the pointers; and a line that is too long
            // for the room that is left does not keep shorter ones out.
            let of_kind = taken.entry(item.demand.kind).or_default();
            if item.tokens <= room && of_kind.saturating_add(item.tokens) <= layout.carry_room / 2 {
                room -= item.tokens;
                *of_kind += item.tokens;
                chosen.push(item);
            }
        }
        let effects: Vec<&Item> = self.items.iter().filter(leaves).filter(|item| item.is_optional_effect()).collect();
        let (told, groups) = self.told_effects(&effects, layout.effect_room);
        chosen.extend(told);
        let mut demands: Vec<Demand> = chosen.into_iter().map(|item| item.demand.clone()).collect();
        let grouped = |text: String| Demand { kind: DemandKind::Effect, text, element: None };
        demands.extend(groups.into_iter().map(grouped));
        demands.insert(0, Demand { kind: DemandKind::Pointer, text: self.root.clone(), element: None });
        // Stable: within a kind, vital lines come first, and of the others the newest.
        gathered::order_by(&mut demands, |demand| demand.kind as usize);
        let summaries: Vec<&EarlierSummary> =
            layout.earlier_summaries.iter().filter_map(|place| self.summaries.get(*place)).collect();
        let text = render::block(&demands, &summaries);
        let tokens = estimate(&text).saturating_add(FIRST_LINE_TOKENS);
        CarryBlock { digest: Digest::of(text.as_bytes()), tokens, text, demands, marker }
    }
}

impl Carried {
    /// The effects that have a line of their own, the newest first, and how the others are told. Where there is no room for
    /// all, a third of it is for the names of those without a line.
    fn told_effects<'i>(&self, effects: &[&'i Item], room: TokenCount) -> (Vec<&'i Item>, Vec<String>) {
        let all = effects.iter().fold(0, |sum: TokenCount, item| sum.saturating_add(item.tokens));
        let fits = all <= room && self.grouped.is_empty();
        let (mut left, mut told) = (if fits { room } else { room - room / 3 }, Vec::new());
        let mut untold = Vec::new();
        for item in effects {
            // The newest have a line, without a gap: of those that are named the model knows that they are older.
            if untold.is_empty() && item.tokens <= left {
                left -= item.tokens;
                told.push(*item);
            } else {
                untold.push(Group::of_line(&item.demand.text));
            }
        }
        let groups = together(untold.into_iter().chain(self.grouped.iter().cloned()));
        // What each group weighs at least is not of this room.
        let each = room.saturating_sub(room - room / 3).saturating_add(left.min(room / 3))
            / TokenCount::try_from(groups.len().max(1)).unwrap_or(1);
        let lines = groups.iter().map(|group| group.told(group.tokens_least().saturating_add(each))).collect();
        (told, lines)
    }
}

impl Item {
    /// Whether it is an effect that is over, and that may be told by its name alone
    fn is_optional_effect(&self) -> bool {
        !self.vital && self.demand.kind == DemandKind::Effect
    }
}

/// The size of the line above the block, with its two digests
pub const FIRST_LINE_TOKENS: TokenCount = 120;

/// What a list mark and the end of a line add to a line, and what rounding may hide
const LINE_TOKENS: TokenCount = 3;
