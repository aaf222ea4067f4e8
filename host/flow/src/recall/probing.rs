//! Probes: before an anchor leaves, the index is asked for it as it would be after the pass, in the words of the policy.

use super::leaving;
use crate::answers::{Classifications, Element};
use crate::desk::{Answer, Desk, DeskError};
use crate::inquiry::call;
use anchorhold_runtime::DeskFunction;
use anchorhold_store::{DatabaseError, Digest, ShelfError, Store};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, HashMap};

/// As many answers as an agent is given when it asks
pub(super) const ANSWERS: usize = 10;

/// Why the index was not asked
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The policy did not say what to ask
    #[error(transparent)]
    Desk(#[from] DeskError),
    /// The index could not be asked
    #[error(transparent)]
    Shelf(#[from] ShelfError),
    /// The index could not be asked
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

#[derive(Deserialize)]
struct Probes {
    probes: Vec<Probe>,
}

#[derive(Deserialize)]
struct Probe {
    element: String,
    queries: Vec<String>,
}

/// Whether a request lacks them: it is for a summary, its index is the store's, and none were made. `said` is what the
/// caller says himself.
pub(crate) fn wants_probes(request: &Map<String, Value>, said: &Map<String, Value>) -> bool {
    let is_own_index = request.get("index").is_some_and(Value::is_object) && !said.contains_key("index");
    let is_spill = request.get("mode").and_then(Value::as_str) == Some("spill");
    is_own_index && !is_spill && !request.contains_key("probes")
}

/// What comes of asking the index for each anchor that would leave by this request, as a request takes it
pub(crate) fn probes(
    desk: &Desk,
    store: &Store,
    session: &str,
    elements: &[Element],
    installed: &BTreeSet<Digest>,
    request: &Map<String, Value>,
) -> Result<Vec<Value>, ProbeError> {
    let request = call(request.clone());
    let Answer { value: Probes { probes }, .. } = desk.call(DeskFunction::Probes, &request)?;
    if probes.is_empty() {
        return Ok(Vec::new());
    }
    let Answer { value: Classifications { classifications }, .. } = desk.call(DeskFunction::Classify, &request)?;
    let classes: HashMap<&str, _> = classifications.iter().map(|class| (class.element.as_str(), class)).collect();
    // What stays now competes with what leaves: it will leave later.
    let all = leaving::of(elements, installed, |element| {
        classes.get(element.id.as_str()).map(|class| (class.chain.as_str(), class.anchor))
    });
    let texts: HashMap<&str, Digest> =
        all.iter().map(|leaving| (leaving.element, Digest::of(leaving.text.as_bytes()))).collect();
    let shelf = store.shelf(session, &all)?;
    let mut outcomes = Vec::new();
    for Probe { element, queries } in probes {
        let text = texts.get(element.as_str());
        let mut asked = String::new();
        let mut is_returned = false;
        for query in queries {
            // The same text under another name says the same.
            is_returned = shelf.ask(&query, ANSWERS)?.iter().any(|found| Some(&found.entry.text) == text);
            asked = query;
            if is_returned {
                break;
            }
        }
        outcomes.push(json!({"element": element, "query": asked, "returned": is_returned}));
    }
    Ok(outcomes)
}
