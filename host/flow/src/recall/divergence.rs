//! Query-anchor divergence: how often the questions of this epoch missed what they are about, as the policy reckons it.

use crate::desk::{Answer, Desk, DeskError};
use anchorhold_runtime::DeskFunction;
use anchorhold_store::{DatabaseError, Logged, Store};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Report {
    divergence: u32,
}

/// In thousandths. `None`: nothing was asked since the newest pass of the session.
pub(crate) fn divergence(desk: &Desk, store: &Store, session: &str) -> Result<Option<u32>, DivergenceError> {
    let log = store.questions_since_commit(session)?;
    if log.is_empty() {
        return Ok(None);
    }
    let mut evictions: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for Logged { about, .. } in &log {
        if !evictions.contains_key(about) {
            let left = store.left_with(*about)?;
            evictions.insert(*about, left.iter().map(|entry| entry.number.to_string()).collect());
        }
    }
    let named = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>();
    let log: Value = log
        .iter()
        .map(|one| json!({"query": one.question, "about": one.about, "returned": named(&one.answers)}))
        .collect();
    let evictions: Value =
        evictions.iter().map(|(epoch, elements)| json!({"epoch": epoch, "elements": elements})).collect();
    let call = Map::from_iter([("log".to_owned(), log), ("evictions".to_owned(), evictions)]);
    let Answer { value: Report { divergence }, .. } = desk.call(DeskFunction::Divergence, &call)?;
    Ok(Some(divergence))
}

/// Why it was not reckoned
#[derive(Debug, thiserror::Error)]
pub enum DivergenceError {
    /// The policy did not answer
    #[error(transparent)]
    Desk(#[from] DeskError),
    /// The log could not be read
    #[error(transparent)]
    Database(#[from] DatabaseError),
}
