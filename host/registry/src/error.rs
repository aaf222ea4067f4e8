//! Why the registry did not do what was asked.

use anchorhold_runtime::Digest;
use std::io;
use std::path::PathBuf;

/// Why the registry did not do what was asked. Nothing was changed then.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// A file cannot be read or written
    #[error("cannot use `{}`", path.display())]
    Files {
        /// The file
        path: PathBuf,
        /// Why
        source: io::Error,
    },
    /// A file is not what it was written as
    #[error("`{}` is damaged: {why}", path.display())]
    Damaged {
        /// The file
        path: PathBuf,
        /// What is wrong with it
        why: String,
    },
    /// There is no such version
    #[error("the registry holds no version `{named}`; `anchorhold policy list` shows what it holds")]
    Unknown {
        /// How it was named
        named: String,
    },
    /// Several versions are named so
    #[error("`{named}` names {count} versions; give more digits")]
    Ambiguous {
        /// How it was named
        named: String,
        /// How many
        count: usize,
    },
    /// Another component has this name and version
    #[error("{named} is {digest:.12} already; a version is never replaced, so give the new one a number of its own")]
    NameTaken {
        /// Its name and version
        named: String,
        /// What it stands for
        digest: Digest,
    },
    /// The component is kept under another name
    #[error("{digest:.12} is {named} already")]
    Known {
        /// The component
        digest: Digest,
        /// Its name and version
        named: String,
    },
    /// Something still points to the version
    #[error("{digest:.12} is in use: {}", by.join(", "))]
    InUse {
        /// The version
        digest: Digest,
        /// What points to it
        by: Vec<String>,
    },
    /// There is nothing to go back to
    #[error("channel `{channel}` has no version before its present one")]
    NothingBefore {
        /// The channel
        channel: String,
    },
    /// No version serves
    #[error("channel `{channel}` points to no version; `anchorhold policy use` gives it one")]
    NoChannel {
        /// The channel
        channel: String,
    },
    /// The tenant demands signatures that the version does not have
    #[error("tenant `{tenant}` demands signatures that {digest:.12} does not have: {}", missing.join(", "))]
    SignerMissing {
        /// The tenant
        tenant: String,
        /// The version
        digest: Digest,
        /// The keys whose signature is missing
        missing: Vec<String>,
    },
}

impl RegistryError {
    /// A stable name for machines
    pub fn code(&self) -> &'static str {
        match self {
            RegistryError::Files { .. } => "registry-unusable",
            RegistryError::Damaged { .. } => "registry-damaged",
            RegistryError::Unknown { .. } => "version-unknown",
            RegistryError::Ambiguous { .. } => "version-ambiguous",
            RegistryError::NameTaken { .. } => "version-taken",
            RegistryError::Known { .. } => "version-known",
            RegistryError::InUse { .. } => "version-in-use",
            RegistryError::NothingBefore { .. } => "nothing-before",
            RegistryError::NoChannel { .. } => "channel-empty",
            RegistryError::SignerMissing { .. } => "signature-missing",
        }
    }
}
