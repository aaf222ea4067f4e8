//! What is signed, and by whom: a DSSE envelope over a small statement.

use crate::key::{SigningKey, VerifyingKey};
use crate::name::Name;
use crate::profile::Profile;
use crate::record::Record;
use anchorhold_runtime::Digest;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use semver::Version;
use serde::{Deserialize, Serialize};

const PAYLOAD_TYPE: &str = "application/vnd.anchorhold.statement+json";

/// What a signature says of a version. The order of the fields is that of the signed text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// SHA-256 of the component
    pub digest: Digest,
    /// Its name
    pub name: Name,
    /// The profile under which it runs
    pub profile: Profile,
    /// SHA-256 of the bounds of that profile
    pub profile_digest: Digest,
    /// Its version
    pub version: Version,
    /// Its world
    pub world: String,
}

/// A statement with its signatures: `signatures/<digest>.json`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Envelope {
    payload_type: String,
    payload: String,
    signatures: Vec<EnvelopeSignature>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct EnvelopeSignature {
    keyid: String,
    sig: String,
}

/// What is known of one signature
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Signed {
    /// The id of the key
    pub key: String,
    /// The signature is that key's over this version's statement. `None`: the key is not at hand.
    pub is_good: Option<bool>,
}

/// Why an envelope says nothing
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SignatureError {
    /// It holds no statement
    #[error("the signatures are over something else than a statement: {0}")]
    NoStatement(String),
    /// Its statement is about something else
    #[error("the signed statement is about {}@{}, {:.12}, with other bounds, or in another world", .0.name, .0.version, .0.digest)]
    OtherVersion(Box<Statement>),
}

impl Statement {
    /// What is to be signed of a version
    pub fn of(record: &Record) -> Statement {
        Statement {
            digest: record.digest,
            name: record.name.clone(),
            profile: record.profile,
            profile_digest: record.profile.digest(),
            version: record.version.clone(),
            world: record.world.clone(),
        }
    }

    /// The text that is signed
    pub fn text(&self) -> String {
        // A record of plain fields always has a form in JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Envelope {
    /// An envelope without signatures
    pub fn of(statement: &Statement) -> Envelope {
        Envelope {
            payload_type: PAYLOAD_TYPE.to_owned(),
            payload: STANDARD.encode(statement.text()),
            signatures: Vec::new(),
        }
    }

    /// Adds the signature of a key, or replaces it
    pub fn sign(&mut self, key: &SigningKey) {
        let keyid = key.verifying().id();
        let payload = STANDARD.decode(&self.payload).unwrap_or_default();
        let sig = STANDARD.encode(key.sign(&encoded(&self.payload_type, &payload)));
        self.signatures.retain(|signature| signature.keyid != keyid);
        self.signatures.push(EnvelopeSignature { keyid, sig });
    }

    /// What its signatures say of a version. `key` gives the keys that are at hand by their id.
    ///
    /// # Errors
    /// Where the statement is not that of the version; no signature counts then.
    pub fn signed(
        &self,
        expected: &Statement,
        key: &mut dyn FnMut(&str) -> Option<VerifyingKey>,
    ) -> Result<Vec<Signed>, SignatureError> {
        let no_statement = |why: &dyn std::fmt::Display| SignatureError::NoStatement(why.to_string());
        if self.payload_type != PAYLOAD_TYPE {
            return Err(no_statement(&self.payload_type));
        }
        let payload = STANDARD.decode(&self.payload).map_err(|error| no_statement(&error))?;
        let statement: Statement = serde_json::from_slice(&payload).map_err(|error| no_statement(&error))?;
        if statement != *expected {
            return Err(SignatureError::OtherVersion(Box::new(statement)));
        }
        let bytes = encoded(&self.payload_type, &payload);
        let signed = self.signatures.iter().map(|EnvelopeSignature { keyid, sig }| Signed {
            key: keyid.clone(),
            // A key counts under its own id only, whatever file it was found in.
            is_good: key(keyid).map(|key| {
                key.id() == *keyid && STANDARD.decode(sig).is_ok_and(|signature| key.verifies(&bytes, &signature))
            }),
        });
        Ok(signed.collect())
    }
}

/// The bytes that are signed: DSSE's pre-authentication encoding, which leaves no doubt where each part ends
fn encoded(payload_type: &str, payload: &[u8]) -> Vec<u8> {
    let head = format!("DSSEv1 {} {payload_type} {} ", payload_type.len(), payload.len());
    [head.as_bytes(), payload].concat()
}
