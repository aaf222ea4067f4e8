//! Finds the component that is embedded in the command.

use std::path::{Path, PathBuf};
use std::{env, process};

fn main() {
    let given = env::var_os("ANCHORHOLD_COMPONENT").map(PathBuf::from);
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist/anchorhold.wasm");
    let component = given.unwrap_or(built);
    println!("cargo::rerun-if-env-changed=ANCHORHOLD_COMPONENT");
    println!("cargo::rerun-if-changed={}", component.display());
    match component.canonicalize() {
        Ok(component) => println!("cargo::rustc-env=ANCHORHOLD_COMPONENT_PATH={}", component.display()),
        Err(error) => {
            println!(
                "cargo::error=the component is not there: {} ({error}). Build it first: make components",
                component.display()
            );
            process::exit(1);
        }
    }
}
