//! What the rules of this repository say of a summary: `check`, with the settings of `standard`.

use anchorhold_rules::admission::{Admission, Candidate, Finding, FindingCode, Severity};
use anchorhold_rules::admit::check;
use anchorhold_rules::request::{Budget, Request};
use anchorhold_rules::settings::Preset;
use anchorhold_rules::window::Window;
use std::time::Duration;

/// The window of the models that wrote most of the summaries, in tokens
const LIMIT_TOKENS: u32 = 200_000;

/// What was said of one summary
pub struct Judged {
    /// All that was found, in the order of the contract
    pub findings: Vec<Finding>,
    /// What the judging took, of the processor
    pub took: Duration,
}

impl Judged {
    /// Whether the summary may not be installed
    pub fn is_blocked(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Block)
    }

    /// Whether anything was said of it
    pub fn is_noted(&self) -> bool {
        !self.findings.is_empty()
    }

    /// The kinds of findings of one severity, each once, in the order of the contract
    pub fn codes(&self, severity: Severity) -> Vec<FindingCode> {
        let of_it = self.findings.iter().filter(|finding| finding.severity == severity);
        let mut codes: Vec<FindingCode> = of_it.map(|finding| finding.code).collect();
        codes.dedup();
        codes
    }
}

/// A window with nothing said of it but what its transcript says
pub fn request(window: Window<'_>) -> Request<'_> {
    let budget = Budget { limit_tokens: LIMIT_TOKENS, reserve_tokens: 0, overhead_tokens: 0, limit_bytes: None };
    Request::new(window, budget, Preset::Standard)
}

/// Judges a summary; `host_text` is what the host itself added to it
///
/// # Errors
/// The plan was refused, or the request is against a stated rule: then nothing was said of the summary.
pub fn judge(request: &Request<'_>, text: &str, host_text: &str) -> Result<Judged, String> {
    let candidate = Candidate { text: text.into(), host_text: host_text.into(), ..Candidate::default() };
    let start = processor_time();
    let admission = check(request, &candidate);
    let took = processor_time().saturating_sub(start);
    let findings = match admission.map_err(|error| format!("{error:?}"))? {
        Admission::Admitted(seal) => seal.findings,
        Admission::Retry(feedback) => feedback.findings,
        Admission::Refused(rejection) if rejection.reasons.is_empty() => rejection.findings,
        Admission::Refused(rejection) => return Err(format!("the plan was refused: {:?}", rejection.reasons)),
    };
    Ok(Judged { findings, took })
}

fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
