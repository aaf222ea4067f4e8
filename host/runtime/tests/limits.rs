//! Every way to break a limit ends in its own failure, and leaves the next call as it was.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test that cannot go on must stop")]

mod support;

use anchorhold_runtime::{Bounds, DeskFunction, Engine, Failure, Policy};
use std::thread;
use std::time::Duration;
use support::Subject;

const PAGE_BYTES: usize = 1 << 16;

fn bounds() -> Bounds {
    Bounds {
        fuel_base: 1_000_000,
        fuel_per_input_byte: 0,
        output_bytes_base: 2 * PAGE_BYTES,
        output_bytes_per_input_byte: 0,
        input_bytes_max: PAGE_BYTES,
        memory_bytes_max: 64 * PAGE_BYTES,
        table_elements_max: 100,
        concurrent_decisions_max: 2,
        ..Bounds::default()
    }
}

fn load(bounds: Bounds, subject: &Subject) -> Policy {
    let engine = Engine::new(bounds).expect("an engine");
    Policy::load(&engine, &subject.component()).expect("a policy")
}

fn check(bounds: Bounds, subject: &Subject, expected: &Failure) {
    let policy = load(bounds.clone(), subject);
    let fine = load(bounds, &Subject::default());
    for _ in 0..3 {
        assert_eq!(policy.call(DeskFunction::Read, "{}").as_ref().map(|_| ()), Err(expected));
        assert_eq!(fine.call(DeskFunction::Read, "{}").map(|decided| decided.answer), Ok(Ok("fine".to_owned())));
    }
}

#[test]
fn a_loop_without_end_runs_out_of_fuel() {
    let subject = Subject { read: "(loop (br 0)) unreachable", ..Subject::default() };
    check(bounds(), &subject, &Failure::OutOfFuel { allowed: 1_000_000 });
}

#[test]
fn a_loop_with_fuel_for_ever_runs_out_of_time() {
    let subject = Subject { read: "(loop (br 0)) unreachable", ..Subject::default() };
    let allowed = Duration::from_millis(30);
    let bounds = Bounds { fuel_base: u64::MAX / 4, wall_clock_max: allowed, ..bounds() };
    check(bounds, &subject, &Failure::OutOfTime { allowed });
}

#[test]
fn memory_ends_at_its_bound() {
    let subject =
        Subject { read: "(loop (drop (memory.grow (i32.const 1))) (br 0)) unreachable", ..Subject::default() };
    let allowed = 64 * PAGE_BYTES;
    check(bounds(), &subject, &Failure::OutOfMemory { asked: allowed + PAGE_BYTES, allowed });
}

#[test]
fn tables_end_at_their_bound() {
    let subject = Subject {
        read:
            "(drop (table.grow $t (ref.null func) (i32.const 99))) (drop (table.grow $t (ref.null func) (i32.const 1)))
            i32.const 16",
        fields: "(table $t 1 funcref)",
        ..Subject::default()
    };
    check(bounds(), &subject, &Failure::OutOfTable { asked: 101, allowed: 100 });
}

#[test]
fn endless_recursion_overflows_the_stack() {
    let subject = Subject {
        read: "(call $deep (i64.const 1)) drop i32.const 16",
        fields: "(func $deep (param i64) (result i64)
            (i64.add (call $deep (i64.add (local.get 0) (i64.const 1))) (local.get 0)))",
        ..Subject::default()
    };
    let allowed = 64 * 1024;
    let bounds = Bounds { fuel_base: 1 << 40, stack_bytes_max: allowed, ..bounds() };
    check(bounds, &subject, &Failure::StackOverflow { allowed });
}

#[test]
fn a_trap_says_which() {
    for (body, code) in [
        ("unreachable", wasmtime::Trap::UnreachableCodeReached),
        ("(i32.div_u (i32.const 1) (i32.const 0))", wasmtime::Trap::IntegerDivisionByZero),
        ("(i32.load (i32.const -4))", wasmtime::Trap::MemoryOutOfBounds),
    ] {
        check(bounds(), &Subject { read: body, ..Subject::default() }, &Failure::Trap { code });
    }
}

