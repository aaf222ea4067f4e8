//! The report of `check`.

use super::numbers::grouped;
use super::refusal;
use super::style::{BAD, FAINT, GOOD, TITLE, styled};
use super::table::shortened_path;
use anchorhold_flow::{Admission, Answered};
use std::path::Path;

/// The report
pub fn text(summary: &Path, checked: &Answered<Admission>) -> String {
    let head = |verdict: String, rest: String| {
        let name = styled(TITLE, &shortened_path(&summary.display().to_string(), 42));
        format!("\n  {verdict}  {name}  {}\n\n", styled(FAINT, &rest))
    };
    let body = |findings: String| if findings.is_empty() { findings } else { format!("{findings}\n") };
    match &checked.answer {
        Admission::Admitted { seal, findings, .. } => {
            let rest = format!("next window {} tokens, regime {}", grouped(seal.tokens.into()), seal.regime);
            format!("{}{}", head(styled(GOOD, "admitted"), rest), body(refusal::findings(findings)))
        }
        Admission::Retry { findings, .. } => {
            let rest = "this summary may not stand for what it would replace".to_owned();
            format!("{}{}", head(styled(BAD, "sent back"), rest), body(refusal::findings(findings)))
        }
        Admission::Refused { reasons, findings, remedies } => {
            let found = body(refusal::findings(findings));
            format!(
                "{}{found}{}\n",
                head(styled(BAD, "refused"), String::new()),
                refusal::text(reasons, remedies, None)
            )
        }
    }
}
