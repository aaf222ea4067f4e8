//! The reports of `recall`.

use super::style::{CAREFUL, FAINT, NAME, PLAIN, TITLE, styled};
use super::table::Table;
use anchorhold_flow::{Answer, Answers};
use serde_json::json;

/// How many characters of a text stand in a list
const LINE_CHARACTERS: usize = 200;

/// What answers a question, with its text; or as JSON
pub fn answers(is_json: bool, answers: &Answers) -> String {
    if is_json {
        return format!("{}\n", json!(answers));
    }
    let mut text = String::new();
    for answer in &answers.answers {
        let Answer { pass, element, kind, tool, pointer, .. } = answer;
        let tool = tool.as_ref().map(|tool| format!(" of {tool}")).unwrap_or_default();
        let said = format!("{kind}{tool}, {element}, left with pass {pass}");
        text.push_str(&format!("\n  {}  {}\n\n", styled(NAME, pointer), styled(FAINT, &said)));
        for line in answer.text.as_deref().unwrap_or("the archive does not give its text").trim_end().lines() {
            text.push_str(&format!("    {line}\n"));
        }
    }
    if answers.answers.is_empty() {
        text.push_str(&format!("\n  {}\n", styled(CAREFUL, "nothing that left has any of these words")));
    }
    if answers.question.is_none() {
        text.push_str(&format!("\n  {}\n", styled(CAREFUL, "the store can only be read: the question was not kept")));
    }
    format!("{text}\n")
}

/// What left with a pass or a chain, a line each; or all of it as JSON
pub fn left(is_json: bool, left: &[Answer]) -> String {
    if is_json {
        return format!("{}\n", json!({"entries": left}));
    }
    if left.is_empty() {
        let said = "the index holds nothing of it; `anchorhold log` tells what became of a pass";
        return format!("\n  {}\n\n", styled(FAINT, said));
    }
    let mut table = Table::new([">pass", "element", "kind", "tool", "pointer", "text"]);
    for answer in left {
        let words = answer.text.as_deref().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        table.row([
            (answer.pass.to_string(), PLAIN),
            (answer.element.clone(), TITLE),
            (answer.kind.clone(), PLAIN),
            (answer.tool.clone().unwrap_or_default(), PLAIN),
            (answer.pointer.clone(), NAME),
            (words.chars().take(LINE_CHARACTERS).collect(), PLAIN),
        ]);
    }
    format!("\n{}\n", table.text())
}
