//! Joins calls to their results.

use crate::gathered::Named;
use crate::window::{CallOutcome, Element, ElementKind};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// Which elements are call and result of one another, by their places in the window
pub struct Pairs {
    call_of: Vec<Option<usize>>,
    result_of: Vec<Option<usize>>,
}

impl Pairs {
    /// Joins the elements of `window`: a result answers the nearest earlier call with its id
    pub fn of(window: &[Element<'_>]) -> Pairs {
        let mut pairs = Pairs { call_of: vec![None; window.len()], result_of: vec![None; window.len()] };
        let mut calls: BTreeMap<Named<&str>, usize> = BTreeMap::new();
        for (place, element) in window.iter().enumerate() {
            match &element.kind {
                ElementKind::ToolCall(call) => {
                    calls.insert(Named::new(&*call.call_id), place);
                }
                ElementKind::ToolResult(result) => {
                    let Some(&call) = calls.get(&Named::new(&*result.call_id)) else { continue };
                    if let Some(slot) = pairs.call_of.get_mut(place) {
                        *slot = Some(call);
                    }
                    // An interim answer never takes the place of a final one.
                    if let Some(slot) = pairs.result_of.get_mut(call)
                        && (slot.is_none() || result.outcome != CallOutcome::Interim)
                    {
                        *slot = Some(place);
                    }
                }
                _ => {}
            }
        }
        pairs
    }

    /// The call that the result at this place answers
    pub fn call_of(&self, result: usize) -> Option<usize> {
        self.call_of.get(result).copied().flatten()
    }

    /// The last result of the call at this place; an interim one only where there is no other
    pub fn result_of(&self, call: usize) -> Option<usize> {
        self.result_of.get(call).copied().flatten()
    }
}
