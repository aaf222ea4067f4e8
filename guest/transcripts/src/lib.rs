//! Transcripts of agent frameworks: from a framework's own format to a window, and from a next window back to it.
//!
//! A transcript is cut into segments that cover it without a gap. The archive holds each by its digest, so that the
//! whole text can be had back; a message that stays in the window is written as it stood, byte for byte.
//!
//! # What this crate does not do
//! It judges nothing: which elements stay is the work of the rules. It changes no member of a message, and knows of
//! the members that a format speaks of and of no others.
#![no_std]

extern crate alloc;

mod anthropic;
mod builder;
mod claude;
mod codex;
mod content;
mod detect;
mod document;
mod json;
mod layout;
mod lines;
mod lists;
mod openai;
mod segments;
mod speech;
mod write;

use alloc::string::String;
use alloc::vec::Vec;
use anchorhold_rules::digest::Digest;
use anchorhold_rules::error::{InputError, Malformed};
use anchorhold_rules::window::{CallProcess, Window};
use core::ops::Range;
use layout::Layout;

/// A format that is read and written
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Messages of OpenAI's chat API: an array, an object that holds one, or one message a line
    OpenaiChat,
    /// Messages of Anthropic's API: an array, or a request
    AnthropicMessages,
    /// A session file of Claude Code
    ClaudeCode,
    /// A rollout file of Codex
    CodexRollout,
}

impl Format {
    /// All of them
    pub const ALL: [Format; 4] =
        [Format::OpenaiChat, Format::AnthropicMessages, Format::ClaudeCode, Format::CodexRollout];

    /// Its name, such as `openai-chat`
    pub fn name(self) -> &'static str {
        match self {
            Format::OpenaiChat => "openai-chat",
            Format::AnthropicMessages => "anthropic-messages",
            Format::ClaudeCode => "claude-code",
            Format::CodexRollout => "codex-rollout",
        }
    }

    /// The format of that name; `None`: there is none
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format of a text; `None` where it is none of these, or could be several
    pub fn detect(text: &str) -> Option<Format> {
        detect::detect(text)
    }
}

/// A piece of a transcript
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Where it stands, in bytes
    pub range: Range<usize>,
    /// SHA-256 of its bytes
    pub digest: Digest,
    /// What it is to the model
    pub role: SegmentRole,
}

/// What a segment is to the model
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SegmentRole {
    /// It holds the message of this number, or a part of it
    Window(u32),
    /// The model does not see it: side chains, progress, titles, what stands between two messages
    Outside,
}

/// A transcript that was read
#[derive(Clone, Debug)]
pub struct Transcript<'a> {
    /// Its format
    pub format: Format,
    /// What the model would see next
    pub window: Window<'a>,
    /// The pieces that give the whole text back, in its order and without a gap
    pub segments: Vec<Segment>,
    text: &'a str,
    /// Of each element, its segment
    origins: Vec<usize>,
    layout: Layout<'a>,
}

/// Reads a transcript; `process` is that of calls without a result
///
/// # Errors
/// `Malformed` where the text is not of its format, or of none that is known; it names line and field. `TooMuch` where
/// it nests deeper than 128 levels.
pub fn read<'a>(text: &'a str, format: Option<Format>, process: CallProcess) -> Result<Transcript<'a>, InputError> {
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        let (found, expected) = ("nothing".into(), "a transcript".into());
        return Err(InputError::Malformed(Malformed { line: 1, field: String::new(), found, expected }));
    }
    match format.or_else(|| Format::detect(text)) {
        Some(Format::OpenaiChat) => openai::read(text, process),
        Some(Format::AnthropicMessages) => anthropic::read(text, process),
        Some(Format::ClaudeCode) => claude::read(text, process),
        Some(Format::CodexRollout) => codex::read(text, process),
        None => Err(detect::fault(text)),
    }
}

impl Transcript<'_> {
    /// The list of the archive objects that give the whole text back: a line that says so, then the digest of a segment
    /// on each line, in order
    pub fn manifest(&self) -> String {
        let mut manifest = String::with_capacity(self.segments.len().saturating_add(1).saturating_mul(65));
        manifest.push_str("anchorhold manifest 1\n");
        for segment in &self.segments {
            manifest.push_str(&segment.digest.to_hex());
            manifest.push('\n');
        }
        manifest
    }

    /// Where the message of an element stands in the text, in bytes; `None`: there is no such element
    pub fn place(&self, element: usize) -> Option<Range<usize>> {
        let segment = self.segments.get(*self.origins.get(element)?)?;
        Some(segment.range.clone())
    }
}
