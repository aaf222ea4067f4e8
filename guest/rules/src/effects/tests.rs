//! What is answered to a call that is about to fire.

use super::{Judgement, identity, judge};
use crate::inference::parsed;
use crate::window::{CallProcess, Effect, EffectStatus, ToolCall};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

fn call<'a>(tool: &'a str, arguments: &'a str) -> ToolCall<'a> {
    ToolCall {
        call_id: "c".into(),
        tool: tool.into(),
        arguments: arguments.into(),
        annotations: None,
        process: CallProcess::Alive,
    }
}

fn entry(tool: &str, arguments: &str, status: EffectStatus) -> Effect<'static> {
    let fired = call(tool, arguments);
    let identity = identity(tool, &parsed(&fired), None);
    Effect {
        id: Cow::Owned(identity.id),
        action: Cow::Owned(String::from(tool)),
        target: Cow::Borrowed(""),
        idempotency_key: identity.idempotency_key.map(Cow::Owned),
        status,
        arguments: Some(Cow::Owned(identity.arguments)),
        fired_at: None,
        outcome: None,
        element: None,
    }
}

fn name(judgement: &Judgement) -> String {
    match judgement {
        Judgement::Fire(None) => "fire a read".into(),
        Judgement::Fire(Some(_)) => "fire".into(),
        Judgement::AlreadyDone(_) => "already done".into(),
        Judgement::InFlight(_) => "in flight".into(),
        Judgement::OutcomeUnknown(_) => "outcome unknown".into(),
        Judgement::KeyReused { field, .. } => alloc::format!("key reused: {field}"),
    }
}

#[test]
fn calls_are_judged_by_the_ledger() {
    use EffectStatus::{Confirmed, Failed, Fired, Intended, Unknown};
    let charge = r#"{"card":"c-1","amount":10}"#;
    let keyed = r#"{"card":"c-1","amount":10,"idempotency_key":"k"}"#;
    let nested = r#"{"key":"x","idempotency_key":"k","items":[{"id":1},{"id":2},{"id":3}]}"#;
    type Row<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str, EffectStatus)], &'a str);
    let rows: &[Row<'_>] = &[
        ("charge_card", charge, &[], "fire"),
        ("charge_card", charge, &[("charge_card", charge, Confirmed)], "already done"),
        ("charge_card", r#"{ "amount": 10.0, "card": "c-1" }"#, &[("charge_card", charge, Confirmed)], "already done"),
        ("charge_card", r#"{"card":"c-1","amount":11}"#, &[("charge_card", charge, Confirmed)], "fire"),
        ("refund_card", charge, &[("charge_card", charge, Confirmed)], "fire"),
        ("charge_card", charge, &[("charge_card", charge, Intended)], "in flight"),
        ("charge_card", charge, &[("charge_card", charge, Fired)], "in flight"),
        ("charge_card", charge, &[("charge_card", charge, Unknown)], "outcome unknown"),
        ("charge_card", charge, &[("charge_card", charge, Failed)], "fire"),
        // The newest entry decides.
        ("charge_card", charge, &[("charge_card", charge, Failed), ("charge_card", charge, Confirmed)], "already done"),
        ("charge_card", charge, &[("charge_card", charge, Unknown), ("charge_card", charge, Failed)], "fire"),
        ("charge_card", keyed, &[("charge_card", keyed, Confirmed)], "already done"),
        (
            "charge_card",
            r#"{"card":"c-1","amount":11,"idempotency_key":"k"}"#,
            &[("charge_card", keyed, Confirmed)],
            "key reused: amount",
        ),
        (
            "charge_card",
            r#"{"card":"c-1","idempotency_key":"k"}"#,
            &[("charge_card", keyed, Failed)],
            "key reused: amount",
        ),
        ("refund_card", keyed, &[("charge_card", keyed, Confirmed)], "key reused: tool"),
        (
            "order_items",
            r#"{"key":"x","idempotency_key":"k","items":[{"id":1},{"id":2},{"id":4}]}"#,
            &[("order_items", nested, Confirmed)],
            "key reused: items[2].id",
        ),
        (
            "order_items",
            r#"{"key":"x","idempotency_key":"k","items":[{"id":1}]}"#,
            &[("order_items", nested, Confirmed)],
            "key reused: items[1]",
        ),
        // A read whose result left the window is released, whatever the ledger holds.
        ("get_order", charge, &[("get_order", charge, Confirmed)], "fire a read"),
        // What settles a condition may be settled again.
        (
            "write_file",
            r#"{"path":"/a","content":"x"}"#,
            &[("write_file", r#"{"path":"/a","content":"x"}"#, Confirmed)],
            "fire",
        ),
        ("Bash", r#"{"command":"git push"}"#, &[("Bash", r#"{"command":"git push"}"#, Confirmed)], "already done"),
    ];
    for (tool, arguments, ledger, expected) in rows {
        let ledger: Vec<Effect<'_>> =
            ledger.iter().map(|(tool, arguments, status)| entry(tool, arguments, *status)).collect();
        assert_eq!(name(&judge(&call(tool, arguments), &[], &ledger)), *expected, "{tool} {arguments}");
    }
}

#[test]
fn an_entry_is_ready_for_the_ledger() {
    let Judgement::Fire(Some(entry)) = judge(&call("send_mail", r#"{"to":"a@b.c","text":"hi"}"#), &[], &[]) else {
        panic!("a mail is a write");
    };
    assert!(entry.id.starts_with("send_mail#") && entry.id.len() == "send_mail#".len() + 16);
    assert_eq!((&*entry.action, &*entry.target, entry.status), ("send_mail", "a@b.c", EffectStatus::Intended));
    assert_eq!(entry.arguments.as_deref(), Some(r#"{"text":"hi","to":"a@b.c"}"#));
}
