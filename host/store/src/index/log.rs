//! The log of the questions: what was asked, what it is about, and what was answered. It is only ever added to.

use crate::clock::now_ms;
use crate::{DatabaseError, Store};
use rusqlite::{Connection, TransactionBehavior, params};

/// A question that was answered
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
    /// The question
    pub question: &'a str,
    /// The session that was asked. `None`: all of them.
    pub session: Option<&'a str>,
    /// The pass that it is about. `None`: nobody knows.
    pub about: Option<u64>,
    /// The numbers of the entries that were answered, the best first
    pub answers: &'a [u64],
}

/// A question of the log that says what it is about
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logged {
    /// The question
    pub question: String,
    /// The pass that it is about
    pub about: u64,
    /// The numbers of the entries that were answered, the best first
    pub answers: Vec<u64>,
}

impl Store {
    /// Adds a question with its answers to the log, and gives its number
    ///
    /// # Errors
    /// Where the database fails.
    pub fn log_question(&mut self, asking: &Asking<'_>) -> Result<u64, DatabaseError> {
        let Asking { question, session, about, answers } = asking;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let since = match session {
            Some(session) => newest_committed(&transaction, session)?.unwrap_or(0),
            None => 0,
        };
        let number: u64 = transaction
            .prepare_cached(
                "INSERT INTO questions (at_ms, session, question, about, since) VALUES (?1, ?2, ?3, ?4, ?5)
                 RETURNING sequence",
            )?
            .query_row(params![now_ms(), session, question, about, since], |row| row.get(0))?;
        {
            let mut answer = transaction.prepare_cached("INSERT INTO answers VALUES (?1, ?2, ?3)")?;
            for (place, entry) in answers.iter().enumerate() {
                answer.execute(params![number, place, entry])?;
            }
        }
        transaction.commit()?;
        Ok(number)
    }

    /// The questions that a session was asked since its newest committed pass, as far as they say what they are about
    ///
    /// # Errors
    /// Where the database fails.
    pub fn questions_since_commit(&self, session: &str) -> Result<Vec<Logged>, DatabaseError> {
        let Some(since) = newest_committed(&self.connection, session)? else { return Ok(Vec::new()) };
        let mut questions = self.connection.prepare_cached(
            "SELECT sequence, question, about FROM questions
             WHERE session = ?1 AND since = ?2 AND about IS NOT NULL ORDER BY sequence",
        )?;
        let mut answers =
            self.connection.prepare_cached("SELECT entry FROM answers WHERE question = ?1 ORDER BY place")?;
        let asked = questions.query_map(params![session, since], |row| {
            let number: u64 = row.get(0)?;
            let answers = answers.query_map([number], |row| row.get(0))?;
            Ok(Logged { question: row.get(1)?, about: row.get(2)?, answers: answers.collect::<Result<_, _>>()? })
        })?;
        Ok(asked.collect::<Result<_, _>>()?)
    }

    /// Whether nothing can be written to it
    ///
    /// # Errors
    /// Where the database fails.
    pub fn is_read_only(&self) -> Result<bool, DatabaseError> {
        Ok(self.connection.is_readonly("main")?)
    }

    /// The newest committed pass of a session. `None`: there is none.
    ///
    /// # Errors
    /// Where the database fails.
    pub fn newest_committed(&self, session: &str) -> Result<Option<u64>, DatabaseError> {
        Ok(newest_committed(&self.connection, session)?)
    }

    /// How many passes of a session were committed
    ///
    /// # Errors
    /// Where the database fails.
    pub fn count_committed(&self, session: &str) -> Result<u32, DatabaseError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT count(*) FROM passes WHERE session = ?1 AND status = 'committed'")?;
        Ok(statement.query_row([session], |row| row.get(0))?)
    }
}

fn newest_committed(connection: &Connection, session: &str) -> rusqlite::Result<Option<u64>> {
    use rusqlite::OptionalExtension;
    let mut statement = connection.prepare_cached(
        "SELECT sequence FROM passes WHERE session = ?1 AND status = 'committed' ORDER BY sequence DESC LIMIT 1",
    )?;
    statement.query_row([session], |row| row.get(0)).optional()
}
