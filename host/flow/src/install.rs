//! Puts a document in the place of a file in one step: whoever looks sees the old one or the new one.
//!
//! Until then it lies beside its place, under a name that tells the pass, so that the next start finds what a process that
//! was killed has left.

use anchorhold_store::Digest;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A document that was not installed
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{}`", path.display())]
pub struct InstallError {
    path: PathBuf,
    source: io::Error,
}

/// A document that lies beside its place, durably, and waits to take it. While the store knows a pass as admitted it must
/// not go away: its absence says that it was installed. So it is removed only when another end of the pass is recorded.
pub(crate) struct Ready {
    beside: PathBuf,
    place: PathBuf,
}

/// The place that a path names: absolute, and where a link stands there, what it points to
pub(crate) fn place_of(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// Where the next document of a pass lies until it takes its place
pub(crate) fn beside(place: &Path, sequence: u64, before: Digest) -> PathBuf {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    place.with_file_name(format!(".{name}.anchorhold-{sequence}-{before:.8}"))
}

/// What passes have left beside a place: each file with the number of its pass
pub(crate) fn left_beside(place: &Path) -> Vec<(PathBuf, u64)> {
    let Some((folder, name)) = place.parent().zip(place.file_name()) else { return Vec::new() };
    let beginning = format!(".{}.anchorhold-", name.to_string_lossy());
    let sequence = |path: &Path| {
        let name = path.file_name()?.to_string_lossy();
        name.strip_prefix(&beginning)?.split_once('-')?.0.parse().ok()
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter_map(|path| sequence(&path).map(|sequence| (path, sequence))).collect()
}

/// Whether a document may take a place, before any work is done for it
///
/// # Errors
/// Where its folder is not there, or a database or a part of one stands there: a store would be gone with all that it keeps.
pub(crate) fn check_place(place: &Path) -> io::Result<()> {
    if place.parent().is_some_and(|folder| !folder.is_dir()) {
        return Err(io::Error::new(io::ErrorKind::NotFound, "its folder is not there"));
    }
    let name = place.to_string_lossy();
    let of_database = ["", "-wal", "-shm", "-journal"].iter().filter_map(|ending| name.strip_suffix(ending));
    if of_database.into_iter().any(|database| is_database(Path::new(database))) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is a database or a part of one; give another file",
        ));
    }
    Ok(())
}

fn is_database(path: &Path) -> bool {
    /// How every file of SQLite begins
    const MAGIC: [u8; 16] = *b"SQLite format 3\0";
    let mut head = [0; MAGIC.len()];
    // Of what is no file nothing is read: a pipe would wait.
    path.is_file() && File::open(path).is_ok_and(|mut file| file.read_exact(&mut head).is_ok() && head == MAGIC)
}

/// SHA-256 of what a file holds. `None`: there is none. What is no file, such as a terminal, has no bytes that stand there,
/// and could not be replaced.
pub(crate) fn digest_of(path: &Path) -> io::Result<Option<Digest>> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    match fs::read(path) {
        Ok(bytes) => Ok(Some(Digest::of(&bytes))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a document beside its place. It gets the mode of `like`. Where that fails, a part of it may lie there.
pub(crate) fn prepare(document: &[u8], place: &Path, beside: &Path, like: &Path) -> Result<Ready, InstallError> {
    match write(document, beside, like) {
        Ok(()) => Ok(Ready { beside: beside.to_owned(), place: place.to_owned() }),
        Err(source) => Err(InstallError { path: place.to_owned(), source }),
    }
}

fn write(document: &[u8], beside: &Path, like: &Path) -> io::Result<()> {
    remove(beside)?;
    let mut options = OpenOptions::new();
    // Made anew, so that a link that somebody else put there is not followed.
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(beside)?;
    file.write_all(document)?;
    file.set_permissions(fs::metadata(like)?.permissions())?;
    file.sync_all()?;
    sync_folder(beside)
}

impl Ready {
    /// Takes up a document that an earlier process left beside its place
    pub(crate) fn left(place: &Path, beside: &Path) -> Ready {
        Ready { beside: beside.to_owned(), place: place.to_owned() }
    }

    /// Puts the document in its place
    pub(crate) fn install(self) -> Result<Installed, InstallError> {
        let Ready { beside, place } = self;
        match fs::rename(beside, &place) {
            Ok(()) => Ok(Installed { place }),
            Err(source) => Err(InstallError { path: place, source }),
        }
    }
}

/// A document that took its place
pub(crate) struct Installed {
    place: PathBuf,
}

impl Installed {
    /// A document that took this place before
    pub(crate) fn before(place: &Path) -> Installed {
        Installed { place: place.to_owned() }
    }

    /// Makes that durable
    pub(crate) fn durably(self) -> io::Result<()> {
        sync_folder(&self.place)
    }
}

/// Removes a file, if it is there
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes the names in the folder of a file durable; where folders cannot be opened, the system sees to it
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match File::open(folder) {
        Ok(folder) => folder.sync_all(),
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that cannot go on must stop")]
mod tests {
    use super::{beside, prepare, remove};
    use anchorhold_store::Digest;
    use std::fs;

    #[test]
    fn a_document_takes_its_place_or_lies_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("window.json");
        fs::write(&place, "old").expect("a file");
        let waiting = beside(&place, 7, Digest::of(b"old"));
        fs::write(&waiting, "left by a process that was killed while it wrote").expect("a file");
        prepare(b"waiting", &place, &waiting, &place).expect("it lies ready");
        assert_eq!(fs::read(&place).expect("the file"), b"old");
        assert_eq!(fs::read(&waiting).expect("the file"), b"waiting");
        prepare(b"new", &place, &waiting, &place).expect("it lies ready").install().expect("it is installed");
        assert_eq!(fs::read(&place).expect("the file"), b"new");
        assert!(prepare(b"", &place, &waiting, &folder.path().join("missing")).is_err());
        remove(&waiting).expect("it is removed");
        remove(&waiting).expect("it need not be there");
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    }
}
