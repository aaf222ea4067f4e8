//! What the summarizer is told.

use super::draft::Draft;
use crate::request::PassMode;
use crate::verdict::{Brief, Disposition};
use alloc::format;
use alloc::string::String;
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

fn instructions(room: u32) -> String {
    format!(
        "Summarize the elements below for the agent that will go on with the work, in at most {room} tokens and in the \
         language of the conversation. {}",
        INSTRUCTIONS.join(" ")
    )
}

/// What a summarizer is told in every pass
const INSTRUCTIONS: [&str; 6] = [
    "Say only what they say: no identifier, number, path, constraint, request, approval or finished step that they do not \
     hold, and none of them changed.",
    "Copy identifiers, numbers and paths exactly.",
    "Keep every negation and every order of steps.",
    "Tell what was done apart from what is still to do, and do not describe an effect that happened as pending.",
    "A text that is carried over word for word will stand before your summary, so leave out what you are not sure of.",
    "Write no headings that begin with \"## Summary of pass\", no pointers that begin with \"ah:\", and nothing but the \
     summary.",
];

/// The first instruction that a text repeats, wherever its lines break; `None`: it repeats none
pub fn repeated_instruction(text: &str) -> Option<&'static str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    INSTRUCTIONS.into_iter().find(|instruction| memchr::memmem::find(text.as_bytes(), instruction.as_bytes()).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_is_found_wherever_its_lines_break() {
        let echoed = instructions(500).replace(" every ", "\n  every ");
        assert_eq!(repeated_instruction(&echoed), Some(INSTRUCTIONS[0]));
        assert_eq!(repeated_instruction("Ok.\nKeep every negation and every\norder of steps."), Some(INSTRUCTIONS[2]));
        assert_eq!(repeated_instruction("Every negation was kept, in the order of the steps."), None);
    }
}
