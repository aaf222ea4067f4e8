//! `anchorhold reload`

use super::compact::{Compact, Way};
use crate::exit::{CommandError, Ended};
use crate::options::Global;
use clap::Args;

/// Make one new summary from the archived originals of several old ones.
///
/// The originals of a window that was compacted before are put together from the archive, with what was brought since, and
/// compacted like any other transcript: no summary is made from summaries. Where that does not go, nothing is changed. What
/// stood there is archived too.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold reload session.jsonl --budget 100000 --out session.jsonl --summarizer 'cmd:./summarize.sh'")]
pub struct Reload {
    #[command(flatten)]
    compact: Compact,
}

impl Reload {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        self.compact.run(global, Way::Reload)
    }
}
