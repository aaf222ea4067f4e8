//! Faults of a text: the error names line and field, what stands there and what was expected.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use anchorhold_rules::error::{InputError, Malformed};
use anchorhold_rules::window::CallProcess;
use anchorhold_transcripts::{Format, read};

#[track_caller]
fn check(format: Option<Format>, text: &str, line: u32, field: &str, found: &str, expected: &str) {
    match read(text, format, CallProcess::Dead) {
        Err(InputError::Malformed(malformed)) => {
            let Malformed { line: at, field: of, found: what, expected: wanted } = &malformed;
            assert_eq!((*at, of.as_str()), (line, field), "{malformed:?}");
            assert!(what.starts_with(found) && wanted.contains(expected), "{malformed:?}");
        }
        other => panic!("{:?}", other.map(|transcript| transcript.window)),
    }
}

const CHAT: Option<Format> = Some(Format::OpenaiChat);
const MESSAGES: Option<Format> = Some(Format::AnthropicMessages);
const SESSION: Option<Format> = Some(Format::ClaudeCode);
const ROLLOUT: Option<Format> = Some(Format::CodexRollout);

#[test]
fn texts_of_no_format() {
    for format in [None, CHAT, MESSAGES, SESSION, ROLLOUT] {
        check(format, "", 1, "", "nothing", "a transcript");
        check(format, "\u{feff} \n", 1, "", "nothing", "a transcript");
    }
    check(
        None,
        "Dear all,\nhello",
        1,
        "",
        "Dear all,",
        "openai-chat, anthropic-messages, claude-code or codex-rollout",
    );
    // What is broken is said to be broken, whatever it was to be.
    check(None, "{\"messages\": [\n{\"role\":\"user\",\"content\":\"A", 2, "", "", "ends in the middle of a value");
    check(None, "[{\"role\":\"user\",\"content\":\"A\0\"}]", 1, "", "", "control character");
    check(None, "{\"messages\":[{\"role\":\"gemini\"}]}", 1, "", "{\"messages\"", "a transcript of");
}

#[test]
fn faults_of_chat_documents() {
    let with = |messages: &str| format!("{{\"model\":\"m\",\n\"messages\":[\n{messages}\n]}}");
    let cases = [
        ("{\"content\":\"x\"}", 3, "messages[0].role", "nothing", "a string"),
        ("{\"role\":\"model\",\"content\":\"x\"}", 3, "messages[0].role", "\"model\"", "`system`"),
        ("{\"role\":\"user\",\"content\":7}", 3, "messages[0].content", "7", "a string"),
        (
            "{\"role\":\"user\",\"content\":[\n{\"text\":\"x\"}]}",
            4,
            "messages[0].content[0].type",
            "nothing",
            "a string",
        ),
        (
            "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\n\"text\":{}}]}",
            4,
            "messages[0].content[0].text",
            "{}",
            "a string",
        ),
        (
            "{\"role\":\"assistant\",\"tool_calls\":[{\"function\":{}}]}",
            3,
            "messages[0].tool_calls[0].id",
            "nothing",
            "a string",
        ),
        ("{\"role\":\"assistant\",\"tool_calls\":{}}", 3, "messages[0].tool_calls", "{}", "an array"),
        (
            "{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"c\"}]}",
            3,
            "messages[0].tool_calls[0].function",
            "nothing",
            "an object",
        ),
        (
            "{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":3}}]}",
            3,
            "messages[0].tool_calls[0].function.arguments",
            "3",
            "a string or an object",
        ),
        ("{\"role\":\"tool\",\"content\":\"x\"}", 3, "messages[0].tool_call_id", "nothing", "a string"),
        ("7", 3, "messages[0]", "7", "an object"),
    ];
    for (message, line, field, found, expected) in cases {
        check(CHAT, &with(message), line, field, found, expected);
    }
    check(CHAT, "{\"messages\":\n7}", 2, "messages", "7", "an array of messages");
    check(CHAT, "{\"model\":\"m\"}", 1, "messages", "nothing", "an array of messages");
    check(CHAT, "[{\"role\":\"user\",\n\"content\":\"x\"},\n{\"role\" \"user\"}]", 3, "", "\"user\"", "valid JSON");
    check(CHAT, "{\"role\":\"user\",\"content\":\"x\"}\n{\"role\":\"user\",\"cont", 2, "", "", "ends in the middle");
    check(CHAT, "{\"role\":\"user\",\"content\":\"x\"}\n\n{\"role\":7}\n", 3, "role", "7", "a string");
}

