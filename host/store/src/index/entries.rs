//! The entries of the index: written with the pass that evicts them, read by pass and by chain.

use super::words;
use crate::archive::{ArchiveError, Archiver};
use crate::{DatabaseError, Digest, Store, Turn};
use rusqlite::{Connection, Params, Row, params};
use std::ops::Range;

/// An element that leaves a window
#[derive(Clone, Copy, Debug)]
pub struct Leaving<'a> {
    /// Its name in the window
    pub element: &'a str,
    /// What it is, such as `tool-result`
    pub kind: &'a str,
    /// The tool that it calls, or that gave it. `None`: it is no call and no result.
    pub tool: Option<&'a str>,
    /// What the tool was asked. `None`: it is no call and no result.
    pub arguments: Option<&'a str>,
    /// The chain it belongs to
    pub chain: &'a str,
    /// It establishes state
    pub is_anchor: bool,
    /// What the model reads of it
    pub text: &'a str,
}

/// An entry of the index
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its number
    pub number: u64,
    /// The pass that evicted it
    pub pass: u64,
    /// Its name in the window of that pass
    pub element: String,
    /// What it is, such as `tool-result`
    pub kind: String,
    /// The tool that it calls, or that gave it. `None`: it is no call and no result.
    pub tool: Option<String>,
    /// The chain it belongs to, in the window of that pass
    pub chain: String,
    /// It establishes state
    pub is_anchor: bool,
    /// The object in the archive that holds what the model read of it
    pub text: Digest,
}

impl Turn<'_> {
    /// Puts what leaves with this pass into the index, and its texts into the archive. It is found once the pass is
    /// committed.
    ///
    /// # Errors
    /// Where the archive or the database fails. Then the step cannot be taken.
    pub fn index(&self, session: &str, leaving: &[Leaving<'_>]) -> Result<(), ArchiveError> {
        let mut archiver = Archiver::new()?;
        for element in leaving {
            archiver.keep(self.connection(), element.text.as_bytes())?;
        }
        add(self.connection(), session, self.sequence(), leaving).map_err(DatabaseError)?;
        Ok(())
    }
}

impl Store {
    /// What left with a pass, in the order of its window. Empty where the pass was not committed.
    ///
    /// # Errors
    /// Where the database fails.
    pub fn left_with(&self, pass: u64) -> Result<Vec<Entry>, DatabaseError> {
        self.entries("e.pass = ?1", [pass])
    }

    /// What left of a chain of a session, in order
    ///
    /// # Errors
    /// Where the database fails.
    pub fn left_of_chain(&self, session: &str, chain: &str) -> Result<Vec<Entry>, DatabaseError> {
        self.entries("s.session = ?1 AND e.chain = ?2", params![session, chain])
    }

    fn entries(&self, condition: &str, values: impl Params) -> Result<Vec<Entry>, DatabaseError> {
        // In this order the passes of a session come first, and of each the entries of the chain.
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM passes AS s CROSS JOIN evictions AS e ON e.pass = s.sequence
             WHERE s.status = 'committed' AND {condition} ORDER BY e.entry"
        ))?;
        let entries = statement.query_map(values, entry_of)?;
        Ok(entries.collect::<Result<_, _>>()?)
    }
}

/// The columns of an entry, in the order in which [`entry_of`] takes them
pub(super) const COLUMNS: &str = "e.entry, e.pass, e.element, e.kind, e.tool, e.chain, e.is_anchor, e.text";

pub(super) fn entry_of(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        number: row.get(0)?,
        pass: row.get(1)?,
        element: row.get(2)?,
        kind: row.get(3)?,
        tool: row.get(4)?,
        chain: row.get(5)?,
        is_anchor: row.get(6)?,
        text: row.get(7)?,
    })
}

/// Writes entries with their passages and words
pub(super) fn add(connection: &Connection, session: &str, pass: u64, leaving: &[Leaving<'_>]) -> rusqlite::Result<()> {
    let mut entry = connection.prepare_cached(
        "INSERT INTO evictions (pass, element, kind, tool, chain, is_anchor, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let mut passage =
        connection.prepare_cached("INSERT INTO passages (entry, first_byte, end_byte) VALUES (?1, ?2, ?3)")?;
    let mut indexed = connection.prepare_cached("INSERT INTO passage_words (rowid, words) VALUES (?1, ?2)")?;
    let scope = scope_of(session);
    for Leaving { element, kind, tool, arguments, chain, is_anchor, text } in leaving {
        let digest = Digest::of(text.as_bytes());
        let number = entry.insert(params![pass, element, kind, tool, chain, is_anchor, digest])?;
        // What was asked of the tool is how its result is asked for.
        let asked = arguments.map(|arguments| beginning(arguments, ARGUMENTS_BYTES_MAX)).unwrap_or_default();
        for range in passages_of(text) {
            let words = words::line_of(&[tool.unwrap_or_default(), asked, text.get(range.clone()).unwrap_or_default()]);
            let row = passage.insert(params![number, range.start, range.end])?;
            indexed.execute(params![row, format!("{scope} {words}")])?;
        }
    }
    Ok(())
}

/// The word that every passage of a session has and no text can have
pub(super) fn scope_of(session: &str) -> String {
    format!("={:.12}", Digest::of(session.as_bytes()))
}

/// How much of a call's arguments its passages are found by
const ARGUMENTS_BYTES_MAX: usize = 256;
/// A passage is about a screen of text: enough for what is said together, and little enough to be read
const PASSAGE_BYTES_MAX: usize = 1500;

/// A text in passages of whole lines; a line that is too long is cut, at a blank where there is one
fn passages_of(text: &str) -> Vec<Range<usize>> {
    let mut passages = Vec::new();
    let mut start = 0;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
        let most = beginning(rest, PASSAGE_BYTES_MAX);
        let length = if most.len() == rest.len() {
            rest.len()
        } else {
            let after = |place: usize| place + 1;
            most.rfind('\n').or_else(|| most.rfind(' ')).map_or(most.len(), after)
        };
        passages.push(start..start + length);
        start += length;
    }
    // What has no text can still be found by its call.
    if passages.is_empty() {
        passages.push(0..0);
    }
    passages
}

/// The first bytes of a text, as far as whole characters go
fn beginning(text: &str, bytes_max: usize) -> &str {
    text.get(..text.floor_char_boundary(bytes_max)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{PASSAGE_BYTES_MAX, passages_of};

    #[test]
    fn passages_are_whole_lines_and_leave_nothing_out() {
        let line = "0123456789 0123456789\n";
        for text in
            [String::new(), line.repeat(200), "x".repeat(4000), "ä".repeat(2000), line.repeat(3), "a b ".repeat(900)]
        {
            let passages = passages_of(&text);
            let whole: String = passages.iter().filter_map(|range| text.get(range.clone())).collect();
            assert_eq!(whole, text);
            assert!(passages.iter().all(|range| range.len() <= PASSAGE_BYTES_MAX));
        }
        let lines = line.repeat(200);
        assert!(
            passages_of(&lines).iter().all(|range| lines.get(range.clone()).is_some_and(|one| one.ends_with('\n')))
        );
    }
}
