//! The reports of `store`, and of passes that had been interrupted.

use super::numbers::{bytes, counted};
use super::report_columns;
use super::style::{BAD, CAREFUL, FAINT, GOOD, styled};
use super::table::shortened;
use anchorhold_flow::{Fault, Garbage, Restored, SettleError, Settled, Verified};
use serde_json::{Value, json};
use std::error::Error;
use std::path::Path;

/// What `store verify` found
pub fn verified(store: &Path, verified: &Verified) -> String {
    let Verified { objects, bytes: size, passes, faults } = verified;
    let verdict = if faults.is_empty() { styled(GOOD, "sound") } else { styled(BAD, "not sound") };
    let size = bytes(usize::try_from(*size).unwrap_or(usize::MAX));
    let objects = counted(usize::try_from(*objects).unwrap_or(usize::MAX), "object");
    let passes = match passes {
        1 => "1 pass".to_owned(),
        passes => format!("{} passes", super::numbers::grouped(*passes)),
    };
    let mut text = format!("\n  {verdict}  {}\n", store.display());
    text.push_str(&styled(FAINT, &format!("  {objects} read and compared, {size}; {passes}")));
    text.push('\n');
    text.push_str(&faults_text(faults));
    text.push('\n');
    text
}

/// The same as JSON
pub fn verified_json(verified: &Verified) -> Value {
    let faults = verified.faults.iter().map(|fault| {
        json!({"code": fault.code(), "message": words(fault), "object": fault.object().map(|digest| digest.to_string())})
    });
    json!({
        "sound": verified.faults.is_empty(),
        "objects": verified.objects,
        "bytes": verified.bytes,
        "passes": verified.passes,
        "faults": faults.collect::<Value>(),
    })
}

/// What `store restore` did
pub fn restored(store: &Path, restored: &Restored) -> String {
    let mut text = String::from("\n");
    text.extend(
        restored.objects.iter().map(|digest| format!("  {} {} is there again\n", styled(GOOD, "✓"), digest.pointer())),
    );
    if restored.objects.is_empty() {
        text.push_str(&format!("  {}\n", styled(FAINT, "nothing was restored")));
    }
    text.push_str(&verified(store, &restored.verified));
    text
}

/// The same as JSON
pub fn restored_json(restored: &Restored) -> Value {
    let objects: Vec<String> = restored.objects.iter().map(ToString::to_string).collect();
    json!({"restored": objects, "verified": verified_json(&restored.verified)})
}

/// What became of passes that had been interrupted. Empty: there were none.
pub fn settled(settled: &[Result<Settled, SettleError>]) -> String {
    let mut text: String = settled.iter().map(|settled| format!("  {}\n", settled_line(settled))).collect();
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// What `store settle` did
pub fn all_settled(all: &[Result<Settled, SettleError>]) -> String {
    match settled(all) {
        none if none.is_empty() => format!("\n  {}\n\n", styled(FAINT, "no pass was interrupted")),
        some => format!("\n{some}"),
    }
}

/// The same as JSON
pub fn settled_json(settled: &[Result<Settled, SettleError>]) -> Value {
    let one = |settled: &Result<Settled, SettleError>| match settled {
        Ok(settled) => json!({
            "pass": settled.sequence,
            "interrupted_at": settled.interrupted_at.name(),
            "status": if settled.settlement.is_installed() { "committed" } else { "failed" },
            "since": settled.settlement.words(),
            "out": settled.out.as_ref().map(|out| out.to_string_lossy()),
        }),
        Err(error) => json!({"error": chain(error)}),
    };
    settled.iter().map(one).collect()
}

/// What nothing points to
pub fn garbage(garbage: Garbage, is_removed: bool) -> String {
    let Garbage { objects, stored_bytes, kept } = garbage;
    let count = |objects: u64| counted(usize::try_from(objects).unwrap_or(usize::MAX), "object");
    let said = match (objects, is_removed) {
        (0, _) => "nothing to remove".to_owned(),
        (_, true) => format!("{} removed", count(objects)),
        (_, false) => format!("{} to which nothing points; --yes removes", count(objects)),
    };
    let size = bytes(usize::try_from(stored_bytes).unwrap_or(usize::MAX));
    format!("\n  {said}  {}\n\n", styled(FAINT, &format!("{size} in the store; {} kept", count(kept))))
}

/// The same as JSON
pub fn garbage_json(garbage: Garbage, is_removed: bool) -> Value {
    let Garbage { objects, stored_bytes, kept } = garbage;
    json!({"objects": objects, "stored_bytes": stored_bytes, "kept": kept, "removed": is_removed})
}

fn settled_line(settled: &Result<Settled, SettleError>) -> String {
    let mark = styled(CAREFUL, "!");
    match settled {
        Ok(Settled { sequence, interrupted_at, settlement, .. }) => {
            let came = if settlement.is_installed() { "finished" } else { "rolled back" };
            let at = interrupted_at.name();
            format!("{mark} pass {sequence}, interrupted at {at}, was {came}: {}", settlement.words())
        }
        Err(error) => format!("{mark} {}", shortened(&chain(error), report_columns() - 4)),
    }
}

fn faults_text(faults: &[Fault]) -> String {
    let line = |fault: &Fault| format!("  {} {}\n", styled(BAD, "✗"), shortened(&words(fault), report_columns() - 4));
    let mut text: String = faults.iter().map(line).collect();
    if faults.iter().any(|fault| fault.object().is_some()) {
        let helps = "anchorhold store restore FILE…, with a transcript or window that still holds the bytes";
        text.push_str(&format!("  {} {helps}\n", styled(GOOD, "→")));
    }
    if faults.iter().any(|fault| matches!(fault, Fault::Page(_))) {
        let helps = "take the file from a copy, or have sqlite3 recover it: sqlite3 store.db .recover";
        text.push_str(&format!("  {} {helps}\n", styled(GOOD, "→")));
    }
    text
}

fn words(fault: &Fault) -> String {
    match fault {
        Fault::Page(said) => format!("the database: {said}"),
        Fault::ObjectDamaged(digest) => format!("the object {} is damaged", digest.pointer()),
        Fault::ObjectMissing { digest, pass } => format!("the object {} of pass {pass} is missing", digest.pointer()),
        Fault::NotAManifest { digest, pass } => {
            format!("the object {} of pass {pass} is not a manifest", digest.pointer())
        }
        Fault::Gap { table, rows, last } => format!("`{table}` has {rows} rows, and {last} as its last number"),
        Fault::Dangling { table } => format!("a row of `{table}` refers to one that is not there"),
    }
}

fn chain(error: &dyn Error) -> String {
    let causes = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
    format!("{error}{causes}")
}
