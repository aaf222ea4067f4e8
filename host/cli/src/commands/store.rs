//! `anchorhold store`

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::progress::Progress;
use crate::{host, output, report, serving};
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};

/// Look after the store: verify it, restore what is damaged, settle interrupted passes, remove what nothing points to.
#[derive(Subcommand)]
pub enum Store {
    Verify(Verify),
    Restore(Restore),
    Settle(Settle),
    Gc(Gc),
}

/// Read everything in the store, and tell what is wrong with it. Exit status 0: nothing; 2: something.
#[derive(Args)]
pub struct Verify {}

/// Restore damaged and missing objects from files that still hold their bytes.
///
/// Looks into the files given, and into the transcripts and next documents that the passes name. Exit status 0: the store is
/// sound now; 2: it is not.
#[derive(Args)]
pub struct Restore {
    /// Transcripts and windows that may hold the bytes
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Bring passes to their end whose process was killed, as the next `compact` would. Passes under way are left alone.
#[derive(Args)]
pub struct Settle {}

/// Count the objects to which nothing points; with --yes, remove them.
///
/// An object is kept where a pass points to it that was committed or is under way, however old it is. What refused and failed
/// passes archived never left a window, and is garbage. The file keeps its size; the room is used again.
#[derive(Args)]
pub struct Gc {
    /// Remove them
    #[arg(long)]
    yes: bool,
}

impl Store {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let (store, path) = match self {
            Store::Verify(_) => host::store_to_read(global)?,
            Store::Restore(_) | Store::Settle(_) | Store::Gc(_) => host::store_if_there(global)?,
        };
        let mut store = store.ok_or_else(|| CommandError::NoStore { path: path.clone() })?;
        let (text, json, is_sound) = match self {
            Store::Verify(_) => {
                let progress = Progress::new(global.json);
                progress.say("reading everything in the store".to_owned());
                let verified = store.verify();
                drop(progress);
                let is_sound = verified.faults.is_empty();
                (report::store::verified(&path, &verified), report::store::verified_json(&verified), is_sound)
            }
            Store::Restore(Restore { files }) => {
                let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
                let restored = anchorhold_flow::restore(&serving::desk(global, "")?, &mut store, &files)?;
                let is_sound = restored.verified.faults.is_empty();
                (report::store::restored(&path, &restored), report::store::restored_json(&restored), is_sound)
            }
            Store::Settle(_) => {
                let settled = anchorhold_flow::settle(&mut store)?;
                let is_settled = settled.iter().all(Result::is_ok);
                (report::store::all_settled(&settled), report::store::settled_json(&settled), is_settled)
            }
            Store::Gc(Gc { yes }) => {
                let garbage = if *yes { store.remove_garbage()? } else { store.garbage()? };
                (report::store::garbage(garbage, *yes), report::store::garbage_json(garbage, *yes), true)
            }
        };
        output::write(&if global.json { format!("{json}\n") } else { text })?;
        Ok(if is_sound { Ended::Permitted } else { Ended::Refused })
    }
}
