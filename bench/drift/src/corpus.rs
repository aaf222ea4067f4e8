//! Windows with labelled summaries, and summaries that agents wrote, as they stand in a folder.

use anchorhold_transcripts::Format;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is measured over
pub struct Corpus {
    /// Whether it is the part that the repository keeps, and not all of it
    pub is_sample: bool,
    /// The windows by their names
    pub windows: BTreeMap<String, WindowText>,
    /// The summaries with labels
    pub labelled: Vec<Labelled>,
    /// The summaries that agents wrote
    pub written: Vec<Written>,
    transcripts: PathBuf,
}

/// A window as its framework keeps it
pub struct WindowText {
    /// The text of the file
    pub text: String,
    /// Its format
    pub format: Format,
}

/// A summary of which it is known whether it is true
#[derive(Deserialize)]
pub struct Labelled {
    /// The name of the window it was written for
    pub window: String,
    /// Whether it is true
    pub label: Label,
    /// The kind of the one lie in it; `None`: it is true
    pub kind: Option<String>,
    /// The style it is written in
    pub style: String,
    /// The summary
    pub text: String,
}

/// Whether a summary is true
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// All that it says stands in the window
    Faithful,
    /// One thing in it does not
    Altered,
}

/// A summary that an agent wrote in a session
#[derive(Deserialize)]
pub struct Written {
    /// The file of the session, below the folder of the transcripts
    pub file: String,
    /// The line, from 1, of the mark that the framework left before the summary; `None`: the summary is the mark
    pub boundary_line: Option<usize>,
    /// The line, from 1, of the summary
    pub summary_line: usize,
    /// The size of the window as the framework counted it, in tokens
    pub pre_tokens: u32,
    /// The summary
    pub summary: String,
}

/// One line of `index.json`
#[derive(Deserialize)]
struct Entry {
    id: String,
    format: String,
    file: String,
}

impl Corpus {
    /// The corpus that `ANCHORHOLD_CORPUS` names, or the part of it that the repository keeps
    ///
    /// # Errors
    /// The path of a file that cannot be read, and why.
    pub fn load() -> Result<Corpus, String> {
        match std::env::var_os("ANCHORHOLD_CORPUS").filter(|folder| !folder.is_empty()).map(PathBuf::from) {
            Some(folder) => Corpus::of(&folder, folder.join("transcripts"), false),
            None => Corpus::sample(),
        }
    }

    /// The part of it that the repository keeps
    ///
    /// # Errors
    /// The path of a file that cannot be read, and why.
    pub fn sample() -> Result<Corpus, String> {
        let transcripts = repository().join("examples/transcripts");
        Corpus::of(&repository().join("bench/drift/sample"), transcripts, true)
    }

    /// The lines of a session before the mark of a compaction
    ///
    /// # Errors
    /// The path of the session, and why it cannot be read.
    pub fn before(&self, written: &Written) -> Result<String, String> {
        let whole = text(&self.transcripts.join(&written.file))?;
        let count = written.boundary_line.unwrap_or(written.summary_line).saturating_sub(1);
        Ok(whole.split_inclusive('\n').take(count).collect())
    }

    fn of(folder: &Path, transcripts: PathBuf, is_sample: bool) -> Result<Corpus, String> {
        let summaries = folder.join("summaries");
        let entries: Vec<Entry> = parsed(&summaries.join("windows/index.json"))?;
        let windows: Result<BTreeMap<String, WindowText>, String> = entries
            .into_iter()
            .map(|entry| {
                let format = Format::from_name(&entry.format)
                    .ok_or_else(|| format!("window `{}`: no format is called `{}`", entry.id, entry.format))?;
                let text = text(&summaries.join("windows").join(&entry.file))?;
                Ok((entry.id, WindowText { text, format }))
            })
            .collect();
        Ok(Corpus {
            is_sample,
            windows: windows?,
            labelled: lines(&summaries.join("labelled.jsonl"))?,
            written: lines(&summaries.join("real.jsonl"))?,
            transcripts,
        })
    }
}

/// The top folder of the repository
pub fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// The records of a file with one a line
///
/// # Errors
/// The path and line, and why it is no record.
pub fn lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, String> {
    let text = text(path)?;
    let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    numbered
        .map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| format!("`{}`, line {}: {error}", path.display(), number + 1))
        })
        .collect()
}

fn parsed<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    serde_json::from_str(&text(path)?).map_err(|error| format!("`{}`: {error}", path.display()))
}

fn text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("`{}`: {error}", path.display()))
}
