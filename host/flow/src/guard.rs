//! The host's own look at an answer of the desk, before anything is done by it.

use crate::answers::{Duty, Element, PlanAnswer};
use crate::desk::DeskError;
use anchorhold_registry::{Nonsense, PlanFacts};
use anchorhold_runtime::DeskFunction;

/// Looks at a plan: each element has one treatment, none leaves unarchived, and what must stay fits. `budget`: B in tokens,
/// where the caller gave one.
pub(crate) fn look_at(elements: &[Element], budget: Option<u32>, answer: &PlanAnswer) -> Result<(), DeskError> {
    let nonsense = |nonsense| DeskError::Nonsense { function: DeskFunction::Plan, nonsense };
    let plan = match answer {
        PlanAnswer::Proceed { plan } => plan,
        PlanAnswer::Refuse { reasons, .. } if reasons.is_empty() => return Err(nonsense(Nonsense::Silent("reason"))),
        PlanAnswer::Refuse { remedies, .. } if remedies.is_empty() => return Err(nonsense(Nonsense::Silent("remedy"))),
        PlanAnswer::Refuse { .. } => return Ok(()),
    };
    let archived = plan.duties.iter().filter_map(|duty| match duty {
        Duty::Archive { elements, .. } => Some(elements.iter().map(String::as_str)),
        Duty::Ledger { .. } | Duty::Probe {} => None,
    });
    let facts = PlanFacts {
        treatments: plan
            .treatments
            .iter()
            .map(|treatment| (treatment.element.as_str(), treatment.disposition != "keep"))
            .collect(),
        archived: Some(archived.flatten().collect()),
        must_stay: plan.sizes.must_stay,
        budget: budget.unwrap_or(u32::MAX),
        carry: Some((&plan.carry.text, &plan.carry.digest)),
    };
    let is_held = |element: &Element| element.rest.get("externalized").is_some_and(|held| held == true);
    facts.check(elements.iter().map(|element| (element.id.as_str(), is_held(element)))).map_err(nonsense)
}
