//! State in the carry block: what each source said last. A value without what it is the value of would be read as that of
//! something else, so a line begins with the call that it came from: `get_pod web · phase: "Running"; restarts: 3`.

use super::effects;
use super::render::one_line;
use crate::demands::state;
use crate::effects::identity;
use crate::json::Json;
use crate::window::ToolCall;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Between the source and what it said
const BETWEEN: &str = " · ";

/// How many values one text gives at most
const VALUES: usize = 8;

/// The longest value that is a state and no text, in bytes
const VALUE_BYTES: usize = 96;

/// The longest source, in bytes
const SOURCE_BYTES: usize = 80;

/// The lines of a text; that of a result says which call it answers
pub fn lines(text: &str, call: Option<&ToolCall<'_>>) -> Vec<String> {
    let values = match Json::parse_outline(text) {
        Ok(Json::Object(members)) => of_object(&members),
        // Of several things a list does not say which is meant.
        Ok(Json::Array(_)) => Vec::new(),
        _ => of_text(text),
    };
    match call {
        Some(call) if !values.is_empty() => {
            alloc::vec![format!("{}{BETWEEN}{}", source(call), values.join("; "))]
        }
        _ => values,
    }
}

/// What a line is about: lines about the same replace each other
pub fn subject(line: &str) -> &str {
    line.split_once(BETWEEN).or_else(|| line.rsplit_once(": ")).map_or(line, |(subject, _)| subject)
}

fn source(call: &ToolCall<'_>) -> String {
    let arguments = Json::parse(&call.arguments).unwrap_or(Json::Null);
    let shown = effects::arguments_of(&arguments);
    let name = one_line(&call.tool);
    let source = if shown.is_empty() { name } else { format!("{name} {shown}") };
    match source.get(..source.floor_char_boundary(SOURCE_BYTES)) {
        // Two calls that begin alike are told apart by the digest of their arguments.
        Some(head) if head.len() < source.len() => {
            let identity = identity(&call.tool, &arguments, None);
            let digest = identity.id.rsplit('#').next().unwrap_or_default().to_owned();
            format!("{head}… #{}", digest.get(..8).unwrap_or(&digest))
        }
        _ => source,
    }
}

/// The scalar members of an object, or of the one object in it
fn of_object(members: &[(alloc::borrow::Cow<'_, str>, Json<'_>)]) -> Vec<String> {
    if let [(_, Json::Object(inner))] = members {
        return of_object(inner);
    }
    let scalars = members.iter().filter_map(|(key, value)| {
        let value = match value {
            Json::String(text) if text.len() <= VALUE_BYTES && !text.is_empty() => format!("\"{}\"", one_line(text)),
            Json::Bool(_) | Json::Whole(_) | Json::Negative(_) | Json::Real(_) => value.to_canonical(),
            _ => return None,
        };
        Some(format!("{key}: {value}"))
    });
    scalars.take(VALUES).collect()
}

fn of_text(text: &str) -> Vec<String> {
    state::find_bounded(text, VALUES)
        .iter()
        .map(|assertion| format!("{}: {}", assertion.key.of(text), assertion.value.of(text)))
        .collect()
}
