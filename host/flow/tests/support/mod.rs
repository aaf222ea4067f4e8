//! The built policy.

use anchorhold_flow::{Bounds, CompiledCache, Desk, Engine, Policy};
use std::fs;
use std::path::Path;

/// The desk of the policy that `make component` builds
pub fn desk() -> Desk {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist/anchorhold.wasm");
    let bytes = fs::read(&path).expect("the component is built: make component");
    let engine = Engine::new(Bounds { concurrent_decisions_max: 4, ..Bounds::default() }).expect("an engine");
    let compiled = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled");
    let cache = CompiledCache::open(&compiled).expect("a folder for compiled policies");
    Desk::new(Policy::load_cached(&engine, &bytes, &cache).expect("the component is a policy"))
}
