//! The decisions: what a policy was asked and what it answered, by digest. They are only ever added.

use crate::clock::now_ms;
use crate::{DatabaseError, Digest, Store};
use rusqlite::params;

/// A decision that was made
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Its number, from 1, without gaps
    pub sequence: u64,
    /// When it was made, in milliseconds since 1970 in UTC
    pub at_ms: i64,
    /// What it was
    pub decision: NewDecision,
}

/// A decision to be added
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewDecision {
    /// The pass that it belongs to. `None`: to none.
    pub pass: Option<u64>,
    /// The function that was called
    pub call: String,
    /// SHA-256 of the request, as the policy was given it
    pub request: Digest,
    /// SHA-256 of the answer, as the policy gave it
    pub answer: Digest,
    /// SHA-256 of the component that decided
    pub policy: Digest,
    /// The fuel that it used
    pub fuel: u64,
}

impl Store {
    /// Adds a decision, and gives its number
    ///
    /// # Errors
    /// Where there is no such pass, or the database fails.
    pub fn add_decision(&mut self, decision: &NewDecision) -> Result<u64, DatabaseError> {
        let NewDecision { pass, call, request, answer, policy, fuel } = decision;
        let mut statement = self.connection.prepare_cached(
            "INSERT INTO decisions (pass, at_ms, call, request, answer, policy, fuel)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) RETURNING sequence",
        )?;
        // SQLite's integers have a sign; no decision uses half of what fits.
        let fuel = i64::try_from(*fuel).unwrap_or(i64::MAX);
        let values = params![pass, now_ms(), call, request, answer, policy, fuel];
        Ok(statement.query_row(values, |row| row.get(0))?)
    }

    /// The decisions of a pass, in order
    ///
    /// # Errors
    /// Where the database fails.
    pub fn decisions_of(&self, pass: u64) -> Result<Vec<Decision>, DatabaseError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT sequence, at_ms, pass, call, request, answer, policy, fuel FROM decisions WHERE pass = ?1
             ORDER BY sequence",
        )?;
        let decisions = statement.query_map([pass], |row| {
            Ok(Decision {
                sequence: row.get(0)?,
                at_ms: row.get(1)?,
                decision: NewDecision {
                    pass: row.get(2)?,
                    call: row.get(3)?,
                    request: row.get(4)?,
                    answer: row.get(5)?,
                    policy: row.get(6)?,
                    fuel: row.get(7)?,
                },
            })
        })?;
        Ok(decisions.collect::<Result<_, _>>()?)
    }
}
