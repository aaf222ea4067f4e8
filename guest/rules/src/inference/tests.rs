//! What calls are taken for: by SQL, by HTTP, by name, by annotations and by the host's table.

use super::{Pairs, Superseded, asserts_state, idempotency_key, nature, parsed, shorten, superseded};
use crate::classification::Decider;
use crate::json::Json;
use crate::request::ToolTraits;
use crate::window::{
    Annotations, Answer, CallOutcome, CallProcess, Element, ElementKind, ToolCall, ToolResult, Traits,
};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

fn call<'a>(tool: &'a str, arguments: &'a str) -> ToolCall<'a> {
    ToolCall {
        call_id: "c".into(),
        tool: tool.into(),
        arguments: arguments.into(),
        annotations: None,
        process: CallProcess::Dead,
    }
}

/// `read`, `look`, `settle`, `write`, or what else the traits say
fn verdict(call: &ToolCall<'_>, tools: &[ToolTraits<'_>]) -> (&'static str, Decider) {
    let nature = nature(call, &parsed(call), tools);
    let verdict = match (nature.regenerable, nature.idempotent, nature.writes) {
        (Answer::Yes, Answer::Yes, false) => "read",
        (Answer::Yes, Answer::Yes, true) => "settle",
        (Answer::Unknown, Answer::Yes, false) => "look",
        (Answer::Yes, Answer::No, true) => "write",
        (Answer::Unknown, Answer::No, true) => "agent",
        (Answer::No, Answer::Yes, false) => "question",
        _ => "other",
    };
    (verdict, nature.idempotent_by)
}

