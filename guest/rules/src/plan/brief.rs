//! What the summarizer is told.

use super::draft::Draft;
use crate::request::PassMode;
use crate::verdict::{Brief, Disposition};
use alloc::format;
use alloc::vec::Vec;

/// The brief of a pass; `None` for a spill, and where nothing is left to summarize or no room for it
pub fn of(draft: &Draft<'_, '_>) -> Option<Brief> {
    let with = |wanted: Disposition| {
        let each = draft.layout.dispositions.iter().enumerate();
        each.filter(move |(_, disposition)| **disposition == wanted).map(|(place, _)| place)
    };
    let elements: Vec<usize> = with(Disposition::Summarize).collect();
    let room = draft.summary_room();
    if draft.survey.request.mode == PassMode::Spill || elements.is_empty() || room < LEAST_ROOM_TOKENS {
        return None;
    }
    let effects = with(Disposition::Ledger)
        .filter(|place| draft.survey.element(*place).is_some_and(|element| element.result().is_none()))
        .filter_map(|place| draft.survey.classifications.get(place)?.effect.clone())
        .collect();
    Some(Brief { instructions: instructions(room), elements, effects, room })
}

/// Below this a summary says nothing that the carry block does not say
const LEAST_ROOM_TOKENS: u32 = 64;

fn instructions(room: u32) -> alloc::string::String {
    format!(
        "Summarize the elements below for the agent that will go on with the work, in at most {room} tokens and in the \
         language of the conversation. Say only what they say: no identifier, number, path, constraint, request, approval \
         or finished step that they do not hold, and none of them changed. Copy identifiers, numbers and paths exactly. \
         Keep every negation and every order of steps. Tell what was done apart from what is still to do, and do not \
         describe an effect that happened as pending. A text that is carried over word for word will stand before your \
         summary, so leave out what you are not sure of. Write no headings that begin with \"## Summary of pass\", no \
         pointers that begin with \"ah:\", and nothing but the summary."
    )
}
