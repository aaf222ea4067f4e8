//! What must hold whatever the bytes. Each function takes bytes that anybody made up, and panics where a law is broken.
//!
//! They are the bodies of the fuzz targets, and `make test` runs them over mutations of real texts, so that they are
//! tried where there is no fuzzer as well.

mod findings;
mod scanner;
mod transcripts;

use anchorhold_policy::desk as policy;
use serde_json::Value;

pub use findings::findings;
pub use scanner::scanner;
pub use transcripts::transcripts;

/// Any text as a line of a batch: it is answered, in one line that is JSON, and alike each time
///
/// # Panics
/// The law is broken.
pub fn desk(bytes: &[u8]) {
    let line = String::from_utf8_lossy(bytes);
    let answer = policy::answer(line.as_ref());
    assert!(!answer.contains('\n'), "an answer of several lines: {answer}");
    let parsed = serde_json::from_str::<Value>(&answer);
    assert!(parsed.is_ok(), "an answer that is no JSON: {answer}");
    assert_eq!(answer, policy::answer(line.into_owned()), "a text that is given away is answered otherwise");
}
