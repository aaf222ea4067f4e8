//! Sessions of the pi coding agent, read as far as this measure needs it: the policy itself does not take them.

use anchorhold_rules::window::{CallOutcome, CallProcess, Element, ElementKind, Marker, ToolCall, ToolResult};
use serde_json::Value;

/// Whether a text is such a session
pub fn is_session(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("{\"type\":\"message\"") && line.contains("\"role\":\"toolResult\""))
}

/// What the model sees at the end of a session: after a compaction, its summary and the entries that it kept
///
/// # Errors
/// The line, from 1, that is not JSON.
pub fn window(text: &str) -> Result<Vec<Element<'static>>, String> {
    let entries: Result<Vec<Value>, String> = text
        .lines()
        .enumerate()
        .map(|(number, line)| serde_json::from_str(line).map_err(|error| format!("line {}: {error}", number + 1)))
        .collect();
    let entries = entries?;
    let compaction = entries.iter().rev().find(|entry| string(entry, "/type") == "compaction");
    let first_kept = compaction.and_then(|entry| entry.get("firstKeptEntryIndex")?.as_u64());
    let first_kept = first_kept.and_then(|place| usize::try_from(place).ok()).unwrap_or(0);
    let mut elements: Vec<Element<'static>> = Vec::new();
    if let Some(entry) = compaction {
        push(&mut elements, ElementKind::Summary(Marker::default()), string(entry, "/summary"));
    }
    for entry in entries.iter().skip(first_kept) {
        message(entry, &mut elements);
    }
    Ok(elements)
}

fn message(entry: &Value, elements: &mut Vec<Element<'static>>) {
    let blocks = entry.pointer("/message/content").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    match string(entry, "/message/role").as_str() {
        "user" => push(elements, ElementKind::UserRequest, texts(blocks)),
        "assistant" => {
            for block in blocks {
                match string(block, "/type").as_str() {
                    "text" => push(elements, ElementKind::Reply, string(block, "/text")),
                    "thinking" => push(elements, ElementKind::Reasoning, string(block, "/thinking")),
                    "toolCall" => {
                        let arguments = block.get("arguments").map(Value::to_string).unwrap_or_default();
                        call(elements, string(block, "/id"), string(block, "/name"), arguments);
                    }
                    _ => {}
                }
            }
        }
        "toolResult" => {
            let failed = entry.pointer("/message/isError").and_then(Value::as_bool).unwrap_or_default();
            result(elements, string(entry, "/message/toolCallId"), failed, texts(blocks));
        }
        // A command that the user typed: the model sees it and its output.
        "bashExecution" => {
            let call_id = format!("typed-{}", elements.len());
            let arguments = serde_json::json!({"command": string(entry, "/message/command")}).to_string();
            let failed = entry.pointer("/message/exitCode").and_then(Value::as_i64).unwrap_or_default() != 0;
            call(elements, call_id.clone(), "bash".to_owned(), arguments);
            result(elements, call_id, failed, string(entry, "/message/output"));
        }
        _ => {}
    }
}

fn call(elements: &mut Vec<Element<'static>>, call_id: String, tool: String, arguments: String) {
    let call = ToolCall {
        call_id: call_id.into(),
        tool: tool.into(),
        arguments: arguments.clone().into(),
        annotations: None,
        process: CallProcess::Dead,
    };
    push(elements, ElementKind::ToolCall(call), arguments);
}

fn result(elements: &mut Vec<Element<'static>>, call_id: String, failed: bool, text: String) {
    let outcome = if failed { CallOutcome::Failure } else { CallOutcome::Success };
    push(elements, ElementKind::ToolResult(ToolResult { call_id: call_id.into(), outcome }), text);
}

fn push(elements: &mut Vec<Element<'static>>, kind: ElementKind<'static>, text: String) {
    elements.push(Element::new(format!("e{}", elements.len()), kind, text));
}

fn texts(blocks: &[Value]) -> String {
    blocks.iter().map(|block| string(block, "/text")).collect::<Vec<String>>().join("\n")
}

fn string(value: &Value, pointer: &str) -> String {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
}
