//! The log of decisions for others: as lines of JSON, with the texts, without them, or with digests that nobody can guess.

use crate::replay::request_of;
use anchorhold_store::{DatabaseError, Decision, Digest, Store};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use std::io::{self, Write};

/// What is told of the texts of a decision
#[derive(Clone)]
pub enum Texts {
    /// Their digests
    Digests,
    /// Their digests, and the request itself where it was kept
    Told,
    /// Digests of their digests under a key: equal texts stay equal, and whoever lacks the key cannot try out guesses
    Keyed(MaskKey),
}

/// A key under which texts are left out
#[derive(Clone)]
pub struct MaskKey(Hmac<Sha256>);

/// A key that is too short to be one
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a key of {given} bytes can be guessed: give at least 32, such as those of `head -c 32 /dev/urandom`")]
pub struct ShortKey {
    /// Its bytes
    pub given: usize,
}

/// Why the log was not written
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The database failed
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The output cannot be written
    #[error("cannot write the output")]
    Output(#[from] io::Error),
}

impl MaskKey {
    /// The key of these bytes
    ///
    /// # Errors
    /// Where they are fewer than 32.
    pub fn of(bytes: &[u8]) -> Result<MaskKey, ShortKey> {
        const BYTES_LEAST: usize = 32;
        let short = ShortKey { given: bytes.len() };
        if bytes.len() < BYTES_LEAST {
            return Err(short);
        }
        Hmac::new_from_slice(bytes).map(MaskKey).map_err(|_| short)
    }

    fn masked(&self, digest: Digest) -> String {
        let mut keyed = self.0.clone();
        keyed.update(digest.to_string().as_bytes());
        let digest: [u8; 32] = keyed.finalize().into_bytes().into();
        format!("hmac-sha256:{}", Digest::from(digest))
    }
}

/// Writes the decisions of the log, one a line
///
/// # Errors
/// Where the database or the output fails.
pub fn export(store: &Store, texts: &Texts, output: &mut impl Write) -> Result<(), ExportError> {
    const AT_ONCE: u32 = 500;
    let mut after = 0;
    loop {
        let decisions = store.decisions_after(after, AT_ONCE)?;
        let Some(last) = decisions.last() else { return Ok(output.flush()?) };
        after = last.sequence;
        for decision in &decisions {
            writeln!(output, "{}", told(store, decision, texts))?;
        }
    }
}

fn told(store: &Store, decision: &Decision, texts: &Texts) -> Value {
    let made = &decision.decision;
    let digest = |digest: Digest| match texts {
        Texts::Keyed(key) => key.masked(digest),
        Texts::Digests | Texts::Told => digest.to_string(),
    };
    let mut told = json!({
        "sequence": decision.sequence,
        "at_ms": decision.at_ms,
        "pass": made.pass,
        "call": made.call,
        "policy": made.policy.to_string(),
        "fuel": made.fuel,
        "engine": made.engine,
        "request": digest(made.request),
        "answer": digest(made.answer),
        // The chain and the recipe are made of the same digests: told as they are, guesses could be tried out on them.
        "recipe": decision.recipe.map(digest),
        "chain": decision.chain.map(digest),
    });
    if let (Texts::Told, Value::Object(told)) = (texts, &mut told) {
        told.insert("request_text".to_owned(), request_of(store, decision).map_or(Value::Null, Value::from));
    }
    told
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that cannot go on must stop")]
mod tests {
    use super::{MaskKey, Texts, export};
    use anchorhold_store::{Digest, NewDecision, Store};
    use serde_json::Value;

    fn lines(store: &Store, texts: &Texts) -> Vec<Value> {
        let mut output = Vec::new();
        export(store, texts, &mut output).expect("it is written");
        let text = String::from_utf8(output).expect("it is text");
        text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
    }

    #[test]
    fn a_masked_log_holds_no_digest_of_a_text_and_keeps_equal_texts_equal() {
        let mut store = Store::open_in_memory().expect("a store");
        for (request, policy) in [("one", "p"), ("one", "q"), ("other", "p")] {
            let decision = NewDecision {
                pass: None,
                call: "plan".to_owned(),
                request: Digest::of(request.as_bytes()),
                answer: Digest::of(b"answer"),
                policy: Digest::of(policy.as_bytes()),
                fuel: 1,
                engine: None,
            };
            store.add_decision(&decision, Some(request.as_bytes())).expect("it is added");
        }
        let plain = lines(&store, &Texts::Digests);
        let key = MaskKey::of(&[7; 32]).expect("a key");
        let masked = lines(&store, &Texts::Keyed(key));
        let text = serde_json::to_string(&masked).expect("JSON");
        for line in &plain {
            for name in ["request", "answer", "recipe", "chain"] {
                let digest = line.get(name).and_then(Value::as_str).expect("a digest");
                assert!(!text.contains(digest), "{name}");
            }
        }
        let request = |place: usize| masked.get(place).and_then(|line| line.get("request"));
        assert_eq!(request(0), request(1));
        assert_ne!(request(0), request(2));
        assert_ne!(masked, lines(&store, &Texts::Keyed(MaskKey::of(&[8; 32]).expect("a key"))));
        assert!(MaskKey::of(&[7; 31]).is_err());
    }
}
