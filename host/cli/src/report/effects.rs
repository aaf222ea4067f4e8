//! The reports of `effects`.

use super::style::{BAD, CAREFUL, FAINT, GOOD, NAME, PLAIN, TITLE, styled};
use super::table::Table;
use anchorhold_flow::Effect;
use anchorhold_flow::effects::Judgement;
use anstyle::Style;
use serde_json::json;

/// What is to be done with a call
pub fn judged(judgement: &Judgement) -> String {
    let (style, verdict, said, entry) = match judgement {
        Judgement::Fire { entry: None, .. } => (GOOD, "fire", "a read: the ledger does not hold it".to_owned(), None),
        Judgement::Fire { entry: Some(entry), .. } => {
            let said = format!("tell what comes of it under {}", styled(NAME, &entry.id));
            (GOOD, "fire", said, Some(entry))
        }
        Judgement::AlreadyDone { entry } => {
            (CAREFUL, "already done", "do not fire it again; this is what came of it".to_owned(), Some(entry))
        }
        Judgement::InFlight { entry } => {
            let said = "somebody is at it; if they are gone: `anchorhold effects settle --abandoned`".to_owned();
            (CAREFUL, "in flight", said, Some(entry))
        }
        Judgement::OutcomeUnknown { entry } => {
            let said = format!("find out whether it was done, then: `anchorhold effects settle {} …`", entry.id);
            (CAREFUL, "outcome unknown", said, Some(entry))
        }
        Judgement::KeyReused { entry, field } => {
            let said = format!("its key was used with another {}", styled(NAME, &format!("`{field}`")));
            (BAD, "key reused", said, Some(entry))
        }
    };
    let entry = entry.map(|entry| format!("\n{}", facts(entry))).unwrap_or_default();
    format!("\n  {}  {said}\n{entry}\n", styled(style, verdict))
}

/// What came of telling or settling an entry
pub fn noted(is_json: bool, verb: &str, word: &str, entry: Effect) -> String {
    if is_json {
        return format!("{}\n", json!({verb: word, "entry": entry}));
    }
    let (style, said) = match word {
        "advanced" => (GOOD, "noted"),
        "settled" => (GOOD, "settled"),
        "known" => (FAINT, "that was known"),
        "in-flight" => (CAREFUL, "it is in flight, and its caller may still tell; if they are gone: --abandoned"),
        _ => (CAREFUL, "what stands there is certain, and stays"),
    };
    format!("\n  {}\n\n{}\n", styled(style, said), facts(&entry))
}

/// Entries, as a table or as JSON
pub fn list(is_json: bool, session: &str, effects: &[Effect], empty: &str) -> String {
    if is_json {
        return format!("{}\n", json!({"session": session, "effects": effects}));
    }
    if effects.is_empty() {
        return format!("\n  {}\n\n", styled(FAINT, empty));
    }
    let mut table = Table::wrapped(["status", "action", "target", "effect", "outcome"]);
    for effect in effects {
        table.row([
            (effect.status.clone(), style_of(&effect.status)),
            (effect.action.clone(), TITLE),
            (effect.target.clone(), PLAIN),
            (effect.id.clone(), NAME),
            (effect.outcome.clone().unwrap_or_default(), PLAIN),
        ]);
    }
    format!("\n{}\n", table.text())
}

fn facts(effect: &Effect) -> String {
    let mut text = String::new();
    let mut fact = |name: &str, style: Style, value: Option<&str>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            text.push_str(&format!("  {} {}\n", styled(FAINT, &format!("{name:<10}")), styled(style, value)));
        }
    };
    fact("effect", NAME, Some(&effect.id));
    fact("action", TITLE, Some(&effect.action));
    fact("target", PLAIN, Some(&effect.target));
    fact("arguments", PLAIN, effect.arguments.as_deref());
    fact("status", style_of(&effect.status), Some(&effect.status));
    fact("fired", PLAIN, effect.fired_at.as_deref());
    fact("outcome", PLAIN, effect.outcome.as_deref());
    text
}

fn style_of(status: &str) -> Style {
    match status {
        "confirmed" => GOOD,
        "unknown" | "failed" => BAD,
        _ => CAREFUL,
    }
}
