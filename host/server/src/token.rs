//! Bearer tokens: known by their digest only, so that the configuration gives nobody a token.

use serde::Deserialize;
use serde::de::{Deserializer, Error};
use sha2::{Digest, Sha256};
use std::fmt;
use subtle::ConstantTimeEq;

const PREFIX: &str = "sha256:";

/// SHA-256 of a token; written `sha256:` and 64 hexadecimal digits
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenDigest([u8; 32]);

impl TokenDigest {
    /// The digest of a token. Tokens are random and long, so that no salt and no slow digest is needed.
    pub fn of(token: &str) -> TokenDigest {
        TokenDigest(Sha256::digest(token.as_bytes()).into())
    }

    /// Whether both are the same, in a time that does not tell how much of them is
    pub fn is(&self, other: &TokenDigest) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

/// A new token from the system's randomness, and its digest
///
/// # Errors
/// Where the system gives no randomness.
pub fn new_token() -> Result<(String, TokenDigest), getrandom::Error> {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes)?;
    let token = format!("ah_{}", hexadecimal(&bytes));
    let digest = TokenDigest::of(&token);
    Ok((token, digest))
}

impl fmt::Display for TokenDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{PREFIX}{}", hexadecimal(&self.0))
    }
}

impl fmt::Debug for TokenDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl<'de> Deserialize<'de> for TokenDigest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TokenDigest, D::Error> {
        let text = String::deserialize(deserializer)?;
        let form = || D::Error::custom(format!("a token stands here as `{PREFIX}` and the 64 digits of its digest"));
        let digits = text.strip_prefix(PREFIX).filter(|digits| digits.len() == 64).ok_or_else(form)?;
        let mut bytes = [0u8; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.as_bytes().chunks(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| form())?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| form())?;
        }
        Ok(TokenDigest(bytes))
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
