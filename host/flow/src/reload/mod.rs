//! Reload: one new summary from the archived originals of several old ones. No summary takes part in it.
//!
//! The originals of a window are put together from what each of its passes archived, and from what was brought since. That
//! document is compacted like any other and takes the place of the present one, of which nothing is lost: it is archived too.

mod pieces;

use crate::answers::Element;
use crate::compact::{CompactError, CompactJob, Compacted, Step, compact};
use crate::desk::{Desk, DeskError};
use crate::document::Document;
use crate::history::{History, HistoryError};
use crate::inquiry::Inquiry;
use anchorhold_store::{ArchiveError, DatabaseError, Digest, NewEvent, RestoreError, Store};
use pieces::{Piece, Pieces};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Why nothing was reloaded. The transcript is as it was.
#[derive(Debug, thiserror::Error)]
pub enum ReloadError {
    /// The compaction came to no end
    #[error(transparent)]
    Compact(#[from] CompactError),
    /// No pass of this store wrote anything that stands in the window
    #[error("nothing in this window was written by a pass of this store; `compact` it instead")]
    NothingToReload,
    /// A pass keeps no list of its window, or what it lists is not there any more
    #[error("the originals of pass {pass} are not to be had; without them a spill (`compact`) sets the summary aside")]
    OriginalsMissing {
        /// The pass
        pass: u64,
        /// Why not. `None`: it keeps no list.
        source: Option<RestoreError>,
    },
    /// The originals and what was brought since do not make one document
    #[error(
        "the originals cannot be joined with what was brought since: {found}; a spill (`compact`) is still to be had"
    )]
    NotJoined {
        /// What stands in the way
        found: String,
    },
    /// The present document could not be archived
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

impl From<DeskError> for ReloadError {
    fn from(error: DeskError) -> ReloadError {
        ReloadError::Compact(error.into())
    }
}

impl From<DatabaseError> for ReloadError {
    fn from(error: DatabaseError) -> ReloadError {
        ReloadError::Compact(error.into())
    }
}

impl From<HistoryError> for ReloadError {
    fn from(error: HistoryError) -> ReloadError {
        ReloadError::Compact(error.into())
    }
}

/// Compacts the originals of a window that was compacted before. `watch` is told each step before it is taken.
///
/// # Errors
/// Where the originals are not to be had, or the compaction came to no end. Nothing was written then.
pub fn reload(
    desk: &Desk,
    store: &mut Store,
    job: CompactJob<'_>,
    watch: &mut dyn FnMut(Step),
) -> Result<Compacted, ReloadError> {
    let read = job.inquiry.read(desk)?;
    let history = History::of(desk, store, job.session, &job.inquiry.document, &read.elements)?;
    let (text, passes) = originals(desk, store, job.inquiry, &read.format)?;
    // What stands there now leaves too, and is no part of the originals.
    store.archive(&[job.inquiry.document.text.as_bytes()])?;
    let present = &job.inquiry.document;
    // The file is still the present one: by its digest the commit tells whether it has moved.
    let document = Document { path: present.path.clone(), text, digest: present.digest };
    let inquiry = Inquiry { document, format: Some(read.format), ..job.inquiry.clone() };
    let job = CompactJob { inquiry: &inquiry, session: Some(&history.session), ..job };
    let compacted = compact(desk, store, job, watch)?;
    let detail = json!({"passes": passes, "document": present.digest.to_string()}).to_string();
    store.add_event(NewEvent { pass: Some(compacted.sequence), kind: "reloaded", detail: &detail })?;
    Ok(compacted)
}

/// A document with its elements
struct Read {
    text: String,
    elements: Vec<Element>,
    /// The texts in it that passes wrote
    installed: BTreeSet<Digest>,
}

/// The document as it would be if no pass had been, and the passes that were, the oldest first
fn originals(desk: &Desk, store: &Store, inquiry: &Inquiry, format: &str) -> Result<(String, Vec<u64>), ReloadError> {
    let mut passes = Vec::new();
    let mut documents = Vec::new();
    let mut text = inquiry.document.text.clone();
    loop {
        let elements = read(desk, inquiry, format, &text)?;
        let texts: Vec<Digest> = elements.iter().map(|element| Digest::of(element.text.as_bytes())).collect();
        let installed = store.installed(&texts)?;
        let newest = installed.last().copied();
        let installed = installed.into_iter().map(|installed| installed.digest).collect();
        documents.push(Read { text, elements, installed });
        let Some(newest) = newest else { break };
        // Each pass is older than the one that found its text in the window.
        if passes.last().is_some_and(|later| *later <= newest.sequence) {
            return Err(not_joined("a text of a pass stands in a window that is older than the pass"));
        }
        let missing = |source| ReloadError::OriginalsMissing { pass: newest.sequence, source };
        let manifest = newest.covers.ok_or_else(|| missing(None))?;
        let bytes = store.restore(manifest).map_err(|source| missing(Some(source)))?;
        text = String::from_utf8(bytes).map_err(|_| missing(None))?;
        passes.push(newest.sequence);
    }
    if passes.is_empty() {
        return Err(ReloadError::NothingToReload);
    }
    documents.reverse();
    passes.reverse();
    let joined = join(&documents)?;
    verify(&read(desk, inquiry, format, &joined)?, &documents)?;
    Ok((joined, passes))
}

