//! A compaction, from a transcript to a next window or to the reason why there is none, with the built policy.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on must stop")]

mod support;
#[path = "support/workplace.rs"]
mod workplace;

use anchorhold_flow::{
    Cancellation, CompactError, CompactJob, Compacted, DeskError, Digest, Installation, Outcome, PassMode, PassStatus,
    Setback, Step, Summarizer, compact, recall,
};
use std::fs;
use workplace::Workplace;

fn installation(compacted: &Compacted) -> &Installation {
    match &compacted.outcome {
        Outcome::Installed(installation) => installation,
        Outcome::Refused { reasons, findings, .. } => panic!("refused: {reasons:?} {findings:?}"),
    }
}

fn reasons(compacted: &Compacted) -> Vec<&str> {
    match &compacted.outcome {
        Outcome::Installed(_) => Vec::new(),
        Outcome::Refused { reasons, .. } => reasons.iter().map(|reason| reason.code.as_str()).collect(),
    }
}

#[test]
fn a_spill_fits_its_budget_and_nothing_is_lost() {
    let mut work = Workplace::new();
    let before = fs::read(&work.transcript).expect("the transcript");
    let compacted = work.compact(9000, "none", &mut |_| {});
    let installed = installation(&compacted);
    assert_eq!(installed.mode, PassMode::Spill);
    assert!(installed.tokens_after <= 9000, "{}", installed.tokens_after);

    let next = fs::read(&work.out).expect("the next document");
    assert_eq!(installed.seal.digest, Digest::of(&next).to_string());
    assert_eq!(fs::read(&work.transcript).expect("the transcript"), before, "the transcript stays as it was");
    let text = String::from_utf8(next).expect("it is text");
    for known in ["ledger_entries", "git push origin importer-fix", "release note for 4.2.1"] {
        assert!(text.contains(known), "{known}");
    }
    let manifest = installed.manifest.expect("there is a manifest").pointer();
    assert_eq!(recall(&work.store, &manifest, true).expect("it is restored").bytes, before);

    let pass = work.store.pass(compacted.sequence).expect("it is read").expect("it is there");
    assert_eq!((pass.status, pass.document_before), (PassStatus::Committed, Digest::of(&before)));
    let steps: Vec<String> = work.store.events_of(1).expect("events").into_iter().map(|event| event.kind).collect();
    assert_eq!(steps, ["begun", "planned", "secured", "admitted", "committed"]);
    let calls: Vec<String> =
        work.store.decisions_of(1).expect("decisions").into_iter().map(|made| made.decision.call).collect();
    assert_eq!(calls, ["plan", "admit"]);
    let effects = work.store.ledger(&compacted.session).expect("the ledger");
    assert!(
        effects.iter().any(|effect| effect.action.contains("push")
            || effect.target.contains("importer-fix")
            || effect.arguments.as_deref().is_some_and(|arguments| arguments.contains("git push"))),
        "{effects:?}"
    );
}

#[test]
fn the_next_pass_over_the_next_document_belongs_to_the_same_session() {
    let mut work = Workplace::new();
    let first = work.compact(9000, "none", &mut |_| {});
    work.transcript = work.out.clone();
    work.out = work.folder.path().join("after-that.json");
    let second = work.compact(6000, "none", &mut |_| {});
    assert_eq!((second.sequence, &second.session), (2, &first.session));
}

#[test]
fn a_transcript_that_changes_on_the_way_is_left_alone() {
    let mut work = Workplace::new();
    let transcript = work.transcript.clone();
    let compacted = work.compact(9000, "none", &mut |step| {
        if step == Step::Write {
            fs::write(&transcript, "[]").expect("the agent goes on");
        }
    });
    assert_eq!(reasons(&compacted), ["window-moved"]);
    assert!(!work.out.exists());
    let left: Vec<String> = fs::read_dir(work.folder.path())
        .expect("the folder")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with('.'))
        .collect();
    assert_eq!(left, [""; 0], "no file is left over");
    let pass = work.store.pass(1).expect("it is read").expect("it is there");
    assert_eq!((pass.status, pass.codes.as_deref()), (PassStatus::Refused, Some("window-moved")));
}

#[test]
fn a_budget_that_nothing_fits_is_refused_with_the_needed_size() {
    let mut work = Workplace::new();
    let compacted = work.compact(20, "none", &mut |_| {});
    assert!(reasons(&compacted).contains(&"budget-infeasible"), "{:?}", reasons(&compacted));
    assert!(!work.out.exists());
}

#[cfg(unix)]
#[test]
fn a_true_summary_is_installed() {
    let mut work = Workplace::new();
    let summary =
        "cmd:cat > /dev/null; echo 'The importer was read part by part; the index on `batch_id` was missing.'";
    let compacted = work.compact(12000, summary, &mut |_| {});
    assert_eq!(installation(&compacted).mode, PassMode::Summarize, "{:?}", compacted.setbacks);
    let next = fs::read_to_string(&work.out).expect("the next document");
    assert!(next.contains("The importer was read part by part"));
    assert!(compacted.setbacks.is_empty());
}

#[cfg(unix)]
#[test]
fn summarizers_that_fail_end_in_the_spill() {
    for (command, is_failure) in
        [("cmd:exit 7", true), ("cmd:printf '\\377'", true), ("cmd:true", false), ("cmd:cat", false)]
    {
        let mut work = Workplace::new();
        let mut asked = 0;
        let compacted = work.compact(12000, command, &mut |step| {
            asked += u32::from(matches!(step, Step::Summarize(_)));
        });
        assert_eq!(installation(&compacted).mode, PassMode::Spill, "{command}");
        assert!((1..=10).contains(&asked), "{command}: asked {asked} times");
        let failed = compacted.setbacks.iter().filter(|setback| matches!(setback, Setback::SummarizerFailed(_)));
        assert_eq!(failed.count() > 0, is_failure, "{command}: {:?}", compacted.setbacks);
    }
}

#[test]
fn a_broken_transcript_is_an_input_error_and_begins_no_pass() {
    let mut work = Workplace::new();
    fs::write(&work.transcript, "[{\"role\": \"user\", \"content\": 7}]").expect("a transcript");
    let inquiry = work.inquiry(9000);
    let job = CompactJob {
        inquiry: &inquiry,
        out: &work.out,
        session: None,
        summarizer: &Summarizer::NONE,
        cancellation: &Cancellation::default(),
    };
    let ended = compact(&work.desk, &mut work.store, job, &mut |_| {});
    let Err(CompactError::Desk(DeskError::Input(fault))) = ended else { panic!("{ended:?}") };
    assert_eq!(fault.code, "malformed");
    assert_eq!(work.store.next_sequence().expect("a number"), 1);
}
