//! Claims: who may fire an effect, and what came of it. The ledger is written before the effect fires.

use crate::events::{self, NewEvent};
use crate::ledger::{COLUMNS, effect_of};
use crate::{DatabaseError, Effect, EffectStatus, Store};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

/// What came of claiming an effect
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It is the caller's to fire; the ledger says so, durably
    Won,
    /// Somebody else wrote to the ledger first: judge again by what stands there now
    Lost,
}

/// What an entry became by what its caller told
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// It got further; this is the entry now
    Advanced(Effect),
    /// That was known; this is the entry
    Known(Effect),
    /// What stands there is more certain than what was told, and stays
    Outranked(Effect),
    /// There is no entry of this identity
    Absent,
}

/// What settling an entry came to
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Settled {
    /// This is the entry now
    Settled(Effect),
    /// Its caller may still tell what came of it
    InFlight(Effect),
    /// It was settled otherwise before, and stays so
    Ended(Effect),
    /// There is no entry of this identity
    Absent,
}

impl Store {
    /// The entries that have this identity or this key, oldest first
    ///
    /// # Errors
    /// Where the database fails.
    pub fn effects_like(&self, session: &str, id: &str, key: Option<&str>) -> Result<Vec<Effect>, DatabaseError> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM effects WHERE session = ?1 AND (id = ?2 OR idempotency_key = ?3) ORDER BY rowid"
        ))?;
        let effects = statement.query_map(params![session, id, key], effect_of)?;
        Ok(effects.collect::<Result<_, _>>()?)
    }

    /// Claims an effect that is about to fire. Of all who claim one identity at a time, one wins.
    ///
    /// `is_retry` says that the entry stands there as failed and is to be fired again.
    ///
    /// # Errors
    /// Where the database fails. Then nobody may fire.
    pub fn claim(&mut self, session: &str, effect: &Effect, is_retry: bool) -> Result<Claim, DatabaseError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let effect = Effect { status: EffectStatus::Intended, ..effect.clone() };
        let is_won =
            if is_retry { renew(&transaction, session, &effect)? } else { put(&transaction, session, &effect)? };
        if !is_won {
            return Ok(Claim::Lost);
        }
        note(&transaction, session, &effect)?;
        transaction.commit()?;
        Ok(Claim::Won)
    }

    /// Notes what the one who fires an effect tells of it. Nothing becomes less certain for being told late.
    ///
    /// # Errors
    /// Where the database fails. Then nothing was noted.
    pub fn tell(
        &mut self,
        session: &str,
        id: &str,
        status: EffectStatus,
        outcome: Option<&str>,
    ) -> Result<Told, DatabaseError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let Some(held) = held(&transaction, session, id)? else { return Ok(Told::Absent) };
        if !held.status.is_advanced_by(status) {
            return Ok(if held.status == status { Told::Known(held) } else { Told::Outranked(held) });
        }
        Ok(Told::Advanced(write(transaction, session, id, status, outcome)?))
    }

    /// Ends an entry whose outcome nobody knew, by what was found out since
    ///
    /// # Errors
    /// Where the database fails. Then nothing was settled.
    pub fn settle(
        &mut self,
        session: &str,
        id: &str,
        is_done: bool,
        outcome: Option<&str>,
    ) -> Result<Settled, DatabaseError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let Some(held) = held(&transaction, session, id)? else { return Ok(Settled::Absent) };
        let status = if is_done { EffectStatus::Confirmed } else { EffectStatus::Failed };
        match held.status {
            EffectStatus::Unknown => {}
            EffectStatus::Intended | EffectStatus::Fired => return Ok(Settled::InFlight(held)),
            same if same == status => return Ok(Settled::Settled(held)),
            EffectStatus::Confirmed | EffectStatus::Failed => return Ok(Settled::Ended(held)),
        }
        Ok(Settled::Settled(write(transaction, session, id, status, outcome)?))
    }

    /// Notes that whoever had effects in flight is gone, so that nobody knows their outcome; gives them, oldest first
    ///
    /// # Errors
    /// Where the database fails. Then nothing was noted.
    pub fn abandon(&mut self, session: &str) -> Result<Vec<Effect>, DatabaseError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let abandoned: Vec<Effect> = {
            let mut statement = transaction.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM effects WHERE session = ?1 AND status IN ('intended', 'fired') ORDER BY rowid"
            ))?;
            statement.query_map([session], effect_of)?.collect::<Result<_, _>>()?
        };
        let abandoned: Vec<Effect> =
            abandoned.into_iter().map(|effect| Effect { status: EffectStatus::Unknown, ..effect }).collect();
        for effect in &abandoned {
            set(&transaction, session, &effect.id, effect.status, None)?;
            note(&transaction, session, effect)?;
        }
        transaction.commit()?;
        Ok(abandoned)
    }
}

