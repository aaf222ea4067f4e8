//! What every transcript must satisfy, and a way to tell a window in a few lines.

use anchorhold_rules::admission::NextElement;
use anchorhold_rules::digest::Digest;
use anchorhold_rules::marker;
use anchorhold_rules::window::{CallOutcome, CallProcess, Element, ElementKind, Marker};
use anchorhold_transcripts::{Transcript, read};
use std::collections::{BTreeMap, BTreeSet};

/// The pieces cover the text, ids are unique, digests are right, and all of the window is written as the text that it was
pub fn check_whole(name: &str, text: &str, transcript: &Transcript<'_>) {
    let mut covered = 0;
    for segment in &transcript.segments {
        assert_eq!(segment.range.start, covered, "{name}: a gap");
        covered = segment.range.end;
        assert_eq!(segment.digest, Digest::of(text[segment.range.clone()].as_bytes()), "{name}");
    }
    assert_eq!(covered, text.len(), "{name}: the end is missing");
    assert_eq!(transcript.manifest().lines().count(), transcript.segments.len() + 1);
    let ids: BTreeSet<&str> = transcript.window.iter().map(|element| element.id.as_ref()).collect();
    assert_eq!(ids.len(), transcript.window.len(), "{name}: an id stands twice");
    for (index, element) in transcript.window.iter().enumerate() {
        let place = transcript.place(index).unwrap();
        assert_eq!(element.digest, Some(Digest::of(text[place].as_bytes())), "{name}: {}", element.id);
    }
    let all: Vec<NextElement> = (0..transcript.window.len()).map(NextElement::Kept).collect();
    assert!(transcript.write(&all, &Marker::default()) == text, "{name}: not the same text");
}

