//! The summary is the text of an error, says that there is none, or repeats what the summarizer was told.
//!
//! ## Why
//! Frameworks have put `Error generating summary` in the place of a whole history. A small model gives its instructions back.
//!
//! ## What helps
//! Ask again, then the spill.
//!
//! ## Example
//! Error generating summary: 503 upstream
//!
//! ## Source
//! spec 001, what was observed: silent success

use super::{failures, finding};
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode};
use crate::admit::installation::Installation;
use crate::plan::repeated_instruction;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use memchr::memmem;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "summary-is-error",
    kind: RuleKind::Finding,
    summary: "The summary is the text of an error, says that there is none, or repeats what the summarizer was told",
    source: "spec 001, what was observed: silent success",
};

/// Whether a short text opens as errors, refusals and placeholders do, or says that there is no summary; and whether any
/// text repeats the brief, unless the conversation is about that very text
pub fn find(installation: &Installation<'_, '_, '_>, findings: &mut Vec<Finding>) {
    let text = installation.candidate.text.trim();
    if installation.has_summary && (is_error(text) || is_echo(text, installation)) {
        let mut error = finding(FindingCode::SummaryIsError);
        error.summary_text = text.lines().next().map(ToString::to_string);
        findings.push(error);
    }
}

fn is_echo(text: &str, installation: &Installation<'_, '_, '_>) -> bool {
    let Some(instruction) = repeated_instruction(text) else { return false };
    let finder = memmem::Finder::new(instruction);
    let mut elements = installation.draft.survey.request.window.iter();
    elements.all(|element| finder.find(element.text.as_bytes()).is_none())
}

/// A summary that reports errors is longer than this, or does not open with one
const ERROR_BYTES_MOST: usize = 400;

/// A failure that is told in prose says so in its first words, and little else
const PROSE_BYTES_MOST: usize = 240;

/// A failure in a few words stands alone
const ALONE_BYTES_MOST: usize = 100;

fn is_error(text: &str) -> bool {
    if text.len() > ERROR_BYTES_MOST {
        return false;
    }
    let lower = text.trim_start_matches(['#', '*', '`', ' ', '(']).to_lowercase();
    failures::OPENINGS.iter().any(|opening| lower.starts_with(opening))
        || failures::PLACEHOLDERS.iter().any(|placeholder| lower.contains(placeholder))
        || is_status(&lower)
        || (lower.len() <= PROSE_BYTES_MOST && (says_there_is_none(&lower) || asks_for_the_text(&lower)))
        || (lower.len() <= ALONE_BYTES_MOST && (stands_alone(&lower) || is_placeholder(&lower)))
}

/// `503 Service Unavailable`, with or without `HTTP` or `error` before it
fn is_status(lower: &str) -> bool {
    let lower = lower.strip_prefix("http ").or_else(|| lower.strip_prefix("error ")).unwrap_or(lower);
    let Some((status, rest)) = lower.split_at_checked(3) else { return false };
    let digits = status.starts_with(['4', '5']) && status.bytes().all(|byte| byte.is_ascii_digit());
    digits && rest.starts_with([' ', ':']) && failures::HTTP_PHRASES.iter().any(|phrase| rest.contains(phrase))
}

/// Whether the first words say of the summary, or of what was to be summarized, that it did not work
fn says_there_is_none(lower: &str) -> bool {
    let first = lower.split(['.', '!', ':', ';', '\n', '。', '！', '：']).next().unwrap_or_default();
    // Quoted names and paths make it a sentence about something of the conversation.
    if first.contains(['`', '/', '_', '"']) {
        return false;
    }
    let words = failures::ARTICLES.iter().find_map(|article| first.strip_prefix(article)).unwrap_or(first);
    let about_summary = failures::SUBJECTS.iter().any(|subject| words.starts_with(subject))
        && failures::FAILURES.iter().any(|failure| first.contains(failure));
    about_summary || failures::IMPERSONAL.iter().any(|failure| first.starts_with(failure))
}

/// Whether the model asks for what it should have summarized
fn asks_for_the_text(lower: &str) -> bool {
    failures::ASKS.iter().any(|ask| lower.starts_with(ask) || lower.contains(&format!("! {ask}")))
        && failures::ASKED_FOR.iter().any(|thing| lower.contains(thing))
}

/// Whether it is the message of a provider or the mark of a program, and no more
fn stands_alone(lower: &str) -> bool {
    failures::ALONE.contains(&lower.trim_matches(|letter: char| !letter.is_alphanumeric()))
}

/// Whether it says that older text was taken away, and nothing of what it was
fn is_placeholder(lower: &str) -> bool {
    let words = lower.trim_matches(['[', ']', '<', '>', '(', ')', '.', ' ', '…']);
    let is_one_sentence = !words.contains(['.', ':', ';', '\n', ',']);
    is_one_sentence
        && failures::OLDER.iter().any(|older| words.starts_with(older))
        && failures::TAKEN_AWAY.iter().any(|taken| words.contains(taken))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_from_summaries_of_errors() {
        for error in [
            "Error generating summary: Error: 503 upstream",
            "503 Service Unavailable",
            "HTTP 429 Too Many Requests",
            "Stream error: disconnected before completion. Please try again in 2.5s.",
            "{\"error\": {\"type\": \"overloaded_error\"}}",
            "Previous conversation was too long to summarize.",
            "Traceback (most recent call last):\n  File \"a.py\", line 1",
            "No summary available.",
            "Summary could not be produced: 429 slow down",
            "History exceeds what can be condensed.",
            "The conversation is too large and was omitted.",
            "Die Zusammenfassung konnte nicht erstellt werden.",
            "Impossible de générer le résumé : délai dépassé",
            "No se pudo generar el resumen.",
            "摘要生成失败，请稍后重试。",
            "要約を生成できませんでした。履歴を確認できません。",
            "Error",
            "Connection error.",
            "Request too large for model",
            "You exceeded your current quota, please check your plan.",
            "Sure! Please share the text you would like me to summarize.",
            "I don't see any conversation to summarize.",
            "There is no conversation history to summarize yet.",
            "Ich kann diese Unterhaltung nicht zusammenfassen.",
            "[Earlier conversation was truncated]",
            "Old messages have been cleared to save space.",
            "<tool_call>{\"name\": \"read\"}</tool_call>",
        ] {
            assert!(is_error(error), "{error}");
        }
        for summary in [
            "Error handling was moved into `retry.rs`; the 503 of the upstream is mended.",
            "500 orders were imported and two of them failed.",
            "The build fails with `error: linker not found`.",
            "Goal: summarize the logs. The first is too long to read at once.",
            "The summary of ticket 12 was written. The export failed twice and works now.",
            "The history of `orders` could not be imported; two rows are left.",
            "Summary: the deploy failed because the token is too old.",
            "Context: the user wants the pager fixed. It cannot be reproduced yet.",
            "对话的目标是修复分页。已完成。",
            "Old messages have been cleared from the queue: 12 of them were dead letters.",
            "Connection errors were traced to the proxy; a retry was added.",
            "Please provide the invoice number, the agent asked; the user has not answered.",
            "Errors in the parser are mended.",
            "Timeout was raised to 30 s",
            "History was removed from the page",
        ] {
            assert!(!is_error(summary), "{summary}");
        }
    }
}
