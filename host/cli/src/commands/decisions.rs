//! `anchorhold decisions`

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, output, report};
use anchorhold_flow::{Digest, DocumentError, MaskKey, Texts, export};
use clap::Args;
use std::fs;
use std::io::{self, BufWriter};
use std::path::PathBuf;

/// Write the log of all decisions, one JSON object a line; or verify that none was changed, left out or put in between.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold decisions --mask mask.key > decisions.jsonl     # texts are left out, and every line can still be replayed here
  anchorhold decisions --verify
  anchorhold decisions --verify --head 4f1c…                 # that nothing before that value was cut off")]
pub struct Decisions {
    /// With the text of each request, where it was kept
    #[arg(long)]
    texts: bool,
    /// With digests under the key in this file, of at least 32 bytes: equal texts stay equal, and nobody can guess them
    #[arg(long, value_name = "FILE", conflicts_with = "texts")]
    mask: Option<PathBuf>,
    /// Verify the chain of all decisions instead (exit status 2 where it is broken)
    #[arg(long, conflicts_with_all = ["texts", "mask"])]
    verify: bool,
    /// With --verify: a value that the chain had once, and must still have on its way
    #[arg(long, value_name = "DIGEST", requires = "verify")]
    head: Option<Digest>,
}

impl Decisions {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let (store, path) = host::store_if_there(global)?;
        let store = store.ok_or(CommandError::NoStore { path })?;
        if self.verify {
            let chain = store.verify_decisions(self.head)?;
            output::write(&report::replay::chain(global.json, &chain))?;
            return Ok(if chain.is_sound() { Ended::Permitted } else { Ended::Refused });
        }
        let texts = match &self.mask {
            Some(path) => {
                let unreadable = |source| DocumentError::Unreadable { path: path.clone(), source };
                Texts::Keyed(MaskKey::of(&fs::read(path).map_err(unreadable)?)?)
            }
            None if self.texts => Texts::Told,
            None => Texts::Digests,
        };
        export(&store, &texts, &mut BufWriter::new(io::stdout().lock()))?;
        Ok(Ended::Permitted)
    }
}
