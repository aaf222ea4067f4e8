//! The decisions: what a policy was asked and what it answered, by digest. They are only ever added, each chained to the
//! one before it.

use crate::archive::Archiver;
use crate::clock::now_ms;
use crate::{ArchiveError, DatabaseError, Digest, Store};
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

/// A decision that was made
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Its number, from 1, without gaps
    pub sequence: u64,
    /// When it was made, in milliseconds since 1970 in UTC
    pub at_ms: i64,
    /// What it was
    pub decision: NewDecision,
    /// The object from which the request is put together again. `None`: it is of a time when none was kept.
    pub recipe: Option<Digest>,
    /// SHA-256 over this decision and the chain before it. `None`: it is of a time when there was no chain.
    pub chain: Option<Digest>,
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
    /// The engine on which that is the fuel. `None`: not known.
    pub engine: Option<String>,
}

/// How the chain of decisions stands
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chain {
    /// Decisions that are part of it
    pub decisions: u64,
    /// Decisions of a time when there was no chain
    pub unchained: u64,
    /// Its last value: whoever keeps it elsewhere can tell later that nothing before it was changed or cut off.
    /// `None`: there is no decision.
    pub head: Option<Digest>,
    /// The first decision that is not as it was added, or before which one is missing. `None`: there is none.
    pub broken_at: Option<u64>,
    /// It passes the value that was expected on its way. `None`: none was.
    pub passes_expected: Option<bool>,
}

impl Chain {
    /// Nothing was changed, left out or put in, as far as can be told
    pub fn is_sound(&self) -> bool {
        self.broken_at.is_none() && self.passes_expected != Some(false)
    }
}

/// Why a decision was not added
#[derive(Debug, thiserror::Error)]
pub enum AddDecisionError {
    /// The database failed, or there is no such pass
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The recipe was not archived
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

impl Store {
    /// Adds a decision with the recipe of its request, and gives its number
    ///
    /// # Errors
    /// Where there is no such pass, the recipe cannot be archived, or the database fails. Nothing was added then.
    pub fn add_decision(&mut self, decision: &NewDecision, recipe: Option<&[u8]>) -> Result<u64, AddDecisionError> {
        let mut archiver = Archiver::new()?;
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(DatabaseError)?;
        let recipe = recipe.map(|bytes| archiver.keep(&transaction, bytes)).transpose()?;
        let sequence = insert(&transaction, decision, recipe.map(|kept| kept.digest)).map_err(DatabaseError)?;
        transaction.commit().map_err(DatabaseError)?;
        Ok(sequence)
    }

    /// The decisions of a pass, in order
    ///
    /// # Errors
    /// Where the database fails.
    pub fn decisions_of(&self, pass: u64) -> Result<Vec<Decision>, DatabaseError> {
        let mut statement = self.connection.prepare_cached(&format!("{SELECT} WHERE pass = ?1 ORDER BY sequence"))?;
        let decisions = statement.query_map([pass], decision_of)?;
        Ok(decisions.collect::<Result<_, _>>()?)
    }

    /// The number of the latest decision; 0: there is none
    ///
    /// # Errors
    /// Where the database fails.
    pub fn decisions_count(&self) -> Result<u64, DatabaseError> {
        let mut statement = self.connection.prepare_cached("SELECT coalesce(max(sequence), 0) FROM decisions")?;
        Ok(statement.query_row([], |row| row.get(0))?)
    }

    /// So many decisions after this number, in order
    ///
    /// # Errors
    /// Where the database fails.
    pub fn decisions_after(&self, sequence: u64, count: u32) -> Result<Vec<Decision>, DatabaseError> {
        let select = format!("{SELECT} WHERE sequence > ?1 ORDER BY sequence LIMIT ?2");
        let mut statement = self.connection.prepare_cached(&select)?;
        let decisions = statement.query_map(params![sequence, count], decision_of)?;
        Ok(decisions.collect::<Result<_, _>>()?)
    }

    /// One decision. `None`: there is no such number.
    ///
    /// # Errors
    /// Where the database fails.
    pub fn decision(&self, sequence: u64) -> Result<Option<Decision>, DatabaseError> {
        let mut statement = self.connection.prepare_cached(&format!("{SELECT} WHERE sequence = ?1"))?;
        Ok(statement.query_row([sequence], decision_of).optional()?)
    }

