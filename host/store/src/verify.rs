//! Whether a store is sound: its pages, its numbers, and every byte of its archive.

use crate::archive::ReadError;
use crate::manifest::RestoreError;
use crate::{DatabaseError, Digest, Store};

/// What was looked at, and what is wrong with it
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Verified {
    /// Objects that were read
    pub objects: u64,
    /// What they have in bytes
    pub bytes: u64,
    /// Passes
    pub passes: u64,
    /// What is wrong, each once
    pub faults: Vec<Fault>,
}

/// Something that is wrong with a store
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A page of the database, or what the database says of one
    Page(String),
    /// An object whose bytes are not those that were archived
    ObjectDamaged(Digest),
    /// An object that a committed pass needs to give its document back, and that is not there
    ObjectMissing {
        /// The object
        digest: Digest,
        /// The first pass that needs it
        pass: u64,
    },
    /// What a committed pass calls its manifest is none
    NotAManifest {
        /// The object
        digest: Digest,
        /// The pass
        pass: u64,
    },
    /// Numbers that are not 1, 2, 3 …
    Gap {
        /// The table
        table: &'static str,
        /// How many rows it has
        rows: u64,
        /// Its largest number
        last: u64,
    },
    /// A row that names a pass that is not there
    Dangling {
        /// The table
        table: String,
    },
}

impl Fault {
    /// The object that other copies of its bytes would restore. `None`: none would help.
    pub fn object(&self) -> Option<Digest> {
        match self {
            Fault::ObjectDamaged(digest) | Fault::ObjectMissing { digest, .. } => Some(*digest),
            Fault::Page(_) | Fault::NotAManifest { .. } | Fault::Gap { .. } | Fault::Dangling { .. } => None,
        }
    }

    /// Its stable name
    pub fn code(&self) -> &'static str {
        match self {
            Fault::Page(_) => "page",
            Fault::ObjectDamaged(_) => "object-damaged",
            Fault::ObjectMissing { .. } => "object-missing",
            Fault::NotAManifest { .. } => "not-a-manifest",
            Fault::Gap { .. } => "gap",
            Fault::Dangling { .. } => "dangling",
        }
    }
}

impl Store {
    /// Reads everything, and tells what is wrong. What the database cannot read is a fault, not an error.
    pub fn verify(&self) -> Verified {
        let mut verified = Verified::default();
        let looks = [Store::look_at_pages, Store::look_at_numbers, Store::look_at_objects, Store::look_at_manifests];
        for look in looks {
            if let Err(DatabaseError(error)) = look(self, &mut verified) {
                verified.add(Fault::Page(error.to_string()));
            }
        }
        verified
    }

    fn look_at_pages(&self, verified: &mut Verified) -> Result<(), DatabaseError> {
        let mut statement = self.connection.prepare("PRAGMA integrity_check")?;
        let mut said = statement.query([])?;
        while let Some(row) = said.next()? {
            let line: String = row.get(0)?;
            if line != "ok" {
                verified.add(Fault::Page(line));
            }
        }
        let mut statement = self.connection.prepare("PRAGMA foreign_key_check")?;
        let mut dangling = statement.query([])?;
        while let Some(row) = dangling.next()? {
            verified.add(Fault::Dangling { table: row.get(0)? });
        }
        Ok(())
    }

    fn look_at_numbers(&self, verified: &mut Verified) -> Result<(), DatabaseError> {
        for table in ["passes", "events", "decisions"] {
            let counted = format!("SELECT count(*), coalesce(max(sequence), 0) FROM {table}");
            let (rows, last): (u64, u64) =
                self.connection.query_row(&counted, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
            if rows != last {
                verified.add(Fault::Gap { table, rows, last });
            }
            if table == "passes" {
                verified.passes = rows;
            }
        }
        Ok(())
    }

    fn look_at_objects(&self, verified: &mut Verified) -> Result<(), DatabaseError> {
        let mut statement = self.connection.prepare("SELECT digest FROM objects ORDER BY digest")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let digest = row.get(0)?;
            match self.read(digest) {
                Ok(bytes) => {
                    verified.objects += 1;
                    verified.bytes = verified.bytes.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
                }
                Err(ReadError::Damaged { .. } | ReadError::Missing { .. }) => {
                    verified.add(Fault::ObjectDamaged(digest));
                }
                Err(ReadError::Database(error)) => return Err(error),
            }
        }
        Ok(())
    }

    fn look_at_manifests(&self, verified: &mut Verified) -> Result<(), DatabaseError> {
        let committed = "SELECT manifest, min(sequence) FROM passes
             WHERE status = 'committed' AND manifest IS NOT NULL GROUP BY manifest ORDER BY 2";
        let mut statement = self.connection.prepare(committed)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (digest, pass) = (row.get(0)?, row.get(1)?);
            match self.lists(digest) {
                Ok(pieces) => {
                    for digest in pieces {
                        if !self.holds(digest)? {
                            verified.add(Fault::ObjectMissing { digest, pass });
                        }
                    }
                }
                Err(RestoreError::NotAManifest { digest }) => verified.add(Fault::NotAManifest { digest, pass }),
                Err(RestoreError::Read(ReadError::Missing { digest })) => {
                    verified.add(Fault::ObjectMissing { digest, pass });
                }
                Err(RestoreError::Read(ReadError::Damaged { digest })) => verified.add(Fault::ObjectDamaged(digest)),
                Err(RestoreError::Read(ReadError::Database(error))) => return Err(error),
            }
        }
        Ok(())
    }
}

impl Verified {
    fn add(&mut self, fault: Fault) {
        let is_known = self.faults.iter().any(|known| match (known.object(), fault.object()) {
            (Some(known), Some(named)) => known == named,
            _ => *known == fault,
        });
        if !is_known {
            self.faults.push(fault);
        }
    }
}
