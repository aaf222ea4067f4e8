//! Asks the index: which passages hold the rarest words of a question.
//!
//! Nothing is looked at in full. Of a word that stands in many passages only the newest are taken, and how many there are
//! is reckoned from how densely they lie; where a rarer word narrows the search, the common one is asked for among its
//! passages. So the time depends on the question, and hardly on how much has left.

use super::Found;
use super::entries::{COLUMNS, entry_of, scope_of};
use super::question::{Group, groups_of};
use crate::{DatabaseError, Digest, Store};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::{BTreeSet, HashMap};

/// How many passages of one word are looked at
const PASSAGES_MAX: usize = 500;
/// How many of the best are read from the tables
const CANDIDATES_MAX: usize = 100;
/// What a match of another word for the same thing counts beside one of the word itself
const OTHER_WORD: f64 = 0.6;
/// What establishes state answers a question sooner than what speaks of it
const ANCHOR: f64 = 1.25;
/// A passage of so many bytes counts half of one that says nothing else
const LONG_BYTES: f64 = 12_000.0;

impl Store {
    /// The entries that answer a question best, at most `count`, the best first, of one session or of all. Of entries
    /// with the same text the newest one is given.
    ///
    /// # Errors
    /// Where the database fails.
    pub fn ask(&self, question: &str, session: Option<&str>, count: usize) -> Result<Vec<Found>, DatabaseError> {
        Ok(ask(&[&self.connection], question, session, count)?)
    }
}

/// The same over several indexes; entries of a later one count as newer
pub(super) fn ask(
    shelves: &[&Connection],
    question: &str,
    session: Option<&str>,
    count: usize,
) -> rusqlite::Result<Vec<Found>> {
    let groups = groups_of(question);
    let scope = session.map(scope_of);
    let mut matches: Vec<Vec<Matches>> = Vec::new();
    let mut passages = 0.0;
    for connection in shelves {
        let last: Option<i64> = connection.query_row("SELECT max(passage) FROM passages", [], |row| row.get(0))?;
        let Some(last) = last else {
            matches.push(Vec::new());
            continue;
        };
        let look = Look { connection, scope: scope.as_deref(), last };
        passages += match &scope {
            Some(_) => look.newest(&[])?.count,
            None => last as f64,
        };
        matches.push(look.all(&groups)?);
    }
    let mut scores: HashMap<(usize, i64), f64> = HashMap::new();
    for (place, group) in groups.iter().enumerate() {
        let of_group = || matches.iter().enumerate().filter_map(|(shelf, all)| Some((shelf, all.get(place)?)));
        let count: f64 = of_group().map(|(_, found)| found.count).sum();
        // As BM25 weighs it: what stands nearly everywhere counts nearly nothing.
        let rarity = (1.0 + (passages - count + 0.5).max(0.0) / (count + 0.5)).ln();
        for (shelf, found) in of_group() {
            for (passage, share) in &found.passages {
                *scores.entry((shelf, *passage)).or_default() += group.weight * rarity * share;
            }
        }
    }
    let mut ranked: Vec<((usize, i64), f64)> = scores.into_iter().collect();
    ranked.sort_unstable_by(|one, other| other.1.total_cmp(&one.1).then(other.0.cmp(&one.0)));
    ranked.truncate(CANDIDATES_MAX);
    let mut found = Vec::new();
    for ((shelf, passage), score) in ranked {
        let Some(connection) = shelves.get(shelf) else { continue };
        found.extend(read(connection, passage, score)?.map(|found| (shelf, found)));
    }
    // The order is stable: of what is equal the newest comes first.
    found.sort_by(|(_, one), (_, other)| other.score.total_cmp(&one.score));
    let mut texts: BTreeSet<Digest> = BTreeSet::new();
    found.retain(|(_, found)| texts.insert(found.entry.text));
    Ok(found.into_iter().map(|(_, found)| found).take(count).collect())
}

/// The passages that match one group of words
struct Matches {
    /// How much each counts: 1 for the word itself
    passages: HashMap<i64, f64>,
    /// How many there are, about, where not all were looked at
    count: f64,
    is_all: bool,
}

/// One index
struct Look<'a> {
    connection: &'a Connection,
    scope: Option<&'a str>,
    /// The number of its newest passage
    last: i64,
}

/// Passages, the newest first, as far as they were looked at
struct Newest {
    passages: Vec<i64>,
    count: f64,
    is_all: bool,
}

