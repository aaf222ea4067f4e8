//! How a version is named: by name and version, by name, by channel, or by digits of its digest.

use crate::name::Name;
use semver::Version;
use std::fmt;
use std::str::FromStr;

/// How a version is named
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selector {
    /// `NAME@VERSION`
    Version(Name, Version),
    /// The first digits of a digest, at least eight
    Digits(String),
    /// A channel, or else the newest version of that name
    Name(Name),
}

/// A text that names no version
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` names no version: give NAME@VERSION, a channel, or at least eight digits of a digest")]
pub struct BadSelector(pub String);

impl FromStr for Selector {
    type Err = BadSelector;

    fn from_str(text: &str) -> Result<Selector, BadSelector> {
        const DIGITS_LEAST: usize = 8;
        let bad = || BadSelector(text.to_owned());
        if let Some((name, version)) = text.split_once('@') {
            let name = name.parse().map_err(|_| bad())?;
            return Ok(Selector::Version(name, version.parse().map_err(|_| bad())?));
        }
        let is_digest = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if is_digest && (DIGITS_LEAST..=64).contains(&text.len()) {
            return Ok(Selector::Digits(text.to_owned()));
        }
        text.parse().map(Selector::Name).map_err(|_| bad())
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selector::Version(name, version) => write!(formatter, "{name}@{version}"),
            Selector::Digits(digits) => formatter.pad(digits),
            Selector::Name(name) => fmt::Display::fmt(name, formatter),
        }
    }
}
