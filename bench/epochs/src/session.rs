//! A real session, cut into epochs.

use anchorhold_rules::tokens::estimate;
use anchorhold_rules::window::{CallProcess, Element};
use anchorhold_transcripts::{Format, read};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A session as elements, with their sizes
pub struct Session {
    /// The name of its file
    pub name: String,
    /// Its elements, in order
    pub elements: Vec<Element<'static>>,
    /// The size of all of them in tokens
    pub tokens: u64,
}

/// The transcripts below a folder that have so many tokens and elements, the longest first
pub fn sessions(folder: &Path, least_tokens: u64, least_elements: usize) -> Vec<Session> {
    let mut sessions: Vec<Session> = files_below(folder)
        .into_iter()
        .filter_map(|path| session(&path))
        .filter(|session| session.tokens >= least_tokens && session.elements.len() >= least_elements)
        .collect();
    sessions.sort_by(|one, other| other.tokens.cmp(&one.tokens).then_with(|| one.name.cmp(&other.name)));
    sessions
}

impl Session {
    /// The elements of each epoch: equal parts by size, the borders moved by up to a fifth of a part
    pub fn epochs(&self, count: usize, dice: &mut fastrand::Rng) -> Vec<Range<usize>> {
        let part = self.tokens as f64 / count as f64;
        let borders: Vec<f64> = (1..count).map(|border| part * (border as f64 + (dice.f64() - 0.5) * 0.4)).collect();
        let (mut ranges, mut start, mut passed) = (Vec::new(), 0usize, 0u64);
        for (place, element) in self.elements.iter().enumerate() {
            let border = borders.get(ranges.len()).copied().unwrap_or(f64::INFINITY);
            if passed as f64 >= border && place > start {
                ranges.push(start..place);
                start = place;
            }
            passed += u64::from(size(element));
        }
        ranges.push(start..self.elements.len());
        ranges
    }
}

/// The size of an element in tokens
pub fn size(element: &Element<'_>) -> u32 {
    element.tokens.unwrap_or_else(|| estimate(&element.text))
}

fn session(path: &Path) -> Option<Session> {
    let text = std::fs::read_to_string(path).ok()?;
    let format = Format::detect(&text)?;
    // The text outlives the run: the elements borrow from it.
    let text: &'static str = Box::leak(text.into_boxed_str());
    let mut elements = read(text, Some(format), CallProcess::Dead).ok()?.window;
    for element in &mut elements {
        element.tokens = Some(estimate(&element.text).max(1));
    }
    let tokens = elements.iter().map(|element| u64::from(size(element))).sum();
    Some(Session { name: path.file_name()?.to_string_lossy().into_owned(), elements, tokens })
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
        .into_iter()
        .flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "json" || ending == "jsonl"))
        .collect()
}
