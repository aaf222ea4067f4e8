//! How the next window is written in each format.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    dead_code,
    reason = "a test may panic, and uses a part of what tests share"
)]

mod support;

use anchorhold_rules::admission::NextElement;
use anchorhold_rules::window::CallProcess;
use anchorhold_transcripts::{Format, read};
use support::{carry, tell};

/// What is kept, by its place in the old window, and where the text of the pass stands
enum Next {
    Kept(usize),
    Carry,
}

use Next::{Carry, Kept};

/// `{text}` in `expected` stands for the text of the pass as JSON, `{name}` for the name of its message
#[track_caller]
fn check(format: Format, text: &str, next: &[Next], expected: &str) {
    let (body, marker) = carry(7, "body");
    let transcript = read(text, Some(format), CallProcess::Dead).unwrap();
    let next: Vec<NextElement> = next
        .iter()
        .map(|next| match next {
            Kept(index) => NextElement::Kept(*index),
            Carry => NextElement::Carry(body.clone()),
        })
        .collect();
    let covers = marker.covers.unwrap().to_hex();
    let expected = expected
        .replace("{text}", &format!("\"{}\"", body.replace('\n', "\\n")))
        .replace("{name}", &format!("anchorhold_s7_{}", &covers[..32]))
        .replace("{data}", &format!("\"anchorhold\":{{\"sequence\":7,\"covers\":\"{covers}\"}}"));
    let written = transcript.write(&next, &marker);
    assert_eq!(written, expected);
    let again = read(&written, Some(format), CallProcess::Dead).unwrap();
    assert_eq!(again.window.len(), next.len(), "{:?}", tell(&again));
}

#[test]
fn messages_keep_their_bytes_and_their_indentation() {
    let text = "[\n  {\"role\": \"system\", \"content\": \"A\"},\n  {\"role\":\"user\",\"content\":\"B\",\"x\":1},\n  {\"role\":\"assistant\",\"content\":\"C\"}\n]\n";
    let message = "{\"role\":\"system\",\"name\":\"{name}\",\"content\":{text}}";
    check(
        Format::OpenaiChat,
        text,
        &[Kept(0), Carry, Kept(2)],
        &format!(
            "[\n  {{\"role\": \"system\", \"content\": \"A\"}},\n  {message},\n  {{\"role\":\"assistant\",\"content\":\"C\"}}\n]\n"
        ),
    );
    check(Format::OpenaiChat, text, &[Carry], &format!("[\n  {message}\n]\n"));
    check(Format::OpenaiChat, text, &[], "[\n  \n]\n");
    check(
        Format::OpenaiChat,
        "{\"messages\": [], \"n\": 1}",
        &[Carry],
        &format!("{{\"messages\": [{message}], \"n\": 1}}"),
    );
    check(
        Format::OpenaiChat,
        "{\"role\":\"user\",\"content\":\"A\"}\n{\"role\":\"user\",\"content\":\"B\"}\n",
        &[Carry, Kept(1)],
        &format!("{message}\n{{\"role\":\"user\",\"content\":\"B\"}}\n"),
    );
    check(
        Format::OpenaiChat,
        "[{\"role\":\"developer\",\"content\":\"A\"}]",
        &[Kept(0), Carry],
        "[{\"role\":\"developer\",\"content\":\"A\"},{\"role\":\"developer\",\"name\":\"{name}\",\"content\":{text}}]",
    );
}

#[test]
fn a_request_takes_the_text_into_system_where_it_has_one() {
    let user = "{\"role\":\"user\",\"content\":\"B\"}";
    let block = "{\"type\":\"text\",\"text\":{text}}";
    check(
        Format::AnthropicMessages,
        &format!("{{\"system\": \"A\\u00e9\", \"messages\": [{user}, {user}]}}"),
        &[Kept(0), Carry, Kept(2)],
        &format!("{{\"system\": [{{\"type\":\"text\",\"text\":\"A\\u00e9\"}},{block}], \"messages\": [{user}]}}"),
    );
    check(
        Format::AnthropicMessages,
        &format!("{{\"messages\":[{user}],\"system\":[{{\"type\":\"text\",\"text\":\"A\"}}]}}"),
        &[Kept(0), Carry],
        &format!("{{\"messages\":[],\"system\":[{{\"type\":\"text\",\"text\":\"A\"}},{block}]}}"),
    );
    let message = format!("{{\"role\":\"user\",\"content\":[{block}]}}");
    check(Format::AnthropicMessages, &format!("[{user},{user}]"), &[Carry, Kept(1)], &format!("[{message},{user}]"));
    check(
        Format::AnthropicMessages,
        &format!("{{\"system\":\"A\",\"messages\":[{user},{user}]}}"),
        &[Kept(0), Kept(1), Carry],
        &format!("{{\"system\":\"A\",\"messages\":[{user},{message}]}}"),
    );
}

