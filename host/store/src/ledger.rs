//! The ledger: effects on the world, each once. `claims` writes them before they fire.

use crate::clock::now_ms;
use crate::{DatabaseError, Store};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, ToSql, TransactionBehavior, params};

/// An effect as the ledger holds it
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// Its identity within its session; never empty
    pub id: String,
    /// What was done
    pub action: String,
    /// What it was done to; empty where nobody knows
    pub target: String,
    /// The key by which a repeat is recognised. `None`: tool and arguments are the identity.
    pub idempotency_key: Option<String>,
    /// How far it got
    pub status: EffectStatus,
    /// The arguments in canonical form. `None`: not known.
    pub arguments: Option<String>,
    /// When it fired, in the caller's words. `None`: not known.
    pub fired_at: Option<String>,
    /// What came of it. `None`: not known.
    pub outcome: Option<String>,
    /// The element that recorded it. `None`: it comes from elsewhere.
    pub element: Option<String>,
}

/// How far an effect got
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectStatus {
    /// It is about to be fired
    Intended,
    /// It was fired
    Fired,
    /// It was done
    Confirmed,
    /// It failed and changed nothing
    Failed,
    /// It was fired and nobody knows the outcome
    Unknown,
}

/// What came of recording an effect
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recorded {
    /// It was not there
    New,
    /// It was there and got further
    Advanced,
    /// It was there, as far or further
    Exists,
    /// Another effect has this identity, which differs first in this field. The ledger was not changed.
    Differs(&'static str),
}

impl EffectStatus {
    /// Its name in the contract
    pub fn name(self) -> &'static str {
        match self {
            EffectStatus::Intended => "intended",
            EffectStatus::Fired => "fired",
            EffectStatus::Confirmed => "confirmed",
            EffectStatus::Failed => "failed",
            EffectStatus::Unknown => "unknown",
        }
    }

    /// The status of that name
    pub fn from_name(name: &str) -> Option<EffectStatus> {
        use EffectStatus::{Confirmed, Failed, Fired, Intended, Unknown};
        [Intended, Fired, Confirmed, Failed, Unknown].into_iter().find(|status| status.name() == name)
    }

    /// Whether `told` is news. What is confirmed stays so; what failed may be tried again; and nothing becomes less
    /// certain for being told late.
    pub(crate) fn is_advanced_by(self, told: EffectStatus) -> bool {
        use EffectStatus::{Confirmed, Failed, Fired, Intended, Unknown};
        match (self, told) {
            (Confirmed, _) | (_, Intended) | (Unknown, Fired) => false,
            (Intended | Failed, Fired | Unknown) | (Fired, Unknown) => true,
            (Intended | Fired | Failed | Unknown, Confirmed) => true,
            (Intended | Fired | Unknown, Failed) => true,
            (Fired, Fired) | (Failed, Failed) | (Unknown, Unknown) => false,
        }
    }
}

impl Store {
    /// Records effects of a session, and tells of each what came of it
    ///
    /// # Errors
    /// Where the database fails. Then nothing was recorded.
    pub fn record(&mut self, session: &str, effects: &[Effect]) -> Result<Vec<Recorded>, DatabaseError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let recorded: rusqlite::Result<Vec<Recorded>> =
            effects.iter().map(|effect| record(&transaction, session, effect)).collect();
        let recorded = recorded?;
        transaction.commit()?;
        Ok(recorded)
    }

    /// The ledger of a session, oldest entry first
    ///
    /// # Errors
    /// Where the database fails.
    pub fn ledger(&self, session: &str) -> Result<Vec<Effect>, DatabaseError> {
        let mut statement = self
            .connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM effects WHERE session = ?1 ORDER BY rowid"))?;
        let effects = statement.query_map([session], effect_of)?;
        Ok(effects.collect::<Result<_, _>>()?)
    }
}

pub(crate) const COLUMNS: &str = "id, action, target, idempotency_key, status, arguments, fired_at, outcome, element";

fn record(connection: &Connection, session: &str, effect: &Effect) -> rusqlite::Result<Recorded> {
    let mut statement =
        connection.prepare_cached(&format!("SELECT {COLUMNS} FROM effects WHERE session = ?1 AND id = ?2"))?;
    let Some(held) = statement.query_row([session, &effect.id], effect_of).optional()? else {
        return insert(connection, session, effect).map(|()| Recorded::New);
    };
    if let Some(field) = difference(&held, effect) {
        Ok(Recorded::Differs(field))
    } else if held.status.is_advanced_by(effect.status) {
        advance(connection, session, effect).map(|()| Recorded::Advanced)
    } else {
        Ok(Recorded::Exists)
    }
}

