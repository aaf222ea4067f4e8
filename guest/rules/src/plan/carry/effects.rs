//! Effects in the carry block: each in a line that tells it from others of its kind; where there is no room for all of
//! them, the older ones by their names alone, and at last by their number. None goes untold.
//!
//! A line reads `confirmed: refund_order · ord-3 · amount=20 → "ok"`; what has no line of its own is told as
//! `confirmed: refund_order, 47 more: ord-7, ord-9`. Both are read back when the block itself is compacted.

use super::render::one_line;
use crate::json::Json;
use crate::tokens::estimate;
use crate::window::{Effect, TokenCount};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Between what was done, what it was done to, and how
const BETWEEN: &str = " · ";

/// Before what came of it
const OUTCOME: &str = " → ";

/// The longest argument, and the longest outcome, that a line shows, in bytes
const ARGUMENT_BYTES: usize = 48;
const OUTCOME_BYTES: usize = 72;

/// How many arguments a line shows at most
const ARGUMENTS: usize = 4;

/// A ledger entry in one line
pub fn line(effect: &Effect<'_>) -> String {
    let mut text = format!("{}: {}", effect.status.name(), one_line(&effect.action));
    let arguments = effect.arguments.as_deref().and_then(|text| Json::parse(text).ok());
    let shown = arguments.as_ref().map(scalars).unwrap_or_default();
    let target = one_line(&effect.target);
    let key = effect.idempotency_key.as_deref();
    let name = if target.is_empty() { telling(&shown).to_owned() } else { shortened(&target, ARGUMENT_BYTES * 2) };
    if !name.is_empty() {
        text.push_str(BETWEEN);
        text.push_str(&name);
    }
    let others = shown.iter().filter(|(_, value)| *value != name && Some(value.as_str()) != key && *value != target);
    for (place, (field, value)) in others.take(ARGUMENTS).enumerate() {
        text.push_str(if place == 0 { BETWEEN } else { " " });
        text.push_str(&format!("{field}={value}"));
    }
    if let Some(key) = key {
        text.push_str(&format!("{BETWEEN}key {key}"));
    }
    if let Some(outcome) = &effect.outcome {
        // In quotation marks: it is what a tool said, and nobody's instruction.
        text.push_str(&format!("{OUTCOME}\"{}\"", shortened(&one_line(outcome), OUTCOME_BYTES)));
    }
    text
}

/// The arguments of a call in one line, such as `order=ord-3 amount=20`
pub fn arguments_of(arguments: &Json<'_>) -> String {
    let shown: Vec<String> = scalars(arguments).iter().map(|(field, value)| format!("{field}={value}")).collect();
    shown.join(" ")
}

/// Of the arguments the one that tells a call from others of its kind best: an id, else a name, else a number
fn telling(shown: &[(String, String)]) -> &str {
    let is_id = |value: &str| value.bytes().any(|byte| byte.is_ascii_digit()) && !is_number(value);
    let of_kind = |fits: &dyn Fn(&str) -> bool| shown.iter().map(|(_, value)| value.as_str()).find(|value| fits(value));
    of_kind(&|value| is_id(value) && !value.contains(' '))
        .or_else(|| of_kind(&|value| !is_number(value) && !matches!(value, "true" | "false")))
        .or_else(|| of_kind(&|_| true))
        .unwrap_or_default()
}

fn is_number(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+'))
}

/// Whether a line tells an outcome that is still open
pub fn is_unsettled_line(line: &str) -> bool {
    ["intended: ", "fired: ", "unknown: "].iter().any(|status| line.starts_with(status))
}

/// Whether a line tells of something that has begun, and whose end stands elsewhere
pub fn is_begun_line(line: &str) -> bool {
    line.starts_with("fired: ") && line.contains(OUTCOME)
}

/// The same line told so many times
pub fn times(line: &str, count: u32) -> String {
    if count < 2 { line.to_owned() } else { format!("{line} ({count} times)") }
}

/// A line without its number of times, and that number
pub fn base(line: &str) -> (&str, u32) {
    let counted = line.strip_suffix(" times)").and_then(|rest| rest.rsplit_once(" ("));
    counted.and_then(|(base, count)| Some((base, count.parse().ok()?))).unwrap_or((line, 1))
}

/// Effects of one status and action that have no line of their own
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Status and action, such as `confirmed: refund_order`
    pub what: String,
    /// How many there are
    pub count: u32,
    /// What they were done to, the newest first, as far as it is known
    pub names: Vec<String>,
}

/// How many groups are told apart; the others are told together
const GROUPS: usize = 12;

/// The group of all others
const OTHERS: &str = "confirmed: other effects";

impl Group {
    /// The group of one line
    pub fn of_line(line: &str) -> Group {
        let (base, count) = base(line);
        let said = base.split(OUTCOME).next().unwrap_or_default();
        let mut parts = said.split(BETWEEN);
        let what = parts.next().unwrap_or_default().to_owned();
        Group { what, count, names: parts.next().map(ToString::to_string).into_iter().collect() }
    }

    /// A group as `told` wrote it; `None`: the line is that of one effect
    pub fn read(line: &str) -> Option<Group> {
        let (head, names) = line.split_once(" more").filter(|(_, rest)| rest.is_empty() || rest.starts_with(": "))?;
        let (what, count) = head.rsplit_once(", ")?;
        let names = names.strip_prefix(": ").unwrap_or_default().split(", ");
        let names = names.filter(|name| !name.is_empty() && *name != "…").map(ToString::to_string).collect();
        Some(Group { what: what.to_owned(), count: count.parse().ok()?, names })
    }