/// Leaves some exchanges out, puts a text in their place, reads what was written, and gives it
pub fn check_compacted(name: &str, transcript: &Transcript<'_>, round: u64) -> String {
    let leaving = some_exchanges(&transcript.window, round);
    let (carry, marker) = carry(round, "carried\nwith a second line \"quoted\"");
    let instructions = transcript.window.iter().take_while(|element| is_instruction(element)).count();
    let last_request = || transcript.window.iter().rposition(|element| element.kind == ElementKind::UserRequest);
    let place = match round % 3 {
        0 => instructions,
        1 => leaving.first().copied().unwrap_or(instructions),
        _ => last_request().unwrap_or(instructions),
    };
    // A text cannot stand inside a message.
    let is_inside = |place: &usize| {
        let message = |place: usize| transcript.window.get(place).map(|element| element.message);
        *place > 0 && message(*place) == message(*place - 1)
    };
    let place = (place.max(instructions)..).find(|place| !is_inside(place)).unwrap_or_default();
    let mut next = Vec::new();
    for index in 0..=transcript.window.len() {
        if index == place {
            next.push(NextElement::Carry(carry.clone()));
        }
        if index < transcript.window.len() && !leaving.contains(&index) {
            next.push(NextElement::Kept(index));
        }
    }
    let written = transcript.write(&next, &marker);
    let again = read(&written, Some(transcript.format), CallProcess::Dead)
        .unwrap_or_else(|error| panic!("{name}, round {round}: {error:?}"));
    let expected: Vec<(ElementKind<'_>, &str)> = next
        .iter()
        .map(|element| match element {
            NextElement::Carry(text) => (ElementKind::Summary(marker), text.as_str()),
            NextElement::Kept(index) => told(&transcript.window[*index]),
        })
        .collect();
    let found: Vec<(ElementKind<'_>, &str)> = again.window.iter().map(told).collect();
    let differs = expected.iter().zip(&found).position(|(one, other)| one != other);
    assert!(
        expected == found,
        "{name}, round {round}: {} expected, {} found, the first that differs is {differs:?}: {:?} {:?}\n{written}",
        expected.len(),
        found.len(),
        differs.map(|at| &expected[at]),
        differs.map(|at| &found[at]),
    );
    written
}

/// A text as a pass writes it, and what it leaves as data
pub fn carry(sequence: u64, body: &str) -> (String, Marker) {
    let covers = Digest::of(b"the original");
    let text = format!("{}\n{body}", marker::first_line(sequence, covers, body));
    (text, Marker { sequence: Some(sequence), covers: Some(covers), opaque: false })
}

/// A window, one element a line: message, id, kind and text
pub fn tell(transcript: &Transcript<'_>) -> Vec<String> {
    transcript.window.iter().map(tell_element).collect()
}

fn tell_element(element: &Element<'_>) -> String {
    let kind = match &element.kind {
        ElementKind::SystemInstruction => "system".into(),
        ElementKind::DeveloperInstruction => "developer".into(),
        ElementKind::UserRequest => "user".into(),
        ElementKind::Reply => "reply".into(),
        ElementKind::Reasoning => "reasoning".into(),
        ElementKind::Notice => "notice".into(),
        ElementKind::ToolCall(call) => format!("call({})", call.tool),
        ElementKind::ToolResult(result) if result.outcome == CallOutcome::Failure => "failure".into(),
        ElementKind::ToolResult(_) => "result".into(),
        ElementKind::Summary(Marker { opaque: true, .. }) => "summary(sealed)".into(),
        ElementKind::Summary(marker) => format!("summary({:?})", marker.sequence),
        ElementKind::Other(kind) => format!("other({kind})"),
        kind => format!("{kind:?}"),
    };
    let signed = if element.signed { " signed" } else { "" };
    let size = element.size_bytes.map(|size| format!(" {size}")).unwrap_or_default();
    let text = element.text.replace('\n', "/");
    format!("{} {} {kind}{signed}{size}: {text}", element.message.unwrap_or_default(), element.id)
}

/// The kind and text of an element, without the number of uses of a call's id, which depends on what is left
fn told<'t>(element: &'t Element<'_>) -> (ElementKind<'t>, &'t str) {
    let mut kind = element.kind.clone();
    let id = match &mut kind {
        ElementKind::ToolCall(call) => Some(&mut call.call_id),
        ElementKind::ToolResult(result) => Some(&mut result.call_id),
        _ => None,
    };
    if let Some(id) = id {
        *id = id.split('#').next().unwrap_or_default().to_string().into();
    }
    (kind, element.text.as_ref())
}

fn is_instruction(element: &Element<'_>) -> bool {
    matches!(element.kind, ElementKind::SystemInstruction | ElementKind::DeveloperInstruction)
}

/// Elements that leave: whole messages, and calls with their results
fn some_exchanges(window: &[Element<'_>], round: u64) -> BTreeSet<usize> {
    let mut of_calls: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for element in window {
        let call = element.call().map(|call| &call.call_id).or(element.result().map(|result| &result.call_id));
        if let (Some(call), Some(message)) = (call, element.message) {
            of_calls.entry(call).or_default().insert(message);
        }
    }
    let messages = window.iter().filter_map(|element| element.message);
    let mut leaders: BTreeMap<u32, u32> = messages.map(|message| (message, message)).collect();
    loop {
        let mut changed = false;
        for messages in of_calls.values() {
            let least = messages.iter().map(|message| leaders[message]).min().unwrap_or_default();
            for message in messages {
                changed |= leaders.insert(*message, least) != Some(least);
            }
        }
        if !changed {
            break;
        }
    }
    let instructions = window.iter().filter(|element| is_instruction(element));
    let fixed: BTreeSet<Option<u32>> = instructions.map(|element| element.message).collect();
    let leaves = |message: Option<u32>| {
        let leader = leaders[&message.unwrap_or_default()];
        let mixed = (u64::from(leader) + 31 * round).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) % 4 < 2 + round % 2
    };
    let is_leaving = |element: &Element<'_>| !fixed.contains(&element.message) && leaves(element.message);
    (0..window.len()).filter(|index| is_leaving(&window[*index])).collect()
}
