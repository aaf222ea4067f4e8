//! What files with one object a line become: one element a line, with message, id, kind and text.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    dead_code,
    reason = "a test may panic, and uses a part of what tests share"
)]

mod support;

use anchorhold_rules::window::CallProcess;
use anchorhold_transcripts::{Format, read};
use support::{check_whole, tell};

#[track_caller]
fn check(format: Format, text: &str, expected: &[&str]) {
    let transcript = read(text, Some(format), CallProcess::Dead).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    assert_eq!(tell(&transcript), expected, "{text}");
    check_whole(text, text, &transcript);
}

fn session(lines: &[&str], expected: &[&str]) {
    check(Format::ClaudeCode, &format!("{}\n", lines.join("\n")), expected);
}

fn rollout(items: &[&str], expected: &[&str]) {
    let line = |item: &&str| match item.starts_with("{\"timestamp\"") {
        true => item.to_string(),
        false => format!("{{\"timestamp\":\"t\",\"type\":\"response_item\",\"payload\":{item}}}"),
    };
    let lines: Vec<String> = items.iter().map(line).collect();
    check(Format::CodexRollout, &format!("{}\n", lines.join("\n")), expected);
}

const REQUEST: &str = r#"{"type":"user","uuid":"u1","parentUuid":null,"message":{"role":"user","content":"Go"}}"#;

#[test]
fn a_session_is_the_way_from_the_last_message_up() {
    session(
        &[
            r#"{"type":"summary","summary":"a title","leafUuid":"u9"}"#,
            REQUEST,
            r#"{"type":"assistant","uuid":"dead","parentUuid":"u1","message":{"role":"assistant","content":[{"type":"text","text":"Old"}]}}"#,
            r#"{"type":"progress","uuid":"p1","parentUuid":"u1","data":{}}"#,
            r#"{"type":"user","uuid":"side","parentUuid":null,"isSidechain":true,"message":{"role":"user","content":"Sub"}}"#,
            r#"{"type":"assistant","uuid":"u2","parentUuid":"p1","message":{"role":"assistant","content":[{"type":"text","text":"New"}]}}"#,
            r#"{"type":"system","subtype":"turn_duration","uuid":"d1","parentUuid":"u2"}"#,
        ],
        &["0 u1 user: Go", "1 u2.0 reply: New"],
    );
}

#[test]
fn parallel_calls_and_their_results_are_fetched() {
    let call = |uuid: &str, parent: &str, id: &str| {
        format!(
            r#"{{"type":"assistant","uuid":"{uuid}","parentUuid":"{parent}","message":{{"id":"msg","role":"assistant","content":[{{"type":"tool_use","id":"{id}","name":"f","input":{{}}}}]}}}}"#
        )
    };
    let result = |uuid: &str, parent: &str, id: &str| {
        format!(
            r#"{{"type":"user","uuid":"{uuid}","parentUuid":"{parent}","message":{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"{id}","content":"ok"}}]}}}}"#
        )
    };
    session(
        &[
            REQUEST,
            &call("a1", "u1", "t1"),
            &call("a2", "a1", "t2"),
            // This one hangs beside the way, as does its result.
            &call("a3", "u1", "t3"),
            &result("r3", "a3", "t3"),
            &result("r1", "a1", "t1"),
            &result("r2", "a2", "t2"),
        ],
        &[
            "0 u1 user: Go",
            "1 call:t1 call(f): {}",
            "1 call:t2 call(f): {}",
            "1 call:t3 call(f): {}",
            "2 result:t3 result: ok",
            "3 result:t1 result: ok",
            "4 result:t2 result: ok",
        ],
    );
}