#[test]
fn an_answer_ends_at_its_bound() {
    let subject =
        |length: &'static str| Subject { read: "i32.const 16", fields: length, memory: "4 64", ..Subject::default() };
    let large = subject(r#"(data (i32.const 24) "\01\00\02\00")"#);
    check(bounds(), &large, &Failure::OutputTooLarge { allowed: 2 * PAGE_BYTES });
    let fits = load(bounds(), &subject(r#"(data (i32.const 24) "\00\00\02\00")"#));
    assert!(fits.call(DeskFunction::Read, "{}").is_ok());
}

#[test]
fn an_answer_that_is_none_cannot_be_read() {
    for fields in [
        r#"(data (i32.const 16) "\07")"#,
        r#"(data (i32.const 64) "\ff\ff\ff\ff")"#,
        r#"(data (i32.const 20) "\00\00\00\f0")"#,
    ] {
        check(bounds(), &Subject { fields, ..Subject::default() }, &Failure::AnswerUnreadable);
    }
}

#[test]
fn input_ends_at_its_bound() {
    let policy = load(bounds(), &Subject::default());
    let given = PAGE_BYTES + 1;
    let failure = policy.call(DeskFunction::Read, &" ".repeat(given)).err();
    assert_eq!(failure, Some(Failure::InputTooLarge { given, allowed: PAGE_BYTES }));
    assert!(policy.call(DeskFunction::Read, "{}").is_ok());
}

#[test]
fn fuel_is_the_same_each_time_and_grows_with_the_input() {
    let subject = Subject { read: "(loop (br_if 0 (i32.const 0))) i32.const 16", ..Subject::default() };
    let policy = load(bounds(), &subject);
    let used: Vec<u64> = (0..3).map(|_| policy.call(DeskFunction::Read, "{}").expect("an answer").fuel_used).collect();
    assert!(used[0] > 0);
    assert_eq!(used, [used[0]; 3]);

    let endless = Subject { read: "(loop (br 0)) unreachable", ..Subject::default() };
    let policy = load(Bounds { fuel_base: 1000, fuel_per_input_byte: 10, ..bounds() }, &endless);
    let failure = policy.call(DeskFunction::Read, &" ".repeat(100)).err();
    assert_eq!(failure, Some(Failure::OutOfFuel { allowed: 2000 }));
}

#[test]
fn more_decisions_than_places_wait_and_then_are_told() {
    let subject = Subject { read: "(loop (br 0)) unreachable", ..Subject::default() };
    let (wait, wall_clock_max) = (Duration::from_millis(20), Duration::from_millis(300));
    let bounds =
        Bounds { fuel_base: u64::MAX / 4, wall_clock_max, wait_max: wait, concurrent_decisions_max: 1, ..bounds() };
    let policy = load(bounds, &subject);
    let outcomes: Vec<Option<Failure>> = thread::scope(|scope| {
        let calls = [(); 4].map(|()| scope.spawn(|| policy.call(DeskFunction::Read, "{}").err()));
        calls.map(|call| call.join().expect("the call ends")).to_vec()
    });
    let count = |failure: &Failure| outcomes.iter().filter(|outcome| outcome.as_ref() == Some(failure)).count();
    assert_eq!(count(&Failure::OutOfTime { allowed: wall_clock_max }), 1);
    assert_eq!(count(&Failure::Busy { wait }), 3);
}

#[test]
fn a_policy_without_desk_is_asked_by_its_types() {
    let policy = load(bounds(), &Subject { world: "policy", ..Subject::default() });
    assert_eq!(policy.call(DeskFunction::Read, "{}").err(), Some(Failure::NoDesk));
    let code = wasmtime::Trap::UnreachableCodeReached;
    assert_eq!(policy.describe().err(), Some(Failure::Trap { code }));
}

#[test]
fn the_clock_ends_with_its_engine() {
    for _ in 0..50 {
        drop(Engine::new(bounds()).expect("an engine"));
    }
    thread::sleep(Duration::from_millis(200));
    let clocks = std::fs::read_dir("/proc/self/task").map_or(0, |tasks| {
        let names = tasks.flatten().flat_map(|task| std::fs::read_to_string(task.path().join("comm")));
        names.filter(|name| name.trim_end() == "anchorhold-cloc").count()
    });
    // Other tests of this process have clocks of their own.
    assert!(clocks < 40, "{clocks} clocks still tick");
}
