//! A policy that fails or answers nonsense changes nothing: the one before it decides, and in the end there is the spill.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unreachable,
    reason = "a test that cannot go on must stop"
)]

#[path = "../../runtime/tests/support/mod.rs"]
mod subject;
mod support;
#[path = "support/workplace.rs"]
mod workplace;

use anchorhold_flow::{
    Bounds, Cancellation, CompactError, CompactJob, Desk, DeskError, Engine, Guarded, Outcome, PassMode, PassStatus,
    Policy, Summarizer, compact_guarded,
};
use std::fs;
use subject::Subject;
use workplace::Workplace;

const READ: (&str, &str) = (
    "desk#read",
    r#"{"format": "openai-chat", "elements": [{"id": "a", "kind": "user-request", "text": "x"},
        {"id": "b", "kind": "reply", "text": "y"}]}"#,
);

/// A plan that goes on and forgets the second element
const FORGETS: (&str, &str) = (
    "desk#plan",
    r#"{"verdict": "proceed", "plan": {"window": "0", "sizes": {"before": 9, "must_stay": 1, "budget": 9, "margin": 9,
        "summary_room": 1}, "treatments": [{"element": "a", "class": "reclaim", "disposition": "keep", "reason": null,
        "tokens": 1}], "duties": [], "carry": {"text": "", "digest": "", "tokens": 0, "demands": [],
        "marker": {"sequence": 1, "covers": null}}, "brief": null}}"#,
);

/// A refusal that says neither why nor what helps
const SILENT: (&str, &str) = ("desk#plan", r#"{"verdict": "refuse", "reasons": [], "remedies": []}"#);

/// A verdict that the contract does not know
const UNKNOWN: (&str, &str) = ("desk#plan", r#"{"verdict": "perhaps"}"#);

fn desk_of(subject: &Subject) -> Desk {
    let engine = Engine::new(Bounds { concurrent_decisions_max: 1, ..Bounds::default() }).expect("an engine");
    Desk::new(Policy::load(&engine, &subject.component()).expect("a policy"))
}

fn run(place: &mut Workplace, bad: Vec<Subject>, limit: u32) -> Result<Guarded, CompactError> {
    let inquiry = place.inquiry(limit);
    let summarizer: Summarizer = "cmd:echo 'Each part of the importer was read.'".parse().expect("a summarizer");
    let cancellation = Cancellation::default();
    let job = CompactJob {
        inquiry: &inquiry,
        out: &place.out,
        session: None,
        summarizer: &summarizer,
        cancellation: &cancellation,
    };
    let good = place.desk.clone();
    let mut desks = bad.iter().map(desk_of).chain([good]);
    let guarded = compact_guarded(&mut desks, &mut place.store, job, &mut |_| {})?;
    Ok(guarded.expect("there are policies"))
}

#[test]
fn nonsense_is_found_before_anything_is_done_by_it() {
    for (answers, is_it) in [
        (&[READ, FORGETS][..], (|error| matches!(error, DeskError::Nonsense { .. })) as fn(&DeskError) -> bool),
        (&[READ, SILENT], |error| matches!(error, DeskError::Nonsense { .. })),
        (&[READ, UNKNOWN], |error| matches!(error, DeskError::Unreadable { .. })),
        (&[READ], |error| matches!(error, DeskError::Failed(_))),
        (&[], |error| matches!(error, DeskError::Unreadable { .. })),
    ] {
        let mut place = Workplace::new();
        let before = fs::read(&place.transcript).expect("the transcript");
        let guarded = run(&mut place, vec![Subject { answers, memory: "16 64", ..Subject::default() }], 8000)
            .expect("the other one decides");
        let [(_, CompactError::Desk(error))] = guarded.failed.as_slice() else { unreachable!("{:?}", guarded.failed) };
        assert!(is_it(error), "{error:?}");
        assert!(matches!(&guarded.compacted.outcome, Outcome::Installed(done) if done.mode == PassMode::Spill));
        assert_eq!(fs::read(&place.transcript).expect("the transcript"), before);
        let passes = place.store.passes(None, 10).expect("passes");
        assert_eq!(passes[0].status, PassStatus::Committed);
        assert!(passes[1..].iter().all(|pass| pass.status == PassStatus::Failed));
    }
}

#[test]
fn the_arguments_are_nobodys_fault_but_the_callers() {
    let mut place = Workplace::new();
    let refused = run(&mut place, vec![], 0);
    assert!(matches!(refused, Err(CompactError::Desk(DeskError::Input(_)))));
}
