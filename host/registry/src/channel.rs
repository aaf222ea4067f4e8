//! Channels: names that point to a version, and the way that they took.

use crate::name::Name;
use anchorhold_runtime::Digest;
use serde::{Deserialize, Serialize};

/// A channel: `channels/<name>.json`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Channel {
    /// Its name
    pub name: Name,
    /// The version that it points to
    pub digest: Digest,
    /// How it came to point there, the oldest move first
    pub moves: Vec<Move>,
}

/// One move of a channel
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Move {
    /// When, in milliseconds since 1970 in UTC
    pub at_ms: i64,
    /// Where it pointed before. `None`: nowhere.
    pub from: Option<Digest>,
    /// Where it points after
    pub to: Digest,
    /// Why: `use`, `rollback`, or what made the host roll back by itself
    pub why: String,
    /// It undoes an earlier move
    pub is_back: bool,
}

impl Channel {
    /// The versions that it came by, as far as moves were not undone since; the last is the present one
    pub fn way(&self) -> Vec<Digest> {
        let mut way: Vec<Digest> = Vec::new();
        for step in &self.moves {
            if step.is_back {
                way.pop();
            } else {
                way.push(step.to);
            }
        }
        way
    }

    /// The version before the present one. `None`: there is none.
    pub fn before(&self) -> Option<Digest> {
        self.way().into_iter().nth_back(1)
    }
}
