//! What is known of a version.

use crate::name::Name;
use crate::profile::Profile;
use anchorhold_runtime::Digest;
use semver::Version;
use serde::{Deserialize, Serialize};

/// What is known of a version: `versions/<digest>.json`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// SHA-256 of the component
    pub digest: Digest,
    /// Its name
    pub name: Name,
    /// Its version, by semantic versioning
    pub version: Version,
    /// The world that it is of, such as `anchorhold:policy/desk@0.1.0`
    pub world: String,
    /// The bounds under which it runs
    pub profile: Profile,
    /// Its size in bytes
    pub size_bytes: usize,
    /// What whoever added it wrote beside it
    pub notes: String,
    /// When it was added, in milliseconds since 1970 in UTC
    pub added_at_ms: i64,
}

/// A version to be added
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewVersion {
    /// Its name
    pub name: Name,
    /// Its version
    pub version: Version,
    /// The bounds under which it is to run
    pub profile: Profile,
    /// What is to be known of it, in words
    pub notes: String,
}

impl Record {
    /// `NAME@VERSION`
    pub fn named(&self) -> String {
        format!("{}@{}", self.name, self.version)
    }
}
