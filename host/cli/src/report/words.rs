//! The names of the contract in words for people. A name that is not known here is shown as it is.

use super::numbers::grouped;
use super::table::shortened;
use anchorhold_flow::Coded;
use serde_json::Value;

/// Why an element is kept
pub fn reason(code: &str) -> String {
    match code {
        "instruction" => "instruction of system or developer",
        "current-request" => "the request that is being worked on",
        "open-call" => "a call that waits for its result",
        "pinned" => "pinned by the user",
        "earlier-summary" => "output of an earlier compaction",
        "externalize" => "not regenerable and task-critical",
        "unknown-kind" => "of a kind that the policy does not know",
        "recent" => "among the most recent",
        "bound" => "bound to one that stays",
        "chain-anchor" => "anchor that its chain needs",
        other => return spaced(other),
    }
    .to_owned()
}

/// What stands for elements that left where there is no room for a pointer to each
pub const SOME_ARE_POINTED_TO: &str = "archived; the newest have pointers";

/// What stands for an element that left
pub fn stand_in(disposition: &str) -> String {
    match disposition {
        "summarize" => "the summary stands for it",
        "ledger" => "its ledger entry is carried",
        "point" => "a pointer is carried",
        "carry" => "its text is carried, verbatim",
        other => return spaced(other),
    }
    .to_owned()
}

/// A kind of element or demand, for several of them
pub fn several(kind: &str) -> String {
    match kind {
        "reasoning" => "reasoning".to_owned(),
        "summary" => "earlier summaries".to_owned(),
        "reply" => "replies".to_owned(),
        "state" => "state".to_owned(),
        "plan-position" => "plan position".to_owned(),
        kind => format!("{}s", spaced(kind)),
    }
}

/// A case with what it carries, on one line
pub fn coded(coded: &Coded) -> String {
    let carried = coded.rest.iter().filter_map(|(name, value)| Some(format!("{} {}", spaced(name), shown(value)?)));
    let carried: Vec<String> = carried.collect();
    if carried.is_empty() { coded.code.clone() } else { format!("{}: {}", coded.code, carried.join(", ")) }
}

/// What there is to say of an event. What is no JSON object is shown as it is.
pub fn detail(json: &str) -> String {
    let Ok(Value::Object(said)) = serde_json::from_str(json) else { return json.to_owned() };
    let each = said.iter().filter_map(|(name, value)| match value {
        // Empty lists say nothing.
        Value::Array(values) if values.is_empty() => None,
        Value::Array(values) => {
            let codes: Vec<&str> = values.iter().filter_map(|value| value.get("code")?.as_str()).collect();
            let listed = if codes.is_empty() { shown(value)? } else { codes.join(", ") };
            Some(format!("{} {listed}", spaced(name)))
        }
        // Sizes and the like, one after the other.
        Value::Object(inner) => {
            let each = inner.iter().filter_map(|(name, value)| Some(format!("{} {}", spaced(name), shown(value)?)));
            Some(each.collect::<Vec<_>>().join(", "))
        }
        value => Some(format!("{} {}", spaced(name), shown(value)?)),
    });
    each.collect::<Vec<_>>().join("; ")
}

fn spaced(name: &str) -> String {
    name.replace(['-', '_'], " ")
}

/// `None`: there is nothing to show
fn shown(value: &Value) -> Option<String> {
    const LISTED_MAX: usize = 3;
    match value {
        Value::Null => None,
        Value::Number(number) => Some(number.as_u64().map_or_else(|| number.to_string(), grouped)),
        Value::String(text) => Some(text.clone()),
        Value::Array(values) => {
            let listed: Vec<String> = values.iter().take(LISTED_MAX).filter_map(shown).collect();
            let rest = values.len().saturating_sub(LISTED_MAX);
            let more = if rest == 0 { String::new() } else { format!(" and {} more", grouped(rest as u64)) };
            Some(format!("{}{more}", listed.join(", ")))
        }
        Value::Bool(_) | Value::Object(_) => Some(shortened(&value.to_string(), 60)),
    }
}
