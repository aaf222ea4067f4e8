//! What borrows from the text of a call, without that text.

use alloc::vec::Vec;
use anchorhold_rules::json::Json;
use anchorhold_rules::window::{Element, ElementKind, Source, StatedEffect, Text, ToolCall, ToolResult, Window};

/// A text of its own
pub fn text(text: Text<'_>) -> Text<'static> {
    Text::Owned(text.into_owned())
}

/// The members of an object
pub fn members(members: Vec<(Text<'_>, Json<'_>)>) -> Vec<(Text<'static>, Json<'static>)> {
    members.into_iter().map(|(name, found)| (text(name), value(found))).collect()
}

/// A window
pub fn window(window: Window<'_>) -> Window<'static> {
    window.into_iter().map(element).collect()
}

fn element(element: Element<'_>) -> Element<'static> {
    // Every field is named, so that a new one is not forgotten.
    let Element {
        id,
        kind,
        text: content,
        tokens,
        size_bytes,
        digest,
        message,
        traits,
        effect,
        chain,
        pin,
        externalized,
        signed,
        source,
    } = element;
    Element {
        id: text(id),
        kind: self::kind(kind),
        text: text(content),
        tokens,
        size_bytes,
        digest,
        message,
        traits,
        effect: effect.map(stated_effect),
        chain: chain.map(text),
        pin,
        externalized,
        signed,
        source: source.map(|source| Source { locator: text(source.locator), unchanged: source.unchanged }),
    }
}

fn stated_effect(effect: StatedEffect<'_>) -> StatedEffect<'static> {
    StatedEffect {
        action: text(effect.action),
        target: text(effect.target),
        idempotency_key: effect.idempotency_key.map(text),
        status: effect.status,
    }
}

fn kind(kind: ElementKind<'_>) -> ElementKind<'static> {
    match kind {
        ElementKind::SystemInstruction => ElementKind::SystemInstruction,
        ElementKind::DeveloperInstruction => ElementKind::DeveloperInstruction,
        ElementKind::UserRequest => ElementKind::UserRequest,
        ElementKind::Reply => ElementKind::Reply,
        ElementKind::Reasoning => ElementKind::Reasoning,
        ElementKind::ToolCall(call) => ElementKind::ToolCall(ToolCall {
            call_id: text(call.call_id),
            tool: text(call.tool),
            arguments: text(call.arguments),
            annotations: call.annotations,
            process: call.process,
        }),
        ElementKind::ToolResult(result) => {
            ElementKind::ToolResult(ToolResult { call_id: text(result.call_id), outcome: result.outcome })
        }
        ElementKind::StateAssertion => ElementKind::StateAssertion,
        ElementKind::WriteAcknowledgement => ElementKind::WriteAcknowledgement,
        ElementKind::Summary(marker) => ElementKind::Summary(marker),
        ElementKind::Notice => ElementKind::Notice,
        ElementKind::Other(name) => ElementKind::Other(text(name)),
    }
}

fn value(found: Json<'_>) -> Json<'static> {
    // No value is nested deeper than `Json::parse` takes.
    match found {
        Json::Null => Json::Null,
        Json::Bool(holds) => Json::Bool(holds),
        Json::Negative(number) => Json::Negative(number),
        Json::Whole(number) => Json::Whole(number),
        Json::Real(number) => Json::Real(number),
        Json::String(string) => Json::String(text(string)),
        Json::Array(items) => Json::Array(items.into_iter().map(value).collect()),
        Json::Object(inner) => Json::Object(members(inner)),
    }
}
