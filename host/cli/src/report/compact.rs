//! The report of `compact`: what left, what stayed and why, and how to get everything back.

use super::bars::Bars;
use super::numbers::{bytes, counted, grouped};
use super::style::{BAD, CAREFUL, FAINT, GOOD, TITLE, styled};
use super::table::{broken, shortened_path};
use super::{refusal, report_columns, treatments, words};
use anchorhold_flow::{Compacted, Finding, Installation, Outcome, PassMode, Setback, SettleError, Settled, Sizes};
use serde_json::{Value, json};
use std::path::Path;

/// Where things lie
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub transcript: &'a Path,
    pub out: &'a Path,
    pub store: &'a Path,
    /// Whether the store is not the one that is taken where none is named
    pub is_store_named: bool,
    /// What became of passes that had been interrupted
    pub settled: &'a [Result<Settled, SettleError>],
}

/// The report
pub fn text(place: Place<'_>, compacted: &Compacted) -> String {
    let verdict = match &compacted.outcome {
        Outcome::Installed(Installation { mode: PassMode::Summarize, .. }) => styled(GOOD, "admitted with a summary"),
        Outcome::Installed(Installation { mode: PassMode::Spill, .. }) => styled(GOOD, "admitted as a spill"),
        Outcome::Refused { .. } => styled(BAD, "refused"),
    };
    let title = treatments::title(place.transcript, &compacted.elements, &compacted.format);
    let mut text = format!("\n  {verdict}  {title}\n\n");
    text.push_str(&super::store::settled(place.settled));
    let body = match &compacted.outcome {
        Outcome::Installed(installation) => installed(place, compacted, installation),
        Outcome::Refused { reasons, findings, remedies, sizes } => format!(
            "{}{}{}\n  {}\n\n",
            setbacks(&compacted.setbacks),
            refusal::findings(findings),
            refusal::text(reasons, remedies, *sizes),
            styled(FAINT, "nothing was changed")
        ),
    };
    text.push_str(&body);
    text
}

/// That a window was left as it is
pub fn fits(transcript: &Path, sizes: Sizes, is_json: bool) -> String {
    if is_json {
        return format!("{}\n", json!({"verdict": "fits", "sizes": sizes}));
    }
    let name = shortened_path(&transcript.display().to_string(), report_columns() - 40);
    format!(
        "\n  {}  {}\n\n  {} tokens are within the margin of {}; {}\n\n",
        styled(GOOD, "fits"),
        styled(TITLE, &name),
        grouped(sizes.before.into()),
        grouped(sizes.margin.into()),
        styled(FAINT, "nothing was changed")
    )
}

/// The same as JSON
pub fn json(place: Place<'_>, compacted: &Compacted) -> String {
    let secured = compacted.secured.as_ref().map(|secured| {
        let conflicts = secured.conflicts.iter().map(|conflict| json!({"id": conflict.id, "field": conflict.field}));
        json!({
            "objects": secured.objects,
            "objects_new": secured.objects_new,
            "bytes": secured.bytes,
            "stored_bytes_new": secured.stored_bytes_new,
            "effects": secured.effects,
            "effects_new": secured.effects_new,
            "conflicts": conflicts.collect::<Value>(),
        })
    });
    let plan = compacted
        .plan
        .as_ref()
        .map(|plan| json!({"sizes": plan.sizes, "treatments": plan.treatments, "demands": plan.carry.demands}));
    let mut report = json!({
        "pass": compacted.sequence,
        "session": compacted.session,
        "format": compacted.format,
        "store": place.store.to_string_lossy(),
        "setbacks": compacted.setbacks.iter().map(setback_json).collect::<Value>(),
        "plan": plan,
        "secured": secured,
        "settled": super::store::settled_json(place.settled),
    });
    let outcome = match &compacted.outcome {
        Outcome::Installed(installation) => json!({
            "verdict": "admitted",
            "mode": installation.mode.name(),
            "seal": installation.seal,
            "findings": installation.findings,
            "tokens_after": installation.tokens_after,
            "manifest": installation.manifest.map(|manifest| manifest.to_string()),
            "out": place.out.to_string_lossy(),
        }),
        Outcome::Refused { reasons, findings, remedies, sizes } => json!({
            "verdict": "refused",
            "reasons": reasons,
            "findings": findings,
            "remedies": remedies,
            "sizes": sizes,
        }),
    };
    if let (Some(report), Value::Object(outcome)) = (report.as_object_mut(), outcome) {
        report.extend(outcome);
    }
    format!("{report}\n")
}

