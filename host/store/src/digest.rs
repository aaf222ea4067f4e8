//! SHA-256 of bytes, which names an archived object.

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::str::FromStr;

/// SHA-256 of some bytes; shown, and kept in the database, as 64 lower-case hexadecimal digits
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

/// A text that is not 64 lower-case hexadecimal digits
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it is not 64 lower-case hexadecimal digits")]
pub struct BadDigest;

impl Digest {
    /// The digest of `bytes`
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(Sha256::digest(bytes).into())
    }

    /// The pointer that stands in a window for the object: `ah:` and its first 16 digits
    pub fn pointer(&self) -> String {
        format!("ah:{self:.16}")
    }
}

impl From<[u8; 32]> for Digest {
    fn from(bytes: [u8; 32]) -> Digest {
        Digest(bytes)
    }
}

impl fmt::Display for Digest {
    /// A precision shortens it: `{:.16}` gives the first 16 digits
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
        formatter.pad(&digits)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl FromStr for Digest {
    type Err = BadDigest;

    fn from_str(text: &str) -> Result<Digest, BadDigest> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Ok(byte - b'0'),
            b'a'..=b'f' => Ok(byte - b'a' + 10),
            _ => Err(BadDigest),
        };
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if !rest.is_empty() {
            return Err(BadDigest);
        }
        let bytes: Vec<u8> =
            pairs.iter().map(|[high, low]| Ok(digit(*high)? << 4 | digit(*low)?)).collect::<Result<_, BadDigest>>()?;
        bytes.try_into().map(Digest).map_err(|_| BadDigest)
    }
}

impl ToSql for Digest {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.to_string()))
    }
}

impl FromSql for Digest {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Digest> {
        value.as_str()?.parse().map_err(|bad: BadDigest| FromSqlError::Other(Box::new(bad)))
    }
}

#[cfg(test)]
mod tests {
    use super::{BadDigest, Digest};

    #[test]
    fn a_digest_is_read_as_it_is_shown() {
        let digest = Digest::of(b"");
        assert_eq!(digest.to_string(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        assert_eq!(digest.pointer(), "ah:e3b0c44298fc1c14");
        for wrong in ["", "e3", "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855", &"0".repeat(63)] {
            assert_eq!(wrong.parse::<Digest>(), Err(BadDigest), "{wrong}");
        }
    }
}
