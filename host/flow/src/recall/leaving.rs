//! What of a window goes into the index: raw elements alone, never what a compaction made.

use crate::answers::{Element, PlanDetails};
use anchorhold_store::{Digest, Leaving};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// What leaves with a plan, in the order of the window. `installed` are texts that earlier passes put there.
pub(crate) fn left_by<'a>(
    plan: &'a PlanDetails,
    elements: &'a [Element],
    installed: &BTreeSet<Digest>,
) -> Vec<Leaving<'a>> {
    let treatments: HashMap<&str, _> =
        plan.treatments.iter().map(|treatment| (treatment.element.as_str(), treatment)).collect();
    of(elements, installed, |element| {
        let treatment = treatments.get(element.id.as_str()).filter(|treatment| treatment.disposition != "keep")?;
        Some((treatment.chain.as_str(), treatment.anchor))
    })
}

/// The raw elements of which the chain is told, and whether they establish state
pub(super) fn of<'a>(
    elements: &'a [Element],
    installed: &BTreeSet<Digest>,
    told: impl Fn(&Element) -> Option<(&'a str, bool)>,
) -> Vec<Leaving<'a>> {
    let calls: HashMap<&str, &Element> = elements
        .iter()
        .filter_map(|element| Some((call_id(element)?, element)))
        .filter(|(_, one)| is_call(one))
        .collect();
    let leaving = elements.iter().filter_map(|element| {
        let (chain, is_anchor) = told(element)?;
        let is_made = element.kind == "summary" || installed.contains(&Digest::of(element.text.as_bytes()));
        if is_made {
            return None;
        }
        let call =
            if is_call(element) { Some(element) } else { call_id(element).and_then(|id| calls.get(id).copied()) };
        Some(Leaving {
            element: &element.id,
            kind: &element.kind,
            tool: call.and_then(|call| call.tool.as_deref()),
            // The text of a call is its arguments, which are indexed as its text.
            arguments: call.filter(|_| !is_call(element)).map(|call| call.text.as_str()),
            chain,
            is_anchor,
            text: &element.text,
        })
    });
    leaving.collect()
}

fn is_call(element: &Element) -> bool {
    element.tool.is_some()
}

fn call_id(element: &Element) -> Option<&str> {
    element.rest.get("call_id").and_then(Value::as_str).filter(|id| !id.is_empty())
}