/// The first field in which they are not one effect. What only one of them knows is no difference.
fn difference(held: &Effect, told: &Effect) -> Option<&'static str> {
    let differ = |held: &Option<String>, told: &Option<String>| held.is_some() && told.is_some() && held != told;
    if held.action != told.action {
        Some("action")
    } else if differ(&held.idempotency_key, &told.idempotency_key) {
        Some("idempotency key")
    } else if differ(&held.arguments, &told.arguments) {
        Some("arguments")
    } else {
        None
    }
}

fn insert(connection: &Connection, session: &str, effect: &Effect) -> rusqlite::Result<()> {
    let now = now_ms();
    connection
        .prepare_cached("INSERT INTO effects VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")?
        .execute(params![
            session,
            effect.id,
            effect.action,
            effect.target,
            effect.idempotency_key,
            effect.status,
            effect.arguments,
            effect.fired_at,
            effect.outcome,
            effect.element,
            now,
            now,
        ])
        .map(drop)
}

fn advance(connection: &Connection, session: &str, effect: &Effect) -> rusqlite::Result<()> {
    let Effect { id, status, fired_at, outcome, arguments, .. } = effect;
    connection
        .prepare_cached(
            "UPDATE effects SET status = ?3, changed_at_ms = ?4, fired_at = coalesce(fired_at, ?5),
             outcome = coalesce(?6, outcome), arguments = coalesce(arguments, ?7) WHERE session = ?1 AND id = ?2",
        )?
        .execute(params![session, id, status, now_ms(), fired_at, outcome, arguments])
        .map(drop)
}

pub(crate) fn effect_of(row: &Row<'_>) -> rusqlite::Result<Effect> {
    Ok(Effect {
        id: row.get(0)?,
        action: row.get(1)?,
        target: row.get(2)?,
        idempotency_key: row.get(3)?,
        status: row.get(4)?,
        arguments: row.get(5)?,
        fired_at: row.get(6)?,
        outcome: row.get(7)?,
        element: row.get(8)?,
    })
}

impl ToSql for EffectStatus {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.name()))
    }
}

impl FromSql for EffectStatus {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<EffectStatus> {
        EffectStatus::from_name(value.as_str()?).ok_or(FromSqlError::InvalidType)
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that cannot go on must stop")]
mod tests {
    use super::EffectStatus::{Confirmed, Failed, Fired, Intended, Unknown};
    use super::{Effect, EffectStatus, Recorded};
    use crate::Store;

    fn charge(status: EffectStatus) -> Effect {
        Effect {
            id: "charge-17".to_owned(),
            action: "charge".to_owned(),
            target: "card 4".to_owned(),
            idempotency_key: Some("charge-17".to_owned()),
            status,
            arguments: Some(r#"{"amount":900}"#.to_owned()),
            fired_at: None,
            outcome: None,
            element: Some("m3".to_owned()),
        }
    }

    #[test]
    fn an_effect_is_there_once_and_only_gets_further() {
        for (told, expected, last) in [
            (vec![Intended, Fired, Confirmed], [Recorded::New, Recorded::Advanced, Recorded::Advanced], Confirmed),
            (vec![Confirmed, Fired, Unknown], [Recorded::New, Recorded::Exists, Recorded::Exists], Confirmed),
            (vec![Fired, Unknown, Fired], [Recorded::New, Recorded::Advanced, Recorded::Exists], Unknown),
            (vec![Unknown, Failed, Fired], [Recorded::New, Recorded::Advanced, Recorded::Advanced], Fired),
            (vec![Fired, Fired, Intended], [Recorded::New, Recorded::Exists, Recorded::Exists], Fired),
        ] {
            let mut store = Store::open_in_memory().expect("a store");
            let recorded: Vec<Recorded> =
                told.iter().flat_map(|status| store.record("s", &[charge(*status)]).expect("it is recorded")).collect();
            assert_eq!(recorded, expected, "{told:?}");
            assert_eq!(store.ledger("s").expect("the ledger"), [charge(last)]);
            assert_eq!(store.ledger("another").expect("the ledger"), []);
        }
    }

    #[test]
    fn another_effect_with_the_same_identity_is_named_and_changes_nothing() {
        let mut store = Store::open_in_memory().expect("a store");
        store.record("s", &[charge(Fired)]).expect("it is recorded");
        for (other, expected) in [
            (Effect { action: "refund".to_owned(), ..charge(Confirmed) }, "action"),
            (Effect { arguments: Some(r#"{"amount":9000}"#.to_owned()), ..charge(Confirmed) }, "arguments"),
        ] {
            assert_eq!(store.record("s", &[other]).expect("it is looked at"), [Recorded::Differs(expected)]);
        }
        assert_eq!(store.ledger("s").expect("the ledger"), [charge(Fired)]);
    }
}
