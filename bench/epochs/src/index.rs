//! The index that every arm asks: full text, the same for all of them, so that only what is in it differs.

use rusqlite::{Connection, Error, params};

/// How many texts a question returns
pub const RETURNED: usize = 5;

/// Texts that can be asked for
pub struct Index {
    database: Connection,
}

impl Index {
    /// An empty index
    ///
    /// # Errors
    /// Where the database cannot be made.
    pub fn new() -> Result<Index, String> {
        let database = Connection::open_in_memory().map_err(shown)?;
        database
            .execute_batch(
                "CREATE VIRTUAL TABLE texts USING fts5(name UNINDEXED, body, tokenize = 'porter unicode61');",
            )
            .map_err(shown)?;
        Ok(Index { database })
    }

    /// Adds a text
    ///
    /// # Errors
    /// Where the database fails.
    pub fn add(&self, name: &str, text: &str) -> Result<(), String> {
        self.database
            .prepare_cached("INSERT INTO texts (name, body) VALUES (?1, ?2)")
            .and_then(|mut insert| insert.execute(params![name, text]))
            .map(drop)
            .map_err(shown)
    }

    /// Throws every text away
    ///
    /// # Errors
    /// Where the database fails.
    pub fn clear(&self) -> Result<(), String> {
        self.database.execute("DELETE FROM texts", []).map(drop).map_err(shown)
    }

    /// The names and texts that are most about the words, the best first
    ///
    /// # Errors
    /// Where the database fails.
    pub fn search(&self, words: &str) -> Result<Vec<(String, String)>, String> {
        let mut terms: Vec<String> = words
            .split(|one: char| !one.is_alphanumeric())
            .filter(|term| term.len() > 1)
            .map(|term| format!("\"{}\"", term.to_lowercase()))
            .collect();
        terms.sort_unstable();
        terms.dedup();
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let mut select = self
            .database
            .prepare_cached("SELECT name, body FROM texts WHERE texts MATCH ?1 ORDER BY rank LIMIT ?2")
            .map_err(shown)?;
        select
            .query_map(params![terms.join(" OR "), RETURNED as i64], |row| Ok((row.get(0)?, row.get(1)?)))
            .and_then(|rows| rows.collect())
            .map_err(shown)
    }

    /// Its size
    ///
    /// # Errors
    /// Where the database fails.
    pub fn bytes(&self) -> Result<u64, String> {
        let pages: i64 = self.database.query_row("PRAGMA page_count", [], |row| row.get(0)).map_err(shown)?;
        let page: i64 = self.database.query_row("PRAGMA page_size", [], |row| row.get(0)).map_err(shown)?;
        Ok(u64::try_from(pages * page).unwrap_or(0))
    }
}

fn shown(error: Error) -> String {
    error.to_string()
}