/// Writes an entry that is not there. The table allows one of each identity, so of all who try one succeeds.
fn put(connection: &Connection, session: &str, effect: &Effect) -> rusqlite::Result<bool> {
    let changed = connection
        .prepare_cached(
            "INSERT INTO effects (session, id, action, target, idempotency_key, status, arguments, element,
                                  recorded_at_ms, changed_at_ms)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9) ON CONFLICT (session, id) DO NOTHING",
        )?
        .execute(params![
            session,
            effect.id,
            effect.action,
            effect.target,
            effect.idempotency_key,
            effect.status,
            effect.arguments,
            effect.element,
            crate::clock::now_ms(),
        ])?;
    Ok(changed == 1)
}

/// Takes an entry that failed to fire it again
fn renew(connection: &Connection, session: &str, effect: &Effect) -> rusqlite::Result<bool> {
    let changed = connection
        .prepare_cached(
            "UPDATE effects SET status = ?3, fired_at = NULL, outcome = NULL, changed_at_ms = ?4
             WHERE session = ?1 AND id = ?2 AND status = 'failed'",
        )?
        .execute(params![session, effect.id, effect.status, crate::clock::now_ms()])?;
    Ok(changed == 1)
}

fn held(connection: &Connection, session: &str, id: &str) -> rusqlite::Result<Option<Effect>> {
    connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM effects WHERE session = ?1 AND id = ?2"))?
        .query_row([session, id], effect_of)
        .optional()
}

/// Sets a status, and commits
fn write(
    transaction: Transaction<'_>,
    session: &str,
    id: &str,
    status: EffectStatus,
    outcome: Option<&str>,
) -> rusqlite::Result<Effect> {
    let effect = set(&transaction, session, id, status, outcome)?;
    note(&transaction, session, &effect)?;
    transaction.commit()?;
    Ok(effect)
}

fn set(
    connection: &Connection,
    session: &str,
    id: &str,
    status: EffectStatus,
    outcome: Option<&str>,
) -> rusqlite::Result<Effect> {
    // When it fired is first known when it is first said to have.
    connection
        .prepare_cached(&format!(
            "UPDATE effects SET status = ?3, outcome = coalesce(?4, outcome), changed_at_ms = ?5,
                 fired_at = CASE WHEN ?3 IN ('fired', 'confirmed')
                            THEN coalesce(fired_at, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) ELSE fired_at END
             WHERE session = ?1 AND id = ?2 RETURNING {COLUMNS}"
        ))?
        .query_row(params![session, id, status, outcome, crate::clock::now_ms()], effect_of)
}

