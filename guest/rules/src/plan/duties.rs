//! What the host owes before a summary is asked for.

use super::draft::Draft;
use super::survey::Survey;
use crate::digest::Digest;
use crate::recall;
use crate::request::{IndexState, PassMode};
use crate::settings::Preset;
use crate::verdict::{ArchiveDuty, Disposition, Duty};
use crate::window::Effect;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

/// The duties of a pass: archive, then ledger, then probes. Takes the list of the window out of the draft, since it grows
/// with the window and need not stand in memory twice.
pub fn of(draft: &mut Draft<'_, '_>) -> Vec<Duty> {
    let list = draft.list.take();
    let mut duties: Vec<Duty> = archive(draft).into_iter().map(Duty::Archive).collect();
    duties.extend(list.map(|list| Duty::Archive(list.duty())));
    duties.extend(ledger(draft).into_iter().map(Duty::Ledger));
    let asks =
        matches!(draft.survey.request.index, IndexState::Built(_)) && draft.survey.request.mode == PassMode::Summarize;
    if asks && draft.survey.request.settings.preset == Preset::Standard {
        duties.extend(recall::of_draft(draft).into_iter().map(Duty::Probe));
    }
    duties
}

/// What must be in the archive: every element of the window, since those that stay today leave one day and the list of
/// the window names them all; and that list. What is in a durable store already is not asked for again.
pub fn archive(draft: &Draft<'_, '_>) -> Vec<ArchiveDuty> {
    let literal = draft.survey.request.settings.preset == Preset::Literal;
    let mut places: BTreeMap<Digest, usize> = BTreeMap::new();
    let mut duties: Vec<ArchiveDuty> = Vec::new();
    for (place, (element, digest)) in draft.survey.request.window.iter().zip(&draft.survey.digests).enumerate() {
        let owed =
            if literal { matches!(draft.layout.dispositions.get(place), Some(Disposition::Keep(_))) } else { true };
        if element.externalized || !owed {
            continue;
        }
        match places.get(digest).and_then(|known| duties.get_mut(*known)) {
            Some(duty) => duty.elements.push(place),
            None => {
                places.insert(*digest, duties.len());
                duties.push(ArchiveDuty { digest: *digest, elements: alloc::vec![place], content: None });
            }
        }
    }
    duties.extend(draft.list.clone().map(List::duty));
    duties
}

/// Every effect that the window records, each once, as the last element that tells of it tells it
pub fn ledger(draft: &Draft<'_, '_>) -> Vec<Effect<'static>> {
    let mut told = BTreeSet::new();
    let mut effects: Vec<Effect<'static>> = Vec::new();
    for classification in draft.survey.classifications.iter().rev() {
        if let Some(effect) = &classification.effect {
            let again = draft.survey.request.settings.preset == Preset::Literal;
            if told.insert(effect.id.as_ref()) || again {
                effects.push(effect.clone());
            }
        }
    }
    effects.reverse();
    effects
}

/// The list of the whole window: one line an element, with the digest of its bytes, its kind and its id
#[derive(Clone)]
pub struct List {
    /// The lines
    pub text: String,
    /// The digest of the text
    pub digest: Digest,
}

impl List {
    /// The list of a window
    pub fn of(survey: &Survey<'_, '_>) -> List {
        let mut text = String::with_capacity(survey.request.window.len().saturating_mul(LINE_BYTES));
        text.push_str("anchorhold list 1\n");
        for (element, digest) in survey.request.window.iter().zip(&survey.digests) {
            digest.push_hex(&mut text);
            text.push(' ');
            text.push_str(element.kind.name());
            text.push(' ');
            text.push_str(&element.id);
            text.push('\n');
        }
        List { digest: Digest::of(text.as_bytes()), text }
    }

    fn duty(self) -> ArchiveDuty {
        ArchiveDuty { digest: self.digest, elements: Vec::new(), content: Some(self.text) }
    }
}

/// What a line of the list usually takes
const LINE_BYTES: usize = 96;
