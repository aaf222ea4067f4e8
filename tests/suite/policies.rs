//! The policies of `examples/`: each passes what every policy must, and is what its page says.
#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use anchorhold_registry::{Loader, Profile, fuel, laws, try_out};
use anchorhold_runtime::CompiledCache;
use anchorhold_tests::{engine, repository};
use serde_json::{Value, json};

/// Compiled policies: one in Python takes seconds to compile
fn cache() -> CompiledCache {
    CompiledCache::open(&repository::file("target/tmp/policies")).expect("a folder for compiled policies")
}

fn component(name: &str) -> Vec<u8> {
    std::fs::read(engine::component_path(name)).expect("the component is built: make example-policies")
}

#[test]
fn each_passes_its_trial_and_the_laws_in_linear_fuel() {
    for (name, profile, windows) in
        [("anchorhold-strict", Profile::Standard, 40), ("anchorhold-python", Profile::Scripted, 12)]
    {
        let bytes = component(name);
        let report = try_out(&bytes, profile, Some(&cache()));
        assert!(report.is_passed(), "{name}: {report:#?}");
        let policy = Loader::new(Some(cache()), 1).load_bytes(&bytes, profile).expect("it is loaded");
        for law in laws(&policy, windows, &mut |_| {}).expect("the laws are looked at") {
            assert_eq!(law.broken, None, "{name} breaks {}", law.law);
        }
        let fuel = fuel(&policy, &[8 << 10, 32 << 10, 64 << 10]).expect("it does not run out");
        assert!(fuel.is_linear, "{name}: {fuel:?}");
    }
}

#[test]
fn one_in_python_does_not_fit_the_bounds_of_the_others() {
    let report = try_out(&component("anchorhold-python"), Profile::Standard, None);
    assert_eq!(report.failed().map(|step| step.step.as_str()), Some("static"));
}

#[test]
fn the_strict_one_differs_in_its_one_rule() {
    let portuguese =
        "Por favor, descubra por que a importação noturna está lenta e me diga o que você mudaria no índice da tabela.";
    let english = "The nightly import is slow because the index on the batch column is missing; every row is looked for by a scan of the whole table.";
    let call = |settings: Value| {
        let window = json!([
            {"id": "u1", "kind": "user-request", "text": portuguese},
            {"id": "r1", "kind": "reasoning", "text": english},
            {"id": "u2", "kind": "user-request", "text": "Muito bem. Agora escreva a nota de lançamento, por favor, e depois me avise."},
        ]);
        let request = json!({"window": window, "budget": {"limit_tokens": 8000}, "settings": settings});
        json!({"call": "check", "request": request, "candidate": {"text": english}}).to_string()
    };
    let unset = call(json!({}));
    let set = call(json!({"severities": {"language-changed": "warn"}}));
    let lines = [unset, set, "{\"call\": \"describe\"}".to_owned()];
    let answers = |name: &str| -> Vec<Value> {
        let answers = engine::component(name, &lines).expect("answers");
        answers.iter().map(|answer| serde_json::from_str(answer).expect("JSON")).collect()
    };
    let told = |answers: &[Value], pointer: &str| -> Vec<Value> {
        answers.iter().map(|answer| answer.pointer(pointer).cloned().unwrap_or_default()).collect()
    };
    let (standard, strict) = (answers("anchorhold"), answers("anchorhold-strict"));
    assert_eq!(told(&standard, "/ok/verdict"), ["admitted".into(), "admitted".into(), Value::Null]);
    assert_eq!(told(&strict, "/ok/verdict"), ["retry".into(), "admitted".into(), Value::Null]);
    assert_eq!(told(&strict, "/ok/name").last(), Some(&"anchorhold-strict".into()));
}
