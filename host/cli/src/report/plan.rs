//! The report of `plan`.

use super::bars::Bars;
use super::style::{BAD, FAINT, GOOD, TITLE, styled};
use super::{refusal, treatments};
use anchorhold_flow::{Answered, PlanAnswer};
use std::path::Path;

/// The report
pub fn text(transcript: &Path, planned: &Answered<PlanAnswer>, with_elements: bool) -> String {
    let elements = &planned.asked.elements;
    let head = |verdict: String| {
        let name = styled(TITLE, &transcript.display().to_string());
        format!("\n  {verdict}  {name}  {}\n\n", treatments::title(elements, &planned.asked.format))
    };
    match &planned.answer {
        PlanAnswer::Proceed { plan } => {
            let sizes = plan.sizes;
            let bars = Bars {
                before: sizes.before,
                after: sizes.must_stay,
                is_least: true,
                margin: sizes.margin,
                budget: sizes.budget,
            };
            let summed =
                if with_elements { treatments::each(plan, elements) } else { treatments::text(plan, elements, false) };
            let duties = styled(FAINT, "nothing was changed; `anchorhold compact` does it");
            format!("{}{}\n{summed}\n  {duties}\n\n", head(styled(GOOD, "may proceed")), bars.text())
        }
        PlanAnswer::Refuse { reasons, remedies } => {
            format!("{}{}\n", head(styled(BAD, "refused")), refusal::text(reasons, remedies))
        }
    }
}
