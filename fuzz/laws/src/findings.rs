//! Any summary against any window: it is judged, alike each time, and what is found is told with texts that are there.

use anchorhold_rules::admission::{Admission, Candidate, Finding, FindingCode};
use anchorhold_rules::admit::check;
use anchorhold_rules::request::{Budget, Request};
use anchorhold_rules::settings::Preset;
use anchorhold_rules::window::{CallOutcome, CallProcess, Element, ElementKind, Marker, ToolCall, ToolResult};

/// What separates the parts; it stands in no text
const SEPARATOR: u8 = 0xff;

/// The first part is the summary, each of the others an element, of a kind that its first byte names
///
/// # Panics
/// The law is broken.
pub fn findings(bytes: &[u8]) {
    let mut parts = bytes.split(|byte| *byte == SEPARATOR);
    let summary = String::from_utf8_lossy(parts.next().unwrap_or_default());
    let window: Vec<Element<'_>> = parts.enumerate().map(|(place, part)| element(place, part)).collect();
    let size = window.len();
    let budget = Budget { limit_tokens: 100_000, reserve_tokens: 0, overhead_tokens: 0, limit_bytes: None };
    let request = Request::new(window, budget, Preset::Standard);
    let candidate = Candidate { text: summary.as_ref().into(), ..Candidate::default() };
    let admission = check(&request, &candidate);
    for finding in found(admission.as_ref().ok()) {
        assert!(finding.element.is_none_or(|place| place < size), "{finding:?} is in no element of {size}");
        // Of a summary in another language the languages are named.
        let is_named = finding.code == FindingCode::LanguageChanged;
        let is_there = finding.summary_text.as_deref().is_none_or(|text| summary.contains(text));
        assert!(is_named || is_there, "{finding:?} names a text that the summary does not hold");
    }
    assert_eq!(admission, check(&request, &candidate), "the same question is answered otherwise");
}

fn element(place: usize, part: &[u8]) -> Element<'_> {
    let (kind, text) = part.split_first().map_or((0, part), |(kind, text)| (*kind, text));
    let text = String::from_utf8_lossy(text);
    // Two elements that follow each other can be a call and its result.
    let call_id = format!("call-{}", place / 2);
    let kind = match kind % 8 {
        0 => ElementKind::UserRequest,
        1 => ElementKind::Reply,
        2 => ElementKind::SystemInstruction,
        3 => ElementKind::Reasoning,
        4 => ElementKind::Summary(Marker::default()),
        5 => ElementKind::Notice,
        6 => ElementKind::ToolCall(ToolCall {
            call_id: call_id.into(),
            tool: "bash".into(),
            arguments: text.clone(),
            annotations: None,
            process: CallProcess::Dead,
        }),
        _ => ElementKind::ToolResult(ToolResult { call_id: call_id.into(), outcome: CallOutcome::Success }),
    };
    Element::new(format!("e{place}"), kind, text)
}

fn found(admission: Option<&Admission>) -> &[Finding] {
    match admission {
        Some(Admission::Admitted(seal)) => &seal.findings,
        Some(Admission::Retry(feedback)) => &feedback.findings,
        Some(Admission::Refused(rejection)) => &rejection.findings,
        None => &[],
    }
}
