//! What served last, kept beside the host's own state, so that a restart needs no registry.

use crate::components::Components;
use crate::error::RegistryError;
use crate::files;
use crate::profile::Profile;
use crate::routes::RoutePlan;
use anchorhold_runtime::Digest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A folder with the routes that were last taken up, and the components that they name
#[derive(Clone, Debug)]
pub struct LastGood {
    folder: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Serving {
    routes: RoutePlan,
    profiles: BTreeMap<Digest, Profile>,
}

impl LastGood {
    /// What served last, in this folder; it need not be there yet
    pub fn of(folder: &Path) -> LastGood {
        LastGood { folder: folder.to_owned() }
    }

    /// Keeps the routes that were taken up, with their components; those of older routes go. To be called once every
    /// version that they name was loaded.
    ///
    /// # Errors
    /// Where a component is not to be had, or a file cannot be written. What was kept before still is, then.
    pub fn keep(&self, routes: &RoutePlan, components: &dyn Components) -> Result<(), RegistryError> {
        files::make_folder(&self.folder)?;
        let _lock = files::lock(&self.folder)?;
        if self.serving()?.is_some_and(|serving| serving.routes == *routes) {
            return Ok(());
        }
        let mut profiles = BTreeMap::new();
        for digest in routes.digests() {
            let (bytes, profile) = components.component_of(digest)?;
            let path = self.component_path(digest);
            if files::read(&path)?.is_none_or(|kept| Digest::of(&kept) != digest) {
                files::write(&path, &bytes)?;
            }
            profiles.insert(digest, profile);
        }
        files::write_json(&self.serving_path(), &Serving { routes: routes.clone(), profiles })?;
        for path in files::files_in(&self.folder, ".wasm")? {
            let digest = path.file_stem().and_then(|stem| stem.to_string_lossy().parse::<Digest>().ok());
            if digest.is_none_or(|digest| !routes.digests().contains(&digest)) {
                files::remove(&path)?;
            }
        }
        Ok(())
    }

    /// The routes that were last taken up. `None`: none ever were.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn routes(&self) -> Result<Option<RoutePlan>, RegistryError> {
        Ok(self.serving()?.map(|serving| serving.routes))
    }

    fn serving(&self) -> Result<Option<Serving>, RegistryError> {
        files::read_json(&self.serving_path())
    }

    fn serving_path(&self) -> PathBuf {
        self.folder.join("serving.json")
    }

    fn component_path(&self, digest: Digest) -> PathBuf {
        self.folder.join(format!("{digest}.wasm"))
    }
}

impl Components for LastGood {
    fn component_of(&self, digest: Digest) -> Result<(Vec<u8>, Profile), RegistryError> {
        let unknown = || RegistryError::Unknown { named: digest.to_string() };
        let profile = self.serving()?.and_then(|serving| serving.profiles.get(&digest).copied()).ok_or_else(unknown)?;
        let path = self.component_path(digest);
        let bytes = files::read(&path)?.ok_or_else(unknown)?;
        if Digest::of(&bytes) == digest {
            Ok((bytes, profile))
        } else {
            Err(RegistryError::Damaged { path, why: "its bytes are not those of its digest".to_owned() })
        }
    }
}
