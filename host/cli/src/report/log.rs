//! The report of `log`.

use super::numbers::{change, grouped};
use super::style::{BAD, CAREFUL, FAINT, GOOD, NAME, PLAIN, TITLE, styled};
use super::table::{Table, shortened_path};
use super::time::utc;
use super::words;
use anchorhold_flow::{Decision, Digest, Event, Pass, PassStatus};
use anstyle::Style;
use serde_json::{Value, json};
use std::path::Path;

const SESSION_COLUMNS: usize = 24;

/// All that is known of one pass
pub struct OfPass {
    pub pass: Pass,
    /// It has no end, and nobody works on it
    pub is_interrupted: bool,
    pub events: Vec<Event>,
    pub decisions: Vec<Decision>,
}

/// The passes, as a table
pub fn text(store: &Path, passes: &[Pass], is_interrupted: impl Fn(&Pass) -> bool) -> String {
    if passes.is_empty() {
        return format!("\n  {}\n\n", styled(FAINT, &format!("no pass in {}", store.display())));
    }
    let mut table = Table::wrapped([">pass", "began (UTC)", "status", "mode", ">before", ">after", ">", "session"]);
    for pass in passes {
        let tokens = |size: Option<u32>| (size.map(|size| grouped(size.into())).unwrap_or_default(), PLAIN);
        let gain = match (pass.tokens_before, pass.tokens_after) {
            (Some(before), Some(after)) => change(before, after),
            _ => String::new(),
        };
        let session = shortened_path(&pass.session, SESSION_COLUMNS);
        let told = match &pass.codes {
            Some(codes) => format!("{session} {codes}"),
            None => session,
        };
        table.row([
            (pass.sequence.to_string(), TITLE),
            (utc(pass.began_at_ms), FAINT),
            status(pass, is_interrupted(pass)),
            (pass.mode.name().to_owned(), PLAIN),
            tokens(pass.tokens_before),
            tokens(pass.tokens_after),
            (gain, PLAIN),
            (told, NAME),
        ]);
    }
    format!("\n{}\n", table.text())
}

/// The passes as JSON
pub fn json(passes: &[Pass], is_interrupted: impl Fn(&Pass) -> bool) -> String {
    let passes = passes.iter().map(|pass| pass_value(pass, is_interrupted(pass)));
    format!("{}\n", json!({"passes": passes.collect::<Value>()}))
}

/// One pass
pub fn pass_text(of_pass: &OfPass) -> String {
    let OfPass { pass, is_interrupted, events, decisions } = of_pass;
    let (status, style) = status(pass, *is_interrupted);
    let mut text = format!(
        "\n  {} {}  {}  {}\n\n",
        styled(TITLE, &format!("pass {}", pass.sequence)),
        styled(style, &status),
        pass.mode.name(),
        styled(NAME, &shortened_path(&pass.session, 60))
    );
    let mut fact = |name: &str, digest: Option<Digest>| {
        if let Some(digest) = digest {
            text.push_str(&format!("  {} {digest}\n", styled(FAINT, &format!("{name:<16}"))));
        }
    };
    fact("policy", Some(pass.policy));
    fact("document before", Some(pass.document_before));
    fact("document after", pass.document_after);
    fact("manifest", pass.manifest);
    fact("carry block", pass.carry);
    fact("summary", pass.summary);
    if *is_interrupted {
        let helps = "its process is gone; the next `compact`, or `anchorhold store settle`, brings it to its end";
        text.push_str(&format!("\n  {} {helps}\n", styled(CAREFUL, "!")));
    }

    let mut table = Table::wrapped([">event", "at (UTC)", "step", "detail"]);
    for Event { sequence, at_ms, kind, detail, .. } in events {
        table.row([
            (sequence.to_string(), PLAIN),
            (utc(*at_ms), FAINT),
            (kind.clone(), TITLE),
            (words::detail(detail), FAINT),
        ]);
    }
    text.push_str(&format!("\n{}", table.text()));

    let mut table = Table::new([">decision", "call", ">fuel", "request", "answer"]);
    for Decision { sequence, decision, .. } in decisions {
        table.row([
            (sequence.to_string(), PLAIN),
            (decision.call.clone(), TITLE),
            (grouped(decision.fuel), PLAIN),
            (format!("{:.16}", decision.request), FAINT),
            (format!("{:.16}", decision.answer), FAINT),
        ]);
    }
    text.push_str(&format!("\n{}\n", table.text()));
    text
}

/// One pass as JSON
pub fn pass_json(of_pass: &OfPass) -> String {
    let events = of_pass.events.iter().map(|event| {
        // The store holds a JSON object; whatever else another program put there is shown as text.
        let detail = serde_json::from_str::<Value>(&event.detail).unwrap_or_else(|_| event.detail.clone().into());
        json!({"sequence": event.sequence, "at_ms": event.at_ms, "kind": event.kind, "detail": detail})
    });
    let decisions = of_pass.decisions.iter().map(|Decision { sequence, at_ms, decision, recipe, chain }| {
        json!({
            "sequence": sequence,
            "at_ms": at_ms,
            "call": decision.call,
            "request": decision.request.to_string(),
            "answer": decision.answer.to_string(),
            "policy": decision.policy.to_string(),
            "fuel": decision.fuel,
            "engine": decision.engine,
            "recipe": recipe.map(|recipe| recipe.to_string()),
            "chain": chain.map(|chain| chain.to_string()),
        })
    });
    let (events, decisions): (Value, Value) = (events.collect(), decisions.collect());
    let pass = pass_value(&of_pass.pass, of_pass.is_interrupted);
    format!("{}\n", json!({"pass": pass, "events": events, "decisions": decisions}))
}

fn pass_value(pass: &Pass, is_interrupted: bool) -> Value {
    let digest = |digest: Option<Digest>| digest.map(|digest| digest.to_string());
    json!({
        "sequence": pass.sequence,
        "session": pass.session,
        "mode": pass.mode.name(),
        "status": pass.status.name(),
        "interrupted": is_interrupted,
        "revision": pass.revision,
        "policy": pass.policy.to_string(),
        "episode": digest(pass.episode),
        "document_before": pass.document_before.to_string(),
        "document_after": digest(pass.document_after),
        "window": digest(pass.window),
        "manifest": digest(pass.manifest),
        "seal": digest(pass.seal),
        "carry": digest(pass.carry),
        "regime": pass.regime,
        "codes": pass.codes,
        "attempts": pass.attempts,
        "tokens_before": pass.tokens_before,
        "tokens_after": pass.tokens_after,
        "tokens_budget": pass.tokens_budget,
        "transcript": pass.transcript,
        "out": pass.out,
        "out_before": digest(pass.out_before),
        "summary": digest(pass.summary),
        "began_at_ms": pass.began_at_ms,
        "ended_at_ms": pass.ended_at_ms,
    })
}

fn status(pass: &Pass, is_interrupted: bool) -> (String, Style) {
    let name = pass.status.name();
    match pass.status {
        _ if is_interrupted => (format!("{name}, interrupted"), BAD),
        PassStatus::Committed => (name.to_owned(), GOOD),
        PassStatus::Refused => (name.to_owned(), CAREFUL),
        PassStatus::Failed => (name.to_owned(), BAD),
        _ => (name.to_owned(), PLAIN),
    }
}
