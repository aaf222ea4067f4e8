//! Compiled policies in a folder, so that a new process need not compile them again.
//!
//! Compiled code is run as it is. So the folder must belong to this user alone, and each file begins with a checksum over
//! its own name and its content: a torn, stale or renamed file is not run, but compiled anew.

use crate::{Bounds, Digest, Engine};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, process};
use wasmtime::component::Component;

/// A folder of compiled policies
#[derive(Clone, Debug)]
pub struct CompiledCache {
    folder: PathBuf,
}

/// Why a folder cannot hold compiled policies
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// It cannot be made or looked at
    #[error("cannot use the folder of compiled policies")]
    Unusable(#[from] io::Error),
    /// Others could put files into it, which this process would run
    #[error("the folder of compiled policies is not this user's alone")]
    NotPrivate,
}

impl CompiledCache {
    /// Opens the folder, and makes it where it is not there
    ///
    /// # Errors
    /// Where it cannot be made, or where another user owns it or may write to it.
    pub fn open(folder: &Path) -> Result<CompiledCache, CacheError> {
        make_private(folder)?;
        Ok(CompiledCache { folder: folder.to_owned() })
    }

    /// The compiled code of the policy with this digest. `None`: it is not there, or not as this engine wrote it.
    pub(crate) fn get(&self, engine: &Engine, digest: &Digest) -> Option<Component> {
        let name = file_name(engine, digest);
        let file = fs::read(self.folder.join(&name)).ok()?;
        let (checksum, code) = file.split_first_chunk::<32>()?;
        if checksum != checksum_of(&name, code).as_bytes() {
            return None;
        }
        deserialize(engine, code)
    }

    /// Puts the compiled code of a policy into the folder
    pub(crate) fn put(&self, engine: &Engine, digest: &Digest, component: &Component) -> io::Result<()> {
        let code = component.serialize().map_err(io::Error::other)?;
        let name = file_name(engine, digest);
        let unfinished = self.folder.join(format!("{name}.{}", process::id()));
        let written = create_private(&unfinished).and_then(|mut file| {
            file.write_all(checksum_of(&name, &code).as_bytes())?;
            file.write_all(&code)
        });
        written.and_then(|()| fs::rename(&unfinished, self.folder.join(&name))).inspect_err(|_| {
            // It may not be there; then nothing is left over either.
            let _ = fs::remove_file(&unfinished);
        })
    }
}

/// The name says everything that the code depends on: the policy, the engine with its settings, and the bounds under
/// which the policy was admitted. How many decide at once, and how long, is not part of it: what a trial compiled is there
/// for a host with more places.
fn file_name(engine: &Engine, digest: &Digest) -> String {
    let bounds = Bounds {
        concurrent_decisions_max: 0,
        wait_max: Duration::ZERO,
        wall_clock_max: Duration::ZERO,
        ..engine.bounds().clone()
    };
    let mut hasher = DefaultHasher::new();
    engine.inner().precompile_compatibility_hash().hash(&mut hasher);
    bounds.hash(&mut hasher);
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    format!("{digest}-{:016x}.compiled", hasher.finish())
}

fn checksum_of(name: &str, code: &[u8]) -> Digest {
    Digest::of(&[name.as_bytes(), &[0], Digest::of(code).as_bytes()].concat())
}

#[allow(unsafe_code, reason = "code that was compiled before is taken as it is")]
fn deserialize(engine: &Engine, code: &[u8]) -> Option<Component> {
    // SAFETY: the bytes must be what `Component::serialize` gave. They are: the checksum, which was just compared, is over
    // all of them; only this module writes it; and no other user can write to the folder. They are a copy in memory, so
    // a later change of the file does not reach them. The engine itself refuses code of another version or settings.
    unsafe { Component::deserialize(engine.inner(), code) }.ok()
}

#[cfg(unix)]
fn make_private(folder: &Path) -> Result<(), CacheError> {
    use std::os::unix::fs::{DirBuilderExt, MetadataExt};
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    match fs::DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error.into()),
        _ => {}
    }
    // Not of what a link points to: whoever owns the link could point it elsewhere.
    let metadata = fs::symlink_metadata(folder)?;
    let is_private =
        metadata.is_dir() && metadata.uid() == rustix::process::geteuid().as_raw() && metadata.mode() & 0o077 == 0;
    if is_private { Ok(()) } else { Err(CacheError::NotPrivate) }
}

#[cfg(unix)]
fn create_private(path: &Path) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

/// Whose a folder is cannot be told here, so none is used
#[cfg(not(unix))]
fn make_private(_: &Path) -> Result<(), CacheError> {
    Err(CacheError::NotPrivate)
}

#[cfg(not(unix))]
fn create_private(path: &Path) -> io::Result<fs::File> {
    fs::File::create(path)
}