#[test]
fn ids_that_stand_twice() {
    let call = |id: &str| format!("{{\"id\":\"{id}\",\"function\":{{\"name\":\"f\",\"arguments\":\"{{}}\"}}}}");
    let calls = |calls: &str| format!("{{\"role\":\"assistant\",\"tool_calls\":[{calls}]}}");
    let result = |id: &str| format!("{{\"role\":\"tool\",\"tool_call_id\":\"{id}\",\"content\":\"\"}}");
    let both = calls(&format!("{},\n{}", call("c"), call("c")));
    check(CHAT, &format!("[{both}]"), 2, "[0].tool_calls[1].id", "\"c\"", "waits for its result");
    let later = [calls(&call("c")), result("c"), calls(&call("c"))].join(",\n");
    check(CHAT, &format!("[{later}]"), 3, "[2].tool_calls[0].id", "{", "an id that no other call has");
    let twice = [calls(&call("c")), result("c"), result("c")].join(",\n");
    check(CHAT, &format!("[{twice}]"), 3, "[2].tool_call_id", "\"c\"", "has no result so far");
    let line = |text: &str| {
        format!(
            "{{\"type\":\"user\",\"uuid\":\"u1\",\"parentUuid\":\"u0\",\"message\":{{\"role\":\"user\",\"content\":\"{text}\"}}}}"
        )
    };
    check(SESSION, &format!("{}\n{}\n", line("one"), line("two")), 2, "uuid", "\"u1\"", "no other line has");
    let item = "{\"timestamp\":\"t\",\"type\":\"response_item\",\"payload\":{\"type\":\"function_call\",\"name\":\"f\",\"arguments\":\"{}\",\"call_id\":\"c\"}}";
    check(ROLLOUT, &format!("{item}\n{item}\n"), 2, "payload.call_id", "\"c\"", "waits for its result");
    let block = "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{}}";
    let message = format!("[{{\"role\":\"assistant\",\"content\":[{block},{block}]}}]");
    check(MESSAGES, &message, 1, "[0].content[1].id", "\"t\"", "waits for its result");
}

#[test]
fn faults_of_messages() {
    let cases = [
        ("{\"role\":\"system\",\"content\":\"x\"}", "messages[0].role", "\"system\"", "`user` or `assistant`"),
        ("{\"role\":\"user\"}", "messages[0].content", "nothing", "blocks"),
        (
            "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\"}]}",
            "messages[0].content[0].tool_use_id",
            "nothing",
            "a string",
        ),
        (
            "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\"}]}",
            "messages[0].content[0].input",
            "nothing",
            "arguments",
        ),
        (
            "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\"}]}",
            "messages[0].content[0].thinking",
            "nothing",
            "a string",
        ),
    ];
    for (message, field, found, expected) in cases {
        check(MESSAGES, &format!("{{\"messages\":[{message}]}}"), 1, field, found, expected);
    }
    check(MESSAGES, "{\"system\":7,\"messages\":[]}", 1, "system", "7", "a string or an array");
    check(MESSAGES, "{\"system\":[{\"type\":\"text\"}],\"messages\":[]}", 1, "system[0].text", "nothing", "a string");
}

