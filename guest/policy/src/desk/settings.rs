//! Reads the settings, and writes them.

use super::fault::Fault;
use super::fields::{Fields, Path, case, members};
use super::writer::Writer;
use crate::identity;
use alloc::vec::Vec;
use anchorhold_rules::admission::{FindingCode, Severity};
use anchorhold_rules::json::Json;
use anchorhold_rules::settings::{Ambiguity, Preset, Settings};

const KNOWN: &[&str] = &[
    "preset",
    "margin",
    "least_gain",
    "index_window_epochs",
    "chain_loss_limit",
    "divergence_limit",
    "retries",
    "streak_limit",
    "kept_tail",
    "carry_share",
    "ambiguous",
    "severities",
];

/// The settings of a call that names none
pub fn absent() -> Settings {
    Settings::of(identity::PRESET)
}

/// Reads settings: those that are named, over the numbers of their preset
pub fn read(value: Json<'_>, path: Path<'_>) -> Result<Settings, Fault> {
    let mut fields = Fields::closed(members(value, path)?, path, KNOWN)?;
    let preset = fields.case("preset", Preset::ALL, Preset::name)?.unwrap_or(identity::PRESET);
    let start = Settings::of(preset);
    Ok(Settings {
        preset,
        margin: fields.number("margin")?.unwrap_or(start.margin),
        least_gain: fields.number("least_gain")?.unwrap_or(start.least_gain),
        index_window_epochs: fields.number("index_window_epochs")?.unwrap_or(start.index_window_epochs),
        chain_loss_limit: fields.number("chain_loss_limit")?.unwrap_or(start.chain_loss_limit),
        divergence_limit: fields.number("divergence_limit")?.unwrap_or(start.divergence_limit),
        retries: fields.number("retries")?.unwrap_or(start.retries),
        streak_limit: fields.number("streak_limit")?.unwrap_or(start.streak_limit),
        kept_tail: fields.number("kept_tail")?.unwrap_or(start.kept_tail),
        carry_share: fields.number("carry_share")?.unwrap_or(start.carry_share),
        ambiguous: fields.case("ambiguous", Ambiguity::ALL, Ambiguity::name)?.unwrap_or(start.ambiguous),
        severities: fields.with("severities", severities)?.unwrap_or(start.severities),
    })
}

/// Writes settings, as they may be given
pub fn write(writer: &mut Writer, settings: &Settings) {
    writer.object(|object| {
        object.key("preset").string_unescaped(settings.preset.name());
        object.key("margin").number(settings.margin);
        object.key("least_gain").number(settings.least_gain);
        object.key("index_window_epochs").number(settings.index_window_epochs);
        object.key("chain_loss_limit").number(settings.chain_loss_limit);
        object.key("divergence_limit").number(settings.divergence_limit);
        object.key("retries").number(settings.retries);
        object.key("streak_limit").number(settings.streak_limit);
        object.key("kept_tail").number(settings.kept_tail);
        object.key("carry_share").number(settings.carry_share);
        object.key("ambiguous").string_unescaped(settings.ambiguous.name());
        object.key("severities").object(|severities| {
            for (code, severity) in &settings.severities {
                severities.key(code.name()).string_unescaped(severity.name());
            }
        });
    });
}

fn severities(value: Json<'_>, path: Path<'_>) -> Result<Vec<(FindingCode, Severity)>, Fault> {
    members(value, path)?
        .into_iter()
        .map(|(name, value)| {
            let code = Json::String(name.clone());
            let code = case(&code, path, FindingCode::ALL, FindingCode::name)?;
            Ok((code, case(&value, Path::Member(&path, &name), Severity::ALL, Severity::name)?))
        })
        .collect()
}
