//! How much of its anchors each chain would lose. (Spec 002, condition 3.)

use super::layout::Layout;
use super::survey::Survey;
use crate::gathered;
use crate::request::{IndexState, LossBound};
use crate::verdict::{CarryBlock, ChainLoss, DemandKind, Disposition};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::ToString;
use alloc::vec::Vec;

/// What each chain would lose, in order of first appearance; chains without loss are left out
pub fn of(survey: &Survey<'_, '_>, layout: &Layout, carry: &CarryBlock) -> Vec<ChainLoss> {
    let restated = restated(carry);
    let returned: BTreeSet<&str> =
        gathered::set(survey.request.probes.iter().filter(|probe| probe.returned).map(|probe| probe.element.as_ref()));
    let mut losses: Vec<ChainLoss> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, classification) in survey.classifications.iter().enumerate().filter(|(_, one)| one.anchor) {
        let known = *places.entry(classification.chain.as_str()).or_insert_with(|| {
            losses.push(ChainLoss { chain: classification.chain.to_string(), anchors: 0, leaving: 0, loss: 0 });
            losses.len() - 1
        });
        if let Some(loss) = losses.get_mut(known) {
            loss.anchors += 1;
            let was_returned = survey.element(place).is_some_and(|element| returned.contains(element.id.as_ref()));
            let is_lost = is_unproved(survey, layout, &restated, place) && !was_returned;
            loss.leaving += u32::from(is_lost);
        }
    }
    losses.retain_mut(|loss| {
        loss.loss = u32::try_from(u64::from(loss.leaving) * 1000 / u64::from(loss.anchors.max(1))).unwrap_or(1000);
        loss.leaving > 0
    });
    losses
}

/// The anchors that leave and that neither the carry block restates nor the ledger holds, whatever the index says
pub fn leaving_anchors(survey: &Survey<'_, '_>, layout: &Layout, carry: &CarryBlock) -> Vec<usize> {
    let restated = restated(carry);
    let leaves = |place: &usize| {
        survey.classifications.get(*place).is_some_and(|one| one.anchor) && needs_index(layout, &restated, *place)
    };
    (0..survey.classifications.len()).filter(leaves).collect()
}

/// An anchor is lost if it leaves, is not restated, and no probe proves that it can be asked for. Without an index and
/// without a declared bound its pointer is the way back, and no proof is needed.
fn is_unproved(survey: &Survey<'_, '_>, layout: &Layout, restated: &BTreeSet<usize>, place: usize) -> bool {
    let declared = matches!(survey.request.loss_bound, LossBound::PerChain(_));
    let indexed = matches!(survey.request.index, IndexState::Built(_));
    (declared || indexed) && needs_index(layout, restated, place)
}

fn needs_index(layout: &Layout, restated: &BTreeSet<usize>, place: usize) -> bool {
    let in_ledger = matches!(layout.dispositions.get(place), Some(Disposition::Ledger | Disposition::Carry));
    !layout.keeps(place) && !in_ledger && !restated.contains(&place)
}

fn restated(carry: &CarryBlock) -> BTreeSet<usize> {
    let states = carry.demands.iter().filter(|demand| demand.kind == DemandKind::State);
    gathered::set(states.filter_map(|demand| demand.element))
}
