//! What the tests of the registry share: components that are written as text, and the built ones.
#![allow(
    dead_code,
    clippy::indexing_slicing,
    reason = "each test uses a part of it, and must stop where it cannot go on"
)]

#[path = "../../../runtime/tests/support/mod.rs"]
mod subject;

use anchorhold_registry::{NewVersion, Profile, Record, Registry};
use anchorhold_runtime::{CompiledCache, admit};
use std::fs;
use std::path::Path;
pub use subject::Subject;

/// A component that is sound, and another one for each text
pub fn component(text: &str) -> Vec<u8> {
    let fields = format!("(data (i32.const 200) {text:?})");
    Subject { fields: fields.leak(), ..Subject::default() }.component()
}

/// Adds a component to a registry
pub fn add(registry: &Registry, bytes: &[u8], name: &str, version: &str) -> Record {
    let admitted = admit(bytes, &Profile::Standard.bounds()).expect("it is admitted");
    registry.add(bytes, &admitted, new(name, version)).expect("it is added")
}

pub fn new(name: &str, version: &str) -> NewVersion {
    NewVersion {
        name: name.parse().expect("a name"),
        version: version.parse().expect("a version"),
        profile: Profile::Standard,
        notes: String::new(),
    }
}

/// A component that `make components` builds
pub fn built(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../dist/{name}.wasm"));
    fs::read(&path).expect("the component is built: make components")
}

/// Compiled policies that all tests share
pub fn cache() -> CompiledCache {
    CompiledCache::open(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled"))
        .expect("a folder for compiled policies")
}
