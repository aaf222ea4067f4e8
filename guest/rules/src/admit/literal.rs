//! What the reference code of specs 000 and 001 looks at once a summary is there: whether each invariant is a substring
//! of it, and whether the size clears the margin.

use super::form::finding;
use super::installation::Installation;
use crate::admission::{Finding, FindingCode};
use crate::window::Standing;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The findings of the preset `literal`
pub fn findings(installation: &Installation<'_, '_, '_>) -> Vec<Finding> {
    let survey = &installation.draft.survey;
    let mut findings = Vec::new();
    // The comparison is exact: with whole numbers, above the rounded-down margin is above the margin.
    if survey.margin < installation.tokens {
        findings.push(finding(FindingCode::OverBudget));
    }
    let invariants = survey.request.pins.iter().filter(|pin| pin.standing == Standing::Active);
    for invariant in invariants.filter(|pin| !installation.candidate.text.contains(pin.text.as_ref())) {
        let mut lost = finding(FindingCode::InvariantLost);
        lost.window_text = Some(invariant.text.to_string());
        findings.push(lost);
    }
    findings
}
