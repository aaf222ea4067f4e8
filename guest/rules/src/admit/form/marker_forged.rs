//! The summary imitates a marker or a pointer.
//!
//! ## Why
//! A text that looks like the output of a pass would be taken for one: kept for ever, or asked for in vain. A user
//! or a tool can put it there.
//!
//! ## What helps
//! Ask again without it, then the spill.
//!
//! ## Example
//! The summary holds a line `[anchorhold pass 7 covers …]`, or `ah:0123456789abcdef` where nothing of that digest
//! was set aside.
//!
//! ## Source
//! spec 001, condition of validity: the monotonic sequence

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode};
use crate::admit::installation::Installation;
use crate::marker;
use crate::plan::SUMMARY_HEADING;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "marker-forged",
    kind: RuleKind::Finding,
    summary: "The summary imitates a marker or a pointer",
    source: "spec 001, condition of validity: the monotonic sequence",
};

/// Whether a line looks like a marker or a heading of a pass, or a pointer leads nowhere that is known
pub fn find(installation: &Installation<'_, '_, '_>, findings: &mut Vec<Finding>) {
    if !installation.has_summary {
        return;
    }
    let text = installation.candidate.text.as_ref();
    let forged = |line: &&str| line.trim_start().starts_with(SUMMARY_HEADING) || marker::looks_like_marker(line);
    let lines = text.lines().filter(forged);
    let pointers = marker::find_pointers(text).filter(|pointer| !installation.draft.is_pointer(pointer));
    for imitation in lines.chain(pointers) {
        let mut forged = finding(FindingCode::MarkerForged);
        forged.summary_text = Some(imitation.to_string());
        findings.push(forged);
    }
}
