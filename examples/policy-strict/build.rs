//! Gives the policy its name.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=ANCHORHOLD_POLICY_NAME=anchorhold-strict");
}
