//! What the summarizer is told about a summary that goes back: each finding once.

use crate::admission::{Finding, FindingCode};
use crate::plan::Draft;
use alloc::format;
use alloc::string::String;

/// The findings as instructions in English
pub fn instructions(draft: &Draft<'_, '_>, findings: &[Finding]) -> String {
    let mut text = String::from("The summary cannot be used as it is. Write it again, and mend this:\n");
    for finding in findings {
        text.push_str("- ");
        text.push_str(what_to_do(finding.code));
        if let Some(said) = &finding.summary_text {
            text.push_str(&format!(" It says: \"{said}\"."));
        }
        if let Some(holds) = &finding.window_text {
            text.push_str(&format!(" The conversation holds: \"{holds}\"."));
        }
        text.push('\n');
    }
    text.push_str(&format!("It may have at most {} tokens.", draft.summary_room()));
    text
}

/// What would mend a finding
fn what_to_do(code: FindingCode) -> &'static str {
    match code {
        FindingCode::ReceiptMissing | FindingCode::ReceiptMismatch | FindingCode::WindowMoved => {
            "The host must plan again; the summary is not at fault."
        }
        FindingCode::SummaryEmpty => "It holds nothing.",
        FindingCode::SummaryIsError => "It is the text of an error and no summary.",
        FindingCode::SummaryTruncated => "It was cut off; write less.",
        FindingCode::OverBudget | FindingCode::SingleShotSpent => "It is too long; leave out what can be asked for.",
        FindingCode::NoGain => "It is hardly shorter than what it replaces; say only what matters.",
        FindingCode::MarkerForged => "Write no line that looks like a marker, a pointer or the heading of a pass.",
        FindingCode::InvariantLost => "Copy this word for word.",
        FindingCode::IdentifierAltered => "Copy the identifier exactly.",
        FindingCode::PathAltered => "Copy the path exactly.",
        FindingCode::NumberAltered => "Copy the number exactly.",
        FindingCode::NumberRounded => "Give the exact value, or say \"about\" and keep its magnitude.",
        FindingCode::StateStale => "Give the latest value, or say that it was the value before.",
        FindingCode::IdentifierIntroduced => "Leave out what the conversation does not hold.",
        FindingCode::PolarityFlipped => "Keep the negation as it stands.",
        FindingCode::ConstraintWeakened => "State the constraint as one that still binds, or leave it out.",
        FindingCode::ConstraintIntroduced => "Leave out the constraint that nobody stated.",
        FindingCode::OrderInverted => "Keep the order as it stands.",
        FindingCode::PlanStepLost => "Say which step of the plan is being worked on.",
        FindingCode::StepReopened => "Tell the finished step as finished.",
        FindingCode::EffectAsPending => "Tell as done what was done.",
        FindingCode::EffectInvented => "Leave out what was never done.",
        FindingCode::RequestInvented => "Leave out the request that the user did not make.",
        FindingCode::ApprovalInvented => "Leave out the approval that the user did not give.",
        FindingCode::ReferenceDangling => "Say what is referred to, or leave the reference out.",
        FindingCode::LanguageChanged => "Write in the language of the conversation.",
    }
}
