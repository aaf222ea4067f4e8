//! The report of `policy inspect`.

use super::numbers::{bytes, grouped};
use super::style::{FAINT, GOOD, NAME, PLAIN, TITLE, styled};
use super::table::Table;
use anchorhold_flow::{Description, Inspected};
use serde_json::{Value, json};

/// The report
pub fn text(inspected: &Inspected) -> String {
    let admitted = &inspected.admitted;
    let title = match &inspected.description {
        Some(Description { name, version, .. }) => format!("{name} {version}"),
        None => "a policy without desk".to_owned(),
    };
    let fact = |name: &str, value: String| format!("  {} {value}\n", styled(FAINT, &format!("{name:<9}")));
    let mut text = format!("\n  {}  {}\n\n", styled(GOOD, "is a policy"), styled(TITLE, &title));
    text.push_str(&fact("digest", admitted.digest.to_string()));
    text.push_str(&fact("world", admitted.world.name().to_owned()));
    text.push_str(&fact("size", bytes(admitted.size_bytes)));
    text.push_str(&fact("memory", format!("at most {}", bytes(admitted.memory_bytes_max as usize))));
    text.push_str(&fact("imports", "nothing".to_owned()));
    text.push_str(&fact("exports", admitted.exports.join("\n            ")));
    if let Some(description) = &inspected.description {
        text.push_str(&fact("formats", description.formats.join(", ")));
        text.push_str(&fact("preset", description.preset.clone()));
        text.push_str(&format!("\n{}\n{}\n", rules(description), settings(description)));
    }
    text
}

/// The same as JSON
pub fn json(inspected: &Inspected) -> String {
    let admitted = &inspected.admitted;
    // It was read before; what is not JSON would not have come here.
    let described = inspected.description_json.as_deref().and_then(|json| serde_json::from_str::<Value>(json).ok());
    let inspected = json!({
        "digest": admitted.digest.to_string(),
        "world": admitted.world.name(),
        "size_bytes": admitted.size_bytes,
        "memory_bytes_max": admitted.memory_bytes_max,
        "imports": [],
        "exports": admitted.exports,
        "description": described,
    });
    format!("{inspected}\n")
}

fn rules(description: &Description) -> String {
    let of_kind = |kind: &str, head: [&'static str; 2]| {
        let mut table = Table::wrapped(head);
        for rule in description.rules.iter().filter(|rule| rule.kind == kind) {
            table.row([(rule.code.clone(), NAME), (rule.summary.clone(), PLAIN)]);
        }
        table.text()
    };
    let refusals = of_kind("refusal", ["refusal of plan", "holds when"]);
    let findings = of_kind("finding", ["finding of admit", "holds when"]);
    format!("{refusals}\n{findings}")
}

/// The numbers of each preset, side by side
fn settings(description: &Description) -> String {
    let of = |preset: &str| description.settings.get(preset).and_then(Value::as_object);
    let (Some(standard), Some(literal)) = (of("standard"), of("literal")) else { return String::new() };
    let mut table = Table::new(["setting", ">standard", ">literal"]);
    for (name, value) in standard {
        let shown = |value: &Value| match value {
            Value::Number(number) => number.as_u64().map_or_else(|| number.to_string(), grouped),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let literal = literal.get(name).map(shown).unwrap_or_default();
        if name != "preset" {
            table.row([(name.clone(), NAME), (shown(value), PLAIN), (literal, PLAIN)]);
        }
    }
    table.text()
}
