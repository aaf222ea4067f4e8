//! The component of `dist/`, loaded with limits and without.

use crate::decisions::told;
use crate::unbounded::Unbounded;
use anchorhold_runtime::wit::types;
use anchorhold_runtime::{Bounds, Engine, Policy};
use std::path::{Path, PathBuf};

/// The component, with limits and without
pub struct Components {
    /// Under the limits of the runtime
    pub bounded: Policy,
    /// Without limits
    pub unbounded: Unbounded,
    /// The size of the file in bytes
    pub size_bytes: usize,
}

impl Components {
    /// Loads the component that `make build` makes
    ///
    /// # Errors
    /// Where it is not there or is no policy.
    pub fn load() -> Result<Components, String> {
        let path = file("dist/anchorhold.wasm");
        let bytes = std::fs::read(&path).map_err(|error| format!("`{}`: {error}; run `make build`", path.display()))?;
        let engine = Engine::new(Bounds::default()).map_err(|error| error.to_string())?;
        let bounded = Policy::load(&engine, &bytes).map_err(|error| error.to_string())?;
        Ok(Components { bounded, unbounded: Unbounded::load(&bytes)?, size_bytes: bytes.len() })
    }

    /// The settings of the standard preset
    ///
    /// # Errors
    /// Where the policy fails.
    pub fn settings(&self) -> Result<types::Settings, String> {
        Ok(told(self.bounded.settings_of(types::Preset::Standard))?.answer)
    }
}

/// A file of the repository
pub fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, |root| root.join(path))
}
