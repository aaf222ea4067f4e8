//! Which elements stand or fall together.
//!
//! A unit is made of whole messages and whole exchanges: the elements of one message, a call and its result, and a
//! signed element with the one after it. A unit stays as a whole or leaves as a whole, so that no pair is ever broken
//! and every message that stays is byte for byte the one that stood there.

use crate::gathered::Named;
use crate::window::Element;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The units of a window
pub struct Units {
    /// For each element the first element of its unit
    first: Vec<usize>,
    /// For each element the call that it answers, or the result that it has
    partner: Vec<Option<usize>>,
}

impl Units {
    /// The unit of an element, named by its first element
    pub fn of(&self, element: usize) -> usize {
        self.first.get(element).copied().unwrap_or(element)
    }

    /// The result of a call, or the call of a result
    pub fn partner(&self, element: usize) -> Option<usize> {
        self.partner.get(element).copied().flatten()
    }

    /// The elements of each unit, the units in order of their first elements
    pub fn members(&self) -> BTreeMap<usize, Vec<usize>> {
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (element, first) in self.first.iter().enumerate() {
            members.entry(*first).or_default().push(element);
        }
        members
    }
}

/// Finds the units of a window, in one pass
pub fn units(window: &[Element<'_>]) -> Units {
    let mut groups = Groups::of(window.len());
    let mut partner: Vec<Option<usize>> = alloc::vec![None; window.len()];
    let mut by_message: BTreeMap<u32, usize> = BTreeMap::new();
    let mut open_calls: BTreeMap<Named<&str>, usize> = BTreeMap::new();
    for (place, element) in window.iter().enumerate() {
        if let Some(message) = element.message {
            let first = *by_message.entry(message).or_insert(place);
            groups.join(first, place);
        }
        if element.signed && place + 1 < window.len() {
            groups.join(place, place + 1);
        }
        if let Some(call) = element.call() {
            open_calls.insert(Named::new(&*call.call_id), place);
        }
        if let Some(call) = element.result().and_then(|result| open_calls.get(&Named::new(&*result.call_id)).copied()) {
            groups.join(call, place);
            for (one, other) in [(call, place), (place, call)] {
                if let Some(slot) = partner.get_mut(one) {
                    *slot = Some(other);
                }
            }
        }
    }
    Units { first: groups.firsts(), partner }
}

/// Disjoint groups of elements, each led by its first
struct Groups(Vec<usize>);

impl Groups {
    fn of(count: usize) -> Groups {
        Groups((0..count).collect())
    }

    fn first_of(&mut self, element: usize) -> usize {
        let mut at = element;
        while let Some(&up) = self.0.get(at) {
            if up == at {
                break;
            }
            // Each step halves the way for the next one, which keeps the whole linear.
            let above = self.0.get(up).copied().unwrap_or(up);
            if let Some(slot) = self.0.get_mut(at) {
                *slot = above;
            }
            at = above;
        }
        at
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first_of(one), self.first_of(other));
        if let Some(slot) = self.0.get_mut(one.max(other)) {
            *slot = one.min(other);
        }
    }

    fn firsts(mut self) -> Vec<usize> {
        (0..self.0.len()).map(|element| self.first_of(element)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::{CallOutcome, CallProcess, ElementKind, ToolCall, ToolResult};

    fn call(id: &'static str) -> ElementKind<'static> {
        ElementKind::ToolCall(ToolCall {
            call_id: id.into(),
            tool: "read".into(),
            arguments: "{}".into(),
            annotations: None,
            process: CallProcess::Dead,
        })
    }

    fn result(id: &'static str) -> ElementKind<'static> {
        ElementKind::ToolResult(ToolResult { call_id: id.into(), outcome: CallOutcome::Success })
    }

    fn check(window: Vec<(ElementKind<'static>, Option<u32>, bool)>, expected: &[usize]) {
        let window: Vec<Element<'_>> = window
            .into_iter()
            .enumerate()
            .map(|(place, (kind, message, signed))| {
                let mut element = Element::new(alloc::format!("e{place}"), kind, "");
                element.message = message;
                element.signed = signed;
                element
            })
            .collect();
        let units = units(&window);
        let firsts: Vec<usize> = (0..window.len()).map(|element| units.of(element)).collect();
        assert_eq!(firsts, expected);
    }

    #[test]
    fn pairs_messages_and_signed_elements_are_bound() {
        check(alloc::vec![], &[]);
        check(alloc::vec![(call("a"), None, false), (result("a"), None, false)], &[0, 0]);
        check(alloc::vec![(result("a"), None, false), (call("a"), None, false)], &[0, 1]);
        check(
            alloc::vec![
                (ElementKind::Reply, Some(1), false),
                (call("a"), Some(1), false),
                (call("b"), Some(1), false),
                (ElementKind::UserRequest, Some(2), false),
                (result("b"), Some(3), false),
                (result("a"), Some(4), false),
            ],
            &[0, 0, 0, 3, 0, 0],
        );
        check(
            alloc::vec![
                (ElementKind::Reasoning, None, true),
                (ElementKind::Reasoning, None, true),
                (ElementKind::Reply, None, false),
                (ElementKind::Reply, None, true),
            ],
            &[0, 0, 0, 3],
        );
    }

    #[test]
    fn a_call_id_that_is_used_again_pairs_with_the_nearest_call_before() {
        check(
            alloc::vec![
                (call("a"), None, false),
                (result("a"), None, false),
                (call("a"), None, false),
                (result("a"), None, false)
            ],
            &[0, 0, 2, 2],
        );
    }
}
