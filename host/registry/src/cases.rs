//! Cases that every policy of the contract must pass, whatever its rules: a call, and a part of its answer.
//!
//! They are a few of `tests/cases`, and come with this crate, so that a host needs no files to try a version out.

use serde_json::Value;

/// One case
#[derive(Clone, Debug)]
pub struct Case {
    /// Its group and name
    pub name: &'static str,
    /// The line as `batch` takes it
    pub line: String,
    /// What must be true of the answer
    pub expect: Value,
}

macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../tests/cases/", $name, ".json")))),*]
    };
}

/// Sound answers to unsound calls, refusals that no policy may leave out, and what each pass owes
const TEXTS: [(&str, &str); 14] = texts![
    "input-errors/a-bad-digest",
    "input-errors/a-duplicate-id",
    "input-errors/an-empty-id",
    "input-errors/no-budget-left",
    "input-errors/no-call",
    "input-errors/no-such-call",
    "input-errors/not-json",
    "refusals/call-in-flight",
    "refusals/inference-in-flight",
    "refusals/window-moved",
    "plan/a-spill-needs-no-summary",
    "effects/a-read-always-fires",
    "effects/outcome-unknown",
    "effects/the-same-key-is-done",
];

/// The cases that come with this crate
pub fn embedded() -> Vec<Case> {
    TEXTS.iter().filter_map(|(name, text)| case(name, text)).collect()
}

/// Where an answer is not as expected; `None`: it is.
///
/// - An object of `expected` names some members, and the answer may have more.
/// - A list must be as long as that of the answer; `{"some": [...]}`: each of its elements must match one of the
///   answer's; `{"none": [...]}`: none may.
/// - For a text, `{"holds": [...]}`: each of these stands in it; `{"once": [...]}`: once and no more; `{"lacks": [...]}`:
///   none does.
/// - Anything else must be equal.
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

fn case(name: &'static str, text: &str) -> Option<Case> {
    let value: Value = serde_json::from_str(text).ok()?;
    // A call that is a string is taken as it is, so that a case can hold a line that is not JSON.
    let line = match value.get("call")? {
        Value::String(line) => line.clone(),
        call => call.to_string(),
    };
    Some(Case { name, line, expect: value.get("expect")?.clone() })
}

#[cfg(test)]
mod tests {
    use super::{TEXTS, embedded};

    #[test]
    fn every_case_can_be_read() {
        assert_eq!(embedded().len(), TEXTS.len());
    }
}
