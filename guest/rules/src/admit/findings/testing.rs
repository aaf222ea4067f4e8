//! Windows and summaries for the tests of the rules.

use crate::admission::{Candidate, FindingCode, Severity};
use crate::classify::classify;
use crate::request::{Budget, Request};
use crate::settings::Preset;
use crate::window::{CallOutcome, CallProcess, Element, ElementKind, ToolCall, ToolResult};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// One turn of a window
#[derive(Clone, Copy)]
pub enum Turn {
    System(&'static str),
    User(&'static str),
    Assistant(&'static str),
    /// A tool, its arguments and its answer
    Done(&'static str, &'static str, &'static str),
    /// A tool, its arguments and its answer, which says that it failed
    Failed(&'static str, &'static str, &'static str),
    /// A tool and its arguments, without an answer
    Open(&'static str, &'static str),
}

/// The codes that block `summary` as a summary of `turns`
pub fn blocking(turns: &[Turn], summary: &str) -> Vec<FindingCode> {
    codes(turns, summary, Severity::Block)
}

/// The codes that warn
pub fn warning(turns: &[Turn], summary: &str) -> Vec<FindingCode> {
    codes(turns, summary, Severity::Warn)
}

/// Checks that a rule finds what it should in each of the first summaries and nothing at all in each of the others
#[track_caller]
pub fn check(code: FindingCode, turns: &[Turn], faulty: &[&str], innocent: &[&str]) {
    for summary in faulty {
        let found = blocking(turns, summary);
        assert!(found.contains(&code), "{summary}: {found:?}");
    }
    for summary in innocent {
        assert_eq!(blocking(turns, summary), [], "{summary}");
    }
}

fn codes(turns: &[Turn], summary: &str, severity: Severity) -> Vec<FindingCode> {
    let request = request(turns);
    let classifications = classify(&request.window, &request.tools, &request.settings);
    let candidate = Candidate { text: summary.into(), ..Candidate::default() };
    let findings = super::find(&request, &classifications, &candidate);
    findings.iter().filter(|finding| finding.severity == severity).map(|finding| finding.code).collect()
}

fn request(turns: &[Turn]) -> Request<'static> {
    let mut window = Vec::new();
    for turn in turns {
        let id = |part: &str| -> String { format!("{part}{}", window.len()) };
        match *turn {
            Turn::System(text) => window.push(Element::new(id("s"), ElementKind::SystemInstruction, text)),
            Turn::User(text) => window.push(Element::new(id("u"), ElementKind::UserRequest, text)),
            Turn::Assistant(text) => window.push(Element::new(id("a"), ElementKind::Reply, text)),
            Turn::Done(tool, arguments, answer) | Turn::Failed(tool, arguments, answer) => {
                let call_id = id("call");
                window.push(Element::new(id("c"), call(&call_id, tool, arguments), arguments));
                let failed = matches!(turn, Turn::Failed(..));
                let outcome = if failed { CallOutcome::Failure } else { CallOutcome::Success };
                let result = ElementKind::ToolResult(ToolResult { call_id: call_id.into(), outcome });
                window.push(Element::new(format!("r{}", window.len()), result, answer));
            }
            Turn::Open(tool, arguments) => {
                window.push(Element::new(id("c"), call(&id("call"), tool, arguments), arguments));
            }
        }
    }
    let budget = Budget { limit_tokens: 100_000, reserve_tokens: 0, overhead_tokens: 0, limit_bytes: None };
    Request::new(window, budget, Preset::Standard)
}

fn call(id: &str, tool: &'static str, arguments: &'static str) -> ElementKind<'static> {
    ElementKind::ToolCall(ToolCall {
        call_id: String::from(id).into(),
        tool: tool.into(),
        arguments: arguments.into(),
        annotations: None,
        process: CallProcess::Dead,
    })
}
