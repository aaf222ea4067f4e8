//! `anchorhold recall`

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, output};
use clap::Args;
use serde_json::json;

/// Print what a pointer stands for, byte for byte.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold recall ah:4f1a90c2d3b7e856
  anchorhold recall ah:4f1a90c2d3b7e856 --document > session-as-it-was.jsonl")]
pub struct Recall {
    /// A pointer: `ah:` and 8 to 64 hexadecimal digits, of which `ah:` may be left out
    #[arg(value_name = "POINTER")]
    pointer: String,
    /// The pointer is that of a manifest: print the whole document that it lists
    #[arg(long)]
    document: bool,
}

impl Recall {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let (store, path) = host::store_to_read(global)?;
        let store = store.ok_or(CommandError::NoStore { path })?;
        let recalled = anchorhold_flow::recall(&store, &self.pointer, self.document)?;
        if !global.json {
            output::write_bytes(&recalled.bytes)?;
            return Ok(Ended::Permitted);
        }
        // JSON holds text only; other bytes are given as numbers.
        let content = match std::str::from_utf8(&recalled.bytes) {
            Ok(text) => json!({"text": text}),
            Err(_) => json!({"bytes": recalled.bytes}),
        };
        let digest = recalled.digest.to_string();
        let size_bytes = recalled.bytes.len();
        output::write(&format!("{}\n", json!({"digest": digest, "size_bytes": size_bytes, "content": content})))?;
        Ok(Ended::Permitted)
    }
}
