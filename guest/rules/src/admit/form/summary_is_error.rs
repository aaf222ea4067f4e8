//! The summary is the text of an error, or says that there is none.
//!
//! ## Why
//! Frameworks have put `Error generating summary` in the place of a whole history.
//!
//! ## What helps
//! Ask again, then the spill.
//!
//! ## Example
//! Error generating summary: 503 upstream
//!
//! ## Source
//! spec 001, what was observed: silent success

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode};
use crate::admit::installation::Installation;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "summary-is-error",
    kind: RuleKind::Finding,
    summary: "The summary is the text of an error, or says that there is none",
    source: "spec 001, what was observed: silent success",
};

/// Whether a short text opens as errors, refusals and placeholders do, or says that there is no summary
pub fn find(installation: &Installation<'_, '_, '_>, findings: &mut Vec<Finding>) {
    let text = installation.candidate.text.trim();
    if installation.has_summary && is_error(text) {
        let mut error = finding(FindingCode::SummaryIsError);
        error.summary_text = text.lines().next().map(ToString::to_string);
        findings.push(error);
    }
}

/// A summary that reports errors is longer than this, or does not open with one
const ERROR_BYTES_MOST: usize = 400;

/// A failure that is told in prose says so in its first words, and little else
const PROSE_BYTES_MOST: usize = 240;

/// How errors open, in lower case
const OPENINGS: [&str; 25] = [
    "error:",
    "error generating",
    "error while",
    "error code",
    "[error",
    "<error",
    "{\"error\"",
    "{\"type\":\"error\"",
    "{\"detail\"",
    "exception:",
    "traceback (most recent call last)",
    "fatal:",
    "failed to generate",
    "failed to summar",
    "failed to compact",
    "api error",
    "internal server error",
    "service unavailable",
    "rate limit",
    "too many requests",
    "request timed out",
    "upstream connect error",
    "context length exceeded",
    "prompt is too long",
    "no response",
];

/// What a summarizer says instead of a summary, in lower case
const PLACEHOLDERS: [&str; 14] = [
    "too long to summarize",
    "no summary available",
    "summary unavailable",
    "no previous history",
    "nothing to summarize",
    "no messages to summarize",
    "no conversation to summarize",
    "i cannot summarize",
    "i can't summarize",
    "i can't help with",
    "i can't assist with",
    "i cannot assist with",
    "unable to generate a summary",
    "unable to summarize",
];

fn is_error(text: &str) -> bool {
    if text.len() > ERROR_BYTES_MOST {
        return false;
    }
    let lower = text.trim_start_matches(['#', '*', '`', ' ', '(']).to_lowercase();
    let is_status = |opening: &str| {
        let digits = opening
            .get(..3)
            .is_some_and(|status| status.starts_with(['4', '5']) && status.bytes().all(|byte| byte.is_ascii_digit()));
        digits
            && opening.get(3..).is_some_and(|rest| {
                rest.starts_with([' ', ':']) && HTTP_PHRASES.iter().any(|phrase| rest.contains(phrase))
            })
    };
    let after_http = lower.strip_prefix("http ").or_else(|| lower.strip_prefix("error ")).unwrap_or(&lower);
    OPENINGS.iter().any(|opening| lower.starts_with(opening))
        || PLACEHOLDERS.iter().any(|placeholder| lower.contains(placeholder))
        || is_status(after_http)
        || says_there_is_none(&lower)
}

/// What stands behind the status of a failed request, in lower case
const HTTP_PHRASES: [&str; 10] = [
    "error",
    "unavailable",
    "too many",
    "too long",
    "timeout",
    "bad request",
    "overloaded",
    "upstream",
    "slow down",
    "quota",
];

/// Whether the first words say of the summary, or of what was to be summarized, that it did not work
fn says_there_is_none(lower: &str) -> bool {
    if lower.len() > PROSE_BYTES_MOST {
        return false;
    }
    let first = lower.split(['.', '!', ':', ';', '\n', '。', '！', '：']).next().unwrap_or_default();
    // Quoted names and paths make it a sentence about something of the conversation.
    if first.contains(['`', '/', '_', '"']) {
        return false;
    }
    let opens = |subjects: &[&str]| {
        let words = ARTICLES.iter().find_map(|article| first.strip_prefix(article)).unwrap_or(first);
        subjects.iter().any(|subject| words.starts_with(subject))
    };
    opens(&SUBJECTS) && FAILURES.iter().any(|failure| first.contains(failure))
        || IMPERSONAL.iter().any(|failure| first.starts_with(failure))
}

const ARTICLES: [&str; 10] = ["the ", "this ", "your ", "die ", "der ", "le ", "la ", "el ", "o ", "a "];

/// What a summarizer was asked for, or was given
const SUBJECTS: [&str; 24] = [
    "summary",
    "summarization",
    "summarisation",
    "compaction",
    "compression",
    "conversation",
    "history",
    "chat history",
    "context",
    "transcript",
    "zusammenfassung",
    "verlauf",
    "résumé",
    "historique",
    "resumen",
    "historial",
    "resumo",
    "histórico",
    "摘要",
    "总结",
    "对话",
    "要約",
    "会話",
    "履歴",
];

/// How it is said that something did not work
const FAILURES: [&str; 34] = [
    "could not be ",
    "couldn't be ",
    "cannot be ",
    "can't be ",
    "can not be ",
    "was not generated",
    "was not produced",
    "not available",
    "failed",
    "timed out",
    "exceeds what",
    "exceeds the ",
    "exceeded the ",
    "is too long",
    "was too long",
    "is too large",
    "was too large",
    "omitted",
    "konnte nicht",
    "kann nicht",
    "fehlgeschlagen",
    "ist zu lang",
    "n'a pas pu",
    "n’a pas pu",
    "est trop long",
    "no se pudo",
    "no pudo",
    "não pôde",
    "não foi possível",
    "失败",
    "无法",
    "过长",
    "できません",
    "失敗",
];

/// The same without a subject
const IMPERSONAL: [&str; 8] = [
    "impossible de générer le résumé",
    "impossible de résumer",
    "no se pudo generar el resumen",
    "no se pudo resumir",
    "não foi possível gerar o resumo",
    "não foi possível resumir",
    "无法生成",
    "无法总结",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_from_summaries_of_errors() {
        for error in [
            "Error generating summary: Error: 503 upstream",
            "503 Service Unavailable",
            "HTTP 429 Too Many Requests",
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
        ] {
            assert!(!is_error(summary), "{summary}");
        }
    }
}
