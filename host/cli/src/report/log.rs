//! The report of `log`.

use super::numbers::{change, grouped};
use super::style::{BAD, CAREFUL, FAINT, GOOD, NAME, PLAIN, TITLE, styled};
use super::table::{Table, shortened_path};
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
    let decisions = of_pass.decisions.iter().map(|Decision { sequence, at_ms, decision }| {
        json!({
            "sequence": sequence,
            "at_ms": at_ms,
            "call": decision.call,
            "request": decision.request.to_string(),
            "answer": decision.answer.to_string(),
            "policy": decision.policy.to_string(),
            "fuel": decision.fuel,
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

/// A time as `2026-11-30 21:05:09`
fn utc(at_ms: i64) -> String {
    let (days, seconds) = (at_ms.div_euclid(86_400_000), at_ms.rem_euclid(86_400_000) / 1000);
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The Gregorian date of a day that is counted from 1970, by eras of 400 years that begin in March
fn date(days: i64) -> (i64, i64, i64) {
    let shifted = days.saturating_add(719_468);
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn times_are_those_of_the_calendar() {
        for (at_ms, expected) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_400_000, "2000-02-29 00:00:00"),
            (1_735_689_599_999, "2024-12-31 23:59:59"),
            (-1, "1969-12-31 23:59:59"),
        ] {
            assert_eq!(utc(at_ms), expected);
        }
    }
}
