//! The summary holds nothing.
//!
//! ## Why
//! An empty summary leaves the agent without its history, and the budget is met all the same.
//!
//! ## What helps
//! Ask again, then the spill.
//!
//! ## Example
//! The summarizer answers with white space, with headings and nothing under them, or with its thoughts alone.
//!
//! ## Source
//! spec 001, what was observed: silent success

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode};
use crate::admit::installation::Installation;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "summary-empty",
    kind: RuleKind::Finding,
    summary: "The summary holds nothing",
    source: "spec 001, what was observed: silent success",
};

/// Whether nothing is left without thoughts, headings, tags, list marks and white space
pub fn find(installation: &Installation<'_, '_, '_>, findings: &mut Vec<Finding>) {
    if installation.has_summary && says_nothing(&installation.candidate.text) {
        findings.push(finding(FindingCode::SummaryEmpty));
    }
}

/// Elements in which models think, or are asked to
const THOUGHTS: [&str; 4] = ["think", "thinking", "reasoning", "analysis"];

/// What programs and models write where there is nothing, in lower case
const NOTHINGS: [&str; 10] =
    ["n/a", "none", "null", "nil", "undefined", "empty", "object object", "no content", "no text", "nothing"];

fn says_nothing(text: &str) -> bool {
    let said = without_thoughts(text);
    let mut lines = said.iter().flat_map(|part| part.lines()).map(|line| without_tags(line.trim())).filter(|line| {
        let is_heading = line.starts_with('#') || (line.ends_with([':', '：']) && line.len() <= HEADING_BYTES_MOST);
        !is_heading && line.chars().any(char::is_alphanumeric)
    });
    let Some(first) = lines.next() else { return true };
    let word = first.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    NOTHINGS.contains(&word.as_str()) && lines.next().is_none()
}

/// A line that ends in a colon is a heading up to this length
const HEADING_BYTES_MOST: usize = 40;

/// What stands outside of thoughts; thoughts that are not closed reach to the end
fn without_thoughts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, inner, name)) = next_thought(rest) {
        parts.push(before);
        let Some(after) = after_end(inner, name) else { return parts };
        rest = after;
    }
    parts.push(rest);
    parts
}

/// What stands before the next thought, what behind its tag, and its name
fn next_thought(text: &str) -> Option<(&str, &str, &'static str)> {
    text.match_indices('<').find_map(|(at, _)| {
        let (before, tag) = text.split_at_checked(at)?;
        let name = THOUGHTS.into_iter().find(|name| tag_ends(tag.get(1..), name).is_some())?;
        Some((before, tag_ends(tag.get(1..), name)?, name))
    })
}

fn after_end<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.match_indices("</").find_map(|(at, _)| tag_ends(text.get(at.saturating_add(2)..), name))
}

/// What follows the tag of this name with which the text begins
fn tag_ends<'t>(text: Option<&'t str>, name: &str) -> Option<&'t str> {
    let (word, rest) = text?.split_at_checked(name.len())?;
    if word.eq_ignore_ascii_case(name) { rest.strip_prefix('>') } else { None }
}

/// A line without the tags at its beginning and its end
fn without_tags(line: &str) -> &str {
    let mut line = line;
    while let Some((tag, rest)) = line.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
        if tag.contains(char::is_whitespace) {
            break;
        }
        line = rest.trim();
    }
    while let Some((rest, tag)) = line.strip_suffix('>').and_then(|rest| rest.rsplit_once("</")) {
        if tag.contains(char::is_whitespace) {
            break;
        }
        line = rest.trim();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_nothing_is_told_from_what_says_little() {
        for nothing in [
            "",
            "...",
            "## Goal\n\n## Done\n-",
            "Summary:",
            "<summary></summary>",
            "<summary>\n</summary>",
            "<think>The user wants a summary.</think>",
            "<think>\nOkay, let me see what the user",
            "<Thinking>a</thinking>\n\n<reasoning>b</reasoning>",
            "N/A",
            "null",
            "[object Object]",
            "(no content)",
        ] {
            assert!(says_nothing(nothing), "{nothing}");
        }
        for little in [
            "ok",
            "<analysis>thoughts</analysis>\n<summary>The menu is ready.</summary>",
            "<summary>The menu is ready.</summary>",
            "None of the tests fail.",
            "Nothing\nwas done.",
            "Done: the menu.\nOpen:",
            "a < b and c > d",
        ] {
            assert!(!says_nothing(little), "{little}");
        }
    }
}
