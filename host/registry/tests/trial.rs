//! A version that would not serve well is not let in, and the report says why.

#![allow(clippy::expect_used, reason = "a test that cannot go on must stop")]

mod support;

use anchorhold_registry::{Profile, try_out};
use support::{Subject, built, cache};

#[test]
fn the_built_components_pass() {
    for name in ["anchorhold", "anchorhold-literal"] {
        let report = try_out(&built(name), Profile::Standard, Some(&cache()));
        assert!(report.is_passed(), "{name}: {report:#?}");
        let steps: Vec<&str> = report.steps.iter().map(|step| step.step.as_str()).collect();
        assert_eq!(steps, ["static", "compile", "probes", "cases"]);
    }
}

#[test]
fn what_does_not_pass_is_told_with_its_step() {
    let traps = Subject::default().component();
    let truncated = traps.get(..traps.len() / 2).expect("half of it").to_vec();
    let core_module = wat::parse_str("(module)").expect("the text is sound");
    for (what, bytes, step, code) in [
        ("nothing", Vec::new(), "static", "component-refused"),
        ("a core module", core_module, "static", "component-refused"),
        ("half a component", truncated, "static", "component-refused"),
        ("functions that trap", traps, "probes", "trap"),
    ] {
        let report = try_out(&bytes, Profile::Standard, None);
        let failed = report.failed().expect("it does not pass");
        assert_eq!((failed.step.as_str(), failed.code.as_str()), (step, code), "{what}: {}", failed.message);
    }
}