    /// In a line of at most so many tokens: with as many names as there is room for
    pub fn told(&self, room: TokenCount) -> String {
        let mut text = format!("{}, {} more", self.what, self.count);
        let mut used = estimate(&text);
        for (place, name) in self.names.iter().enumerate() {
            // A name with its comma weighs what it weighs alone and a little.
            let tokens = estimate(name).saturating_add(1);
            if used.saturating_add(tokens) > room {
                if place > 0 {
                    text.push_str(", …");
                }
                break;
            }
            used = used.saturating_add(tokens);
            text.push_str(if place == 0 { ": " } else { ", " });
            text.push_str(name);
        }
        text
    }

    /// What the line weighs without names, however many they become
    pub fn tokens_least(&self) -> TokenCount {
        estimate(&self.what).saturating_add(8)
    }
}

/// Groups with those of one kind put together, in the order of their first; the last may stand for all others
pub fn together(groups: impl Iterator<Item = Group>) -> Vec<Group> {
    let mut joined: Vec<Group> = Vec::new();
    for mut group in groups {
        let known = joined.iter().any(|other| other.what == group.what);
        if !known && joined.len() >= GROUPS {
            // Of what is told together with others the action is the name.
            group.names.clear();
            group.what = OTHERS.to_owned();
        }
        match joined.iter_mut().find(|other| other.what == group.what) {
            Some(other) => {
                other.count = other.count.saturating_add(group.count);
                other.names.append(&mut group.names);
            }
            None => joined.push(group),
        }
    }
    joined
}

/// The arguments of a call that are no lists or objects, as text in one line
fn scalars(arguments: &Json<'_>) -> Vec<(String, String)> {
    let Json::Object(members) = arguments else { return Vec::new() };
    let shown = members.iter().filter_map(|(field, value)| {
        let value = match value {
            Json::Object(_) | Json::Null => return None,
            // Ids of several things are told with a comma between them; what is nested deeper is not.
            Json::Array(values) => {
                let all: Option<Vec<String>> = values.iter().map(scalar).collect();
                all?.join(",")
            }
            other => scalar(other)?,
        };
        (!value.is_empty()).then(|| (field.to_string(), shortened(&one_line(&value), ARGUMENT_BYTES)))
    });
    shown.collect()
}

fn scalar(value: &Json<'_>) -> Option<String> {
    match value {
        Json::String(text) => Some(text.to_string()),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
        number_or_flag => Some(number_or_flag.to_canonical()),
    }
}

fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    format!("{}…", text.get(..text.floor_char_boundary(most)).unwrap_or_default().trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::EffectStatus;

    fn effect(target: &str, arguments: &str, outcome: Option<&str>) -> Effect<'static> {
        Effect {
            id: "e".into(),
            action: "refund_order".into(),
            target: target.to_owned().into(),
            idempotency_key: None,
            status: EffectStatus::Confirmed,
            arguments: Some(arguments.to_owned().into()),
            fired_at: None,
            outcome: outcome.map(|outcome| outcome.to_owned().into()),
            element: None,
        }
    }

    #[test]
    fn a_line_tells_one_effect_from_another() {
        for (target, arguments, outcome, line_of_it) in [
            (
                "",
                r#"{"order":"ord-3","amount":20}"#,
                Some("ok"),
                "confirmed: refund_order · ord-3 · amount=20 → \"ok\"",
            ),
            (
                "",
                r#"{"amount":20,"note":"late parcel","order":"ord-3"}"#,
                None,
                "confirmed: refund_order · ord-3 · amount=20 note=late parcel",
            ),
            ("cus_1", r#"{"amount":5,"customer_id":"cus_1"}"#, None, "confirmed: refund_order · cus_1 · amount=5"),
            ("", "{}", None, "confirmed: refund_order"),
            ("", r#"{"items":["a","b"],"deep":{"x":1}}"#, None, "confirmed: refund_order · a,b"),
        ] {
            assert_eq!(line(&effect(target, arguments, outcome)), line_of_it);
        }
        assert_eq!(base(&times("confirmed: x", 3)), ("confirmed: x", 3));
        assert_eq!(base("confirmed: x (many times)"), ("confirmed: x (many times)", 1));
    }

    #[test]
    fn what_has_no_line_of_its_own_is_told_by_name_and_read_back() {
        let lines = ["confirmed: a · one · x=1 → \"ok\"", "confirmed: b", "confirmed: a · two (2 times)"];
        let groups = together(lines.iter().map(|line| Group::of_line(line)));
        let told: Vec<String> = groups.iter().map(|group| group.told(100)).collect();
        assert_eq!(told, ["confirmed: a, 3 more: one, two", "confirmed: b, 1 more"]);
        assert_eq!(told.iter().map(|line| Group::read(line)).collect::<Option<Vec<Group>>>(), Some(groups.clone()));
        assert_eq!(Group::read("confirmed: a · some more"), None);
        assert!(groups.iter().all(|group| group.told(0).ends_with(" more")));
        let many = (0..40).map(|number| Group::of_line(&format!("confirmed: action_{number} · x")));
        let joined = together(many);
        assert_eq!(joined.len(), GROUPS + 1);
        assert_eq!(joined.iter().map(|group| group.count).sum::<u32>(), 40);
    }
}
