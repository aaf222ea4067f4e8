//! SHA-256 digests, by which archived bytes are named.

mod lanes;
mod vector;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use sha2::{Digest as _, Sha256};

/// SHA-256 of some bytes
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of `bytes`
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(Sha256::digest(bytes).into())
    }

    /// The digest of each of `texts`
    pub fn of_each(texts: &[&[u8]]) -> Vec<Digest> {
        if cfg!(target_arch = "wasm32") {
            lanes::digests(texts).into_iter().map(Digest).collect()
        } else {
            // Most processors have instructions for it, which the library knows.
            texts.iter().map(|text| Digest::of(text)).collect()
        }
    }

    /// Reads 64 lower-case hexadecimal digits; `None` for anything else
    pub fn parse(text: &str) -> Option<Digest> {
        let digits: &[u8; 64] = text.as_bytes().try_into().ok()?;
        let mut bytes = [0u8; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let [high, low] = pair else { return None };
            *byte = (hex_value(*high)? << 4) | hex_value(*low)?;
        }
        Some(Digest(bytes))
    }

    /// 64 lower-case hexadecimal digits
    pub fn to_hex(self) -> String {
        text_of(&self.digits()).into()
    }

    /// Appends the 64 digits
    pub fn push_hex(self, out: &mut String) {
        out.push_str(text_of(&self.digits()));
    }

    /// The first 16 of its hexadecimal digits: what a pointer in a window shows of it
    pub fn short(self) -> String {
        let mut digits = String::with_capacity(SHORT_DIGITS);
        self.push_short(&mut digits);
        digits
    }

    /// Appends the 16 digits
    pub fn push_short(self, out: &mut String) {
        out.push_str(text_of(self.digits().get(..SHORT_DIGITS).unwrap_or_default()));
    }

    fn digits(self) -> [u8; 64] {
        let mut digits = [0; 64];
        for (pair, byte) in digits.as_chunks_mut().0.iter_mut().zip(self.0) {
            *pair = [hex_digit(byte >> 4), hex_digit(byte & 0x0f)];
        }
        digits
    }
}

/// How many hexadecimal digits a pointer shows: 64 bits, so that no two of a million objects are likely to share them
pub const SHORT_DIGITS: usize = 16;

impl fmt::Debug for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.to_hex())
    }
}

/// Builds a digest of several texts, each told apart from the next by its length
#[derive(Default)]
pub struct DigestBuilder(Sha256);

impl DigestBuilder {
    /// Nothing so far
    pub fn new() -> DigestBuilder {
        DigestBuilder::default()
    }

    /// Adds `bytes`, preceded by their number
    pub fn add(&mut self, bytes: &[u8]) -> &mut DigestBuilder {
        self.0.update((bytes.len() as u64).to_be_bytes());
        self.0.update(bytes);
        self
    }

    /// The digest of all that was added
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

impl From<Digest> for [u8; 32] {
    fn from(digest: Digest) -> [u8; 32] {
        digest.0
    }
}

/// Digits are ASCII, so that there is always a text
fn text_of(digits: &[u8]) -> &str {
    core::str::from_utf8(digits).unwrap_or_default()
}

fn hex_value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

fn hex_digit(value: u8) -> u8 {
    if value < 10 { b'0' + value } else { b'a' + (value & 0x0f) - 10 }
}
