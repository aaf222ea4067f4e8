//! A case: one call in JSON, and what must be true of its answer.
//!
//! A case is a file `tests/cases/<group>/<name>.json` with `about` (a sentence: what it shows), `call` (a line as `batch`
//! takes it, in which for `transcript` `{"file": "path"}` stands for the text of that file, and `{"lines": [...]}` for a
//! text of one value a line), and `expect`: a part of the answer line.
//!
//! What is expected is matched against what is answered:
//! - An object names some members, and the answer may have more.
//! - A list must be as long as that of the answer; `{"some": [...]}`: each of its elements must match one of the
//!   answer's; `{"none": [...]}`: none may.
//! - For a text, `{"holds": [...]}`: each of these stands in it; `{"once": [...]}`: once and no more; `{"lacks": [...]}`:
//!   none does.
//! - Anything else must be equal.

use crate::repository;
pub use anchorhold_registry::difference;
use serde_json::Value;

/// One case
pub struct Case {
    /// Its group and name
    pub name: String,
    /// The line as `batch` takes it
    pub line: String,
    /// What must be true of the answer
    pub expect: Value,
}

/// All cases of the repository
///
/// # Errors
/// A file that is no case: its path, and why.
pub fn all() -> Result<Vec<Case>, String> {
    let folder = repository::file("tests/cases");
    repository::files_below(&folder, ".json").iter().map(|path| read(&folder, path)).collect()
}

fn read(folder: &std::path::Path, path: &std::path::Path) -> Result<Case, String> {
    let name = path.strip_prefix(folder).unwrap_or(path).with_extension("").to_string_lossy().into_owned();
    let fault = |why: &str| format!("case `{name}`: {why}");
    let text = std::fs::read_to_string(path).map_err(|error| fault(&error.to_string()))?;
    let mut value: Value = serde_json::from_str(&text).map_err(|error| fault(&error.to_string()))?;
    if value.get("about").and_then(Value::as_str).is_none_or(str::is_empty) {
        return Err(fault("`about` must say what it shows"));
    }
    if let Some(transcript) = value.pointer_mut("/call/request/transcript")
        && let Some(document) = document(transcript).map_err(|error| fault(&error))?
    {
        *transcript = Value::String(document);
    }
    // A call that is a string is taken as it is, so that a case can hold a line that is not JSON.
    let line = match value.get("call") {
        Some(Value::String(line)) => line.clone(),
        Some(call) => call.to_string(),
        None => return Err(fault("`call` is missing")),
    };
    let expect = value.get("expect").cloned().ok_or_else(|| fault("`expect` is missing"))?;
    Ok(Case { name, line, expect })
}

/// The text that stands elsewhere, or is written as lines; `None`: the transcript is given as it is
fn document(transcript: &Value) -> Result<Option<String>, String> {
    if let Some(file) = transcript.get("file").and_then(Value::as_str) {
        return repository::text(file).map(Some);
    }
    let lines = transcript.get("lines").and_then(Value::as_array);
    Ok(lines.map(|lines| lines.iter().map(|line| format!("{line}\n")).collect()))
}
