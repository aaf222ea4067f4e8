//! What a transcript adds to a pass: the places of its pieces in the text, the duties that cover the rest of its bytes,
//! and the next document.
//!
//! The rules see elements. A document also has bytes that no element holds, such as the brackets around a list of
//! messages; they are archived with a manifest that names all pieces in order, so that the whole can be given back.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use anchorhold_rules::admission::{Admission, Finding, FindingCode, Receipts, Rejection, Severity};
use anchorhold_rules::digest::Digest;
use anchorhold_rules::request::Request;
use anchorhold_rules::verdict::{ArchiveDuty, Duty, Remedy};
use anchorhold_transcripts::Transcript;
use core::ops::Range;

/// A transcript, and the manifest of its pieces
pub struct Document<'a> {
    /// The transcript. Its window is lent to the request while the rules look at it.
    pub transcript: Transcript<'a>,
    manifest: String,
}

impl<'a> Document<'a> {
    /// A transcript with its manifest
    pub fn new(transcript: Transcript<'a>) -> Document<'a> {
        let manifest = transcript.manifest();
        Document { transcript, manifest }
    }

    /// The digest of the manifest: the object that gives the whole document back
    pub fn original(&self) -> Digest {
        Digest::of(self.manifest.as_bytes())
    }

    /// Adds the duties for the pieces that are no element's, and for the manifest, behind the other duties to archive
    pub fn add_duties(&self, duties: &mut Vec<Duty>) {
        let mut added = BTreeSet::new();
        added.extend(duties.iter().filter_map(archived));
        let at = duties.iter().rposition(|duty| archived(duty).is_some()).map_or(0, |last| last.saturating_add(1));
        let rest = self.transcript.segments.iter().filter(|segment| added.insert(segment.digest));
        let mut more: Vec<Duty> = rest.map(|segment| archive(segment.digest, None)).collect();
        more.push(archive(self.original(), Some(self.manifest.clone())));
        let later = duties.split_off(at);
        duties.extend(more);
        duties.extend(later);
    }

    /// The places of the bytes of each digest, in the order of the text
    pub fn places(&self) -> BTreeMap<Digest, Vec<Range<usize>>> {
        let mut places: BTreeMap<Digest, Vec<Range<usize>>> = BTreeMap::new();
        for segment in &self.transcript.segments {
            places.entry(segment.digest).or_default().push(segment.range.clone());
        }
        places
    }

    /// Takes out of the receipts those that the rules did not ask for, and says which of these are missing
    pub fn settle(&self, request: &Request<'_>, receipts: &mut Receipts<'_>) -> Vec<Digest> {
        let mut archived = BTreeSet::new();
        archived.extend(receipts.archived.iter().copied());
        let mut settled = BTreeSet::new();
        let mut missing = Vec::new();
        for digest in self.owed(request) {
            if archived.contains(&digest) {
                settled.insert(digest);
            } else {
                missing.push(digest);
            }
        }
        receipts.archived.retain(|digest| !settled.contains(digest));
        missing
    }

    /// The digests that are owed beside those of the elements, each once
    fn owed<'r>(&'r self, request: &Request<'_>) -> impl Iterator<Item = Digest> + use<'r, 'a> {
        let mut known = BTreeSet::new();
        known.extend(request.window.iter().filter_map(|element| element.digest));
        let pieces = self.transcript.segments.iter().map(|segment| segment.digest).chain([self.original()]);
        pieces.filter(move |digest| known.insert(*digest))
    }
}

/// Adds to what the rules say that these receipts are missing
pub fn with_missing(mut admission: Admission, request: &Request<'_>, missing: Vec<Digest>) -> Admission {
    // A plan that is refused owes nothing yet.
    let is_planned = !matches!(&admission, Admission::Refused(rejection) if !rejection.reasons.is_empty());
    if missing.is_empty() || !is_planned {
        return admission;
    }
    let settings = &request.settings;
    let set = settings.severities.iter().rev().find(|(code, _)| *code == FindingCode::ReceiptMissing);
    let severity = set.map_or(Severity::Block, |(_, severity)| *severity);
    let lacking = missing.into_iter().map(|digest| Finding {
        code: FindingCode::ReceiptMissing,
        severity,
        summary_text: None,
        window_text: Some(digest.to_hex()),
        element: None,
    });
    let findings = match &mut admission {
        Admission::Admitted(seal) => &mut seal.findings,
        Admission::Retry(feedback) => &mut feedback.findings,
        Admission::Refused(rejection) => &mut rejection.findings,
    };
    // A missing receipt comes first in the order of precedence.
    findings.splice(0..0, lacking);
    if severity == Severity::Warn {
        return admission;
    }
    // No other summary helps against a duty that was not done; only doing it does.
    let findings = core::mem::take(findings);
    let mut remedies = Vec::new();
    if request.refusal_streak >= settings.streak_limit {
        remedies.push(Remedy::Stop);
    }
    remedies.push(Remedy::PlanAgain);
    Admission::Refused(Rejection { reasons: Vec::new(), findings, remedies })
}

fn archived(duty: &Duty) -> Option<Digest> {
    match duty {
        Duty::Archive(archive) => Some(archive.digest),
        Duty::Ledger(_) | Duty::Probe(_) => None,
    }
}

fn archive(digest: Digest, content: Option<String>) -> Duty {
    Duty::Archive(ArchiveDuty { digest, elements: Vec::new(), content })
}
