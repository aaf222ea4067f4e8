//! Restores what is damaged in an archive from documents that still hold the same bytes, such as a transcript or a window.

use crate::answers::{Duty, Element, PlanAnswer, ReadAnswer};
use crate::desk::{Answer, Desk, DeskError};
use crate::document::Document;
use crate::inquiry::call;
use crate::secure::{SecureError, held};
use anchorhold_runtime::DeskFunction;
use anchorhold_store::{Digest, Fault, Store, Verified};
use serde_json::{Map, json};
use std::path::Path;

/// What came of it
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restored {
    /// Objects whose bytes were found
    pub objects: Vec<Digest>,
    /// What is wrong with the store after that
    pub verified: Verified,
}

/// Restores what other copies are found of. Looks into the documents given, and into those that the passes name.
///
/// # Errors
/// Where the store does not take what was found. A document that cannot be read gives nothing.
pub fn restore(desk: &Desk, store: &mut Store, documents: &[&Path]) -> Result<Restored, SecureError> {
    const PASSES_MAX: u32 = 1000;
    let mut lacking: Vec<Digest> = store.verify().faults.iter().filter_map(Fault::object).collect();
    let mut objects = Vec::new();
    let passes = store.passes(None, PASSES_MAX)?;
    let named =
        passes.iter().flat_map(|pass| [pass.transcript.as_deref(), pass.out.as_deref()]).flatten().map(Path::new);
    let mut looked_into: Vec<&Path> = Vec::new();
    for path in documents.iter().copied().chain(named) {
        if lacking.is_empty() {
            break;
        }
        if looked_into.contains(&path) {
            continue;
        }
        looked_into.push(path);
        let Ok(document) = Document::read(path) else { continue };
        let Ok(duties) = pieces_of(desk, &document) else { continue };
        let Ok(texts) = texts_of(desk, &document) else { continue };
        let pieces = duties.iter().filter_map(|duty| match duty {
            Duty::Archive { content, places, .. } => held(&document, content.as_deref(), places),
            Duty::Ledger { .. } | Duty::Probe {} => None,
        });
        let pieces = pieces.chain(texts.iter().map(|element| element.text.as_bytes()));
        let found: Vec<&[u8]> = pieces.filter(|piece| lacking.contains(&Digest::of(piece))).collect();
        store.archive(&found)?;
        objects.extend(found.iter().map(|piece| Digest::of(piece)));
        lacking.retain(|digest| !objects.contains(digest));
    }
    Ok(Restored { objects, verified: store.verify() })
}

/// The pieces that the archive has of such a document: those that a spill would put there
fn pieces_of(desk: &Desk, document: &Document) -> Result<Vec<Duty>, DeskError> {
    let budget = json!({"limit_tokens": u32::MAX});
    let request = [
        ("transcript", json!(document.text)),
        ("mode", json!("spill")),
        ("budget", budget),
        ("settings", json!({"least_gain": 0})),
    ];
    let request = Map::from_iter(request.map(|(name, value)| (name.to_owned(), value)));
    let Answer { value, .. }: Answer<PlanAnswer> = desk.call(DeskFunction::Plan, &call(request))?;
    Ok(match value {
        PlanAnswer::Proceed { plan } => plan.duties,
        PlanAnswer::Refuse { .. } => Vec::new(),
    })
}

/// What the model reads of such a document: the index keeps these texts of what left
fn texts_of(desk: &Desk, document: &Document) -> Result<Vec<Element>, DeskError> {
    let request = Map::from_iter([("transcript".to_owned(), json!(document.text))]);
    let Answer { value, .. }: Answer<ReadAnswer> = desk.call(DeskFunction::Read, &call(request))?;
    Ok(value.elements)
}
