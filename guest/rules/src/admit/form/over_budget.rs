//! The next window is above B.
//!
//! ## Why
//! A window above the budget triggers the next pass at once. And a summary of more than 256 KiB is not read to its end, so that
//! nobody could say that it is true.
//!
//! ## What helps
//! A shorter summary, then the spill.
//!
//! ## Example
//! B is 8,000; what stays has 5,000 and the summary 3,400.
//!
//! ## Source
//! spec 000, reference code: the size after compaction

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode};
use crate::admit::findings::SUMMARY_BYTES_MOST;
use crate::admit::installation::Installation;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "over-budget",
    kind: RuleKind::Finding,
    summary: "The next window is above B",
    source: "spec 000, reference code: the size after compaction",
};

/// Whether the whole is above B, in tokens or in bytes, or the summary too long to be read
pub fn find(installation: &Installation<'_, '_, '_>, findings: &mut Vec<Finding>) {
    let survey = &installation.draft.survey;
    let summary_bytes = if installation.has_summary { installation.candidate.text.len() as u64 } else { 0 };
    let over_bytes = survey
        .request
        .budget
        .limit_bytes
        .is_some_and(|limit| u64::from(limit) < installation.draft.kept_bytes().saturating_add(summary_bytes));
    if survey.budget < installation.tokens || over_bytes || summary_bytes > SUMMARY_BYTES_MOST as u64 {
        findings.push(finding(FindingCode::OverBudget));
    }
}

#[cfg(test)]
mod tests {
    use crate::admission::{Admission, Candidate, FindingCode};
    use crate::admit::check;
    use crate::request::{Budget, Request};
    use crate::settings::Preset;
    use crate::window::{Element, ElementKind};
    use alloc::string::String;
    use alloc::vec::Vec;

    #[test]
    fn what_is_not_read_to_its_end_is_not_admitted() {
        let long = "The importer reads each part of the file and keeps what it read.\n".repeat(5000);
        let window = ["u1", "u2", "u3"].map(|id| Element::new(id, ElementKind::UserRequest, long.as_str()));
        let budget = Budget { limit_tokens: 1_000_000, reserve_tokens: 0, overhead_tokens: 0, limit_bytes: None };
        let request = Request::new(window.to_vec(), budget, Preset::Standard);
        let codes = |text: String| -> Vec<FindingCode> {
            let candidate = Candidate { text: text.into(), ..Candidate::default() };
            match check(&request, &candidate) {
                Ok(Admission::Admitted(seal)) => seal.findings.iter().map(|finding| finding.code).collect(),
                Ok(Admission::Retry(feedback)) => feedback.findings.iter().map(|finding| finding.code).collect(),
                Ok(Admission::Refused(_)) | Err(_) => Vec::from([FindingCode::SummaryIsError]),
            }
        };
        assert_eq!(codes(String::from(long.get(..long.len() / 2).unwrap_or_default()) + "."), []);
        assert_eq!(codes(long.clone()), [FindingCode::OverBudget]);
    }
}
