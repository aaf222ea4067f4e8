//! HTTP requests: the method decides. (RFC 9110, 9.2.1 safe and 9.2.2 idempotent methods.)

use super::deed::Deed;
use crate::json::Json;

/// What a request with this method does; `None` for what is no method of HTTP
///
/// A safe method reads, but from an open world: the same request may be answered otherwise next time.
pub fn method(name: &str) -> Option<Deed> {
    let is = |method: &str| name.eq_ignore_ascii_case(method);
    if is("GET") || is("HEAD") || is("OPTIONS") || is("TRACE") || is("QUERY") {
        Some(Deed::LOOK)
    } else if is("PUT") || is("DELETE") {
        Some(Deed::SETTLE)
    } else if is("POST") || is("PATCH") || is("CONNECT") {
        Some(Deed::WRITE)
    } else {
        None
    }
}

/// What a call does whose arguments are an HTTP request: a method and where it goes; `None` where they are not
///
/// An `Idempotency-Key` does not make a request harmless: it makes a repeat harmless that carries the same key, so the
/// key has to be known. It is the identity of the effect.
pub fn deed(words: &[&str], arguments: &Json<'_>) -> Option<Deed> {
    let stated = ["method", "http_method", "httpMethod", "verb"].iter().find_map(|name| arguments.get(name)?.as_str());
    let goes_somewhere =
        ["url", "uri", "endpoint", "path", "href", "route"].iter().any(|name| arguments.get(name).is_some());
    if let Some(stated) = stated {
        return method(stated).filter(|_| goes_somewhere || is_request(words));
    }
    if !goes_somewhere || !is_request(words) {
        return None;
    }
    let by_name = words.iter().find_map(|word| method(word));
    let has_body = ["body", "data", "json", "form", "payload"]
        .iter()
        .any(|name| arguments.get(name).is_some_and(|body| !matches!(body, Json::Null) && body.as_str() != Some("")));
    Some(by_name.unwrap_or(if has_body { Deed::WRITE } else { Deed::LOOK }))
}

fn is_request(words: &[&str]) -> bool {
    words.iter().any(|word| matches!(*word, "http" | "https" | "curl" | "request" | "requests" | "rest"))
}
