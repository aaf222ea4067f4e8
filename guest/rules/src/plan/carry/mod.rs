//! The carry block: what must be known without asking, word for word, at the top of the next window.
//!
//! What is vital stands in it whatever it costs: pins, constraints, orderings, the position in the plan, effects whose
//! outcome is open, and the pointer to the whole window. The rest, the newest first, fills the room that the settings
//! give it; what finds no room is still to be had by its pointer.

mod collect;
mod earlier;
mod render;

pub use earlier::{SUMMARY_HEADING, summary_heading};

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
        let items: Vec<Item> = collected
            .items
            .into_iter()
            .map(|(demand, vital)| Item {
                tokens: estimate(&render::line(&demand)).saturating_add(LINE_TOKENS),
                demand,
                vital,
            })
            .collect();
        let kinds = items.iter().filter(|item| item.vital).map(|item| item.demand.kind).collect::<Vec<_>>();
        let frame_tokens = render::frame_tokens(&kinds).saturating_add(estimate(&root)).saturating_add(LINE_TOKENS);
        Carried { items, summaries: collected.summaries, root, frame_tokens }
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
        for item in self.items.iter().filter(leaves).filter(|item| !item.vital) {
            // No kind takes more than half, so that two hundred effects leave room for the state and the pointers; and
            // a line that is too long for the room that is left does not keep shorter ones out.
            let of_kind = taken.entry(item.demand.kind).or_default();
            if item.tokens <= room && of_kind.saturating_add(item.tokens) <= layout.carry_room / 2 {
                room -= item.tokens;
                *of_kind += item.tokens;
                chosen.push(item);
            }
        }
        let mut demands: Vec<Demand> = chosen.into_iter().map(|item| item.demand.clone()).collect();
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

/// The size of the line above the block, with its two digests
pub const FIRST_LINE_TOKENS: TokenCount = 120;

/// What a list mark and the end of a line add to a line, and what rounding may hide
const LINE_TOKENS: TokenCount = 3;