#[test]
fn faults_of_sessions() {
    let good =
        "{\"type\":\"user\",\"uuid\":\"u1\",\"parentUuid\":null,\"message\":{\"role\":\"user\",\"content\":\"Go\"}}\n";
    let cases = [
        ("{\"uuid\":\"u2\"}", "type", "nothing", "a string"),
        ("[]", "", "[]", "an object"),
        ("{\"type\":\"user\",\"uuid\":7}", "uuid", "7", "a string"),
        ("{\"type\":\"user\",\"uuid\":\"u2\",\"parentUuid\":\"u1\"}", "message", "nothing", "an object"),
        (
            "{\"type\":\"user\",\"parentUuid\":\"u1\",\"message\":{\"role\":\"user\",\"content\":\"x\"}}",
            "uuid",
            "nothing",
            "the name",
        ),
        (
            "{\"type\":\"user\",\"uuid\":\"u2\",\"parentUuid\":\"u2\",\"message\":{\"role\":\"user\",\"content\":\"x\"}}",
            "parentUuid",
            "\"u2\"",
            "does not follow",
        ),
        (
            "{\"type\":\"user\",\"uuid\":\"u2\",\"parentUuid\":\"u1\",\"message\":{\"content\":\"x\"}}",
            "message.role",
            "nothing",
            "a string",
        ),
        (
            "{\"type\":\"user\",\"uuid\":\"u2\",\"parentUuid\":\"u1\",\"message\":{\"role\":\"assistant\",\"content\":\"x\"}}",
            "message.role",
            "\"assistant\"",
            "the type of the line",
        ),
        (
            "{\"type\":\"user\",\"uuid\":\"u2\",\"parentUuid\":\"u1\",\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\"}]}}",
            "message.content[0].tool_use_id",
            "nothing",
            "a string",
        ),
        ("{\"type\":\"user\",\"uuid\":\"u2\",\"parent", "", "", "ends in the middle"),
        ("{\"type\":\"user\" \"uuid\"}\n", "", "\"uuid\"}", "valid JSON"),
    ];
    for (line, field, found, expected) in cases {
        check(SESSION, &format!("{good}{line}"), 2, field, found, expected);
    }
}

#[test]
fn faults_of_rollouts() {
    let cases = [
        ("{\"type\":\"response_item\"}", "payload", "nothing", "an object"),
        ("{\"payload\":{}}", "type", "nothing", "a string"),
        ("{\"type\":\"response_item\",\"payload\":{\"role\":\"user\"}}", "payload.type", "nothing", "a string"),
        (
            "{\"type\":\"response_item\",\"payload\":{\"type\":\"message\",\"role\":\"user\"}}",
            "payload.content",
            "nothing",
            "an array",
        ),
        (
            "{\"type\":\"response_item\",\"payload\":{\"type\":\"message\",\"role\":\"robot\",\"content\":[]}}",
            "payload.role",
            "\"robot\"",
            "`user`",
        ),
        (
            "{\"type\":\"response_item\",\"payload\":{\"type\":\"function_call\",\"name\":\"f\",\"arguments\":\"{}\"}}",
            "payload.call_id",
            "nothing",
            "a string",
        ),
        (
            "{\"type\":\"response_item\",\"payload\":{\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"f\"}}",
            "payload.arguments",
            "nothing",
            "a string",
        ),
        (
            "{\"type\":\"response_item\",\"payload\":{\"type\":\"function_call_output\",\"call_id\":\"c\"}}",
            "payload.output",
            "nothing",
            "a string",
        ),
        (
            "{\"type\":\"compacted\",\"payload\":{\"replacement_history\":7}}",
            "payload.replacement_history",
            "7",
            "an array",
        ),
        (
            "{\"type\":\"compacted\",\"payload\":{\"replacement_history\":[{\"role\":\"user\"}]}}",
            "payload.replacement_history[0].type",
            "nothing",
            "a string",
        ),
    ];
    for (line, field, found, expected) in cases {
        check(ROLLOUT, &format!("\n{line}\n"), 2, field, found, expected);
    }
}

#[test]
fn texts_that_nest_too_deep() {
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let texts = [
        (CHAT, format!("[{{\"role\":\"user\",\"content\":{deep}}}]")),
        (MESSAGES, format!("[{{\"role\":\"user\",\"content\":[{{\"type\":\"tool_result\",\"content\":{deep}}}]}}]")),
        (SESSION, format!("{{\"type\":\"user\",\"uuid\":\"u\",\"message\":{{\"role\":\"user\",\"content\":{deep}}}}}")),
        (ROLLOUT, format!("{{\"type\":\"response_item\",\"payload\":{{\"type\":\"message\",\"content\":{deep}}}}}")),
    ];
    for (format, text) in texts {
        let error = read(&text, format, CallProcess::Dead).map(|transcript| transcript.window);
        assert!(
            matches!(&error, Err(InputError::TooMuch { subject, given: 5000.., allowed: 128 }) if subject == "depth"),
            "{error:?}"
        );
        assert_eq!(Format::detect(&text).filter(|found| Some(*found) != format), None);
    }
    // Arguments are text to a transcript, however deep they are.
    let call = format!("{{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{deep}}}");
    let text = format!("[{{\"role\":\"assistant\",\"content\":[{call}]}}]");
    assert!(read(&text, MESSAGES, CallProcess::Dead).is_ok());
}
