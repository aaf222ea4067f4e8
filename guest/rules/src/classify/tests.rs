//! The table of classes, and what becomes of each kind of element.

use super::{class, classify};
use crate::classification::{Class, Decider};
use crate::settings::{Preset, Settings};
use crate::window::{
    Answer, CallOutcome, CallProcess, EffectStatus, Element, ElementKind, Marker, Source, Standing, StatedEffect,
    ToolCall, ToolResult, Traits,
};
use alloc::string::String;
use alloc::vec::Vec;

const YES: Answer = Answer::Yes;
const NO: Answer = Answer::No;
const OPEN: Answer = Answer::Unknown;

#[test]
fn every_combination_of_traits_has_its_class() {
    use Class::{Ambiguous, Externalize, PinEffect, Reclaim};
    // Regenerable, idempotent; and the class in each preset where task-critical is yes, no and unknown
    let rows = [
        ((YES, YES), [Reclaim; 3], [Reclaim; 3]),
        ((YES, NO), [PinEffect; 3], [PinEffect; 3]),
        ((YES, OPEN), [Ambiguous; 3], [PinEffect; 3]),
        ((NO, YES), [Externalize, Ambiguous, Ambiguous], [Externalize, Ambiguous, Ambiguous]),
        ((NO, NO), [Externalize, Ambiguous, Ambiguous], [Externalize, Ambiguous, Ambiguous]),
        ((NO, OPEN), [Externalize, Ambiguous, Ambiguous], [Externalize, Ambiguous, Ambiguous]),
        ((OPEN, YES), [Ambiguous; 3], [Externalize, Ambiguous, Ambiguous]),
        ((OPEN, NO), [Ambiguous; 3], [Externalize, Ambiguous, Ambiguous]),
        ((OPEN, OPEN), [Ambiguous; 3], [Externalize, Ambiguous, Ambiguous]),
    ];
    for ((regenerable, idempotent), standard, literal) in rows {
        for (task_critical, standard, literal) in [YES, NO, OPEN]
            .into_iter()
            .zip(standard)
            .zip(literal)
            .map(|((answer, standard), literal)| (answer, standard, literal))
        {
            let traits = Traits { regenerable, idempotent, task_critical };
            assert_eq!(class(Preset::Standard, traits), standard, "{traits:?}");
            assert_eq!(class(Preset::Literal, traits), literal, "{traits:?}");
        }
    }
}

fn call<'a>(id: &'a str, tool: &'a str, arguments: &'a str, process: CallProcess) -> Element<'a> {
    let call =
        ToolCall { call_id: id.into(), tool: tool.into(), arguments: arguments.into(), annotations: None, process };
    Element::new(alloc::format!("call-{id}"), ElementKind::ToolCall(call), arguments)
}

fn result<'a>(id: &'a str, outcome: CallOutcome, text: &'a str) -> Element<'a> {
    Element::new(
        alloc::format!("result-{id}"),
        ElementKind::ToolResult(ToolResult { call_id: id.into(), outcome }),
        text,
    )
}

