//! Opens what the commands work with: the policy, and the store.

use crate::exit::CommandError;
use crate::options::Global;
use anchorhold_flow::registry::{LastGood, LoaderError, Registry};
use anchorhold_flow::{CompiledCache, EngineError, Store};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The policy that comes with the command
pub const EMBEDDED: &[u8] = include_bytes!(env!("ANCHORHOLD_COMPONENT_PATH"));

/// Why there is no policy to ask
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The machine does not give what the engine needs
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The file cannot be read
    #[error("cannot read the policy `{}`", path.display())]
    NotRead {
        /// The file
        path: PathBuf,
        /// Why
        source: io::Error,
    },
    /// The file is not a policy
    #[error("cannot load the policy `{}`", path.display())]
    NotLoaded {
        /// The file
        path: PathBuf,
        /// Why
        source: LoaderError,
    },
    /// The policy that comes with the command does not load
    #[error("cannot load the embedded policy")]
    Embedded(#[source] LoaderError),
    /// No policy could be loaded; each was told of
    #[error("no policy can be loaded")]
    NoPolicy,
    /// There is no place for the registry
    #[error("no place for the registry is known: give one with --registry")]
    NoRegistryPlace,
    /// There is no place for the store
    #[error("no place for the store is known: give one with --store")]
    NoPlace,
}

/// The bytes of a policy: of this file, or of the one that comes with the command
pub fn component(path: Option<&Path>) -> Result<Cow<'static, [u8]>, HostError> {
    match path {
        Some(path) => {
            fs::read(path).map(Cow::Owned).map_err(|source| HostError::NotRead { path: path.to_owned(), source })
        }
        None => Ok(Cow::Borrowed(EMBEDDED)),
    }
}

/// The store
pub fn store(global: &Global) -> Result<(Store, PathBuf), CommandError> {
    let path = store_path(global)?;
    Ok((Store::open(&path)?, path))
}

/// The store, if there is one, and where it would be: looking something up makes none
pub fn store_if_there(global: &Global) -> Result<(Option<Store>, PathBuf), CommandError> {
    let path = store_path(global)?;
    let store = if path.exists() { Some(Store::open(&path)?) } else { None };
    Ok((store, path))
}

/// The store, if there is one, to look something up in: also where it cannot be written
pub fn store_to_read(global: &Global) -> Result<(Option<Store>, PathBuf), CommandError> {
    let path = store_path(global)?;
    let store = if path.exists() { Some(Store::open_to_read(&path)?) } else { None };
    Ok((store, path))
}

/// Where the store is, or would be
pub fn store_path(global: &Global) -> Result<PathBuf, HostError> {
    let default = || user_folder("XDG_DATA_HOME", ".local/share").map(|folder| folder.join("anchorhold/store.db"));
    global.store.clone().or_else(default).ok_or(HostError::NoPlace)
}

/// The registry's folder
pub fn registry_path(global: &Global) -> Result<PathBuf, HostError> {
    let default = || user_folder("XDG_DATA_HOME", ".local/share").map(|folder| folder.join("anchorhold/policies"));
    global.registry.clone().or_else(default).ok_or(HostError::NoRegistryPlace)
}

/// The registry; made where it is not there
pub fn registry(global: &Global) -> Result<Registry, CommandError> {
    Ok(Registry::open(&registry_path(global)?)?)
}

/// Where what served last is kept: beside the store
pub fn last_good(global: &Global) -> Result<LastGood, HostError> {
    let store = store_path(global)?;
    Ok(LastGood::of(&store.parent().unwrap_or(Path::new(".")).join("last-good")))
}

/// Compiled policies. `None`: there is no folder for them, and each is compiled anew.
pub fn cache() -> Option<CompiledCache> {
    let folder = user_folder("XDG_CACHE_HOME", ".cache").map(|folder| folder.join("anchorhold"));
    folder.and_then(|folder| CompiledCache::open(&folder).ok())
}

/// A folder of this user, by the XDG Base Directory Specification
fn user_folder(variable: &str, below_home: &str) -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    set(variable).or_else(|| set("HOME").map(|home| home.join(below_home)))
}
