//! What a call is done to, read off its arguments, and the key by which a repeat of it is recognised.

use super::TARGET_BYTES;
use crate::json::Json;
use alloc::format;
use alloc::string::{String, ToString};

/// Names of arguments that name an object, the most telling first
const OBJECTS: [&str; 26] = [
    "file_path",
    "path",
    "notebook_path",
    "filename",
    "file",
    "url",
    "uri",
    "endpoint",
    "table",
    "resource_id",
    "resource",
    "resource_name",
    "bucket",
    "repository",
    "repo",
    "channel",
    "recipient",
    "recipients",
    "to",
    "email",
    "phone_number",
    "name",
    "title",
    "id",
    "key",
    "target",
];

/// What a call is done to; `None` where the arguments do not tell
pub fn of(arguments: &Json<'_>) -> Option<String> {
    if let Json::String(text) = arguments {
        return Some(shorten(text.trim().lines().next().unwrap_or(""), TARGET_BYTES)).filter(|text| !text.is_empty());
    }
    let members = arguments.as_object()?;
    // An id says exactly which object: `reservation_id` before `user_id`, which is whose it is.
    let mut id = None;
    let mut owner = None;
    for (name, value) in members {
        if name.ends_with("_id") || name.ends_with("Id") {
            let slot = if name.starts_with("user") || name.starts_with("customer") { &mut owner } else { &mut id };
            if slot.is_none() {
                *slot = scalar(value);
            }
        }
    }
    let object = || OBJECTS.iter().find_map(|name| scalar(arguments.get(name)?));
    let target = id.or_else(object).or(owner)?;
    let within = ["namespace", "project", "database"].iter().find_map(|name| scalar(arguments.get(name)?));
    let target = within.map_or_else(|| target.clone(), |within| format!("{within}/{target}"));
    Some(shorten(target.trim().lines().next().unwrap_or(""), TARGET_BYTES))
}

fn scalar(value: &Json<'_>) -> Option<String> {
    match value {
        Json::String(text) if !text.trim().is_empty() => Some(text.to_string()),
        Json::Whole(number) => Some(number.to_string()),
        Json::Negative(number) => Some(number.to_string()),
        Json::Array(elements) => scalar(elements.first()?),
        _ => None,
    }
}

/// The idempotency key that the arguments carry: a member of that name, at the top, one level below, or as the header
/// of a request
pub fn idempotency_key(arguments: &Json<'_>) -> Option<String> {
    match arguments {
        Json::String(text) => header(text),
        Json::Object(members) => {
            let stated = members.iter().find_map(|(name, value)| keyed(name, value));
            stated.or_else(|| {
                members.iter().find_map(|(_, value)| match value {
                    Json::Object(inner) => inner.iter().find_map(|(name, value)| keyed(name, value)),
                    Json::Array(elements) => elements.iter().filter_map(Json::as_str).find_map(header),
                    Json::String(text) => header(text),
                    _ => None,
                })
            })
        }
        _ => None,
    }
}

fn keyed(name: &str, value: &Json<'_>) -> Option<String> {
    let letters = || name.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase());
    let names = ["idempotencykey", "xidempotencykey", "idempotencytoken", "clientrequesttoken", "clienttoken"];
    if names.iter().any(|known| letters().eq(known.bytes())) { scalar(value) } else { None }
}

/// `Idempotency-Key: value` in a text, such as the command line of `curl`
fn header(text: &str) -> Option<String> {
    const NAME: &[u8] = b"idempotency-key:";
    // A text that is much longer is the content of a file and no request.
    const REQUEST_BYTES: usize = 16_384;
    if text.len() > REQUEST_BYTES {
        return None;
    }
    let at = text.as_bytes().windows(NAME.len()).position(|bytes| bytes.eq_ignore_ascii_case(NAME))?;
    let value = text.get(at + NAME.len()..)?.trim_start();
    let end = value.find(|sign: char| sign.is_whitespace() || matches!(sign, '"' | '\'' | '\\')).unwrap_or(value.len());
    value.get(..end).filter(|value| !value.is_empty()).map(String::from)
}

/// The beginning of a text, at most `bytes` long with the mark of the cut. It is cut between words, so that no id is
/// halved; a single word that is too long is cut at a character.
pub fn shorten(text: &str, bytes: usize) -> String {
    const CUT: &str = "…";
    if text.len() <= bytes {
        return String::from(text);
    }
    let room = bytes.saturating_sub(CUT.len());
    let at = (0..=room).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let head = text.get(..at).unwrap_or("");
    let next_is_space = text.get(at..).is_some_and(|rest| rest.starts_with(char::is_whitespace));
    let whole =
        if next_is_space { head } else { head.rfind([' ', ',', '\t']).and_then(|at| head.get(..at)).unwrap_or(head) };
    format!("{}{CUT}", whole.trim_end_matches([' ', ',', '\t']))
}
