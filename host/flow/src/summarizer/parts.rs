//! Parts: where the elements exceed what a summarizer reads at once, each part is summarized from its originals, and the
//! summary is what was said of the parts, one after the other. No summary is made from summaries.

use super::{Draft, SummarizerError};
use crate::answers::{Brief, Element};
use crate::tokens;
use serde_json::json;

/// Elements that are summarized together
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The elements, untrimmed; of one that exceeds a part by itself, a piece of its text
    pub(crate) elements: Vec<Element>,
    /// Their size in tokens
    tokens: u32,
    /// What was said of them last. `None`: nothing yet, or it was sent back.
    pub(crate) draft: Option<Draft>,
}

/// What tags and names take beside the text of an element
const FRAME_TOKENS: u32 = 40;
/// What a template puts around everything
const TEMPLATE_TOKENS: u32 = 100;
/// Below this it is not worth asking
const PART_TOKENS_MIN: u32 = 256;
/// The least that is left to the summary of a part
const ROOM_TOKENS_MIN: u32 = 64;

/// Cuts elements into parts that each fit into so many tokens together with the brief and the answer. `None`: whatever
/// there is fits.
pub(crate) fn parts_of(
    brief: &Brief,
    elements: Vec<Element>,
    context_tokens: Option<u32>,
) -> Result<Vec<Part>, SummarizerError> {
    let size = |element: &Element| tokens::count(&element.text).saturating_add(FRAME_TOKENS);
    let whole = |elements: Vec<Element>, tokens| Part { elements, tokens, draft: None };
    let Some(context) = context_tokens else { return Ok(vec![whole(elements, 0)]) };
    let effects = json!(brief.effects).to_string();
    let beside = [tokens::count(&brief.instructions), tokens::count(&effects), TEMPLATE_TOKENS];
    let told = beside.into_iter().fold(0, u32::saturating_add);
    // Other tokenizers than that of o200k may come out a fifth higher.
    let readable = context - context / 5;
    // A part's answer is at most as long as the whole summary may be, and need not be longer than half of what is read.
    let answer = brief.room.min(readable.saturating_sub(told) / 2);
    let room = readable.saturating_sub(told).saturating_sub(answer);
    if room < PART_TOKENS_MIN {
        let needed = told.saturating_add(answer).saturating_add(PART_TOKENS_MIN);
        return Err(SummarizerError::ContextTooSmall { context, needed });
    }
    let mut parts: Vec<Part> = Vec::new();
    for element in elements {
        for piece in pieces_of(element, room) {
            let tokens = size(&piece);
            match parts.last_mut() {
                Some(part) if part.tokens.saturating_add(tokens) <= room => {
                    part.tokens = part.tokens.saturating_add(tokens);
                    part.elements.push(piece);
                }
                _ => parts.push(whole(vec![piece], tokens)),
            }
        }
    }
    Ok(parts)
}

impl Part {
    /// The brief of one of several parts: its share of the room, and that it is a part
    pub(crate) fn brief(&self, brief: &Brief, number: usize, parts: &[Part]) -> Brief {
        if parts.len() < 2 {
            return brief.clone();
        }
        let all: u64 = parts.iter().map(|part| u64::from(part.tokens)).sum();
        let share = u64::from(brief.room) * u64::from(self.tokens) / all.max(1);
        let room = u32::try_from(share).unwrap_or(u32::MAX).max(ROOM_TOKENS_MIN);
        let mut names: Vec<String> = self.elements.iter().map(|element| element.id.clone()).collect();
        names.dedup();
        Brief {
            instructions: format!(
                "{} What you see is part {number} of {}: the other parts are summarized by themselves. Say only what \
                 this part holds, in at most {room} tokens.",
                brief.instructions,
                parts.len()
            ),
            elements: names,
            effects: brief.effects.clone(),
            room,
        }
    }
}

/// What was said of the parts, one after the other
pub(crate) fn joined(parts: &[Part]) -> Draft {
    let drafts: Vec<&Draft> = parts.iter().filter_map(|part| part.draft.as_ref()).collect();
    // Where one was cut off, the whole is.
    let is_cut = |reason: &&str| !matches!(*reason, "stop" | "end_turn" | "stop_sequence");
    let reasons: Vec<&str> = drafts.iter().filter_map(|draft| draft.finish_reason.as_deref()).collect();
    let reason = reasons.iter().copied().find(|reason| is_cut(reason)).or(reasons.first().copied());
    Draft {
        text: drafts.iter().map(|draft| draft.text.trim()).collect::<Vec<_>>().join("\n\n"),
        finish_reason: reason.map(str::to_owned),
    }
}

/// An element, or where it is larger than a part, the pieces of its text, which together are its text
fn pieces_of(element: Element, room: u32) -> Vec<Element> {
    if tokens::count(&element.text).saturating_add(FRAME_TOKENS) <= room {
        return vec![element];
    }
    // Halved, at the end of a line where there is one, until each piece fits.
    let mut texts: Vec<&str> = vec![&element.text];
    let mut fitting: Vec<&str> = Vec::new();
    while let Some(text) = texts.pop() {
        let middle = boundary(text, text.len() / 2);
        match text.split_at_checked(middle) {
            Some((first, second)) if middle > 0 && tokens::count(text).saturating_add(FRAME_TOKENS) > room => {
                texts.push(second);
                texts.push(first);
            }
            _ => fitting.push(text),
        }
    }
    let piece = |text: &str| Element { text: text.to_owned(), tokens: None, ..element.clone() };
    fitting.into_iter().map(piece).collect()
}

/// The end of the line that ends before a place, or else the next place where a character ends
fn boundary(text: &str, near: usize) -> usize {
    let near = text.ceil_char_boundary(near);
    let before = text.get(near / 2..near).and_then(|half| half.rfind('\n'));
    match before {
        Some(line) => near / 2 + line + 1,
        None => near,
    }
}
