//! The events: what happened, in the order in which it did. They are only ever added.

use crate::clock::now_ms;
use crate::{DatabaseError, Store};
use rusqlite::{Connection, OptionalExtension, params};

/// Something that happened
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its number, from 1, without gaps
    pub sequence: u64,
    /// The pass that it belongs to. `None`: to none.
    pub pass: Option<u64>,
    /// When it happened, in milliseconds since 1970 in UTC; for people, since clocks jump
    pub at_ms: i64,
    /// What kind it is
    pub kind: String,
    /// What there is to say of it, as a JSON object
    pub detail: String,
}

/// Something to be added to the events
#[derive(Clone, Copy, Debug)]
pub struct NewEvent<'a> {
    /// The pass that it belongs to. `None`: to none.
    pub pass: Option<u64>,
    /// What kind it is
    pub kind: &'a str,
    /// What there is to say of it, as a JSON object
    pub detail: &'a str,
}

impl Store {
    /// Adds an event, and gives its number
    ///
    /// # Errors
    /// Where there is no such pass, or the database fails.
    pub fn add_event(&mut self, event: NewEvent<'_>) -> Result<u64, DatabaseError> {
        Ok(add(&self.connection, event)?)
    }

    /// The newest event of this kind whose detail has this text under a name, among the passes of a session that were
    /// interrupted or cancelled. `None`: there is none.
    ///
    /// # Errors
    /// Where the database fails.
    pub fn left_by_interrupted(
        &self,
        session: &str,
        kind: &str,
        name: &str,
        text: &str,
    ) -> Result<Option<String>, DatabaseError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT detail FROM passes JOIN events ON events.pass = passes.sequence
             WHERE session = ?1 AND codes IN ('interrupted', 'cancelled') AND kind = ?2
                 AND json_valid(detail) AND json_extract(detail, '$.' || ?3) = ?4
             ORDER BY events.sequence DESC LIMIT 1",
        )?;
        Ok(statement.query_row([session, kind, name, text], |row| row.get(0)).optional()?)
    }

    /// The events of a pass, in order
    ///
    /// # Errors
    /// Where the database fails.
    pub fn events_of(&self, pass: u64) -> Result<Vec<Event>, DatabaseError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT sequence, pass, at_ms, kind, detail FROM events WHERE pass = ?1 ORDER BY sequence",
        )?;
        let events = statement.query_map([pass], |row| {
            Ok(Event {
                sequence: row.get(0)?,
                pass: row.get(1)?,
                at_ms: row.get(2)?,
                kind: row.get(3)?,
                detail: row.get(4)?,
            })
        })?;
        Ok(events.collect::<Result<_, _>>()?)
    }
}

pub(crate) fn add(connection: &Connection, event: NewEvent<'_>) -> rusqlite::Result<u64> {
    connection
        .prepare_cached("INSERT INTO events (pass, at_ms, kind, detail) VALUES (?1, ?2, ?3, ?4) RETURNING sequence")?
        .query_row(params![event.pass, now_ms(), event.kind, event.detail], |row| row.get(0))
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that cannot go on must stop")]
mod tests {
    use super::NewEvent;
    use crate::Store;

    #[test]
    fn events_are_numbered_without_gaps_and_stay() {
        let mut store = Store::open_in_memory().expect("a store");
        let event = NewEvent { pass: None, kind: "opened", detail: "{}" };
        assert_eq!(store.add_event(event).expect("it is added"), 1);
        assert!(store.add_event(NewEvent { pass: Some(7), ..event }).is_err(), "there is no pass 7");
        assert_eq!(store.add_event(event).expect("it is added"), 2);
        for change in ["DELETE FROM events", "UPDATE events SET kind = 'closed'"] {
            assert!(store.connection.execute(change, []).is_err(), "{change}");
        }
    }
}
