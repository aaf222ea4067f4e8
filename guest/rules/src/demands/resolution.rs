//! What the user settled in answer to a question.

use super::sentences;
use crate::scan::Span;

/// A question that the assistant put, and the user's answer to it
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resolution {
    /// The question, in the assistant's text
    pub question: Span,
    /// The answer, in the user's text
    pub answer: Span,
}

/// A longer turn is more than an answer
pub const ANSWER_BYTES_MAX: usize = 600;

/// The user's short turn `answer` as the answer to the last question of the assistant's text `asked` before it.
/// `None`: there was no question, or the turn is too long to be only an answer, or it asks back.
pub fn find(asked: &str, answer: &str) -> Option<Resolution> {
    let trimmed = answer.trim();
    if trimmed.is_empty() || trimmed.len() > ANSWER_BYTES_MAX || trimmed.ends_with(['?', '？']) {
        return None;
    }
    // Nearly every text has no question mark; the last one decides.
    memchr::memrchr(b'?', asked.as_bytes()).or_else(|| asked.rfind('？'))?;
    let question = sentences::prose(asked).filter(|sentence| is_question(sentence.of(asked))).last()?;
    let start = answer.len().saturating_sub(answer.trim_start().len());
    Some(Resolution { question, answer: Span { start, end: start.saturating_add(trimmed.len()) } })
}

fn is_question(sentence: &str) -> bool {
    sentence.trim_end_matches(['"', '\'', ')', '*', '_', '”', '’', '`', ' ']).ends_with(['?', '？'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let cases = [
            ("I can use A or B. Which one do you want?", "B, please.", Some(("Which one do you want?", "B, please."))),
            ("Shall I delete the branch? It is merged.", " no ", Some(("Shall I delete the branch?", "no"))),
            ("要不要现在发布新的版本？", "先不要。", Some(("要不要现在发布新的版本？", "先不要。"))),
            ("The branch is merged.", "ok", None),
            ("Which one do you want?", "What is the difference?", None),
        ];
        for (asked, answer, expected) in cases {
            let found = find(asked, answer).map(|found| (found.question.of(asked), found.answer.of(answer)));
            assert_eq!(found, expected, "{asked}");
        }
    }
}
