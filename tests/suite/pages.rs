//! The generated pages are those that the sources make. `make docs` writes them.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use anchorhold_tests::{engine, repository};
use serde_json::Value;

#[test]
fn rules() {
    let answers = engine::native(&["{\"call\": \"describe\"}".to_owned()]).expect("an answer");
    let answer = answers.first().expect("one answer");
    let description: Value = serde_json::from_str(answer).expect("JSON");
    let rules = description.pointer("/ok/rules").and_then(Value::as_array).expect("rules");
    let mut page = String::from(
        "# The rules\n\n\
         This page is made from the files of the rules by `make docs`. The order is precedence: all reasons and findings \
         that hold are told, in this order.\n",
    );
    for (kind, title) in [("refusal", "Refusals of `plan`"), ("finding", "Findings of `admit`")] {
        page.push_str(&format!("\n## {title}\n"));
        for rule in rules.iter().filter(|rule| rule.get("kind").and_then(Value::as_str) == Some(kind)) {
            let code = rule.get("code").and_then(Value::as_str).expect("a code");
            page.push_str(&section(code, kind));
        }
    }
    generated("docs/rules.md", &page);
}

/// The documentation of a rule's own file
fn section(code: &str, kind: &str) -> String {
    let name = code.replace('-', "_");
    let folders: &[&str] = if kind == "refusal" { &["plan/refusals"] } else { &["admit/form", "admit/findings"] };
    let source = folders
        .iter()
        .find_map(|folder| repository::text(&format!("guest/rules/src/{folder}/{name}.rs")).ok())
        .unwrap_or_else(|| panic!("`{code}` has no file of its own"));
    let text = source
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .map(|line| if line.starts_with("## ") { format!("##{line}") } else { line.to_owned() })
        .collect::<Vec<String>>()
        .join("\n");
    for heading in ["#### Why", "#### What helps", "#### Example", "#### Source"] {
        assert!(text.contains(heading), "`{code}` does not say `{heading}`");
    }
    format!("\n### `{code}`\n\n{text}\n")
}

/// Compares a page with what the sources make, or writes it where `BLESS` is set
fn generated(path: &str, page: &str) {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(repository::file(path), page).expect("the page can be written");
    }
    let stands = repository::text(path).unwrap_or_default();
    assert!(stands == page, "`{path}` is not what the sources make; run `make docs`");
}
