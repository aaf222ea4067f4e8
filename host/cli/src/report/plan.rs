//! The report of `plan`.

use super::bars::Bars;
use super::style::{BAD, FAINT, GOOD, styled};
use super::{refusal, treatments};
use anchorhold_flow::{Answered, PlanAnswer};
use std::path::Path;

/// The report
pub fn text(transcript: &Path, planned: &Answered<PlanAnswer>, with_elements: bool) -> String {
    let elements = &planned.asked.elements;
    let title = treatments::title(transcript, elements, &planned.asked.format);
    let head = |verdict: String| format!("\n  {verdict}  {title}\n\n");
    match &planned.answer {
        PlanAnswer::Proceed { plan } => {
            let bars = Bars::of_plan(plan.sizes);
            let summed =
                if with_elements { treatments::each(plan, elements) } else { treatments::text(plan, elements, false) };
            let duties = styled(FAINT, "nothing was changed; `anchorhold compact` does it");
            format!("{}{}\n{summed}\n  {duties}\n\n", head(styled(GOOD, "may proceed")), bars.text())
        }
        PlanAnswer::Refuse { reasons, remedies, sizes } => {
            let refused = refusal::text(reasons, remedies, *sizes);
            format!("{}{refused}\n", head(styled(BAD, "refused")))
        }
    }
}
