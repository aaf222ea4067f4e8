//! Writes elements, as they may be given in a window.

use super::words::marker;
use super::writer::Writer;
use alloc::string::String;
use anchorhold_rules::window::{Annotations, Answer, CallProcess, Element, ElementKind, Standing, Text};
use anchorhold_transcripts::{Format, Transcript};
use core::ops::Range;

/// What `read` answers for a transcript
pub fn of_transcript(transcript: &Transcript<'_>) -> String {
    elements(Some(transcript.format), &transcript.window, |place| transcript.place(place))
}

/// What `read` answers for a window
pub fn of_window(window: &[Element<'_>]) -> String {
    elements(None, window, |_| None)
}

fn elements(
    format: Option<Format>,
    window: &[Element<'_>],
    place_of: impl Fn(usize) -> Option<Range<usize>>,
) -> String {
    // Escapes and names take about this much more than the texts.
    let texts: usize = window.iter().map(|element| element.text.len().saturating_add(256)).sum();
    Writer::large_object_of(texts.saturating_add(texts / 8), |object| {
        object.key("format").optional(format, |writer, format| writer.string_unescaped(format.name()));
        object.key("elements").array(window.iter().enumerate(), |writer, (number, element)| {
            writer.object(|object| {
                write(object, element);
                if let Some(place) = place_of(number) {
                    object.key("place").array([place.start, place.end], |writer, end| writer.number(end as u64));
                }
            });
        });
    })
}

/// The members of an element; what nobody said is left out
fn write(object: &mut Writer, element: &Element<'_>) {
    object.key("id").string(&element.id);
    kind(object, element);
    object.key("text").string(&element.text);
    told(object, "tokens", element.tokens, Writer::number);
    told(object, "size_bytes", element.size_bytes, Writer::number);
    told(object, "digest", element.digest, Writer::digest);
    told(object, "message", element.message, Writer::number);
    for (name, answer) in [
        ("regenerable", element.traits.regenerable),
        ("idempotent", element.traits.idempotent),
        ("task_critical", element.traits.task_critical),
    ] {
        told(object, name, (answer != Answer::Unknown).then_some(answer.is_yes()), Writer::flag);
    }
    told(object, "effect", element.effect.as_ref(), |writer, effect| {
        writer.object(|object| {
            object.key("action").string(&effect.action);
            object.key("target").string(&effect.target);
            told(object, "idempotency_key", effect.idempotency_key.as_deref(), Writer::string);
            object.key("status").string_unescaped(effect.status.name());
        });
    });
    told(object, "chain", element.chain.as_deref(), Writer::string);
    told(object, "pin", element.pin.map(Standing::name), Writer::string_unescaped);
    told(object, "externalized", element.externalized.then_some(true), Writer::flag);
    told(object, "signed", element.signed.then_some(true), Writer::flag);
    told(object, "source", element.source.as_ref(), |writer, source| {
        writer.object(|object| {
            object.key("locator").string(&source.locator);
            object.key("unchanged").string_unescaped(source.unchanged.name());
        });
    });
}

fn kind(object: &mut Writer, element: &Element<'_>) {
    // The kind of an element of which none was stated.
    if matches!(&element.kind, ElementKind::Other(kind) if kind.is_empty()) {
        return;
    }
    let name = object.key("kind");
    match &element.kind {
        ElementKind::Other(kind) => name.string(kind),
        ElementKind::ToolCall(call) => {
            name.string_unescaped(element.kind.name());
            object.key("call_id").string(&call.call_id);
            object.key("tool").string(&call.tool);
            told(object, "arguments", differs(&call.arguments, &element.text), Writer::string);
            told(object, "annotations", call.annotations.as_ref(), annotations);
            told(object, "process", (call.process == CallProcess::Alive).then_some("alive"), Writer::string_unescaped);
        }
        ElementKind::ToolResult(result) => {
            name.string_unescaped(element.kind.name());
            object.key("call_id").string(&result.call_id);
            object.key("outcome").string_unescaped(result.outcome.name());
        }
        ElementKind::Summary(left) => {
            name.string_unescaped(element.kind.name());
            marker(object.key("marker"), left);
        }
        ElementKind::SystemInstruction
        | ElementKind::DeveloperInstruction
        | ElementKind::UserRequest
        | ElementKind::Reply
        | ElementKind::Reasoning
        | ElementKind::StateAssertion
        | ElementKind::WriteAcknowledgement
        | ElementKind::Notice => name.string_unescaped(element.kind.name()),
    }
}

fn annotations(writer: &mut Writer, hints: &Annotations) {
    writer.object(|object| {
        object.key("trusted").flag(hints.trusted);
        told(object, "read_only", hints.read_only, Writer::flag);
        told(object, "destructive", hints.destructive, Writer::flag);
        told(object, "idempotent", hints.idempotent, Writer::flag);
        told(object, "open_world", hints.open_world, Writer::flag);
    });
}

fn told<Value>(object: &mut Writer, name: &str, value: Option<Value>, write: impl FnOnce(&mut Writer, Value)) {
    if let Some(value) = value {
        write(object.key(name), value);
    }
}

fn differs<'t>(arguments: &'t Text<'_>, text: &Text<'_>) -> Option<&'t str> {
    (arguments != text).then_some(arguments.as_ref())
}