#[test]
fn a_session_begins_at_its_last_compaction() {
    let boundary = r#"{"type":"system","subtype":"compact_boundary","uuid":"b","parentUuid":null,"logicalParentUuid":"u1","compactMetadata":{"trigger":"auto"}}"#;
    let summary = r#"{"type":"user","uuid":"s","parentUuid":"b","isCompactSummary":true,"message":{"role":"user","content":"So far"}}"#;
    let reply = r#"{"type":"assistant","uuid":"u3","parentUuid":"s","message":{"role":"assistant","content":[{"type":"text","text":"On"}]}}"#;
    session(&[REQUEST, boundary, summary, reply], &["0 s summary(None): So far", "1 u3.0 reply: On"]);
    // The summary is still to be made: nothing was replaced so far.
    session(&[REQUEST, boundary], &["0 u1 user: Go"]);
    let kept = boundary.replace("\"auto\"", "\"auto\",\"preservedMessages\":{\"anchorUuid\":\"s\",\"uuids\":[\"u1\"]}");
    session(&[REQUEST, &kept, summary, reply], &["0 s summary(None): So far", "1 u1 user: Go", "2 u3.0 reply: On"]);
    let segment = r#""auto","preservedSegment":{"headUuid":"u1","anchorUuid":"s","tailUuid":"u1"}"#;
    let kept = boundary.replace("\"auto\"", segment);
    let behind = reply.replace("\"s\"", "\"u1\"");
    session(&[REQUEST, &kept, summary, &behind], &["0 s summary(None): So far", "1 u1 user: Go", "2 u3.0 reply: On"]);
}

#[test]
fn sessions_that_are_pieces_or_copies_are_read() {
    let reply = r#"{"type":"assistant","uuid":"u2","parentUuid":"u1","message":{"role":"assistant","content":[{"type":"text","text":"On"}]}}"#;
    // The beginning stands in another file.
    session(&[reply], &["0 u2.0 reply: On"]);
    // A line in the middle was taken out.
    let more = r#"{"type":"user","uuid":"u4","parentUuid":"u3","message":{"role":"user","content":"And?"}}"#;
    session(&[REQUEST, reply, more], &["0 u1 user: Go", "1 u2.0 reply: On", "2 u4 user: And?"]);
    // A resumed session repeats a line.
    let repeated = REQUEST.replace("\"parentUuid\"", "\"sessionId\":\"next\",\"parentUuid\"");
    session(&[REQUEST, &repeated, reply], &["0 u1 user: Go", "1 u2.0 reply: On"]);
    // No line says what it follows.
    let first = r#"{"type":"user","sessionId":"s","message":{"role":"user","content":"Go"}}"#;
    let second = r#"{"type":"assistant","sessionId":"s","uuid":"u2","message":{"role":"assistant","content":"On"}}"#;
    session(&[first, second], &["0 m0 user: Go", "1 u2 reply: On"]);
}

