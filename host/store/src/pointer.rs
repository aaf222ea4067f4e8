//! Pointers: what stands in a window for an archived object.

use crate::{DatabaseError, Digest, Store};

/// How many digits a pointer must have, so that a typing error does not find something else
const DIGITS_MIN: usize = 8;
const DIGITS_MAX: usize = 64;
/// How many candidates of an ambiguous pointer are named
const CANDIDATES_MAX: usize = 8;

/// Why a pointer does not lead to an object
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// The database failed
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// It is not `ah:` and 8 to 64 lower-case hexadecimal digits
    #[error("`{pointer}` is not a pointer; one is `ah:` and 8 to 64 lower-case hexadecimal digits")]
    Malformed {
        /// What was given
        pointer: String,
    },
    /// No object begins so
    #[error("the archive holds nothing under `{pointer}`")]
    Unknown {
        /// What was given
        pointer: String,
    },
    /// Several objects begin so
    #[error("`{pointer}` stands for several objects; give more digits")]
    Ambiguous {
        /// What was given
        pointer: String,
        /// The first of them, in order
        candidates: Vec<Digest>,
    },
}

impl Store {
    /// The object that a pointer stands for. `ah:` may be left out.
    ///
    /// # Errors
    /// Where it stands for none, or for several.
    pub fn find(&self, pointer: &str) -> Result<Digest, FindError> {
        let digits = pointer.strip_prefix("ah:").unwrap_or(pointer);
        let is_sound = (DIGITS_MIN..=DIGITS_MAX).contains(&digits.len())
            && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !is_sound {
            return Err(FindError::Malformed { pointer: pointer.to_owned() });
        }
        let mut candidates = self.beginning_with(digits)?;
        match candidates.as_slice() {
            [] => Err(FindError::Unknown { pointer: pointer.to_owned() }),
            [digest] => Ok(*digest),
            _ => {
                candidates.truncate(CANDIDATES_MAX);
                Err(FindError::Ambiguous { pointer: pointer.to_owned(), candidates })
            }
        }
    }

    fn beginning_with(&self, digits: &str) -> Result<Vec<Digest>, DatabaseError> {
        // `g` comes after every digit, so this range holds what begins with them, and the primary key finds it.
        let mut statement = self.connection.prepare_cached(
            "SELECT digest FROM objects WHERE digest >= ?1 AND digest < ?1 || 'g' ORDER BY digest LIMIT ?2",
        )?;
        let found = statement.query_map((digits, CANDIDATES_MAX + 1), |row| row.get(0))?;
        Ok(found.collect::<Result<_, _>>()?)
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test that cannot go on must stop")]
mod tests {
    use super::FindError;
    use crate::Store;

    #[test]
    fn a_pointer_finds_its_object_by_any_sufficient_beginning() {
        let mut store = Store::open_in_memory().expect("a store");
        let digest = store.archive(&[b"found"]).expect("it is kept")[0].digest;
        let digits = digest.to_string();
        for pointer in [digest.pointer(), digits.clone(), format!("ah:{digits}"), format!("{digest:.8}")] {
            assert_eq!(store.find(&pointer).expect("it is found"), digest);
        }
        for malformed in ["", "ah:", "ah:0123", "ah:0123456789ABCDEF", "ah:xyzxyzxyz", &format!("{digits}0"), "ä"] {
            assert!(matches!(store.find(malformed), Err(FindError::Malformed { .. })), "{malformed}");
        }
        assert!(matches!(store.find("ah:0000000000000000"), Err(FindError::Unknown { .. })));
    }

    #[test]
    fn an_ambiguous_pointer_names_its_candidates() {
        let mut store = Store::open_in_memory().expect("a store");
        store.archive(&[b"one"]).expect("it is kept");
        for ending in ["0", "5", "f"] {
            let digest = format!("00000000{}", ending.repeat(56));
            store
                .connection
                .execute("INSERT INTO objects VALUES (?1, 0, 'plain', x'', 0)", [digest])
                .expect("an object");
        }
        let candidates = match store.find("ah:00000000") {
            Err(FindError::Ambiguous { candidates, .. }) => candidates,
            _ => Vec::new(),
        };
        let shown: Vec<String> = candidates.iter().map(|digest| format!("{digest:.9}")).collect();
        assert_eq!(shown, ["000000000", "000000005", "00000000f"]);
        assert!(store.find("ah:000000005").is_ok());
    }
}
