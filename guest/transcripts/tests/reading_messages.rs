//! What documents of messages become: one element a line, with message, id, kind and text.
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

fn chat(text: &str, expected: &[&str]) {
    check(Format::OpenaiChat, text, expected);
}

fn messages(text: &str, expected: &[&str]) {
    check(Format::AnthropicMessages, text, expected);
}

#[test]
fn chat_messages_of_every_role() {
    chat(
        r#"[{"role":"system","content":"Be brief."},{"role":"developer","content":"Use tabs."},
            {"role":"user","content":[{"type":"text","text":"Look"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]},
            {"role":"assistant","content":"On it.","reasoning_content":"hm","tool_calls":[
              {"id":"c1","type":"function","function":{"name":"read","arguments":"{\"p\":\"a\\n\"}"}},
              {"id":"c2","type":"custom","custom":{"name":"patch","input":"*** Begin"}}]},
            {"role":"tool","tool_call_id":"c1","content":[{"type":"text","text":"one"},{"type":"text","text":"two"}]},
            {"role":"tool","tool_call_id":"c2","content":null},
            {"role":"assistant","content":null,"refusal":"I cannot."},{"role":"assistant","content":null}]"#,
        &[
            "0 m0 system: Be brief.",
            "1 m1 developer: Use tabs.",
            "2 m2 user 48: Look/[image image/png]",
            "3 m3 reasoning: hm",
            "3 m3.1 reply: On it.",
            "3 call:c1 call(read): {\"p\":\"a\\n\"}",
            "3 call:c2 call(patch): *** Begin",
            "4 result:c1 result: one/two",
            "5 result:c2 result: ",
            "6 m6 reply: I cannot.",
            "7 m7 reply: ",
        ],
    );
}

#[test]
fn chat_documents_of_every_shape() {
    let messages = r#"[{"role":"user","content":"Hi"}]"#;
    let shapes = [
        messages.to_string(),
        format!("{{\"model\":\"m\",\"messages\":{messages},\"tools\":[]}}"),
        format!("{{\"task_id\":1,\"traj\":{messages}}}"),
        format!("{{\"info\":{{}},\"simulation\":{{\"id\":\"s\",\"messages\":{messages}}}}}"),
        r#"{"role":"user","content":"Hi"}"#.into(),
        "{\"role\":\"user\",\"content\":\"Hi\"}\n".into(),
        format!("\u{feff}{messages}"),
    ];
    for shape in shapes {
        chat(&shape, &["0 m0 user: Hi"]);
    }
    chat(
        "{\"role\":\"user\",\"content\":\"Hi\"}\r\n\r\n{\"role\":\"assistant\",\"content\":\"Yes?\"}",
        &["0 m0 user: Hi", "1 m1 reply: Yes?"],
    );
    chat("[]", &[]);
}

#[test]
fn calls_of_benchmarks_and_of_the_old_kind() {
    chat(
        r#"[{"role":"user","content":null,"tool_calls":[{"id":"a","name":"toggle","arguments":{"on":true},"requestor":"user"}]},
            {"role":"tool","id":"a","content":"done","error":true,"requestor":"user"},
            {"role":"assistant","content":null,"function_call":{"name":"old","arguments":"{}"}},
            {"role":"function","name":"old","content":"4"}]"#,
        &[
            "0 call:a call(toggle): {\"on\":true}",
            "1 result:a failure: done",
            "2 call:function:2 call(old): {}",
            "3 result:function:2 result: 4",
        ],
    );
}

#[test]
fn an_id_may_be_given_again_once_its_call_was_answered() {
    let call = |id: &str| {
        format!(
            "{{\"role\":\"assistant\",\"tool_calls\":[{{\"id\":\"{id}\",\"function\":{{\"name\":\"f\",\"arguments\":\"{{}}\"}}}}]}}"
        )
    };
    let result = |id: &str| format!("{{\"role\":\"tool\",\"tool_call_id\":\"{id}\",\"content\":\"\"}}");
    let again = [call("c"), result("c"), call("c"), result("c")].join(",");
    chat(
        &format!("[{again}]"),
        &["0 call:c call(f): {}", "1 result:c result: ", "2 call:c#1 call(f): {}", "3 result:c#1 result: "],
    );
    let masked = [call("REDACTED"), call("REDACTED"), result("REDACTED"), result("REDACTED")].join(",");
    chat(
        &format!("[{masked}]"),
        &[
            "0 call:REDACTED call(f): {}",
            "1 call:REDACTED#1 call(f): {}",
            "2 result:REDACTED result: ",
            "3 result:REDACTED#1 result: ",
        ],
    );
}

