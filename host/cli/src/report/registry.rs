//! The reports of the registry: versions, channels, tenants, signatures and trials.

use super::numbers::{bytes, counted};
use super::style::{BAD, CAREFUL, FAINT, GOOD, NAME, PLAIN, TITLE, styled};
use super::table::Table;
use super::time::utc;
use anchorhold_flow::PolicyDigest;
use anchorhold_flow::registry::{
    Channel, Name, Record, Removed, SignatureError, Signed, Tenant, TrialReport, TrialStep,
};
use anstyle::Style;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// All that a registry holds
#[derive(Default)]
pub struct Shelf {
    pub records: Vec<Record>,
    pub signed: BTreeMap<PolicyDigest, usize>,
    pub channels: Vec<Channel>,
    pub tenants: BTreeMap<Name, Tenant>,
}

/// What is known of the signatures of a version
pub struct Verified {
    pub record: Record,
    pub signed: Result<Vec<Signed>, SignatureError>,
    pub missing: Vec<String>,
}

impl Verified {
    /// No signature is bad, and none is missing
    pub fn is_good(&self) -> bool {
        let is_fine = |signed: &Vec<Signed>| signed.iter().all(|one| one.is_good != Some(false));
        self.missing.is_empty() && self.signed.as_ref().is_ok_and(is_fine)
    }
}

/// A version that was added
pub fn added_text(record: &Record) -> String {
    let fact = |name: &str, value: &str| format!("  {} {value}\n", styled(FAINT, &format!("{name:<8}")));
    let mut text = format!("\n  {}  {}\n\n", styled(GOOD, "added"), styled(TITLE, &record.named()));
    text.push_str(&fact("digest", &record.digest.to_string()));
    text.push_str(&fact("world", &record.world));
    text.push_str(&fact("profile", record.profile.name()));
    text.push_str(&fact("size", &bytes(record.size_bytes)));
    text + &format!("\n  {} {}\n\n", styled(FAINT, "next"), format_args!("anchorhold policy use {}", record.named()))
}

/// A version as JSON
pub fn record_json(record: &Record) -> String {
    format!("{}\n", json!(record))
}

/// Versions, channels and tenants
pub fn list_text(path: &Path, shelf: &Shelf) -> String {
    if shelf.records.is_empty() {
        return format!("\n  {}\n\n", styled(FAINT, &format!("no version in {}", path.display())));
    }
    let mut table = Table::wrapped(["version", "digest", "added (UTC)", ">size", "profile", ">signed", "serves"]);
    for record in &shelf.records {
        let signed = shelf.signed.get(&record.digest).copied().unwrap_or(0);
        table.row([
            (record.named(), TITLE),
            (format!("{:.12}", record.digest), FAINT),
            (utc(record.added_at_ms), FAINT),
            (bytes(record.size_bytes), PLAIN),
            (record.profile.name().to_owned(), PLAIN),
            (signed.to_string(), PLAIN),
            (uses(shelf, record.digest).join(", "), GOOD),
        ]);
    }
    let mut text = format!("\n{}", table.text());
    for record in shelf.records.iter().filter(|record| !record.notes.is_empty()) {
        text.push_str(&format!("\n  {} {}", styled(FAINT, &record.named()), record.notes));
    }
    text + "\n"
}

/// The same as JSON
pub fn list_json(shelf: &Shelf) -> String {
    let versions: Value = shelf.records.iter().map(|record| json!(record)).collect();
    let tenants: Value = shelf.tenants.iter().map(|(name, tenant)| (name.to_string(), json!(tenant))).collect();
    format!("{}\n", json!({"versions": versions, "channels": shelf.channels, "tenants": tenants}))
}

/// A new key
pub fn key(is_json: bool, id: &str, secret: &Path, public: &Path) -> String {
    if is_json {
        return format!(
            "{}\n",
            json!({"key": id, "secret": secret.to_string_lossy(), "public": public.to_string_lossy()})
        );
    }
    let fact = |name: &str, value: String| format!("  {} {value}\n", styled(FAINT, &format!("{name:<8}")));
    let secret = format!("{}  {}", secret.display(), styled(CAREFUL, "keep it to yourself"));
    format!(
        "\n{}{}{}\n",
        fact("key", styled(NAME, id)),
        fact("secret", secret),
        fact("public", public.display().to_string())
    )
}

/// What is known of the signatures of a version
pub fn verified(is_json: bool, verified: &Verified) -> String {
    let Verified { record, signed, missing } = verified;
    if is_json {
        let (signed, error) = match signed {
            Ok(signed) => (json!(signed), Value::Null),
            Err(error) => (json!([]), error.to_string().into()),
        };
        let is_good = verified.is_good();
        let verified =
            json!({"digest": record.digest, "verified": is_good, "signed": signed, "missing": missing, "error": error});
        return format!("{verified}\n");
    }
    let mut text = format!("\n  {}  {:.12}\n\n", styled(TITLE, &record.named()), record.digest);
    let mut line = |style: Style, said: &str, what: &str| text.push_str(&format!("  {} {what}\n", styled(style, said)));
    line(GOOD, "✓", "its bytes are those of its digest");
    match signed {
        Err(error) => line(BAD, "✗", &error.to_string()),
        Ok(signed) if signed.is_empty() => line(FAINT, "·", "nobody signed it"),
        Ok(signed) => signed.iter().for_each(|one| match one.is_good {
            Some(true) => line(GOOD, "✓", &format!("signed by {}", one.key)),
            Some(false) => line(BAD, "✗", &format!("a signature by {} that is not over this version", one.key)),
            None => {
                line(CAREFUL, "?", &format!("signed by {}, whose public key is not here: give it with --key", one.key))
            }
        }),
    }
    missing.iter().for_each(|id| line(BAD, "✗", &format!("no good signature by {id}")));
    text + "\n"
}

