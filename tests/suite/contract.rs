//! The built components keep the contract: they are of world `desk`, import nothing, and `docs/contract.md` speaks of the
//! `wit/` that stands in the repository.
#![expect(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use anchorhold_tests::{engine, repository};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The largest that a component may be, in bytes: it is loaded from Python and in a browser too
const SIZE_MOST: usize = 1_800_000;

#[test]
fn the_components_target_the_desk_and_import_nothing() {
    for name in ["anchorhold", "anchorhold-literal"] {
        let path = engine::component_path(name);
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("`{}`: {error}", path.display()));
        let decoded = wit_component::decode(&bytes).expect("a component");
        let wit_component::DecodedWasm::Component(resolve, world) = &decoded else { panic!("{name} is no component") };
        let imports: Vec<_> = resolve.worlds[*world].imports.keys().collect();
        assert!(imports.is_empty(), "{name} imports {imports:?}");
        let mut contract = wit_parser::Resolve::default();
        let (package, _) = contract.push_dir(repository::file("wit")).expect("the contract parses");
        let desk = contract.packages[package].worlds["desk"];
        wit_component::targets(&contract, desk, &bytes, false).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        assert!(bytes.len() <= SIZE_MOST, "{name} has {} bytes", bytes.len());
    }
}

#[test]
fn the_page_about_the_contract_is_of_this_contract() {
    let mut hash = Sha256::new();
    for path in repository::files_below(&repository::file("wit"), ".wit") {
        hash.update(std::fs::read(path).expect("a file of the contract"));
    }
    let digest: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let page = repository::text("docs/contract.md").expect("the page");
    assert!(
        page.contains(&digest),
        "wit/ has changed: read docs/contract.md, mend it, and write the new digest {digest} into it"
    );
}

#[test]
fn every_rule_has_a_page() {
    let answers = engine::native(&["{\"call\": \"describe\"}".to_owned()]).expect("an answer");
    let description: Value = serde_json::from_str(&answers[0]).expect("JSON");
    let rules = description["ok"]["rules"].as_array().expect("rules");
    assert!(!rules.is_empty());
    for rule in rules {
        let code = rule["code"].as_str().expect("a code");
        let page = repository::text("docs/rules.md").expect("the page of rules");
        assert!(
            page.contains(&format!("\n### `{code}`\n")),
            "docs/rules.md does not tell of `{code}`; run `make docs`"
        );
    }
}
