//! Which format a text is in. Several frameworks keep messages that look alike: a wrong guess is worse than none, so
//! every sign of another framework's hand means that nothing is guessed.

use crate::Format;
use crate::document::{Document, is_one_value};
use crate::json::{Label, Part, Place, Shape, Source, Take};
use crate::lines::lines;
use alloc::vec::Vec;
use anchorhold_rules::error::InputError;
use anchorhold_rules::json::Json;
use serde_json::value::RawValue;

/// How many messages are looked at; what has not shown by then does not show
const MESSAGES_MAX: usize = 100;

/// The format of a text; `None` where it is none that is known, or could be several
pub(crate) fn detect(text: &str) -> Option<Format> {
    of_lines(text).or_else(|| of_messages(text))
}

/// Why a text is of no format. JSON that is broken is called so: whatever it was to be, that must be mended first.
pub(crate) fn fault(text: &str) -> InputError {
    let body = text.trim_start_matches('\u{feff}').trim();
    let whole = Source::new(text, body, Label::Whole);
    if is_one_value(body)
        && let Err(error) = serde_json::from_str::<&RawValue>(body)
    {
        return whole.broken(&error);
    }
    whole.fault(&Place::Root, "a transcript of openai-chat, anthropic-messages, claude-code or codex-rollout")
}

const LINE: Shape = &[
    ("type", Take::Value),
    ("payload", Take::Raw),
    ("timestamp", Take::Raw),
    ("uuid", Take::Raw),
    ("parentUuid", Take::Raw),
    ("sessionId", Take::Raw),
    ("message", Take::Raw),
];

const CODEX_LINES: [&str; 5] = ["session_meta", "response_item", "event_msg", "turn_context", "compacted"];

/// The format of a file with one object a line, by the first line that tells
fn of_lines(text: &str) -> Option<Format> {
    lines(text).filter(|line| !line.body.is_empty()).take(MESSAGES_MAX).find_map(|line| {
        let object = Part::parse(line.body, LINE).ok()?;
        let has = |name| object.get(name).is_some();
        let kind = object.get("type").and_then(Part::as_text)?;
        if CODEX_LINES.contains(&kind) && has("payload") && has("timestamp") {
            return Some(Format::CodexRollout);
        }
        let is_message = matches!(kind, "user" | "assistant") && has("message");
        let is_named = has("uuid") && (has("parentUuid") || has("sessionId"));
        (is_named && (is_message || has("parentUuid"))).then_some(Format::ClaudeCode)
    })
}

/// What the messages of a document show of their format
#[derive(Default)]
struct Signs {
    openai: bool,
    anthropic: bool,
    other: bool,
    /// Content that is no plain string
    blocks: bool,
}

fn of_messages(text: &str) -> Option<Format> {
    let document = Document::find(text).ok()?;
    let mut signs = Signs { anthropic: document.system.is_some(), ..Signs::default() };
    let mut is_any_readable = false;
    for raw in document.messages.iter().take(MESSAGES_MAX) {
        // A message that cannot be read tells nothing; whoever reads the transcript says where it is broken.
        if let Ok(message) = Json::parse(raw) {
            is_any_readable = true;
            signs.of_message(&message);
        }
    }
    match (signs.openai, signs.anthropic) {
        _ if signs.other || !is_any_readable => None,
        (true, false) => Some(Format::OpenaiChat),
        (false, true) => Some(Format::AnthropicMessages),
        // Two people talking in plain strings: the older of the two formats, which all others took over.
        (false, false) if !signs.blocks => Some(Format::OpenaiChat),
        _ => None,
    }
}

/// The members of an answer of Anthropic's API that was put into the list as it came
const ANTHROPIC_MEMBERS: [&str; 8] =
    ["role", "content", "id", "type", "model", "stop_reason", "stop_sequence", "usage"];

/// Members of other frameworks' messages
const FOREIGN_MEMBERS: [&str; 6] = ["ts", "parts", "modelInfo", "metrics", "agent", "source"];

impl Signs {
    fn of_message(&mut self, message: &Json<'_>) {
        let has = |name: &str| message.get(name).is_some();
        let role = message.get("role").and_then(Json::as_str).unwrap_or_default();
        match role {
            "system" | "developer" | "tool" | "function" => self.openai = true,
            "user" | "assistant" => {}
            _ => self.other = true,
        }
        self.other |= FOREIGN_MEMBERS.into_iter().any(has);
        self.openai |= ["tool_calls", "tool_call_id", "function_call"].into_iter().any(has);
        let mut anthropic = false;
        match message.get("content") {
            Some(Json::Array(blocks)) => {
                self.blocks = true;
                let kinds: Vec<&str> = blocks.iter().filter_map(|block| block.get("type")?.as_str()).collect();
                self.openai |= kinds.iter().any(|kind| matches!(*kind, "image_url" | "input_audio"));
                anthropic = kinds.iter().any(|kind| is_anthropic(kind));
            }
            Some(Json::Null) => self.openai = true,
            _ => {}
        }
        let members = message.as_object().unwrap_or_default();
        let is_plain = members.iter().all(|(name, _)| ANTHROPIC_MEMBERS.contains(&name.as_ref()));
        // A named message with Anthropic's blocks is of a framework that builds on them.
        self.other |= anthropic && (!is_plain || (role == "user" && has("id")));
        self.anthropic |= anthropic;
    }
}

fn is_anthropic(kind: &str) -> bool {
    matches!(kind, "thinking" | "redacted_thinking" | "compaction" | "image" | "document")
        || kind.ends_with("tool_use")
        || kind.ends_with("tool_result")
}