#[test]
fn what_claude_code_adds_to_a_session() {
    let line = |kind: &str, uuid: &str, parent: &str, rest: &str| {
        format!(r#"{{"type":"{kind}","uuid":"{uuid}","parentUuid":{parent},{rest}}}"#)
    };
    session(
        &[
            &line(
                "user",
                "a",
                "null",
                r#""isMeta":true,"message":{"role":"user","content":"<rules>Use tabs.</rules>"}"#,
            ),
            &line(
                "attachment",
                "b",
                "\"a\"",
                r#""attachment":{"type":"nested_memory","content":{"content":"Run tests."}}"#,
            ),
            &line("attachment", "c", "\"b\"", r#""attachment":{"type":"queued_command","prompt":"Also this"}"#),
            &line("attachment", "d", "\"c\"", r#""attachment":{"type":"task_reminder","content":[]}"#),
            &line(
                "system",
                "e",
                "\"d\"",
                r#""subtype":"local_command","content":"<local-command-stdout>x</local-command-stdout>""#,
            ),
            &line(
                "assistant",
                "f",
                "\"e\"",
                r#""message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Read","input":{}}]}"#,
            ),
            &line(
                "user",
                "g",
                "\"f\"",
                r#""message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"long"}]}"#,
            ),
            &line(
                "system",
                "h",
                "\"g\"",
                r#""subtype":"microcompact_boundary","microcompactMetadata":{"compactedToolIds":["t"]}"#,
            ),
            &line(
                "assistant",
                "i",
                "\"h\"",
                r#""isApiErrorMessage":true,"message":{"role":"assistant","content":[{"type":"text","text":"API Error"}]}"#,
            ),
        ],
        &[
            "0 a developer: <rules>Use tabs.</rules>",
            "1 b developer: Run tests.",
            "2 c user: Also this",
            "3 e notice: <local-command-stdout>x</local-command-stdout>",
            "4 call:t call(Read): {}",
            "5 result:t result: [Old tool result content cleared]",
            "6 i.0 notice: API Error",
        ],
    );
}

#[test]
fn items_of_a_rollout() {
    rollout(
        &[
            r#"{"timestamp":"t","type":"session_meta","payload":{"id":"s","base_instructions":{"text":"Be brief."}}}"#,
            r#"{"timestamp":"t","type":"session_meta","payload":{"id":"s","base_instructions":{"text":"Be brief."}}}"#,
            r#"{"type":"message","role":"developer","content":[{"type":"input_text","text":"Use tabs."}]}"#,
            r##"{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for /w\nx"},{"type":"input_text","text":"<environment_context>y</environment_context>"}]}"##,
            r#"{"timestamp":"t","type":"turn_context","payload":{}}"#,
            r#"{"type":"message","role":"user","content":[{"type":"input_text","text":"Go"},{"type":"input_image","image_url":"data:image/png;base64,AAAA"}]}"#,
            r#"{"timestamp":"t","type":"event_msg","payload":{"type":"user_message","message":"Go"}}"#,
            r#"{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}],"encrypted_content":"zzzz"}"#,
            r#"{"type":"function_call","name":"shell","arguments":"{\"c\":1}","call_id":"c1"}"#,
            r#"{"type":"function_call_output","call_id":"c1","output":"Exit code: 1\nOutput:\nno"}"#,
            r#"{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin","call_id":"c2","status":"completed"}"#,
            r#"{"type":"custom_tool_call_output","call_id":"c2","output":[{"type":"input_text","text":"ok"},{"type":"input_image","image_url":"http://a"}]}"#,
            r#"{"type":"web_search_call","id":"ws","status":"completed","action":{"query":"q"}}"#,
            r#"{"type":"tool_search_call","call_id":"c3","status":"completed","arguments":{"query":"q"}}"#,
            r#"{"type":"tool_search_output","call_id":"c3","status":"completed","tools":[]}"#,
            r#"{"type":"ghost_snapshot","ghost_commit":{}}"#,
            r#"{"type":"novel","x":1}"#,
            r#"{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}"#,
        ],
        &[
            "0 m0 system: Be brief.",
            "1 m1 developer: Use tabs.",
            "2 m2 developer: # AGENTS.md instructions for /w/x",
            "2 m2.1 notice: <environment_context>y</environment_context>",
            "3 m3 user: Go",
            "3 m3.1 user 43: [image image/png]",
            "4 m4 reasoning signed 6: hm",
            "5 call:c1 call(shell): {\"c\":1}",
            "6 result:c1 failure: Exit code: 1/Output:/no",
            "7 call:c2 call(apply_patch): *** Begin",
            "8 result:c2 result: ok/[image http://a]",
            "9 call:ws call(web_search): {\"query\":\"q\"}",
            "9 result:ws result: ",
            "10 call:c3 call(tool_search): {\"query\":\"q\"}",
            "11 result:c3 result: []",
            "12 m12 other(novel): {\"type\":\"novel\",\"x\":1}",
            "13 m13 reply: Done.",
        ],
    );
}

#[test]
fn a_compaction_of_codex_replaces_what_stands_before_it() {
    let user = |text: &str| {
        format!(r#"{{"type":"message","role":"user","content":[{{"type":"input_text","text":"{text}"}}]}}"#)
    };
    let reply = r#"{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}"#;
    let theirs = user("Another language model started to solve this problem and so on");
    let compacted = |payload: &str| format!(r#"{{"timestamp":"t","type":"compacted","payload":{payload}}}"#);
    let history = format!(
        r#"{{"message":"","replacement_history":[{}, {{"type":"compaction","encrypted_content":"zz"}},{theirs}]}}"#,
        user("Go")
    );
    rollout(
        &[&user("Go"), reply, &compacted(&history), &theirs],
        &[
            "0 m0 user: Go",
            "1 m1 summary(sealed) signed 21: [sealed compaction]",
            "2 m2 summary(None): Another language model started to solve this problem and so on",
            "3 m3 user: Another language model started to solve this problem and so on",
        ],
    );
    rollout(
        &[&user("Go"), reply, &compacted(r#"{"message":"So far"}"#), reply],
        &["0 m0 user: Go", "1 m1 summary(None): So far", "2 m2 reply: Done."],
    );
    let back = r#"{"timestamp":"t","type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":1}}"#;
    rollout(
        &[&user("Go"), reply, &user("No"), reply, back, &user("Yes")],
        &["0 m0 user: Go", "1 m1 reply: Done.", "2 m2 user: Yes"],
    );
}
