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

    /// Asks for the receipts of the pieces that are no element's, and of the manifest
    pub fn judge_receipts(&self, admission: Admission, request: &Request<'_>, receipts: &Receipts<'_>) -> Admission {
        let missing = self.missing(request, receipts);
        if missing.is_empty() {
            return admission;
        }
        let set = request.settings.severities.iter().rev().find(|(code, _)| *code == FindingCode::ReceiptMissing);
        let severity = set.map_or(Severity::Block, |(_, severity)| *severity);
        let mut findings: Vec<Finding> = missing
            .into_iter()
            .map(|digest| Finding {
                code: FindingCode::ReceiptMissing,
                severity,
                summary_text: None,
                window_text: Some(digest.to_hex()),
                element: None,
            })
            .collect();
        match (admission, severity) {
            // A plan that is refused owes nothing yet.
            (Admission::Refused(rejection), _) if !rejection.reasons.is_empty() => Admission::Refused(rejection),
            (Admission::Refused(mut rejection), _) => {
                findings.append(&mut rejection.findings);
                Admission::Refused(Rejection { findings, ..rejection })
            }
            (Admission::Admitted(mut seal), Severity::Warn) => {
                findings.append(&mut seal.findings);
                seal.findings = findings;
                Admission::Admitted(seal)
            }
            (Admission::Retry(mut feedback), Severity::Warn) => {
                findings.append(&mut feedback.findings);
                feedback.findings = findings;
                Admission::Retry(feedback)
            }
            (Admission::Admitted(mut seal), Severity::Block) => {
                findings.append(&mut seal.findings);
                not_done(findings)
            }
            (Admission::Retry(mut feedback), Severity::Block) => {
                findings.append(&mut feedback.findings);
                not_done(findings)
            }
        }
    }

    /// The digests that are owed beside those of the elements, and that no receipt names
    fn missing(&self, request: &Request<'_>, receipts: &Receipts<'_>) -> Vec<Digest> {
        let elements = request.window.iter().filter_map(|element| element.digest);
        let mut settled = BTreeSet::new();
        settled.extend(elements.chain(receipts.archived.iter().copied()));
        let owed = self.transcript.segments.iter().map(|segment| segment.digest).chain([self.original()]);
        owed.filter(|digest| settled.insert(*digest)).collect()
    }
}

/// Only the duties themselves help against duties that were not done
fn not_done(findings: Vec<Finding>) -> Admission {
    Admission::Refused(Rejection { reasons: Vec::new(), findings, remedies: alloc::vec![Remedy::PlanAgain] })
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
