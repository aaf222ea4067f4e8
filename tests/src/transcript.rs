//! Real transcripts: those of the repository, and more from outside where a folder is given.

use crate::repository;
use anchorhold_transcripts::Format;
use std::path::PathBuf;

/// The variable that names a folder with more transcripts
pub const CORPUS: &str = "ANCHORHOLD_CORPUS";

/// A transcript in a format that is known
pub struct Sample {
    /// Where it stands
    pub path: PathBuf,
    /// Its text
    pub text: String,
    /// Its format
    pub format: Format,
}

/// The transcripts of `examples/transcripts`, and of the folder that `ANCHORHOLD_CORPUS` names, as far as their format is known
pub fn samples() -> Vec<Sample> {
    let mut folders = vec![repository::file("examples/transcripts")];
    folders.extend(repository::outside(CORPUS).map(|folder| folder.join("transcripts")));
    let paths = folders.iter().flat_map(|folder| {
        let mut paths = repository::files_below(folder, ".json");
        paths.extend(repository::files_below(folder, ".jsonl"));
        paths
    });
    paths
        .filter_map(|path| {
            let text = std::fs::read_to_string(&path).ok()?;
            let format = Format::detect(&text)?;
            Some(Sample { path, text, format })
        })
        .collect()
}