    /// Goes along the chain of decisions from its beginning. `expected`: a value that it had once; a chain that does not
    /// pass it was cut off and made anew.
    ///
    /// # Errors
    /// Where the database fails.
    pub fn verify_decisions(&self, expected: Option<Digest>) -> Result<Chain, DatabaseError> {
        let mut statement = self.connection.prepare(&format!("{SELECT} ORDER BY sequence"))?;
        let mut chain = Chain { passes_expected: expected.map(|_| false), ..Chain::default() };
        let mut sequence = 1;
        for decision in statement.query_map([], decision_of)? {
            let decision = decision?;
            let is_sound = match decision.chain {
                Some(link) => link == linked(chain.head, &decision),
                // Once there is a chain, every decision is part of it.
                None => chain.decisions == 0,
            };
            if (!is_sound || decision.sequence != sequence) && chain.broken_at.is_none() {
                chain.broken_at = Some(decision.sequence);
            }
            match decision.chain {
                Some(_) => chain.decisions += 1,
                None => chain.unchained += 1,
            }
            chain.head = decision.chain.or(chain.head);
            sequence = decision.sequence + 1;
            if expected.is_some() && decision.chain == expected {
                chain.passes_expected = Some(true);
            }
        }
        Ok(chain)
    }
}

const SELECT: &str =
    "SELECT sequence, at_ms, pass, call, request, answer, policy, fuel, engine, recipe, chain FROM decisions";

fn insert(connection: &Connection, decision: &NewDecision, recipe: Option<Digest>) -> rusqlite::Result<u64> {
    let last = connection
        .prepare_cached("SELECT sequence, chain FROM decisions ORDER BY sequence DESC LIMIT 1")?
        .query_row([], |row| Ok((row.get::<_, u64>(0)?, row.get::<_, Option<Digest>>(1)?)))
        .optional()?;
    let (sequence, before) = last.map_or((1, None), |(sequence, chain)| (sequence + 1, chain));
    let mut added = Decision { sequence, at_ms: now_ms(), decision: decision.clone(), recipe, chain: None };
    added.chain = Some(linked(before, &added));
    let NewDecision { pass, call, request, answer, policy, fuel, engine } = decision;
    // SQLite's integers have a sign; no decision uses half of what fits.
    let fuel = i64::try_from(*fuel).unwrap_or(i64::MAX);
    connection
        .prepare_cached(
            "INSERT INTO decisions (sequence, pass, at_ms, call, request, answer, policy, fuel, engine, recipe, chain)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?
        .execute(params![
            sequence,
            pass,
            added.at_ms,
            call,
            request,
            answer,
            policy,
            fuel,
            engine,
            recipe,
            added.chain
        ])?;
    Ok(sequence)
}

/// The value of the chain after a decision: SHA-256 over the value before it and the columns of the decision, one a line
fn linked(before: Option<Digest>, decision: &Decision) -> Digest {
    let Decision { sequence, at_ms, decision, recipe, chain: _ } = decision;
    let NewDecision { pass, call, request, answer, policy, fuel, engine } = decision;
    let shown = |digest: Option<Digest>| digest.map(|digest| digest.to_string()).unwrap_or_default();
    let pass = pass.map(|pass| pass.to_string()).unwrap_or_default();
    let engine = engine.as_deref().unwrap_or_default();
    let text = format!(
        "{}\n{sequence}\n{at_ms}\n{pass}\n{call}\n{request}\n{answer}\n{policy}\n{fuel}\n{engine}\n{}\n",
        shown(before),
        shown(*recipe)
    );
    Digest::of(text.as_bytes())
}

fn decision_of(row: &Row<'_>) -> rusqlite::Result<Decision> {
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
            engine: row.get(8)?,
        },
        recipe: row.get(9)?,
        chain: row.get(10)?,
    })
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that cannot go on must stop")]
mod tests {
    use super::NewDecision;
    use crate::{Digest, Store};

    fn decision(fuel: u64) -> NewDecision {
        NewDecision {
            pass: None,
            call: "plan".to_owned(),
            request: Digest::of(b"request"),
            answer: Digest::of(b"answer"),
            policy: Digest::of(b"policy"),
            fuel,
            engine: Some("engine 1".to_owned()),
        }
    }

    fn store() -> Store {
        let mut store = Store::open_in_memory().expect("a store");
        for fuel in 1..=5 {
            let sequence = store.add_decision(&decision(fuel), Some(b"recipe")).expect("it is added");
            assert_eq!(sequence, fuel);
        }
        store
    }

    #[test]
    fn a_decision_is_read_as_it_was_added() {
        let store = store();
        let third = store.decision(3).expect("it is read").expect("it is there");
        assert_eq!((third.decision, third.recipe), (decision(3), Some(Digest::of(b"recipe"))));
        assert_eq!(store.read(Digest::of(b"recipe")).expect("the recipe is archived"), b"recipe");
        assert_eq!(store.decision(6).expect("it is read"), None);
    }

    #[test]
    fn whatever_is_changed_breaks_the_chain_where_it_was() {
        let sound = store().verify_decisions(None).expect("it is read");
        assert_eq!((sound.decisions, sound.unchained, sound.broken_at), (5, 0, None));
        for (change, broken_at) in [
            ("UPDATE decisions SET fuel = 9 WHERE sequence = 3", Some(3)),
            ("UPDATE decisions SET answer = request WHERE sequence = 1", Some(1)),
            ("UPDATE decisions SET chain = request WHERE sequence = 4", Some(4)),
            ("UPDATE decisions SET chain = NULL WHERE sequence = 4", Some(4)),
            ("DELETE FROM decisions WHERE sequence = 2", Some(3)),
            ("DELETE FROM decisions WHERE sequence = 1", Some(2)),
            ("UPDATE decisions SET fuel = 5 WHERE sequence = 5", None),
        ] {
            let store = store();
            // The triggers keep honest programs from it; the chain tells of the others.
            let open = "DROP TRIGGER decisions_stay; DROP TRIGGER decisions_do_not_change;";
            store.connection.execute_batch(&format!("{open} {change}")).expect("it is changed");
            assert_eq!(store.verify_decisions(None).expect("it is read").broken_at, broken_at, "{change}");
        }
        let cut = store();
        cut.connection
            .execute_batch("DROP TRIGGER decisions_stay; DELETE FROM decisions WHERE sequence = 5")
            .expect("the last is cut off");
        assert!(cut.verify_decisions(None).expect("it is read").is_sound(), "the rest is as it was");
        assert!(
            !cut.verify_decisions(sound.head).expect("it is read").is_sound(),
            "the head tells of what was cut off"
        );
        assert!(store().verify_decisions(None).expect("it is read").is_sound());
    }
}