fn installed(place: Place<'_>, compacted: &Compacted, installation: &Installation) -> String {
    let mut text = String::new();
    if let Some(plan) = &compacted.plan {
        let sizes = plan.sizes;
        let bars = Bars {
            before: sizes.before,
            after: installation.tokens_after,
            is_least: false,
            margin: sizes.margin,
            budget: sizes.budget,
        };
        text.push_str(&bars.text());
        text.push('\n');
        text.push_str(&setbacks(&compacted.setbacks));
        text.push_str(&treatments::text(plan, &compacted.elements, true));
    }
    if !installation.findings.is_empty() {
        text.push_str(&format!("\n{}", refusal::findings(&installation.findings)));
    }
    text.push('\n');
    text.push_str(&kept(place, compacted, installation));
    text
}

/// What the store holds now, and how to get it back
fn kept(place: Place<'_>, compacted: &Compacted, installation: &Installation) -> String {
    // Paths and commands are there to be copied, so they are never cut.
    let fact = |name: &str, value: &str| format!("  {} {value}\n", styled(FAINT, &format!("{name:<9}")));
    let mut text = String::new();
    if let Some(secured) = &compacted.secured {
        let archive = format!(
            "{}, {}, read back; {} new, in {}",
            counted(secured.objects, "object"),
            bytes(secured.bytes),
            grouped(secured.objects_new as u64),
            bytes(secured.stored_bytes_new)
        );
        text.push_str(&fact("archive", &archive));
        let effects = secured.effects.len();
        if effects > 0 {
            let ledger = format!("{}, {} new", counted(effects, "effect"), grouped(secured.effects_new as u64));
            text.push_str(&fact("ledger", &ledger));
        }
        for conflict in &secured.conflicts {
            let told = format!("{} was used before with another {}", conflict.id, conflict.field);
            text.push_str(&format!("  {} {told}\n", styled(CAREFUL, &format!("{:<9}", "careful"))));
        }
    }
    text.push_str(&fact("wrote", &place.out.display().to_string()));
    // Another command would look into another store.
    let named_store = if place.is_store_named { format!(" --store {}", place.store.display()) } else { String::new() };
    if let Some(manifest) = installation.manifest {
        let recall = format!("anchorhold recall {} --document{named_store}", manifest.pointer());
        text.push_str(&fact("undo", &recall));
    }
    let log = format!("anchorhold log {}{named_store}", compacted.sequence);
    text.push_str(&fact("details", &log));
    text.push('\n');
    text
}

fn setbacks(setbacks: &[Setback]) -> String {
    let mut text: String = setbacks.iter().map(|setback| marked(&setback_words(setback))).collect();
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// A warning in as many lines as it takes
fn marked(said: &str) -> String {
    let mark = |number: usize| if number == 0 { styled(CAREFUL, "!") } else { " ".to_owned() };
    let lines = broken(said, report_columns() - 4).into_iter().enumerate();
    lines.map(|(number, line)| format!("  {} {line}\n", mark(number))).collect()
}

fn setback_words(setback: &Setback) -> String {
    match setback {
        Setback::PlanRefused(reasons) => {
            let reasons: Vec<String> = reasons.iter().map(words::coded).collect();
            format!("a summary is not permitted now ({}); pointers take its place", reasons.join("; "))
        }
        Setback::PolicyFailed(failure) => format!("over the summary, {failure}"),
        Setback::SummarizerFailed(error) => error.clone(),
        Setback::SummaryNotAdmitted(findings) => format!("a summary was not admitted: {}", codes(findings)),
        Setback::TooLarge(excess) => {
            format!("the next window came out {} tokens too large and was planned smaller", grouped((*excess).into()))
        }
        Setback::NotRecorded(error) => {
            format!("the next window stands, but the store could not say so; the next start will: {error}")
        }
    }
}

fn setback_json(setback: &Setback) -> Value {
    let code = setback.code();
    match setback {
        Setback::PlanRefused(reasons) => json!({"code": code, "reasons": reasons}),
        Setback::PolicyFailed(failure) => {
            json!({"code": code, "failure": {"code": failure.code(), "message": failure.to_string()}})
        }
        Setback::SummarizerFailed(error) | Setback::NotRecorded(error) => json!({"code": code, "error": error}),
        Setback::SummaryNotAdmitted(findings) => json!({"code": code, "findings": findings}),
        Setback::TooLarge(excess) => json!({"code": code, "tokens": excess}),
    }
}

fn codes(findings: &[Finding]) -> String {
    let blocking = findings.iter().filter(|finding| finding.severity == "block");
    blocking.map(|finding| finding.code.as_str()).collect::<Vec<_>>().join(", ")
}