/// Adds the step to the events
fn note(connection: &Connection, session: &str, effect: &Effect) -> rusqlite::Result<()> {
    let kind = format!("effect-{}", effect.status.name());
    // SQLite makes the JSON: this crate writes no other.
    let detail: String = connection
        .prepare_cached("SELECT json_object('session', ?1, 'id', ?2)")?
        .query_row([session, &effect.id], |row| row.get(0))?;
    events::add(connection, NewEvent { pass: None, kind: &kind, detail: &detail }).map(drop)
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on must stop")]
mod tests {
    use super::{Claim, Settled, Told};
    use crate::EffectStatus::{Confirmed, Failed, Fired, Intended, Unknown};
    use crate::{Effect, EffectStatus, Store};
    use std::thread;

    fn charge(id: &str) -> Effect {
        Effect {
            id: id.to_owned(),
            action: "charge".to_owned(),
            target: String::new(),
            idempotency_key: Some(id.to_owned()),
            status: Intended,
            arguments: Some("{}".to_owned()),
            fired_at: None,
            outcome: None,
            element: None,
        }
    }

    fn status(store: &Store) -> Option<EffectStatus> {
        store.effects_like("s", "k", None).expect("entries").first().map(|effect| effect.status)
    }

    #[test]
    fn one_of_many_wins_each_claim() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store.db");
        let wins: usize = thread::scope(|scope| {
            let claimers = [(); 8].map(|()| {
                scope.spawn(|| {
                    let mut store = Store::open(&path).expect("a store");
                    let won = |key: &u32| {
                        store.claim("s", &charge(&key.to_string()), false).expect("it is claimed") == Claim::Won
                    };
                    (0..10).filter(won).count()
                })
            });
            claimers.into_iter().map(|claimer| claimer.join().expect("it claims")).sum()
        });
        assert_eq!(wins, 10);
    }

    #[test]
    fn what_failed_is_claimed_again_by_one() {
        let mut store = Store::open_in_memory().expect("a store");
        assert_eq!(store.claim("s", &charge("k"), true).expect("a claim"), Claim::Lost, "there is nothing to retry");
        assert_eq!(store.claim("s", &charge("k"), false).expect("a claim"), Claim::Won);
        assert!(matches!(store.tell("s", "k", Failed, Some("declined")).expect("told"), Told::Advanced(_)));
        assert_eq!(store.claim("s", &charge("k"), true).expect("a claim"), Claim::Won);
        assert_eq!(store.claim("s", &charge("k"), true).expect("a claim"), Claim::Lost);
        assert_eq!(
            store.effects_like("s", "k", None).expect("entries"),
            [charge("k")],
            "the outcome is that of the retry"
        );
    }

    #[test]
    fn an_entry_gets_further_as_it_is_told() {
        let mut store = Store::open_in_memory().expect("a store");
        assert_eq!(store.tell("s", "k", Fired, None).expect("told"), Told::Absent);
        assert_eq!(store.settle("s", "k", true, None).expect("settled"), Settled::Absent);
        store.claim("s", &charge("k"), false).expect("a claim");
        assert!(matches!(store.settle("s", "k", true, None).expect("settled"), Settled::InFlight(_)));
        let Told::Advanced(fired) = store.tell("s", "k", Fired, None).expect("told") else { panic!("it gets further") };
        assert!(fired.fired_at.is_some_and(|at| at.len() == "2026-01-01T00:00:00Z".len()));
        assert!(matches!(store.tell("s", "k", Fired, None).expect("told"), Told::Known(_)));
        assert_eq!(store.abandon("s").expect("abandoned").len(), 1);
        assert_eq!((status(&store), store.abandon("s").expect("abandoned").len()), (Some(Unknown), 0));
        assert!(matches!(store.settle("s", "k", true, Some("ch_1")).expect("settled"), Settled::Settled(_)));
        assert!(matches!(store.settle("s", "k", true, None).expect("settled"), Settled::Settled(_)));
        assert!(matches!(store.settle("s", "k", false, None).expect("settled"), Settled::Ended(_)));
        assert!(matches!(store.tell("s", "k", Failed, None).expect("told"), Told::Outranked(_)));
        let entries = store.effects_like("s", "another", Some("k")).expect("entries");
        assert_eq!(entries.first().and_then(|entry| entry.outcome.as_deref()), Some("ch_1"));
        assert_eq!(status(&store), Some(Confirmed));
    }
}
