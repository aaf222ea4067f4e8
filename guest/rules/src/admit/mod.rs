//! Whether what a pass made may be installed.
//!
//! `installation` puts together the exact bytes; `form` looks at what was done and how large it became; `findings` looks
//! at what the summary says. What is found leads to a seal, to feedback for another try, or to the spill.

mod feedback;
pub mod findings;
pub mod form;
mod installation;
mod literal;

use crate::admission::{Admission, Candidate, Feedback, Finding, Receipts, Rejection, Seal, Severity};
use crate::error::InputError;
use crate::gathered;
use crate::plan::{Draft, refusals};
use crate::request::Request;
use crate::settings::Preset;
use crate::verdict::{Reason, Refusal, Remedy};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;
use installation::Installation;

/// Decides about the exact bytes that will be installed
///
/// # Errors
/// `request` breaks a stated rule.
pub fn admit(
    request: &Request<'_>,
    receipts: &Receipts<'_>,
    candidate: &Candidate<'_>,
) -> Result<Admission, InputError> {
    let draft = Draft::of(request)?;
    if let Some(refusal) = Refusal::of(refusals::all(&draft), &draft) {
        return Ok(refused(refusal));
    }
    let installation = Installation::of(&draft, candidate);
    let mut findings = form::receipts(&draft, receipts);
    findings.extend(found(&installation));
    Ok(decide(&installation, findings))
}

/// What `admit` would say if every duty were done.
///
/// That a pass is not due yet does not count here, and a summary is looked at even where nothing had to be summarized:
/// the question is whether it may stand for what it replaces.
///
/// # Errors
/// `request` breaks a stated rule.
pub fn check(request: &Request<'_>, candidate: &Candidate<'_>) -> Result<Admission, InputError> {
    let draft = Draft::of(request)?;
    let refused_for =
        refusals::all(&draft).into_iter().filter(|(reason, _)| !matches!(reason, Reason::NothingToGain { .. }));
    if let Some(refusal) = Refusal::of(refused_for.collect(), &draft) {
        return Ok(refused(refusal));
    }
    let installation = Installation::for_check(&draft, candidate);
    let findings = found(&installation);
    Ok(decide(&installation, findings))
}

fn refused(refusal: Refusal) -> Admission {
    Admission::Refused(Rejection { reasons: refusal.reasons, findings: Vec::new(), remedies: refusal.remedies })
}

fn found(installation: &Installation<'_, '_, '_>) -> Vec<Finding> {
    match installation.draft.survey.request.settings.preset {
        Preset::Literal => literal::findings(installation),
        Preset::Standard => {
            let mut found = form::findings(installation);
            if installation.has_summary {
                let survey = &installation.draft.survey;
                found.extend(findings::find(survey.request, &survey.classifications, installation.candidate));
            }
            each_once(&mut found);
            found
        }
    }
}

fn decide(installation: &Installation<'_, '_, '_>, mut findings: Vec<Finding>) -> Admission {
    let request = installation.draft.survey.request;
    for finding in &mut findings {
        let set = request.settings.severities.iter().rev().find(|(code, _)| *code == finding.code);
        finding.severity = set.map_or(finding.severity, |(_, severity)| *severity);
    }
    // Stable: findings of one kind stay in the order of the summary.
    gathered::order_by(&mut findings, |finding| finding.code as usize);
    let blocks = |finding: &&Finding| finding.severity == Severity::Block;
    if !findings.iter().any(|finding| blocks(&finding)) {
        return Admission::Admitted(Seal {
            digest: installation.seal(),
            next: installation.next(),
            tokens: installation.tokens,
            regime: installation.regime(),
            findings,
        });
    }
    let curable = findings.iter().filter(blocks).all(|finding| form::a_new_summary_helps(finding.code));
    if curable && request.attempts < request.settings.retries {
        return Admission::Retry(Feedback {
            instructions: feedback::instructions(installation.draft, &findings),
            attempts_left: request.settings.retries - request.attempts - 1,
            findings,
        });
    }
    Admission::Refused(Rejection { reasons: Vec::new(), remedies: remedies(request, curable), findings })
}

/// What stands several times in a summary is said once: the same words mend all of them
fn each_once(findings: &mut Vec<Finding>) {
    let mut seen = BTreeSet::new();
    findings.retain(|finding| {
        let said = finding.summary_text.as_deref().unwrap_or_default();
        let holds = finding.window_text.as_deref().unwrap_or_default();
        // The length keeps two pairs of texts apart that read alike one after the other.
        seen.insert(format!("{} {} {said}{holds}", finding.code as usize, said.len()))
    });
}

/// Against a summary that will not come right the spill helps; against a duty that was not done only doing it
fn remedies(request: &Request<'_>, curable: bool) -> Vec<Remedy> {
    let mut remedies = Vec::new();
    if request.refusal_streak >= request.settings.streak_limit {
        remedies.push(Remedy::Stop);
    }
    remedies.push(if curable { Remedy::Spill } else { Remedy::PlanAgain });
    remedies
}
