//! Chains: a goal, the calls made for it, their results, and the conclusions drawn.

use crate::inference::Pairs;
use crate::window::{Element, ElementKind};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The chain of each element, in the order of the window
///
/// What the caller states counts. Else a turn of the user begins a chain, `turn-1` and so on; what stands before the
/// first is `turn-0`. A result belongs to the chain of its call, even where it arrives in a later turn.
pub fn chains(window: &[Element<'_>], pairs: &Pairs) -> Vec<String> {
    let mut chains: Vec<String> = Vec::with_capacity(window.len());
    let mut turn = 0usize;
    let mut after_request = false;
    for (place, element) in window.iter().enumerate() {
        let is_request = element.kind == ElementKind::UserRequest;
        // Requests in a row are one turn: the agent answers them together.
        if is_request && !after_request {
            turn = turn.saturating_add(1);
        }
        after_request = is_request;
        let of_call = || pairs.call_of(place).and_then(|call| chains.get(call)).cloned();
        let stated = element.chain.as_ref().map(|chain| String::from(&**chain));
        let chain = stated.or_else(of_call).unwrap_or_else(|| format!("turn-{turn}"));
        chains.push(chain);
    }
    chains
}

#[cfg(test)]
mod tests {
    use super::chains;
    use crate::inference::Pairs;
    use crate::window::{CallOutcome, CallProcess, Element, ElementKind, ToolCall, ToolResult};
    use alloc::vec;
    use alloc::vec::Vec;

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

    #[test]
    fn turns_begin_chains_and_results_stay_with_their_calls() {
        let kinds = [
            ElementKind::SystemInstruction,
            ElementKind::UserRequest,
            ElementKind::UserRequest,
            call("a"),
            ElementKind::UserRequest,
            result("a"),
            ElementKind::Reply,
            ElementKind::Reply,
        ];
        let mut window: Vec<Element<'_>> = Vec::new();
        for (place, kind) in kinds.into_iter().enumerate() {
            window.push(Element::new(alloc::format!("e{place}"), kind, ""));
        }
        if let Some(last) = window.last_mut() {
            last.chain = Some("deploy".into());
        }
        let expected = vec!["turn-0", "turn-1", "turn-1", "turn-1", "turn-2", "turn-1", "turn-2", "deploy"];
        assert_eq!(chains(&window, &Pairs::of(&window)), expected);
    }
}
