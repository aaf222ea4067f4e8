//! Where components come from, and how they become policies.

use crate::error::RegistryError;
use crate::profile::Profile;
use crate::registry::Registry;
use anchorhold_runtime::{Bounds, CompiledCache, Digest, Engine, EngineError, LoadError, Policy};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Something that holds components by their digest
pub trait Components {
    /// The bytes of a component, which are those of its digest, and the profile under which it runs
    ///
    /// # Errors
    /// Where it is not there, or is damaged.
    fn component_of(&self, digest: Digest) -> Result<(Vec<u8>, Profile), RegistryError>;
}

/// Makes policies of components: one engine for each profile, and compiled code from the cache
pub struct Loader {
    engines: Mutex<HashMap<Profile, Engine>>,
    cache: Option<CompiledCache>,
    concurrent_decisions_max: usize,
}

/// Why a component did not become a policy
#[derive(Debug, thiserror::Error)]
pub enum LoaderError {
    /// It is not to be had
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// The machine does not give what its engine needs
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// It is not a policy
    #[error("{digest:.12} cannot be loaded")]
    Load {
        /// The component
        digest: Digest,
        /// Why
        source: LoadError,
    },
}

impl Loader {
    /// A loader whose engines make so many decisions at once
    pub fn new(cache: Option<CompiledCache>, concurrent_decisions_max: usize) -> Loader {
        Loader { engines: Mutex::default(), cache, concurrent_decisions_max }
    }

    /// The policy with this digest
    ///
    /// # Errors
    /// Where it is not to be had, or cannot be loaded.
    pub fn load(&self, components: &dyn Components, digest: Digest) -> Result<Policy, LoaderError> {
        let (bytes, profile) = components.component_of(digest)?;
        self.load_bytes(&bytes, profile)
    }

    /// The policy that these bytes are
    ///
    /// # Errors
    /// Where they cannot be loaded.
    pub fn load_bytes(&self, bytes: &[u8], profile: Profile) -> Result<Policy, LoaderError> {
        let engine = self.engine(profile)?;
        let loaded = match &self.cache {
            Some(cache) => Policy::load_cached(&engine, bytes, cache),
            None => Policy::load(&engine, bytes),
        };
        loaded.map_err(|source| LoaderError::Load { digest: Digest::of(bytes), source })
    }

    /// The engine of a profile, which is made when it is first asked for
    fn engine(&self, profile: Profile) -> Result<Engine, EngineError> {
        let mut engines = self.engines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(engine) = engines.get(&profile) {
            return Ok(engine.clone());
        }
        let bounds = profile.bounds();
        let concurrent_decisions_max = match profile {
            Profile::Standard => self.concurrent_decisions_max,
            Profile::Scripted => self.concurrent_decisions_max.min(bounds.concurrent_decisions_max),
        };
        let engine = Engine::new(Bounds { concurrent_decisions_max, ..bounds })?;
        engines.insert(profile, engine.clone());
        Ok(engine)
    }
}

impl Components for Registry {
    fn component_of(&self, digest: Digest) -> Result<(Vec<u8>, Profile), RegistryError> {
        let record = self.record(digest)?.ok_or_else(|| RegistryError::Unknown { named: digest.to_string() })?;
        Ok((self.component(digest)?, record.profile))
    }
}
