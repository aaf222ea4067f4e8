//! Files that are replaced in one step, and the lock of those who write them.

use crate::error::RegistryError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Held while files are changed; dropping it lets the next writer in
pub(crate) struct WriterLock {
    _file: File,
}

/// Waits for the other writers of a folder, and keeps them out. Readers need no lock: each file is whole at any time.
pub(crate) fn lock(folder: &Path) -> Result<WriterLock, RegistryError> {
    let path = folder.join("lock");
    let locked = File::options().write(true).create(true).truncate(false).open(&path).and_then(|file| {
        file.lock()?;
        Ok(file)
    });
    Ok(WriterLock { _file: locked.map_err(|source| failed(&path, source))? })
}

/// Writes a file beside its place, makes it durable, and puts it there in one step
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), RegistryError> {
    put(path, bytes).map_err(|source| failed(path, source))
}

/// The same with a value as JSON
pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), RegistryError> {
    let mut text = serde_json::to_vec_pretty(value).map_err(|source| failed(path, io::Error::other(source)))?;
    text.push(b'\n');
    write(path, &text)
}

/// The bytes of a file. `None`: it is not there.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<u8>>, RegistryError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(failed(path, source)),
    }
}

/// The value that a file holds as JSON. `None`: it is not there.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, RegistryError> {
    let Some(bytes) = read(path)? else { return Ok(None) };
    let value = serde_json::from_slice(&bytes);
    value.map(Some).map_err(|error| RegistryError::Damaged { path: path.to_owned(), why: error.to_string() })
}

/// Takes a file away. It is no error that it was not there.
pub(crate) fn remove(path: &Path) -> Result<(), RegistryError> {
    match fs::remove_file(path).and_then(|()| sync_folder(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(path, error)),
        _ => Ok(()),
    }
}

/// The files of a folder that end so, in the order of their names
pub(crate) fn files_in(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, RegistryError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(failed(folder, source)),
    };
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(|source| failed(folder, source))?;
    paths.retain(|path| path.to_string_lossy().ends_with(ending));
    paths.sort();
    Ok(paths)
}

/// Makes a folder, and those around it, where they are not there
pub(crate) fn make_folder(folder: &Path) -> Result<(), RegistryError> {
    fs::create_dir_all(folder).map_err(|source| failed(folder, source))
}

pub(crate) fn failed(path: &Path, source: io::Error) -> RegistryError {
    RegistryError::Files { path: path.to_owned(), source }
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut unfinished = NamedTempFile::new_in(folder)?;
    unfinished.write_all(bytes)?;
    unfinished.as_file().sync_all()?;
    unfinished.persist(path).map_err(|error| error.error)?;
    sync_folder(path)
}

/// The name of a file is durable when its folder is
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
}
