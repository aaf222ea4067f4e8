//! Hostile components: each is contained with its own typed failure, the host lives, and the next decision is right.
//!
//! What breaks a limit of one decision is tested with the runtime; here is what a host sees of it: the version before takes
//! over. What is no policy at all never comes so far: its trial refuses it.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on must stop")]

mod support;

use anchorhold_registry::{
    Components, Confinement, Loader, Profile, RegistryError, Route, RoutePlan, Switch, Thresholds, try_confined,
    try_out,
};
use anchorhold_runtime::{DeskFunction, Digest};
use std::collections::HashMap;
use std::process::Command;
use std::time::{Duration, Instant};
use support::Subject;

struct Shelf(HashMap<Digest, Vec<u8>>);

impl Components for Shelf {
    fn component_of(&self, digest: Digest) -> Result<(Vec<u8>, Profile), RegistryError> {
        let bytes = self.0.get(&digest).ok_or_else(|| RegistryError::Unknown { named: digest.to_string() })?;
        Ok((bytes.clone(), Profile::Standard))
    }
}

const LOOP: &str = "(loop (br 0)) unreachable";

/// What a decision can do, and the failure that it ends in
fn misdeeds() -> Vec<(&'static str, Subject, &'static str)> {
    let read = |read| Subject { read, ..Subject::default() };
    vec![
        ("an infinite loop", read(LOOP), "out-of-fuel"),
        (
            "memory without end",
            Subject {
                read: "(loop (drop (memory.grow (i32.const 16))) (br 0)) unreachable",
                memory: "1 4096",
                ..Subject::default()
            },
            "out-of-memory",
        ),
        (
            "tables without end",
            Subject {
                read: "(loop (drop (table.grow $t (ref.null func) (i32.const 1000))) (br 0)) unreachable",
                fields: "(table $t 1 funcref)",
                ..Subject::default()
            },
            "out-of-table",
        ),
        (
            "recursion without end",
            Subject {
                read: "(call $deep (i64.const 1)) drop i32.const 16",
                fields: "(func $deep (param i64) (result i64)
                    (i64.add (call $deep (i64.add (local.get 0) (i64.const 1))) (local.get 0)))",
                ..Subject::default()
            },
            "stack-overflow",
        ),
        ("a trap", read("unreachable"), "trap"),
        ("a division by zero", read("(i32.div_u (i32.const 1) (i32.const 0))"), "trap"),
        (
            "a huge result",
            Subject { fields: r#"(data (i32.const 24) "\00\00\00\01")"#, memory: "300 300", ..Subject::default() },
            "output-too-large",
        ),
        (
            "a result outside of its memory",
            Subject { fields: r#"(data (i32.const 20) "\00\00\00\f0")"#, ..Subject::default() },
            "answer-unreadable",
        ),
        (
            "a result that is no text",
            Subject { fields: r#"(data (i32.const 64) "\ff\fe")"#, ..Subject::default() },
            "answer-unreadable",
        ),
    ]
}

#[test]
fn whatever_a_decision_does_the_version_before_answers() {
    let good = Subject::default().component();
    let good_digest = Digest::of(&good);
    for (what, subject, code) in misdeeds() {
        let hostile = subject.component();
        let digest = Digest::of(&hostile);
        let shelf = Shelf(HashMap::from([(good_digest, good.clone()), (digest, hostile)]));
        let route = Route { serving: digest, canary: None, shadow: None, fallback: Some(good_digest) };
        let plan = RoutePlan { default: route, tenants: Default::default() };
        let loader = Loader::new(Some(support::cache()), 2);
        let switch = Switch::new(plan, &shelf, &loader, Thresholds::default()).expect("it can be loaded");
        for turn in 0..4 {
            let answered = switch.lease("shop", "s").call(DeskFunction::Read, "{}").expect("somebody answers");
            assert_eq!((answered.by, answered.decided.answer), (good_digest, Ok("fine".to_owned())), "{what}");
            let failed = answered.instead_of.map(|failure| failure.code());
            assert_eq!(failed, (turn < 3).then_some(code), "{what}: after three failures it is not asked any more");
        }
    }
}

#[test]
fn what_is_no_policy_is_refused_by_its_trial() {
    let parse = |text: &str| wat::parse_str(text).expect("the text is sound");
    let sound = Subject::default().component();
    let native = {
        let elf = std::fs::read(std::env::current_exe().expect("this program")).expect("its bytes");
        elf.get(..4096).expect("its head").to_vec()
    };
    let flipped = |place: usize| {
        let mut bytes = sound.clone();
        if let Some(byte) = bytes.get_mut(place) {
            *byte ^= 0xff;
        }
        bytes
    };
    let loops = Subject { others: &[("anchorhold:policy/about@0.1.0#describe", LOOP)], ..Subject::default() };
    for (what, bytes, step, code) in [
        (
            "imports of WASI",
            parse(r#"(component (import "wasi:cli/environment@0.2.0" (instance)))"#),
            "static",
            "component-refused",
        ),
        (
            "other imports",
            parse(r#"(component (import "shop:prices/list" (instance)))"#),
            "static",
            "component-refused",
        ),
        (
            "an imported function",
            parse(r#"(component (import "now" (func (result u64))))"#),
            "static",
            "component-refused",
        ),
        ("a start function", parse("(component (core module (func $f) (start $f)))"), "static", "component-refused"),
        ("an asynchronous export", parse("(component (type (func async (result u8))))"), "static", "component-refused"),
        ("a stream", parse("(component (type (stream u8)))"), "static", "component-refused"),
        ("another world", parse("(component)"), "static", "component-refused"),
        ("a core module", parse("(module)"), "static", "component-refused"),
        ("half a file", sound.get(..sound.len() / 2).expect("half of it").to_vec(), "static", "component-refused"),
        ("a flipped byte in its head", flipped(9), "static", "component-refused"),
        ("a native program", native, "static", "component-refused"),
        ("functions that trap", sound.clone(), "probes", "trap"),
        ("functions that loop", loops.component(), "probes", "out-of-fuel"),
    ] {
        let report = try_out(&bytes, Profile::Standard, None);
        let failed = report.failed().unwrap_or_else(|| panic!("{what} passes"));
        assert_eq!((failed.step.as_str(), failed.code.as_str()), (step, code), "{what}: {}", failed.message);
    }
}

#[test]
fn a_trial_that_does_not_end_or_dies_is_ended_and_told() {
    let confinement = Confinement { time_max: Duration::from_millis(300), memory_bytes_max: 1 << 30 };
    let shell = |script: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    };
    let began = Instant::now();
    for (script, code) in [
        ("exec sleep 60", "trial-too-long"),
        ("kill -9 $$", "trial-ended"),
        ("echo nonsense", "trial-ended"),
        ("true", "trial-ended"),
    ] {
        let report = try_confined(shell(script), &vec![0; 1 << 20], confinement);
        assert_eq!(report.failed().map(|step| step.code.as_str()), Some(code), "{script}");
    }
    let missing = try_confined(Command::new("/nowhere/at/all"), b"", confinement);
    assert_eq!(missing.failed().map(|step| step.code.as_str()), Some("trial-not-started"));
    assert!(began.elapsed() < Duration::from_secs(20));
}