fn line(uuid: &str, parent: &str, text: &str) -> String {
    format!(
        "{{\"type\":\"user\",\"uuid\":\"{uuid}\",\"parentUuid\":{parent},\"sessionId\":\"s\",\"message\":{{\"role\":\"user\",\"content\":\"{text}\"}}}}\n"
    )
}

/// The lines of the next session, each as its type, its name and the name that it follows
fn session(text: &str, next: &[NextElement]) -> Vec<String> {
    let (_, marker) = carry(7, "body");
    let transcript = read(text, Some(Format::ClaudeCode), CallProcess::Dead).unwrap();
    let written = transcript.write(next, &marker);
    assert_eq!(written, transcript.write(next, &marker), "the same names each time");
    written.lines().map(String::from).collect()
}

#[test]
fn lines_of_a_session_stay_as_they_stood() {
    let (body, marker) = carry(7, "body");
    let title = "{\"type\":\"summary\",\"summary\":\"a title\"}\n";
    let progress = "{\"type\":\"progress\",\"uuid\":\"p\",\"parentUuid\":\"b\"}\n";
    let (a, b, c, d) =
        (line("a", "null", "A"), line("b", "\"a\"", "B"), line("c", "\"p\"", "C"), line("d", "\"c\"", "D"));
    let text = format!("{title}{a}{b}{progress}{c}{d}");
    let lines = session(&text, &[NextElement::Carry(body.clone()), NextElement::Kept(1), NextElement::Kept(2)]);
    let covers = marker.covers.unwrap().to_hex();
    assert_eq!(lines.len(), 7, "{lines:#?}");
    assert!(
        lines[0]
            .starts_with("{\"parentUuid\":null,\"logicalParentUuid\":\"d\",\"isSidechain\":false,\"sessionId\":\"s\"")
    );
    assert!(lines[0].contains("\"subtype\":\"compact_boundary\""));
    assert!(
        lines[1].contains("\"isCompactSummary\":true")
            && lines[1].contains(&format!("\"anchorhold\":{{\"sequence\":7,\"covers\":\"{covers}\",\"digest\":"))
    );
    assert_eq!(lines[2], title.trim_end());
    // This one takes over the name of a line that left.
    assert!(lines[3].contains("\"type\":\"system\"") && lines[3].contains("\"uuid\":\"a\""), "{}", lines[3]);
    assert_eq!(lines[4..7], [b.trim_end(), progress.trim_end(), c.trim_end()]);
}

#[test]
fn a_line_that_followed_none_is_changed_in_that_alone() {
    let (body, _) = carry(7, "body");
    let text = format!("{}{}", line("a", "null", "A"), line("b", "\"a\"", "B"));
    let lines = session(&text, &[NextElement::Carry(body), NextElement::Kept(0)]);
    let (before, after) = lines[2].split_once("\"parentUuid\":\"").unwrap();
    let (_, after) = after.split_once('"').unwrap();
    assert_eq!(format!("{before}\"parentUuid\":null{after}\n"), line("a", "null", "A"));
}

#[test]
fn a_rollout_takes_the_text_into_a_history() {
    let item = |role: &str, text: &str| {
        format!(
            "{{\"type\":\"message\",\"role\":\"{role}\",\"content\":[{{\"type\":\"input_text\",\"text\":{text}}}]}}"
        )
    };
    let line = |item: &str| format!("{{\"timestamp\":\"t1\",\"type\":\"response_item\",\"payload\":{item}}}\n");
    let event = "{\"timestamp\":\"t1\",\"type\":\"event_msg\",\"payload\":{\"type\":\"x\"}}\n";
    let turn = "{\"timestamp\":\"t1\",\"type\":\"turn_context\",\"payload\":{}}\n";
    let meta =
        "{\"timestamp\":\"t0\",\"type\":\"session_meta\",\"payload\":{\"base_instructions\":{\"text\":\"I\"}}}\n";
    let (developer, user) = (item("developer", "\"D\""), item("user", "\"U\""));
    let text =
        format!("{meta}{}{event}{turn}{}{event}{}{event}{}", line(&developer), line(&user), line(&user), line(&user));
    let carried = item("developer", "{text}").replace("}]}", "}],{data}}");
    let compacted = |items: &str| {
        format!(
            "{{\"timestamp\":\"t1\",\"type\":\"compacted\",\"payload\":{{\"message\":\"\",\"replacement_history\":[{items}]}}}}\n"
        )
    };
    check(
        Format::CodexRollout,
        &text,
        &[Kept(0), Kept(1), Carry, Kept(3), Kept(4)],
        &format!("{meta}{turn}{}{}{event}{}", compacted(&format!("{developer},{carried}")), line(&user), line(&user)),
    );
    // What stood in a history before stands in the next one.
    let old = format!("{meta}{}{}", compacted(&format!("{user}, {developer}")), line(&user));
    check(
        Format::CodexRollout,
        &old,
        &[Kept(0), Carry, Kept(2), Kept(3)],
        &format!("{meta}{}{}", compacted(&format!("{carried},{developer}")), line(&user)),
    );
}
