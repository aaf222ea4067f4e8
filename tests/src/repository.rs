//! Where things stand in the repository, and what is given from outside it.

use std::path::{Path, PathBuf};

/// The top folder of the repository
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// A file of the repository, by its path from the top
pub fn file(path: &str) -> PathBuf {
    root().join(path)
}

/// The text of a file of the repository
///
/// # Errors
/// The path, and why it cannot be read.
pub fn text(path: &str) -> Result<String, String> {
    std::fs::read_to_string(file(path)).map_err(|error| format!("`{path}` cannot be read: {error}"))
}

/// A folder named by an environment variable, for suites that run over more than the repository holds
pub fn outside(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_dir())
}

/// Folders that hold nothing of ours
const SKIPPED: [&str; 6] = ["target", "dist", "node_modules", ".venv", ".git", "__pycache__"];

/// All files below a folder whose names end so, in a fixed order
pub fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if !SKIPPED.contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