fn standard(window: &[Element<'_>]) -> Vec<super::Classification> {
    classify(window, &[], &Settings::of(Preset::Standard))
}

#[test]
fn each_kind_of_element_has_its_class() {
    let rows = [
        (ElementKind::SystemInstruction, Class::Externalize, false),
        (ElementKind::DeveloperInstruction, Class::Externalize, false),
        (ElementKind::Reply, Class::Reclaim, true),
        (ElementKind::Reasoning, Class::Reclaim, true),
        (ElementKind::Notice, Class::Reclaim, true),
        (ElementKind::StateAssertion, Class::Externalize, true),
        (ElementKind::WriteAcknowledgement, Class::Ambiguous, true),
        (ElementKind::Summary(Marker::default()), Class::Externalize, true),
        (ElementKind::Other("image".into()), Class::Ambiguous, true),
        (ElementKind::UserRequest, Class::Externalize, true),
    ];
    for (kind, class, anchor) in rows {
        let found = standard(&[Element::new("e", kind.clone(), "schema_version: 7")]);
        assert_eq!(found.first().map(|found| (found.class, found.anchor)), Some((class, anchor)), "{kind:?}");
        let plain = standard(&[Element::new("e", kind.clone(), "let us see")]);
        let stands_for_state = matches!(kind, ElementKind::StateAssertion | ElementKind::WriteAcknowledgement);
        assert_eq!(plain.first().map(|found| found.anchor), Some(stands_for_state), "{kind:?}");
    }
}

#[test]
fn an_earlier_request_is_left_open() {
    let window = [
        Element::new("a", ElementKind::UserRequest, "do this"),
        Element::new("b", ElementKind::UserRequest, "and that"),
    ];
    let classes: Vec<Class> = standard(&window).iter().map(|found| found.class).collect();
    assert_eq!(classes, [Class::Ambiguous, Class::Externalize]);
    let mut pinned = window.clone();
    pinned[0].pin = Some(Standing::Active);
    assert_eq!(standard(&pinned)[0].class, Class::Externalize);
}

#[test]
fn a_write_and_its_result_are_one_effect() {
    use CallOutcome::{Failure, Interim, Success};
    use CallProcess::{Alive, Dead};
    type Row<'a> = (CallProcess, Option<(CallOutcome, &'a str)>, EffectStatus, Option<&'a str>);
    let rows: &[Row<'_>] = &[
        (Dead, Some((Success, "booked as R-1\nand more")), EffectStatus::Confirmed, Some("booked as R-1")),
        (Dead, Some((Failure, "no seat left")), EffectStatus::Failed, Some("no seat left")),
        (Dead, Some((Failure, "request timed out")), EffectStatus::Unknown, Some("request timed out")),
        (Dead, Some((Success, "Error: card declined")), EffectStatus::Unknown, Some("Error: card declined")),
        (Dead, Some((Success, "{\n  \"id\": \"R-1\"\n}")), EffectStatus::Confirmed, Some("{ \"id\": \"R-1\" }")),
        (Alive, Some((Interim, "working")), EffectStatus::Fired, Some("working")),
        (Alive, None, EffectStatus::Fired, None),
        (Dead, None, EffectStatus::Unknown, None),
    ];
    for (process, answer, status, outcome) in rows {
        let mut window = alloc::vec![call("1", "book_flight", r#"{"flight_id":"F-7","seats":2}"#, *process)];
        window.extend(answer.map(|(outcome, text)| result("1", outcome, text)));
        for found in standard(&window) {
            assert_eq!(found.class, Class::PinEffect);
            let effect = found.effect.unwrap();
            assert!(effect.id.starts_with("book_flight#"), "{}", effect.id);
            assert_eq!((&*effect.action, &*effect.target, effect.status), ("book_flight", "F-7", *status));
            assert_eq!(effect.outcome.as_deref(), *outcome);
            assert_eq!(effect.element.as_deref(), Some("call-1"));
            assert_eq!(effect.arguments.as_deref(), Some(r#"{"flight_id":"F-7","seats":2}"#));
        }
    }
}

#[test]
fn calls_share_their_nature_with_their_results() {
    let rows = [
        ("Read", r#"{"file_path":"/a"}"#, Class::Reclaim, false),
        ("WebFetch", r#"{"url":"https://x"}"#, Class::Ambiguous, false),
        ("Write", r#"{"file_path":"/a","content":"x"}"#, Class::Reclaim, true),
        ("Bash", r#"{"command":"git push"}"#, Class::PinEffect, true),
        ("AskUserQuestion", "{}", Class::Externalize, false),
        ("Task", "{}", Class::Ambiguous, true),
    ];
    for (tool, arguments, class, has_effect) in rows {
        let found = standard(&[call("1", tool, arguments, CallProcess::Dead), result("1", CallOutcome::Success, "ok")]);
        for found in &found {
            assert_eq!((found.class, found.effect.is_some()), (class, has_effect), "{tool}");
        }
        assert_eq!(found.iter().map(|found| found.anchor).collect::<Vec<_>>(), [false, true]);
    }
}

#[test]
fn a_repeated_call_id_joins_the_nearest_call() {
    let window = [
        call("1", "Read", r#"{"file_path":"/a"}"#, CallProcess::Dead),
        result("1", CallOutcome::Success, "x"),
        call("1", "send_mail", r#"{"to":"a@b"}"#, CallProcess::Dead),
        result("1", CallOutcome::Success, "sent"),
    ];
    let classes: Vec<Class> = standard(&window).iter().map(|found| found.class).collect();
    assert_eq!(classes, [Class::Reclaim, Class::Reclaim, Class::PinEffect, Class::PinEffect]);
}

#[test]
fn a_superseded_read_is_no_state() {
    let window = [
        call("1", "Read", r#"{"file_path":"/a"}"#, CallProcess::Dead),
        result("1", CallOutcome::Success, "x"),
        call("2", "Write", r#"{"file_path":"/a","content":"y"}"#, CallProcess::Dead),
        result("2", CallOutcome::Success, "ok"),
    ];
    let found = standard(&window);
    let read = &found[1];
    assert_eq!((read.class, read.regenerable_by, read.anchor), (Class::Ambiguous, Decider::SupersededRead, false));
    assert!(found[3].anchor);
    let mut changed = Element::new("e", ElementKind::Notice, "replicas: 3");
    changed.source = Some(Source { locator: "/a".into(), unchanged: Answer::No });
    assert_eq!(standard(&[changed])[0].regenerable_by, Decider::SupersededRead);
}

#[test]
fn what_the_caller_states_is_believed() {
    let mut stated = call("1", "frobnicate", "{}", CallProcess::Dead);
    stated.traits = Traits { regenerable: YES, idempotent: YES, task_critical: OPEN };
    let found = standard(&[stated, result("1", CallOutcome::Success, "ok")]);
    for found in &found {
        assert_eq!((found.class, found.idempotent_by), (Class::Reclaim, Decider::Caller));
    }
    let mut charged = Element::new("e", ElementKind::WriteAcknowledgement, "charged");
    charged.effect = Some(StatedEffect {
        action: "charge".into(),
        target: "card-1".into(),
        idempotency_key: Some("k-1".into()),
        status: EffectStatus::Confirmed,
    });
    let found = standard(&[charged]);
    let effect = found[0].effect.clone().unwrap();
    assert_eq!(found[0].class, Class::PinEffect);
    assert_eq!((&*effect.id, &*effect.action, &*effect.target), ("k-1", "charge", "card-1"));
}

#[test]
fn the_literal_preset_infers_nothing() {
    let window = [
        call("1", "Read", r#"{"file_path":"/a"}"#, CallProcess::Dead),
        result("1", CallOutcome::Success, "x"),
        Element::new("e", ElementKind::Reply, "schema_version: 7"),
    ];
    for found in classify(&window, &[], &Settings::of(Preset::Literal)) {
        assert_eq!(found.class, Class::Ambiguous);
        assert_eq!(found.traits, Traits::default());
        assert_eq!(found.anchor, found.element == 1);
        assert!(found.effect.is_none());
    }
}

#[test]
fn every_effect_that_is_pinned_has_an_entry() {
    let mut reply = Element::new("e", ElementKind::Reply, "done");
    reply.traits = Traits { regenerable: YES, idempotent: NO, task_critical: OPEN };
    for preset in [Preset::Standard, Preset::Literal] {
        let found = classify(&[reply.clone()], &[], &Settings::of(preset));
        assert_eq!(found[0].class, Class::PinEffect);
        assert_eq!(found[0].effect.as_ref().map(|effect| String::from(&*effect.id)), Some(String::from("effect#e")));
    }
}