/// A channel that points somewhere else now
pub fn pointed(is_json: bool, records: &[Record], channel: &Channel, trial: Option<&TrialReport>) -> String {
    if is_json {
        return format!("{}\n", json!({"channel": channel, "trial": trial}));
    }
    let mut text = trial.map(|report| format!("\n{}", steps(report))).unwrap_or_default();
    let before = channel.moves.last().and_then(|step| step.from).filter(|from| *from != channel.digest);
    let before = before.map(|digest| format!("  {}", styled(FAINT, &format!("before: {}", told(records, digest)))));
    text.push_str(&format!(
        "\n  {} {} {}{}\n\n",
        styled(NAME, channel.name.as_str()),
        styled(GOOD, "→"),
        styled(TITLE, &told(records, channel.digest)),
        before.unwrap_or_default()
    ));
    text
}

/// A trial that was not passed
pub fn trial(is_json: bool, record: &Record, report: &TrialReport) -> String {
    if is_json {
        return format!("{}\n", json!({"refused": {"code": "trial-failed", "version": record, "trial": report}}));
    }
    format!(
        "\n  {}  {}\n\n{}\n  {}\n\n",
        styled(BAD, "refused"),
        styled(TITLE, &record.named()),
        steps(report),
        styled(FAINT, "nothing was changed; what served before still does")
    )
}

/// What holds for a tenant
pub fn tenant(is_json: bool, records: &[Record], name: &Name, tenant: &Tenant) -> String {
    if is_json {
        return format!("{}\n", json!({"tenant": name, "settings": tenant}));
    }
    let fact = |name: &str, value: String| format!("  {} {value}\n", styled(FAINT, &format!("{name:<8}")));
    let mut text = format!("\n  {} {}\n\n", styled(FAINT, "tenant"), styled(TITLE, name.as_str()));
    text.push_str(&match tenant.pin {
        Some(digest) => fact("pinned", told(records, digest)),
        None => fact("channel", tenant.channel.to_string()),
    });
    if let Some(canary) = tenant.canary {
        text.push_str(&fact(
            "canary",
            format!("{} for {} of the sessions", told(records, canary.digest), canary.share),
        ));
    }
    if let Some(digest) = tenant.shadow {
        text.push_str(&fact("shadow", told(records, digest)));
    }
    for signer in &tenant.signers {
        text.push_str(&fact("demands", format!("a signature by {signer}")));
    }
    text + "\n"
}

/// What was taken away
pub fn removed(is_json: bool, removed: &Removed) -> String {
    if is_json {
        let versions = &removed.versions;
        return format!(
            "{}\n",
            json!({"versions": versions, "components": removed.components, "bytes": removed.bytes})
        );
    }
    let mut text = String::from("\n");
    for record in &removed.versions {
        text.push_str(&format!("  {} {}  {:.12}\n", styled(CAREFUL, "removed"), record.named(), record.digest));
    }
    let count = removed.versions.len() + removed.components;
    let freed = usize::try_from(removed.bytes).unwrap_or(usize::MAX);
    text + &format!("  {}\n\n", styled(FAINT, &format!("{}, {}", counted(count, "component"), bytes(freed))))
}

/// The steps of a trial
pub fn steps(report: &TrialReport) -> String {
    let line = |step: &TrialStep| {
        let (mark, style) = if step.is_passed { ("✓", GOOD) } else { ("✗", BAD) };
        let took = styled(FAINT, &format!("{} ms", step.took_ms));
        format!("  {} {:<8} {}  {took}\n", styled(style, mark), step.step, step.message)
    };
    report.steps.iter().map(line).collect()
}

fn uses(shelf: &Shelf, digest: PolicyDigest) -> Vec<String> {
    let channels = shelf.channels.iter().filter(|channel| channel.digest == digest);
    let mut uses: Vec<String> = channels.map(|channel| channel.name.to_string()).collect();
    for (name, tenant) in &shelf.tenants {
        if tenant.pin == Some(digest) {
            uses.push(format!("{name} (pinned)"));
        }
        if let Some(canary) = tenant.canary.filter(|canary| canary.digest == digest) {
            uses.push(format!("{name} (canary {})", canary.share));
        }
        if tenant.shadow == Some(digest) {
            uses.push(format!("{name} (shadow)"));
        }
    }
    uses
}

fn told(records: &[Record], digest: PolicyDigest) -> String {
    let record = records.iter().find(|record| record.digest == digest);
    record.map_or_else(|| format!("{digest:.12}"), |record| format!("{} ({digest:.12})", record.named()))
}
