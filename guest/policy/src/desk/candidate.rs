//! Reads what a summarizer gave, and what the host did.

use super::fault::Fault;
use super::fields::{Fields, Path, digest, members};
use anchorhold_rules::admission::{Candidate, Receipts};
use anchorhold_rules::json::Json;
use anchorhold_rules::request::PassMode;
use anchorhold_rules::window::Text;

/// Reads the candidate of a pass in `mode`; only a spill has none
pub fn read<'a>(fields: &mut Fields<'a, '_>, mode: PassMode) -> Result<Candidate<'a>, Fault> {
    const KNOWN: &[&str] = &["text", "finish_reason", "tokens", "carry_tokens", "host_text"];
    let candidate = fields.with("candidate", |value, path| {
        let members = members(value, path)?;
        // A model that gave `null` gave nothing, which is a finding; a caller that left the text out forgot it.
        let nothing = members.iter().any(|(name, value)| name == "text" && *value == Json::Null);
        let mut fields = Fields::closed(members, path, KNOWN)?;
        let text = match fields.text("text")? {
            Some(text) => text,
            None if nothing || mode == PassMode::Spill => Text::default(),
            None => return Err(Path::Member(&path, "text").missing("the text of the summary")),
        };
        Ok(Candidate {
            text,
            finish_reason: fields.text("finish_reason")?,
            tokens: fields.number("tokens")?,
            carry_tokens: fields.number("carry_tokens")?,
            host_text: fields.text("host_text")?.unwrap_or_default(),
        })
    })?;
    match (candidate, mode) {
        (Some(candidate), _) => Ok(candidate),
        (None, PassMode::Spill) => Ok(Candidate::default()),
        (None, PassMode::Summarize) => {
            Err(Path::Member(&fields.path(), "candidate").missing("an object with the `text` of the summary"))
        }
    }
}

/// Reads the receipts; absent: nothing was done
pub fn receipts<'a>(fields: &mut Fields<'a, '_>) -> Result<Receipts<'a>, Fault> {
    let receipts = fields.with("receipts", |value, path| {
        let mut fields = Fields::closed(members(value, path)?, path, &["window", "archived", "ledgered"])?;
        Ok(Receipts {
            window: fields.digest("window")?,
            archived: fields.list("archived", digest)?,
            ledgered: fields.texts("ledgered")?,
        })
    })?;
    Ok(receipts.unwrap_or_default())
}
