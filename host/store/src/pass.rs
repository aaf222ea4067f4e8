//! What a pass is: its number, how far it got, and the digests of what it read and wrote.

use crate::Digest;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{Row, ToSql};

/// A pass as the store knows it. What is `None` was not reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pass {
    /// Its number, from 1, without gaps
    pub sequence: u64,
    /// The session whose window it compacts
    pub session: String,
    /// Whether there is a summary
    pub mode: PassMode,
    /// How far it got
    pub status: PassStatus,
    /// The revision of the window that was read
    pub revision: u64,
    /// SHA-256 of the component that decides
    pub policy: Digest,
    /// The user turn that the agent works on. `None`: there is none.
    pub episode: Option<Digest>,
    /// The document that was read
    pub document_before: Digest,
    /// The document that was written
    pub document_after: Option<Digest>,
    /// The window as planned
    pub window: Option<Digest>,
    /// The object in the archive that gives the document back
    pub manifest: Option<Digest>,
    /// What was admitted
    pub seal: Option<Digest>,
    /// The text that the pass puts into the window
    pub carry: Option<Digest>,
    /// Where the size of the next window lies: `a` or `b`
    pub regime: Option<String>,
    /// Codes of the reasons, findings or errors with which it ended, with a space between them
    pub codes: Option<String>,
    /// How often a summary was sent back
    pub attempts: u32,
    /// The size of the window in tokens
    pub tokens_before: Option<u32>,
    /// The size of the next window in tokens
    pub tokens_after: Option<u32>,
    /// The budget in tokens
    pub tokens_budget: Option<u32>,
    /// Where the document was read
    pub transcript: Option<String>,
    /// Where the next document goes
    pub out: Option<String>,
    /// What stood there when the next document was admitted. `None`: nothing, or it was not admitted.
    pub out_before: Option<Digest>,
    /// The object in the archive that is the newest summary
    pub summary: Option<Digest>,
    /// When it began, in milliseconds since 1970 in UTC; for people, since clocks jump
    pub began_at_ms: i64,
    /// When it ended
    pub ended_at_ms: Option<i64>,
}

/// A pass that is to begin
#[derive(Clone, Copy, Debug)]
pub struct NewPass<'a> {
    /// The session whose window it compacts
    pub session: &'a str,
    /// Whether there is to be a summary
    pub mode: PassMode,
    /// The revision of the window that was read
    pub revision: u64,
    /// SHA-256 of the component that decides
    pub policy: Digest,
    /// The user turn that the agent works on. `None`: there is none.
    pub episode: Option<Digest>,
    /// The document that was read
    pub document_before: Digest,
    /// Where it was read, as an absolute path
    pub transcript: &'a str,
    /// Where the next document goes, as an absolute path
    pub out: &'a str,
}

/// What kind of pass it is
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassMode {
    /// A summary stands for what leaves
    Summarize,
    /// Pointers stand for what leaves
    Spill,
}

/// How far a pass got
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassStatus {
    /// It has its number
    Begun,
    /// The policy planned it
    Planned,
    /// Its duties are done
    Secured,
    /// There is a summary
    Summarized,
    /// The next window was admitted
    Admitted,
    /// The next window was installed. The end.
    Committed,
    /// The policy refused it. The end.
    Refused,
    /// It could not go on. The end.
    Failed,
}

/// A step of a pass, with what it brought
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PassProgress {
    /// The policy planned it
    Planned {
        /// Whether there is to be a summary
        mode: PassMode,
        /// The window as planned
        window: Digest,
        /// The object in the archive that gives the document back. `None`: the plan makes none.
        manifest: Option<Digest>,
        /// The size of the window in tokens
        tokens_before: u32,
        /// The budget in tokens
        tokens_budget: u32,
    },
    /// Its duties are done
    Secured,
    /// There is a summary, after so many that were sent back
    Summarized {
        /// How many were sent back
        attempts: u32,
        /// The object in the archive that is the summary
        summary: Digest,
    },
    /// The next window was admitted
    Admitted {
        /// What was admitted
        seal: Digest,
        /// The text that the pass puts into the window. `None`: there is none.
        carry: Option<Digest>,
        /// Where the size of the next window lies: `a` or `b`
        regime: String,
        /// The size of the next window in tokens
        tokens_after: u32,
        /// What stands where the next document goes. `None`: nothing.
        out_before: Option<Digest>,
    },
    /// The next window was installed
    Committed {
        /// The document that was written
        document_after: Digest,
    },
    /// The policy refused it
    Refused {
        /// Codes of reasons or findings, with a space between them
        codes: String,
    },
    /// It could not go on
    Failed {
        /// Codes of why, with a space between them
        codes: String,
    },
}