fn read(desk: &Desk, inquiry: &Inquiry, format: &str, text: &str) -> Result<Vec<Element>, ReloadError> {
    let document =
        Document { path: inquiry.document.path.clone(), text: text.to_owned(), digest: inquiry.document.digest };
    let inquiry = Inquiry { document, format: Some(format.to_owned()), ..inquiry.clone() };
    Ok(inquiry.read(desk)?.elements)
}

/// The oldest document, and of each later one what was brought after all that its pass had left there
fn join(documents: &[Read]) -> Result<String, ReloadError> {
    let mut joined: Vec<String> = Vec::new();
    let mut known: BTreeSet<Digest> = BTreeSet::new();
    let mut last = None;
    let mut leaf: Option<String> = None;
    for document in documents {
        let places: Vec<[usize; 2]> = document.elements.iter().filter_map(place_of).collect();
        let pieces = Pieces::of(&document.text, &places)
            .ok_or_else(|| not_joined("a document is neither lines nor a list of messages"))?;
        let written = document.written();
        let is_left = |piece: &Piece<'_>| {
            known.contains(&piece.identity)
                || written.iter().any(|[start, end]| *start < piece.end && piece.start < *end)
        };
        let brought = pieces.all.iter().rposition(is_left).map_or(0, |place| place + 1);
        let new = pieces.all.get(brought..).unwrap_or_default();
        // In a window that was compacted a line follows what was left there; here it follows what came before that.
        let first_follows = new.iter().find_map(Piece::follows);
        joined.extend(new.iter().map(|piece| {
            let leaf = leaf.as_deref().filter(|_| first_follows.is_some() && piece.follows() == first_follows);
            leaf.and_then(|leaf| piece.following(leaf)).unwrap_or_else(|| piece.text.to_owned())
        }));
        let is_element =
            |piece: &&Piece<'_>| places.iter().any(|[start, end]| *start < piece.end && piece.start < *end);
        leaf = new.iter().rev().filter(is_element).find_map(Piece::name).or(leaf);
        known.extend(new.iter().map(|piece| piece.identity));
        last = Some(pieces);
    }
    last.map(|pieces| pieces.with(&joined)).ok_or(ReloadError::NothingToReload)
}

/// Nothing that a pass wrote may be in the document, and every original that any window held must be
fn verify(elements: &[Element], documents: &[Read]) -> Result<(), ReloadError> {
    let mut held: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for element in elements {
        *held.entry((&element.kind, &element.text)).or_default() += 1;
    }
    for document in documents {
        let mut needed: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for element in &document.elements {
            let is_written = document.installed.contains(&Digest::of(element.text.as_bytes()));
            if is_written && held.contains_key(&(element.kind.as_str(), element.text.as_str())) {
                return Err(not_joined("a summary would stand among the originals"));
            }
            if !is_written {
                *needed.entry((&element.kind, &element.text)).or_default() += 1;
            }
        }
        let lacking = needed.iter().find(|(element, count)| held.get(*element).copied().unwrap_or(0) < **count);
        if let Some(((kind, text), _)) = lacking {
            let beginning: String = text.chars().take(60).collect();
            return Err(not_joined(&format!("the {kind} that begins `{beginning}` would be missing")));
        }
    }
    Ok(())
}

impl Read {
    /// Where the texts stand that passes wrote, in bytes
    fn written(&self) -> Vec<[usize; 2]> {
        let written = self.elements.iter().filter(|one| self.installed.contains(&Digest::of(one.text.as_bytes())));
        written.filter_map(place_of).collect()
    }
}

/// Where an element stands in its document, in bytes
fn place_of(element: &Element) -> Option<[usize; 2]> {
    serde_json::from_value(element.rest.get("place")?.clone()).ok()
}

fn not_joined(found: &str) -> ReloadError {
    ReloadError::NotJoined { found: found.to_owned() }
}