impl Look<'_> {
    /// The passages of every group
    fn all(&self, groups: &[Group]) -> rusqlite::Result<Vec<Matches>> {
        let mut all: Vec<Matches> = groups.iter().map(|group| self.of_group(group)).collect::<Result<_, _>>()?;
        let is_common = |matches: &Matches| !matches.is_all;
        let rare: Vec<String> =
            groups.iter().zip(&all).filter(|(_, found)| found.is_all).map(|(group, _)| any_of(group)).collect();
        let common: Vec<String> =
            groups.iter().zip(&all).filter(|(_, found)| is_common(found)).map(|(group, _)| any_of(group)).collect();
        let rare_any = rare.join(" OR ");
        let has_rare = all.iter().any(|found| found.is_all && !found.passages.is_empty());
        if has_rare {
            for (group, found) in groups.iter().zip(&mut all).filter(|(_, found)| is_common(found)) {
                found.add(self.newest(&[&any_of(group), &format!("({rare_any})")])?);
            }
        }
        if common.len() > 1 {
            let together = self.newest(&common.iter().map(String::as_str).collect::<Vec<_>>())?;
            for found in all.iter_mut().filter(|found| is_common(found)) {
                found.passages.extend(together.passages.iter().map(|passage| (*passage, 1.0)));
            }
        }
        Ok(all)
    }

    fn of_group(&self, group: &Group) -> rusqlite::Result<Matches> {
        let Newest { passages, mut count, mut is_all } = self.newest(&[&quoted(&group.word)])?;
        let mut passages: HashMap<i64, f64> = passages.into_iter().map(|passage| (passage, 1.0)).collect();
        if !group.others.is_empty() {
            let words: Vec<String> = group.others.iter().map(|word| quoted(word)).collect();
            let others = self.newest(&[&format!("({})", words.join(" OR "))])?;
            count += others.count;
            is_all &= others.is_all;
            for passage in others.passages {
                passages.entry(passage).or_insert(OTHER_WORD);
            }
        }
        Ok(Matches { passages, count, is_all })
    }

    /// The newest passages that match all of these
    fn newest(&self, all_of: &[&str]) -> rusqlite::Result<Newest> {
        let scope = self.scope.map(quoted);
        let parts: Vec<&str> = scope.as_deref().into_iter().chain(all_of.iter().copied()).collect();
        let mut statement = self.connection.prepare_cached(
            "SELECT rowid FROM passage_words WHERE passage_words MATCH ?1 ORDER BY rowid DESC LIMIT ?2",
        )?;
        let rows = statement.query_map(params![parts.join(" AND "), PASSAGES_MAX], |row| row.get(0))?;
        let passages: Vec<i64> = rows.collect::<Result<_, _>>()?;
        let is_all = passages.len() < PASSAGES_MAX;
        let looked_at = passages.last().map_or(1, |oldest| self.last - oldest + 1).max(1);
        let count = passages.len() as f64 * if is_all { 1.0 } else { self.last as f64 / looked_at as f64 };
        Ok(Newest { passages, count, is_all })
    }
}

impl Matches {
    fn add(&mut self, newest: Newest) {
        for passage in newest.passages {
            self.passages.entry(passage).or_insert(1.0);
        }
    }
}

/// A word as the full-text index is asked for it. No word holds a quotation mark.
fn quoted(word: &str) -> String {
    format!("\"{word}\"")
}

fn any_of(group: &Group) -> String {
    let words: Vec<String> = std::iter::once(&group.word).chain(&group.others).map(|word| quoted(word)).collect();
    format!("({})", words.join(" OR "))
}

/// `None`: its pass was not committed
fn read(connection: &Connection, passage: i64, score: f64) -> rusqlite::Result<Option<Found>> {
    // The entries of a shelf are of no pass yet, which is pass 0.
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS}, p.first_byte, p.end_byte FROM passages AS p JOIN evictions AS e USING (entry)
         LEFT JOIN passes AS s ON s.sequence = e.pass
         WHERE p.passage = ?1 AND (e.pass = 0 OR s.status = 'committed')"
    ))?;
    let found = statement.query_row([passage], |row| {
        let (entry, passage) = (entry_of(row)?, row.get(8)?..row.get(9)?);
        let anchor = if entry.is_anchor { ANCHOR } else { 1.0 };
        let bytes = passage.len() as f64;
        Ok(Found { score: score * anchor * LONG_BYTES / (LONG_BYTES + bytes), entry, passage })
    });
    found.optional()
}