#[test]
fn summaries_are_told_by_data_and_by_texts_that_prove_themselves() {
    let (text, marker) = support::carry(7, "body");
    let (name, text) = (format!("anchorhold_s7_{}", &marker.covers.unwrap().to_hex()[..32]), text.replace('\n', "\\n"));
    let told = text.replace("\\n", "/");
    chat(
        &format!(
            r#"[{{"role":"system","name":"{name}","content":"{text}"}},{{"role":"user","content":"{text}"}},
               {{"role":"user","content":"{text}!"}},{{"role":"system","name":"anchorhold_s9","content":"edited"}},
               {{"role":"user","content":"short","compacted":true}},{{"role":"assistant","content":"{text}"}},
               {{"role":"user","content":"s","metadata":{{"kind":"compaction"}}}}]"#
        ),
        &[
            &format!("0 m0 summary(Some(7)): {told}"),
            &format!("1 m1 summary(Some(7)): {told}"),
            &format!("2 m2 user: {told}!"),
            "3 m3 summary(Some(9)): edited",
            "4 m4 summary(None): short",
            &format!("5 m5 reply: {told}"),
            "6 m6 summary(None): s",
        ],
    );
}

#[test]
fn blocks_of_messages() {
    messages(
        r#"{"max_tokens":1,"messages":[
            {"role":"user","content":[{"type":"text","text":"Look"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}},
               {"type":"text","text":"<system-reminder>x</system-reminder>"}]},
            {"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"abc"},{"type":"redacted_thinking","data":"zzz"},
               {"type":"text","text":"Yes."},{"type":"tool_use","id":"t1","name":"read","input":{"p": 1}},{"type":"novel","x":[1]}]},
            {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":[{"type":"text","text":"no"},
               {"type":"image","source":{"type":"url","url":"http://a/b.png"}}]}]},
            {"role":"assistant","content":[{"type":"server_tool_use","id":"s1","name":"web_search","input":{}},
               {"type":"web_search_tool_result","tool_use_id":"s1","content":[{"type":"web_search_result","url":"http://a","encrypted_content":"yyyy"}]},
               {"type":"compaction","content":"so far"},{"type":"compaction","content":null,"encrypted_content":"qq"}]},
            {"role":"assistant","content":"Done."},{"role":"user","content":[]}],
          "system":[{"type":"text","text":"Be brief."},{"type":"text","text":"Use tabs."}]}"#,
        &[
            "0 m0 system: Be brief.",
            "1 m1 system: Use tabs.",
            "2 m2 user: Look",
            "2 m2.1 user 21: [image image/png]",
            "2 m2.2 notice: <system-reminder>x</system-reminder>",
            "3 m3 reasoning signed 5: hm",
            "3 m3.1 reasoning signed 20: [sealed thinking]",
            "3 m3.2 reply: Yes.",
            "3 call:t1 call(read): {\"p\": 1}",
            "3 m3.4 other(novel): {\"type\":\"novel\",\"x\":[1]}",
            "4 result:t1 failure: no/[image http://a/b.png]",
            "5 call:s1 call(web_search): {}",
            "5 result:s1 result 32: [web_search_result http://a]",
            "5 m5.2 summary(None): so far",
            "5 m5.3 summary(sealed) signed 21: [sealed compaction]",
            "6 m6 reply: Done.",
            "7 m7 user: ",
        ],
    );
    messages(
        r#"{"system":"Be brief.","messages":[{"role":"user","content":"Hi"}]}"#,
        &["0 m0 system: Be brief.", "1 m1 user: Hi"],
    );
}

#[test]
fn halves_of_characters_are_read() {
    chat(r#"[{"role":"user","content":"cut \ud83d here"}]"#, &["0 m0 user: cut \u{fffd} here"]);
}
