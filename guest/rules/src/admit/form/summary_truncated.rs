//! The summary was cut off.
//!
//! ## Why
//! What a summary says last is what is still to be done; a cut takes just that.
//!
//! ## What helps
//! Ask for a shorter one, or for several parts.
//!
//! ## Example
//! The provider gives `finish_reason: length`, or the text ends in "so first I should".
//!
//! ## Source
//! spec 001, what was observed

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode};
use crate::admit::installation::Installation;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "summary-truncated",
    kind: RuleKind::Finding,
    summary: "The summary was cut off",
    source: "spec 001, what was observed",
};

/// Whether the model stopped for its limit, or the text ends within code, a sentence or an item
pub fn find(installation: &Installation<'_, '_, '_>, findings: &mut Vec<Finding>) {
    if !installation.has_summary {
        return;
    }
    let candidate = installation.candidate;
    let hit_limit = candidate.finish_reason.as_deref().is_some_and(is_limit);
    let fences = candidate.text.lines().filter(|line| line.trim_start().starts_with("```")).count();
    if hit_limit
        || fences % 2 == 1
        || ends_within_a_sentence(&candidate.text)
        || ends_within_an_item(&candidate.text)
        || ends_within_a_paragraph(&candidate.text)
    {
        let mut truncated = finding(FindingCode::SummaryTruncated);
        truncated.summary_text = candidate.text.lines().next_back().map(ToString::to_string);
        findings.push(truncated);
    }
}

/// Whether the text ends, with nothing behind it, in words that others must follow
fn ends_within_a_sentence(text: &str) -> bool {
    let last_line = text.trim_end().lines().next_back().unwrap_or_default();
    UNFINISHED.iter().any(|words| last_line.ends_with(words))
}

/// Articles, conjunctions, and a speaker with an auxiliary verb. Words that also end sentences are left out, such as
/// `that`, the German `an`, or `should` behind `as it`.
const UNFINISHED: [&str; 17] = [
    " the",
    " and",
    " or",
    " but",
    " because",
    " I should",
    " I must",
    " I will",
    " we should",
    " we must",
    " und",
    " oder",
    " weil",
    " dass",
    " parce que",
    " pero",
    " porque",
];

/// Whether the last line breaks off within code, or is an item of a list whose other items are whole sentences
fn ends_within_an_item(text: &str) -> bool {
    let mut lines = text.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let Some(last) = lines.next() else { return false };
    if !last.contains("```") && last.matches('`').count() % 2 == 1 {
        return true;
    }
    if !last.ends_with(char::is_alphanumeric) || !is_item(last) {
        return false;
    }
    let (in_row, all) = (lines.clone().take_while(|line| is_item(line)), lines.filter(|line| is_item(line)));
    are_whole(in_row, ITEMS_LEAST) || are_whole(all, ITEMS_LEAST_ELSEWHERE)
}

/// Whether the last line is a paragraph that just stops, where all others end as sentences do
fn ends_within_a_paragraph(text: &str) -> bool {
    let is_prose = |line: &&str| !is_item(line) && !line.starts_with(['#', '|', '>', '`', '{', '[']);
    let mut lines = text.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let Some(last) = lines.next().filter(is_prose) else { return false };
    let words = last.split_whitespace().count();
    // `Status: waiting for the user` is a line of its own form.
    let has_label = last.split_whitespace().take(LABEL_WORDS_MOST).any(|word| word.ends_with(':'));
    let paragraphs = lines.filter(|line| is_prose(line) && line.split_whitespace().count() >= PARAGRAPH_WORDS_LEAST);
    words >= LAST_WORDS_LEAST
        && !has_label
        && last.ends_with(char::is_alphanumeric)
        && are_whole(paragraphs, PARAGRAPHS_LEAST)
}

/// Whether there are so many lines, and all end as sentences do
fn are_whole<'t>(lines: impl Iterator<Item = &'t str>, least: u32) -> bool {
    let (all, whole) = lines.take(LINES_MOST).fold((0u32, 0u32), |(all, whole), line| {
        (all.saturating_add(1), whole.saturating_add(u32::from(line.ends_with(['.', '!', '?', '。', '！', '？']))))
    });
    all >= least && all == whole
}

/// How many items in a row tell how a list is written
const ITEMS_LEAST: u32 = 2;
/// And how many anywhere
const ITEMS_LEAST_ELSEWHERE: u32 = 5;
/// How many paragraphs of so many words tell how prose is written
const PARAGRAPHS_LEAST: u32 = 2;
const PARAGRAPH_WORDS_LEAST: usize = 8;
/// A shorter last line is a signature or a heading
const LAST_WORDS_LEAST: usize = 4;
const LABEL_WORDS_MOST: usize = 4;
/// Up to how many lines are looked at
const LINES_MOST: usize = 32;

fn is_item(line: &str) -> bool {
    let digits = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    line.starts_with(['-', '*', '•']) || (digits.len() < line.len() && digits.starts_with(['.', ')']))
}

/// Whether a provider's word says that the answer reached its limit
fn is_limit(reason: &str) -> bool {
    let reason = reason.to_ascii_lowercase().replace(['-', ' '], "_");
    [
        "length",
        "max_tokens",
        "max_output_tokens",
        "token_limit",
        "model_length",
        "incomplete",
        "truncated",
        "content_filter",
    ]
    .iter()
    .any(|word| reason.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_breaks_off_is_told_from_one_that_ends() {
        for cut in ["The user asked to compare, so first I should", "Done: a, b and", "Der Export läuft, weil"] {
            assert!(ends_within_a_sentence(cut), "{cut}");
        }
        for whole in [
            "The lease is cheaper.",
            "Next: plan B",
            "- tests pass\n- docs are written",
            "The word is `the`",
            "",
            "and",
        ] {
            assert!(!ends_within_a_sentence(whole), "{whole}");
        }
        for cut in ["- One.\n- Two.\n- If the sync", "1. One.\n2. Two!\n3. Tests for", "- In `src/shell/in"] {
            assert!(ends_within_an_item(cut), "{cut}");
        }
        let prose = "The importer was read from its beginning to its end.\nIt was mended where it counted twice what it read.\n";
        for (last, is_cut) in [
            ("Five plus four, i.e. nine", true),
            ("The next file to be read is in the folder", true),
            ("Five plus four are nine.", false),
            ("Status: waiting for the user", false),
            ("End of summary", false),
            ("- waits for the user", false),
            ("src/importer/parts.rs", false),
        ] {
            assert_eq!(ends_within_a_paragraph(&(prose.to_string() + last)), is_cut, "{last}");
        }
        for whole in [
            "- tests\n- docs\n- a release",
            "- One.\n- Two.\n- Three.",
            "It was read.\nIt was mended.\nNext: deploy",
            "- One.\n- deploy",
            "- One.\n- Two.\n\n## Next\n- deploy",
            "- `a` and `b`",
        ] {
            assert!(!ends_within_an_item(whole), "{whole}");
        }
    }
}
