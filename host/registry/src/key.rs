//! Keys that sign versions: Ed25519, in PEM files, secret ones as PKCS#8.

use anchorhold_runtime::Digest;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey};
use ed25519_dalek::{Signature, Signer};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A key that signs
pub struct SigningKey(ed25519_dalek::SigningKey);

/// A key that verifies
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyingKey(ed25519_dalek::VerifyingKey);

/// Why there is no key
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file cannot be read or written
    #[error("cannot use the key `{}`", path.display())]
    Files {
        /// The file
        path: PathBuf,
        /// Why
        source: io::Error,
    },
    /// The file holds no such key
    #[error("`{}` holds no {expected}: {why}", path.display())]
    Unreadable {
        /// The file
        path: PathBuf,
        /// What was expected
        expected: &'static str,
        /// What is wrong
        why: String,
    },
    /// The machine gives no randomness
    #[error("the machine gives no randomness for a key: {0}")]
    NoRandomness(String),
    /// Others may read the secret key
    #[error("`{}` can be read by others; make it yours alone with `chmod 600`", path.display())]
    NotPrivate {
        /// The file
        path: PathBuf,
    },
}

impl SigningKey {
    /// A new key
    ///
    /// # Errors
    /// Where the machine gives no randomness.
    pub fn generate() -> Result<SigningKey, KeyError> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|error| KeyError::NoRandomness(error.to_string()))?;
        Ok(SigningKey(ed25519_dalek::SigningKey::from_bytes(&secret)))
    }

    /// Reads a key from a file of PEM
    ///
    /// # Errors
    /// Where the file is not there, holds no secret key, or others may read it.
    pub fn read(path: &Path) -> Result<SigningKey, KeyError> {
        let text = read(path)?;
        if !is_private(path) {
            return Err(KeyError::NotPrivate { path: path.to_owned() });
        }
        match ed25519_dalek::SigningKey::from_pkcs8_pem(&text) {
            Ok(key) => Ok(SigningKey(key)),
            Err(error) => Err(unreadable(path, "secret Ed25519 key in PEM", &error)),
        }
    }

    /// Writes the secret key into a new file that nobody else may read, and the public one beside it, with `.pub`
    ///
    /// # Errors
    /// Where the files cannot be made. A file that is there already is left as it is.
    pub fn write(&self, path: &Path) -> Result<PathBuf, KeyError> {
        let failed = |path: &Path, source| KeyError::Files { path: path.to_owned(), source };
        let secret = self.0.to_pkcs8_pem(LineEnding::LF).map_err(|error| failed(path, io::Error::other(error)))?;
        let beside = PathBuf::from(format!("{}.pub", path.display()));
        let mut file = create_private(path).map_err(|source| failed(path, source))?;
        file.write_all(secret.as_bytes()).and_then(|()| file.sync_all()).map_err(|source| failed(path, source))?;
        let public = self.verifying().to_pem(&beside)?;
        let written = File::create_new(&beside).and_then(|mut file| file.write_all(public.as_bytes()));
        written.map_err(|source| failed(&beside, source))?;
        Ok(beside)
    }

    /// The key that verifies what this one signs
    pub fn verifying(&self) -> VerifyingKey {
        VerifyingKey(self.0.verifying_key())
    }

    pub(crate) fn sign(&self, bytes: &[u8]) -> [u8; 64] {
        self.0.sign(bytes).to_bytes()
    }
}

impl VerifyingKey {
    /// Reads a key from a file of PEM
    ///
    /// # Errors
    /// Where the file is not there or holds no public key.
    pub fn read(path: &Path) -> Result<VerifyingKey, KeyError> {
        VerifyingKey::from_pem(&read(path)?, path)
    }

    /// Its name: SHA-256 of its 32 bytes. Whoever names a key so cannot be given another.
    pub fn id(&self) -> String {
        Digest::of(self.0.as_bytes()).to_string()
    }

    pub(crate) fn from_pem(text: &str, path: &Path) -> Result<VerifyingKey, KeyError> {
        match ed25519_dalek::VerifyingKey::from_public_key_pem(text) {
            Ok(key) => Ok(VerifyingKey(key)),
            Err(error) => Err(unreadable(path, "public Ed25519 key in PEM", &error)),
        }
    }

    pub(crate) fn to_pem(&self, path: &Path) -> Result<String, KeyError> {
        self.0
            .to_public_key_pem(LineEnding::LF)
            .map_err(|error| KeyError::Files { path: path.to_owned(), source: io::Error::other(error) })
    }

    /// Whether the signature is this key's over these bytes, with no second form of it
    pub(crate) fn verifies(&self, bytes: &[u8], signature: &[u8]) -> bool {
        Signature::from_slice(signature).is_ok_and(|signature| self.0.verify_strict(bytes, &signature).is_ok())
    }
}

fn read(path: &Path) -> Result<String, KeyError> {
    fs::read_to_string(path).map_err(|source| KeyError::Files { path: path.to_owned(), source })
}

fn unreadable(path: &Path, expected: &'static str, error: &dyn std::fmt::Display) -> KeyError {
    KeyError::Unreadable { path: path.to_owned(), expected, why: error.to_string() }
}

#[cfg(unix)]
fn create_private(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

#[cfg(unix)]
fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.mode() & 0o077 == 0)
}

#[cfg(not(unix))]
fn create_private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Who may read a file cannot be told here
#[cfg(not(unix))]
fn is_private(_: &Path) -> bool {
    true
}
