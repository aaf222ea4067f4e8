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

/// Where an answer is not as expected; `None`: it is
pub fn difference(expected: &Value, answer: &Value, path: &str) -> Option<String> {
    match (expected, answer) {
        (Value::Object(wishes), Value::String(text)) => wishes.iter().find_map(|(wish, parts)| {
            let Some(parts) = parts.as_array().filter(|_| ["holds", "once", "lacks"].contains(&wish.as_str())) else {
                return Some(format!("{path}: expected an object with `{wish}`, found the text {text}"));
            };
            let is_met = |part: &&str| match wish.as_str() {
                "holds" => text.contains(part),
                "once" => text.matches(part).count() == 1,
                _ => !text.contains(part),
            };
            let mut unmet = parts.iter().filter_map(Value::as_str).filter(|part| !is_met(part));
            unmet.next().map(|part| format!("{path}: `{part}` is not as `{wish}` says in {text}"))
        }),
        (Value::Object(members), _) if members.len() == 1 && members.contains_key("some") => {
            let wanted = members.get("some").and_then(Value::as_array)?;
            let given = answer.as_array().map_or(&[][..], Vec::as_slice);
            let is_there = |one: &Value| given.iter().any(|other| difference(one, other, path).is_none());
            wanted.iter().find(|one| !is_there(one)).map(|one| format!("{path}: nothing is like {one} in {answer}"))
        }
        (Value::Object(members), _) if members.len() == 1 && members.contains_key("none") => {
            let unwanted = members.get("none").and_then(Value::as_array)?;
            let given = answer.as_array().map_or(&[][..], Vec::as_slice);
            let is_there = |one: &&Value| given.iter().any(|other| difference(one, other, path).is_none());
            unwanted.iter().find(is_there).map(|one| format!("{path}: something is like {one} in {answer}"))
        }
        (Value::Object(members), Value::Object(given)) => members.iter().find_map(|(name, value)| {
            let path = format!("{path}.{name}");
            match given.get(name) {
                Some(other) => difference(value, other, &path),
                None => Some(format!("{path}: is missing in {answer}")),
            }
        }),
        (Value::Array(wanted), Value::Array(given)) if wanted.len() == given.len() => {
            let pairs = wanted.iter().zip(given).enumerate();
            pairs.into_iter().find_map(|(place, (one, other))| difference(one, other, &format!("{path}[{place}]")))
        }
        _ => (expected != answer).then(|| format!("{path}: expected {expected}, found {answer}")),
    }
}
