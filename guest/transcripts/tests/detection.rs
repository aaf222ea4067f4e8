//! Which format a text is in.

use anchorhold_transcripts::Format;

#[test]
fn formats_are_told_apart_and_those_of_others_are_not_guessed() {
    let cases = [
        (r#"[{"role":"system","content":"A"},{"role":"user","content":"B"}]"#, "openai-chat"),
        (r#"[{"role":"user","content":"B"},{"role":"assistant","content":"C"}]"#, "openai-chat"),
        (
            r#"{"messages":[{"role":"user","content":"B"},{"role":"assistant","content":null,"tool_calls":[]}]}"#,
            "openai-chat",
        ),
        (r#"{"traj":[{"role":"system","content":"B"}]}"#, "openai-chat"),
        ("{\"role\":\"user\",\"content\":\"B\"}\n{\"role\":\"tool\",\"content\":\"C\"}\n", "openai-chat"),
        (r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"u"}}]}]"#, "openai-chat"),
        (r#"{"system":"A","messages":[{"role":"user","content":"B"}]}"#, "anthropic-messages"),
        (r#"[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]"#, "anthropic-messages"),
        (
            r#"[{"role":"user","content":"A"},{"role":"assistant","id":"m","type":"message","content":[{"type":"thinking","thinking":"x"}]}]"#,
            "anthropic-messages",
        ),
        (
            "{\"type\":\"summary\",\"summary\":\"a\"}\n{\"type\":\"user\",\"uuid\":\"u\",\"parentUuid\":null,\"message\":{}}\n",
            "claude-code",
        ),
        (r#"{"type":"progress","uuid":"u","parentUuid":"t","sessionId":"s"}"#, "claude-code"),
        (r#"{"timestamp":"t","type":"session_meta","payload":{}}"#, "codex-rollout"),
        (
            "{\"messages\":[\n{\"role\":\"system\",\"content\":\"A\"},\n{\"role\":\"user\",\"content\":\"B\"}\n]}",
            "openai-chat",
        ),
        // Half of an emoji, as Python and JavaScript write it
        (r#"[{"role":"system","content":"A"},{"role":"user","content":"\ud83d"}]"#, "openai-chat"),
        // One line is broken, which is for the reader to say
        ("{\"role\":\"user\",\"content\":\"B\"}\n{\"role\":\"tool\",\"con", "openai-chat"),
        // Either of two, or of somebody else.
        (r#"[{"role":"user","content":[{"type":"text","text":"B"}]}]"#, ""),
        (r#"{"version":1,"messages":[{"id":"m","role":"user","content":[{"type":"tool_result"}],"ts":1}]}"#, ""),
        (r#"{"sessionId":"s","messages":[{"id":"m","type":"gemini","content":"x"}]}"#, ""),
        (r#"{"info":{},"messages":[{"info":{"role":"user"},"parts":[]}]}"#, ""),
        (r#"{"trajectory":[],"history":[{"role":"system","content":"x"}]}"#, ""),
        ("{\"type\":\"session\",\"id\":\"s\"}\n{\"type\":\"message\",\"message\":{\"role\":\"user\"}}\n", ""),
        ("{\"type\":\"session.start\",\"data\":{},\"id\":\"a\",\"parentId\":null}\n", ""),
        (r#"[{"id":0,"source":"agent","action":"run"}]"#, ""),
        (r#"{"id":"s","events":[{"author":"user","content":{"role":"user","parts":[]}}]}"#, ""),
        ("{\"messages\":[{\"role\":\"user\",\"content\":\"A\"}]}\n{\"messages\":[]}\n", ""),
        ("[]", ""),
        ("{", ""),
        ("", ""),
    ];
    for (text, expected) in cases {
        assert_eq!(Format::detect(text).map_or("", Format::name), expected, "{text}");
    }
}

#[test]
fn names_are_read_as_they_are_written() {
    for format in Format::ALL {
        assert_eq!(Format::from_name(format.name()), Some(format));
    }
    assert_eq!(Format::from_name("gemini"), None);
}