/// A text that an earlier pass put into a window
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Installed {
    /// SHA-256 of the text
    pub digest: Digest,
    /// The pass that wrote it
    pub sequence: u64,
    /// The object in the archive that gives back what it covers. `None`: there is none.
    pub covers: Option<Digest>,
}

impl PassProgress {
    pub(crate) fn status(&self) -> PassStatus {
        match self {
            PassProgress::Planned { .. } => PassStatus::Planned,
            PassProgress::Secured => PassStatus::Secured,
            PassProgress::Summarized { .. } => PassStatus::Summarized,
            PassProgress::Admitted { .. } => PassStatus::Admitted,
            PassProgress::Committed { .. } => PassStatus::Committed,
            PassProgress::Refused { .. } => PassStatus::Refused,
            PassProgress::Failed { .. } => PassStatus::Failed,
        }
    }
}

impl PassStatus {
    /// Its name
    pub fn name(self) -> &'static str {
        match self {
            PassStatus::Begun => "begun",
            PassStatus::Planned => "planned",
            PassStatus::Secured => "secured",
            PassStatus::Summarized => "summarized",
            PassStatus::Admitted => "admitted",
            PassStatus::Committed => "committed",
            PassStatus::Refused => "refused",
            PassStatus::Failed => "failed",
        }
    }

    /// Whether a pass that got here goes no further
    pub fn is_end(self) -> bool {
        matches!(self, PassStatus::Committed | PassStatus::Refused | PassStatus::Failed)
    }

    fn from_name(name: &str) -> Option<PassStatus> {
        use PassStatus::{Admitted, Begun, Committed, Failed, Planned, Refused, Secured, Summarized};
        [Begun, Planned, Secured, Summarized, Admitted, Committed, Refused, Failed]
            .into_iter()
            .find(|status| status.name() == name)
    }
}

impl PassMode {
    /// Its name in the contract
    pub fn name(self) -> &'static str {
        match self {
            PassMode::Summarize => "summarize",
            PassMode::Spill => "spill",
        }
    }
}

/// The columns of a pass, in the order in which [`pass_of`] takes them
pub(crate) const COLUMNS: &str = "sequence, session, mode, status, revision, policy, episode, document_before, document_after, \
     window, manifest, seal, carry, regime, codes, attempts, tokens_before, tokens_after, tokens_budget, began_at_ms, \
     ended_at_ms, transcript, out, out_before, summary";

pub(crate) fn pass_of(row: &Row<'_>) -> rusqlite::Result<Pass> {
    Ok(Pass {
        sequence: row.get(0)?,
        session: row.get(1)?,
        mode: row.get(2)?,
        status: row.get(3)?,
        revision: row.get(4)?,
        policy: row.get(5)?,
        episode: row.get(6)?,
        document_before: row.get(7)?,
        document_after: row.get(8)?,
        window: row.get(9)?,
        manifest: row.get(10)?,
        seal: row.get(11)?,
        carry: row.get(12)?,
        regime: row.get(13)?,
        codes: row.get(14)?,
        attempts: row.get(15)?,
        tokens_before: row.get(16)?,
        tokens_after: row.get(17)?,
        tokens_budget: row.get(18)?,
        began_at_ms: row.get(19)?,
        ended_at_ms: row.get(20)?,
        transcript: row.get(21)?,
        out: row.get(22)?,
        out_before: row.get(23)?,
        summary: row.get(24)?,
    })
}

impl ToSql for PassMode {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.name()))
    }
}

impl FromSql for PassMode {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<PassMode> {
        let name = value.as_str()?;
        [PassMode::Summarize, PassMode::Spill]
            .into_iter()
            .find(|mode| mode.name() == name)
            .ok_or(FromSqlError::InvalidType)
    }
}

impl ToSql for PassStatus {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.name()))
    }
}

impl FromSql for PassStatus {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<PassStatus> {
        PassStatus::from_name(value.as_str()?).ok_or(FromSqlError::InvalidType)
    }
}