fn check(rows: &[(&str, &str, &str, Decider)]) {
    let mut faults: Vec<String> = Vec::new();
    for (tool, arguments, expected, decider) in rows {
        let found = verdict(&call(tool, arguments), &[]);
        if found != (*expected, *decider) {
            faults.push(format!("{tool} {arguments} is {found:?} and not {expected} by {decider:?}"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn sql_is_told_by_its_verbs() {
    let rows = [
        ("SELECT * FROM orders WHERE id = 4", "read"),
        ("-- UPDATE x\nselect 1", "read"),
        ("/* DROP TABLE t; */ SELECT 1;", "read"),
        ("SELECT 'DELETE FROM t; DROP TABLE t'", "read"),
        ("SELECT \"update\" FROM t", "read"),
        ("SELECT count(*), max(id) FROM t", "read"),
        ("SELECT now()", "look"),
        ("SELECT * FROM t ORDER BY random()", "look"),
        ("SELECT nextval('ids')", "write"),
        ("SELECT charge_customer(4)", "write"),
        ("SELECT * FROM t FOR UPDATE SKIP LOCKED", "write"),
        ("SELECT * INTO copy FROM t", "write"),
        ("WITH x AS (SELECT 1) SELECT * FROM x", "read"),
        ("WITH gone AS (DELETE FROM t RETURNING id) SELECT * FROM gone", "write"),
        ("WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x", "write"),
        ("EXPLAIN DELETE FROM t", "read"),
        ("EXPLAIN ANALYZE DELETE FROM t", "write"),
        ("EXPLAIN (ANALYZE, BUFFERS) SELECT * FROM t", "read"),
        ("INSERT INTO t VALUES (1)", "write"),
        ("UPDATE t SET n = n + 1", "write"),
        ("DELETE FROM t WHERE id = 4", "write"),
        ("MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN DELETE", "write"),
        ("CREATE TABLE t (id int)", "write"),
        ("CREATE TABLE IF NOT EXISTS t (id int)", "settle"),
        ("CREATE OR REPLACE VIEW v AS SELECT 1", "settle"),
        ("DROP TABLE t", "write"),
        ("DROP TABLE IF EXISTS t", "settle"),
        ("ALTER TABLE t ADD COLUMN n int", "write"),
        ("TRUNCATE t", "write"),
        ("PRAGMA table_info(t)", "read"),
        ("BEGIN; SELECT 1; COMMIT", "read"),
        ("SELECT 1; DELETE FROM t", "write"),
        ("SELECT $$ ; DELETE FROM t $$", "read"),
        ("SHOW TABLES", "read"),
        ("GRANT SELECT ON t TO x", "settle"),
        ("CALL close_month()", "write"),
    ];
    for (text, expected) in rows {
        let mut arguments = String::from("{\"sql\":");
        crate::json::push_string(&mut arguments, text);
        arguments.push('}');
        check(&[("execute_sql", &arguments, expected, Decider::SqlVerb)]);
    }
}

#[test]
fn http_is_told_by_its_method() {
    let rows = [
        ("http_request", r#"{"method":"GET","url":"https://x"}"#, "look"),
        ("http_request", r#"{"method":"post","url":"https://x"}"#, "write"),
        ("http_request", r#"{"method":"PUT","url":"https://x"}"#, "settle"),
        ("http_request", r#"{"method":"DELETE","url":"https://x"}"#, "settle"),
        ("http_request", r#"{"method":"PATCH","url":"https://x"}"#, "write"),
        ("api_call", r#"{"method":"GET","endpoint":"/v1/x"}"#, "look"),
        ("http_request", r#"{"url":"https://x"}"#, "look"),
        ("http_request", r#"{"url":"https://x","body":{"a":1}}"#, "write"),
        ("http_post", r#"{"url":"https://x"}"#, "write"),
    ];
    for (tool, arguments, expected) in rows {
        check(&[(tool, arguments, expected, Decider::HttpMethod)]);
    }
    let keyed = r#"{"method":"POST","url":"https://x","headers":{"Idempotency-Key":"k-1"}}"#;
    check(&[("http_request", keyed, "write", Decider::HttpMethod)]);
}

#[test]
fn shells_of_all_kinds_are_found() {
    use Decider::ShellCommand;
    check(&[
        ("Bash", r#"{"command":"ls","description":"x"}"#, "read", ShellCommand),
        ("shell", r#"{"command":["bash","-lc","git status"],"workdir":"/r"}"#, "read", ShellCommand),
        ("exec_command", r#"{"cmd":"git push"}"#, "write", ShellCommand),
        ("functions.exec_command", r#"{"cmd":"ls"}"#, "read", ShellCommand),
        ("run_commands", r#"{"commands":["ls","mv a b"]}"#, "write", ShellCommand),
        ("pods_exec", r#"{"command":["ls","-l"],"name":"web-0"}"#, "look", ShellCommand),
        ("mcp__box__execute", r#"{"command":"cat a"}"#, "read", ShellCommand),
        ("ssh_exec", r#"{"host":"h","command":"uptime"}"#, "look", ShellCommand),
        ("Bash", r#"{"timeout":3}"#, "write", Decider::DefaultWrite),
    ]);
}

#[test]
fn tools_are_known_by_name() {
    use Decider::{DefaultWrite, KnownTool};
    check(&[
        ("Read", r#"{"file_path":"/a"}"#, "read", KnownTool),
        ("Grep", "{}", "read", KnownTool),
        ("Write", "{}", "settle", KnownTool),
        ("Edit", r#"{"old_string":"a","new_string":"b"}"#, "settle", KnownTool),
        ("Edit", r#"{"old_string":"a","new_string":"ab"}"#, "write", KnownTool),
        (
            "MultiEdit",
            r#"{"edits":[{"old_string":"a","new_string":"b"},{"old_string":"c","new_string":"cd"}]}"#,
            "write",
            KnownTool,
        ),
        ("str_replace_editor", r#"{"command":"view","path":"/a"}"#, "read", KnownTool),
        ("str_replace_editor", r#"{"command":"insert","path":"/a"}"#, "write", KnownTool),
        ("apply_patch", r#"{"input":"*** Update File: a\n@@\n-x\n+y\n"}"#, "settle", KnownTool),
        ("apply_patch", r#"{"input":"*** Update File: a\n@@\n x\n+y\n"}"#, "write", KnownTool),
        ("apply_patch", r#"{"input":"*** Update File: a\n@@\n x\n+y\n z\n"}"#, "settle", KnownTool),
        ("apply_patch", r#""*** Add File: a\n+y\n""#, "settle", KnownTool),
        ("write_stdin", r#"{"session_id":1,"chars":""}"#, "look", KnownTool),
        ("write_stdin", r#"{"session_id":1,"chars":"y\n"}"#, "write", KnownTool),
        ("TodoWrite", "{}", "settle", KnownTool),
        ("Task", "{}", "agent", KnownTool),
        ("AskUserQuestion", "{}", "question", KnownTool),
        ("WebFetch", r#"{"url":"https://x"}"#, "look", KnownTool),
        ("get_reservation_details", "{}", "look", KnownTool),
        ("mcp__linear__get_issue", "{}", "look", KnownTool),
        ("listMyOrders", "{}", "look", KnownTool),
        ("pods_list_in_namespace", "{}", "look", KnownTool),
        ("read_text_file", "{}", "read", KnownTool),
        ("search_files", "{}", "read", KnownTool),
        ("calculate", "{}", "read", KnownTool),
        ("book_reservation", "{}", "write", KnownTool),
        ("cancel_pending_order", "{}", "write", KnownTool),
        ("return_delivered_order_items", "{}", "write", KnownTool),
        ("refuel_data", "{}", "write", KnownTool),
        ("calendar.createEvent", "{}", "write", KnownTool),
        ("get_or_create_customer", "{}", "write", KnownTool),
        ("resources_create_or_update", "{}", "settle", KnownTool),
        ("set_network_mode", "{}", "settle", KnownTool),
        ("upsert_row", "{}", "settle", KnownTool),
        ("pull_request_read", "{}", "look", KnownTool),
        ("mark_as_read", "{}", "settle", KnownTool),
        ("browser_evaluate", "{}", "write", DefaultWrite),
        ("receive_message", "{}", "write", KnownTool),
        ("frobnicate", "{}", "write", DefaultWrite),
        ("", "{}", "write", DefaultWrite),
        ("Bash", "not json: ls", "write", Decider::ShellCommand),
    ]);
}

#[test]
fn annotations_count_from_trusted_servers() {
    let some = |value| Some(value);
    // Trusted, read-only, destructive, idempotent, open world
    let rows = [
        (true, some(true), None, None, some(false), "read", Decider::Annotation),
        (true, some(true), None, None, some(true), "look", Decider::Annotation),
        (true, some(true), None, None, None, "look", Decider::Annotation),
        (true, some(false), some(true), some(true), None, "settle", Decider::Annotation),
        (true, some(false), some(false), some(false), some(false), "write", Decider::Annotation),
        (true, None, None, None, some(false), "write", Decider::Annotation),
        (true, None, None, None, None, "look", Decider::KnownTool),
        (false, some(true), None, some(true), some(false), "look", Decider::KnownTool),
    ];
    for (trusted, read_only, destructive, idempotent, open_world, expected, decider) in rows {
        let mut call = call("get_thing", "{}");
        let annotations = Annotations { trusted, read_only, destructive, idempotent, open_world };
        call.annotations = Some(annotations);
        assert_eq!(verdict(&call, &[]), (expected, decider), "{annotations:?}");
    }
    // What the arguments say outranks what the server says of the tool as a whole.
    let mut sql = call("query", r#"{"sql":"DELETE FROM t"}"#);
    sql.annotations = Some(Annotations { trusted: true, read_only: Some(true), ..Annotations::default() });
    assert_eq!(verdict(&sql, &[]), ("write", Decider::SqlVerb));
}

#[test]
fn the_most_specific_row_of_the_host_wins() {
    let row = |tool: &'static str, regenerable, idempotent| ToolTraits {
        tool: tool.into(),
        traits: Traits { regenerable, idempotent, task_critical: Answer::Unknown },
    };
    let tools = [
        row("*", Answer::Yes, Answer::No),
        row("shop_get_*", Answer::Yes, Answer::Yes),
        row("shop_*", Answer::No, Answer::Unknown),
        row("shop_get_token", Answer::No, Answer::Unknown),
    ];
    let rows = [
        ("anything", "write"),
        ("shop_get_price", "read"),
        // The full name says that it cannot be had again, the beginning that it may be asked again.
        ("shop_get_token", "question"),
        ("shop_buy", "other"),
    ];
    for (tool, expected) in rows {
        assert_eq!(verdict(&call(tool, "{}"), &tools), (expected, Decider::HostTable), "{tool}");
    }
}

#[test]
fn reads_of_what_was_written_later_are_superseded() {
    // Tool, arguments, failed; and what is expected of the first call
    type Row = (&'static str, &'static str, bool);
    let read: Row = ("Read", r#"{"file_path":"/r/src/a.rs"}"#, false);
    let rows: &[(Row, Row, Superseded)] = &[
        (read, ("Edit", r#"{"file_path":"/r/src/a.rs","old_string":"x","new_string":"y"}"#, false), Superseded::Wholly),
        (read, ("Edit", r#"{"file_path":"/r/src/a.rs","old_string":"x","new_string":"y"}"#, true), Superseded::No),
        (read, ("Edit", r#"{"file_path":"/r/src/b.rs","old_string":"x","new_string":"y"}"#, false), Superseded::No),
        (read, ("Bash", r#"{"command":"echo x > src/a.rs"}"#, false), Superseded::Wholly),
        (read, ("Read", r#"{"file_path":"/r/src/a.rs"}"#, false), Superseded::No),
        (read, ("apply_patch", r#""*** Update File: src/a.rs\n-x\n+y""#, false), Superseded::Wholly),
        (
            ("exec_command", r#"{"cmd":"cat a.rs b.rs","workdir":"/r/src"}"#, false),
            ("Write", r#"{"file_path":"/r/src/a.rs"}"#, false),
            Superseded::Partly,
        ),
        (
            ("Bash", r#"{"command":"cat a.rs"}"#, false),
            ("Write", r#"{"file_path":"/other/a.rs"}"#, false),
            Superseded::No,
        ),
        (
            ("query", r#"{"sql":"SELECT * FROM orders"}"#, false),
            ("query", r#"{"sql":"UPDATE orders SET n = 1"}"#, false),
            Superseded::Wholly,
        ),
    ];
    for (first, second, expected) in rows {
        let mut window: Vec<Element<'_>> = Vec::new();
        for (place, (tool, arguments, failed)) in [first, second].into_iter().enumerate() {
            let id = format!("c{place}");
            let outcome = if *failed { CallOutcome::Failure } else { CallOutcome::Success };
            let call = ToolCall { call_id: id.clone().into(), ..call(tool, arguments) };
            window.push(Element::new(format!("call-{place}"), ElementKind::ToolCall(call), *arguments));
            let result = ToolResult { call_id: id.into(), outcome };
            window.push(Element::new(format!("result-{place}"), ElementKind::ToolResult(result), "ok"));
        }
        let natures: Vec<_> =
            window.iter().map(|element| element.call().map(|call| nature(call, &parsed(call), &[]))).collect();
        let found = superseded(&window, &Pairs::of(&window), &natures);
        assert_eq!(found.first(), Some(expected), "{first:?} {second:?}");
    }
}

#[test]
fn statements_of_state_are_found() {
    let rows = [
        ("schema_version: 7", true),
        ("Now `replicas` = 3.", true),
        ("the id is order_id=A-1042", true),
        ("{\"enabled\":true}", true),
        ("commit: 9fceb02d0ae5", true),
        ("We should look at this: it may fail.", false),
        ("see src/main.rs:42", false),
        ("at 10:30 we met", false),
        ("https://example.com:80", false),
        ("if a == 3 then", false),
        ("x => 3", false),
        ("", false),
    ];
    for (text, expected) in rows {
        assert_eq!(asserts_state(text), expected, "{text}");
    }
}

#[test]
fn keys_are_found_where_requests_carry_them() {
    let rows = [
        (r#"{"idempotency_key":"k-1"}"#, Some("k-1")),
        (r#"{"idempotencyKey":"k-1"}"#, Some("k-1")),
        (r#"{"body":{"idempotency-key":"k-1"}}"#, Some("k-1")),
        (r#"{"headers":{"Idempotency-Key":"k-1"}}"#, Some("k-1")),
        (r#"{"headers":["Idempotency-Key: k-1"]}"#, Some("k-1")),
        (r#"{"command":"curl -H 'Idempotency-Key: k-1' -d a=1 https://x"}"#, Some("k-1")),
        (r#"{"key":"k-1"}"#, None),
        (r#"{"idempotency_key":""}"#, None),
    ];
    for (arguments, expected) in rows {
        let arguments = Json::parse(arguments).unwrap_or(Json::Null);
        assert_eq!(idempotency_key(&arguments).as_deref(), expected, "{arguments:?}");
    }
}

#[test]
fn texts_are_cut_between_words() {
    let rows = [
        ("short", 10, "short"),
        ("order A-1042 is booked", 16, "order A-1042…"),
        ("order A-1042 is booked", 15, "order A-1042…"),
        ("order A-1042 is booked", 14, "order…"),
        ("ééééé", 7, "éé…"),
    ];
    for (text, bytes, expected) in rows {
        assert_eq!(shorten(text, bytes), expected);
    }
}
