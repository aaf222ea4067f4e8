//! Puts a document in the place of a file in one step: whoever looks sees the old one or the new one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A document that was not installed
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{}`", path.display())]
pub struct InstallError {
    path: PathBuf,
    source: io::Error,
}

/// A document that lies beside its place, durably, and waits to take it. Dropped, it is gone.
pub(crate) struct Ready {
    file: NamedTempFile,
    place: PathBuf,
}

/// Writes a document beside its place. It gets the mode of `like`. Where a link stands in its place, the place is what the
/// link points to.
pub(crate) fn prepare(document: &[u8], place: &Path, like: &Path) -> Result<Ready, InstallError> {
    let place = place.canonicalize().unwrap_or_else(|_| place.to_owned());
    write(document, &place, like)
        .map(|file| Ready { file, place: place.clone() })
        .map_err(|source| InstallError { path: place, source })
}

fn write(document: &[u8], place: &Path, like: &Path) -> io::Result<NamedTempFile> {
    let mut file = NamedTempFile::new_in(folder_of(place))?;
    file.write_all(document)?;
    file.as_file().set_permissions(fs::metadata(like)?.permissions())?;
    file.as_file().sync_all()?;
    Ok(file)
}

impl Ready {
    /// Puts the document in its place, durably
    pub(crate) fn install(self) -> Result<(), InstallError> {
        let Ready { file, place } = self;
        put(file, &place).map_err(|source| InstallError { path: place, source })
    }
}

fn put(file: NamedTempFile, place: &Path) -> io::Result<()> {
    file.persist(place).map_err(|error| error.error)?;
    // The new name is durable when the folder is; where folders cannot be opened, the system sees to it.
    match File::open(folder_of(place)) {
        Ok(folder) => folder.sync_all(),
        Err(_) => Ok(()),
    }
}

fn folder_of(place: &Path) -> &Path {
    match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that cannot go on must stop")]
mod tests {
    use super::prepare;
    use std::fs;

    #[test]
    fn a_document_takes_its_place_or_leaves_no_trace() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("window.json");
        fs::write(&place, "old").expect("a file");
        drop(prepare(b"dropped", &place, &place).expect("it lies ready"));
        assert_eq!(fs::read(&place).expect("the file"), b"old");
        prepare(b"new", &place, &place).expect("it lies ready").install().expect("it is installed");
        assert_eq!(fs::read(&place).expect("the file"), b"new");
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
        assert!(prepare(b"", &folder.path().join("missing/window.json"), &place).is_err());
    }
}
