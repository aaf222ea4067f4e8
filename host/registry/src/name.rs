//! Names of policies, channels and tenants, which are also names of files.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A name: letters, digits, `.`, `_` and `-`; it begins with a letter or digit and has at most 64 characters
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// A text that is no name
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no name: letters, digits, `.`, `_` and `-`, a letter or digit first, at most 64 of them")]
pub struct BadName(pub String);

impl Name {
    /// The channel that serves where nothing else is said
    pub fn stable() -> Name {
        Name("stable".to_owned())
    }

    /// The tenant whose settings hold for those that have none of their own
    pub fn default_tenant() -> Name {
        Name("default".to_owned())
    }

    /// The name as text
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Name {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Name, BadName> {
        const LENGTH_MAX: usize = 64;
        let is_fine = |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
        let begins = text.chars().next().is_some_and(|first| first.is_ascii_alphanumeric());
        let is_name = begins && text.len() <= LENGTH_MAX && text.chars().all(is_fine);
        if is_name { Ok(Name(text.to_owned())) } else { Err(BadName(text.to_owned())) }
    }
}

impl TryFrom<String> for Name {
    type Error = BadName;

    fn try_from(text: String) -> Result<Name, BadName> {
        text.parse()
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.0)
    }
}
