//! The position in a plan: which step of how many, and which steps are done.

use super::sentences;
use super::words::{self, Word};
use crate::json::Json;
use crate::request::StepStatus;
use crate::scan::normal::readings;
use crate::scan::{Kind, Span};
use alloc::string::String;
use alloc::vec::Vec;

/// Where work stands
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line or sentence that says so
    pub span: Span,
    /// The step, from 1
    pub step: u32,
    /// Of how many
    pub of: u32,
}

/// A step of a list
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What is to be done
    pub text: String,
    /// Whether it is done
    pub status: StepStatus,
}

/// The last position that a text states, such as `step 6 of 9`, `phase 2/4`, `第6步，共9步`
pub fn find(text: &str) -> Option<Position> {
    sentences::prose(text).filter_map(|sentence| of_sentence(text, sentence)).last()
}

/// The last position that one sentence states
pub fn of_sentence(text: &str, sentence: Span) -> Option<Position> {
    let words = words::read(sentence.of(text));
    (0..words.len()).rev().find_map(|place| of_words(sentence.of(text), &words, place)).map(|(step, of)| Position {
        span: sentence,
        step,
        of,
    })
}

/// The check list of a text, from its first item to its last; `None` where it has none
pub fn check_list(text: &str) -> Option<Span> {
    let mut found: Option<Span> = None;
    let mut start = 0usize;
    for line in text.split_inclusive('\n') {
        if check_item(line).is_some() {
            let end = start.saturating_add(line.trim_end().len());
            found = Some(Span { start: found.map_or(start, |found| found.start), end });
        }
        start = start.saturating_add(line.len());
    }
    found
}

/// The items of the check list of a text
pub fn check_items(text: &str) -> Vec<Step> {
    text.lines().filter_map(check_item).map(|(status, item)| Step { text: item.into(), status }).collect()
}

/// The list that a to-do tool was called with, one line a step with its status; `None` for any other call
pub fn of_call(tool: &str, arguments: &Json<'_>) -> Option<String> {
    let steps = steps_of_call(tool, arguments)?;
    let mut list = String::new();
    for step in steps {
        if !list.is_empty() {
            list.push('\n');
        }
        list.push_str(match step.status {
            StepStatus::Pending => "[ ] ",
            StepStatus::Active => "[>] ",
            StepStatus::Done => "[x] ",
        });
        // A step of several lines stays one line of the list.
        list.extend(step.text.chars().map(|character| if character == '\n' { ' ' } else { character }));
    }
    Some(list)
}

/// Whether [`of_call`] could find a list in arguments that are still JSON text. Most calls have none, and their arguments
/// need not be read for it.
pub fn may_hold_list(arguments: &str) -> bool {
    let opens_list = |at: usize| {
        let before = arguments.get(..at).unwrap_or_default().trim_end();
        let name = before.strip_suffix(':').and_then(|rest| rest.trim_end().strip_suffix('"'));
        name.is_some_and(|rest| LISTS.iter().chain(&LISTS_OF_PLANNERS).any(|known| rest.ends_with(known)))
    };
    // The letters of a name may be written as escapes.
    memchr::memchr_iter(b'[', arguments.as_bytes()).any(opens_list) || arguments.contains("\\u00")
}

/// The names under which tools take their list of steps, and those of which only the name of the tool says so
const LISTS: [&str; 6] = ["todos", "plan", "todo_list", "todoList", "newTodos", "checklist"];
const LISTS_OF_PLANNERS: [&str; 4] = ["items", "tasks", "steps", "list"];

/// The steps that a to-do tool was called with; `None` for any other call, and for a list without a status
pub fn steps_of_call(tool: &str, arguments: &Json<'_>) -> Option<Vec<Step>> {
    let named = |names: &[&str]| names.iter().find_map(|name| arguments.get(name)?.as_array());
    let is_planner = ["todo", "plan", "task", "checklist"].iter().any(|word| contains_ignoring_case(tool, word));
    let list = named(&LISTS).or_else(|| if is_planner { named(&LISTS_OF_PLANNERS) } else { None })?;
    let steps: Option<Vec<Step>> = list.iter().map(step).collect();
    steps.filter(|steps| !steps.is_empty())
}

fn step(item: &Json<'_>) -> Option<Step> {
    const TEXTS: [&str; 10] =
        ["content", "step", "text", "title", "description", "task", "name", "subject", "t", "activeForm"];
    const STATUSES: [&str; 4] = ["status", "state", "s", "progress"];
    let text = TEXTS.iter().find_map(|name| item.get(name)?.as_str())?;
    let stated = STATUSES.iter().find_map(|name| item.get(name)?.as_str()).map(status);
    let flagged = ["done", "completed", "checked"].iter().find_map(|name| item.get(name)?.as_bool());
    let status = stated.or(flagged.map(|done| if done { StepStatus::Done } else { StepStatus::Pending }))?;
    Some(Step { text: text.into(), status })
}

fn status(word: &str) -> StepStatus {
    let is = |words: &[&str]| words.iter().any(|known| word.eq_ignore_ascii_case(known));
    if is(&["completed", "complete", "done", "finished", "closed", "success", "cancelled", "canceled", "skipped"]) {
        StepStatus::Done
    } else if is(&[
        "in_progress",
        "in-progress",
        "inprogress",
        "in progress",
        "active",
        "doing",
        "started",
        "running",
        "current",
    ]) {
        StepStatus::Active
    } else {
        StepStatus::Pending
    }
}

/// `- [x] text`, `* [ ] text`, `1. [x] text`, `[x] text`, and their signs `✅`, `☐`
fn check_item(line: &str) -> Option<(StepStatus, &str)> {
    let line = line.trim();
    let line = ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line);
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let line = line.get(digits..).and_then(|rest| rest.strip_prefix(". ")).unwrap_or(line).trim_start();
    const BOXES: [(&str, StepStatus); 11] = [
        ("[x]", StepStatus::Done),
        ("[X]", StepStatus::Done),
        ("[✓]", StepStatus::Done),
        ("[ ]", StepStatus::Pending),
        ("[>]", StepStatus::Active),
        ("[~]", StepStatus::Active),
        ("[-]", StepStatus::Active),
        ("☑", StepStatus::Done),
        ("☒", StepStatus::Done),
        ("☐", StepStatus::Pending),
        ("□", StepStatus::Pending),
    ];
    BOXES.iter().find_map(|(mark, status)| {
        let text = line.strip_prefix(mark)?.trim();
        (!text.is_empty()).then_some((*status, text))
    })
}

/// The position that begins at `place`
fn of_words(text: &str, words: &[Word], place: usize) -> Option<(u32, u32)> {
    const STEPS: [&str; 26] = [
        "step",
        "steps",
        "task",
        "tasks",
        "phase",
        "part",
        "stage",
        "item",
        "milestone",
        "todo",
        "slide",
        "schritt",
        "aufgabe",
        "teil",
        "étape",
        "tâche",
        "paso",
        "tarea",
        "fase",
        "passo",
        "etapa",
        "tarefa",
        "chunk",
        "batch",
        "iteration",
        "point",
    ];
    const OF: [&str; 9] = ["of", "out", "von", "sur", "de", "du", "from", "des", "do"];
    let word = words.get(place)?;
    let rest = words.get(place.saturating_add(1)..)?;
    if word.is_one_of(&STEPS) {
        let number = rest.first()?;
        if number.kind == Kind::Ratio {
            return ratio(number, text);
        }
        let step = whole(number, text)?;
        let mut after = rest.iter().skip(1).skip_while(|word| word.is_one_of(&OF));
        let joined = rest.get(1).is_some_and(|word| word.is_one_of(&OF));
        let of = after.next().filter(|_| joined).and_then(|word| whole(word, text))?;
        return valid(step, of);
    }
    if word.kind == Kind::Ratio && rest.first().is_some_and(|next| next.is_one_of(&STEPS)) {
        return ratio(word, text);
    }
    if word.kind == Kind::Ideographs && word.span.of(text).ends_with('第') || word.span.of(text).ends_with("ステップ")
    {
        let number = rest.first()?;
        if number.kind == Kind::Ratio {
            return ratio(number, text);
        }
        let step = whole(number, text)?;
        let of = rest.iter().skip(1).take(4).find_map(|word| whole(word, text))?;
        let is_total = rest.iter().skip(1).take(4).any(|word| {
            let run = word.span.of(text);
            run.contains('共') || run.contains("全") || run.contains("のうち") || run.contains('中')
        });
        return valid(step, of).filter(|_| is_total);
    }
    None
}

fn ratio(word: &Word, text: &str) -> Option<(u32, u32)> {
    let (step, of) = word.span.of(text).split_once('/')?;
    valid(step.parse().ok()?, of.parse().ok()?)
}

fn whole(word: &Word, text: &str) -> Option<u32> {
    if word.kind != Kind::Number {
        return number_word(word);
    }
    let reading = readings(word.span.of(text))?;
    u32::try_from(reading.first.mantissa).ok().filter(|_| reading.first.scale == 0)
}

fn number_word(word: &Word) -> Option<u32> {
    const NUMBERS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let place = NUMBERS.iter().position(|number| word.is(number))?;
    u32::try_from(place.saturating_add(1)).ok()
}

fn valid(step: u32, of: u32) -> Option<(u32, u32)> {
    (step >= 1 && step <= of && of <= 1000).then_some((step, of))
}

fn contains_ignoring_case(text: &str, needle: &str) -> bool {
    text.as_bytes().windows(needle.len()).any(|window| window.eq_ignore_ascii_case(needle.as_bytes()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn positions() {
        let cases = [
            ("We are at step 6 of 9 now.", Some((6, 9))),
            ("Phase 2/4 is under way.", Some((2, 4))),
            ("3/7 tasks are finished so far.", Some((3, 7))),
            ("Step three of nine comes next.", Some((3, 9))),
            ("Step 2 of 9 is done. Now step 3 of 9.", Some((3, 9))),
            ("Schritt 6 von 9 läuft gerade.", Some((6, 9))),
            ("Estamos en el paso 6 de 9.", Some((6, 9))),
            ("正在进行第 6 步，共 9 步。", Some((6, 9))),
            ("The ratio was 16/9 in the video.", None),
            ("Step 9 of 6 makes no sense.", None),
            ("2 of 7 variants are available.", None),
        ];
        for (text, expected) in cases {
            assert_eq!(find(text).map(|position| (position.step, position.of)), expected, "{text}");
        }
    }

    #[test]
    fn lists() {
        let text = "Plan:\n- [x] parse\n- [ ] publish\nmore";
        assert_eq!(check_list(text).map(|span| span.of(text)), Some("- [x] parse\n- [ ] publish"));
        assert_eq!(check_list("- parse\n- publish"), None);
        let cases = [
            (
                "TodoWrite",
                r#"{"todos":[{"content":"parse","status":"completed"},{"content":"dedupe","status":"in_progress"}]}"#,
                Some("[x] parse\n[>] dedupe"),
            ),
            ("update_plan", r#"{"plan":[{"step":"parse","status":"pending"}]}"#, Some("[ ] parse")),
            ("write_todos", r#"{"todos":[{"t":"parse","s":"completed"}]}"#, Some("[x] parse")),
            ("task_list", r#"{"items":[{"title":"parse","done":true}]}"#, Some("[x] parse")),
            ("shop", r#"{"items":[{"title":"tea","done":true}]}"#, None),
            ("floor", r#"{"plan":"a house"}"#, None),
            ("spaced", "{\"todos\" : \n [{\"text\":\"parse\",\"done\":false}]}", Some("[ ] parse")),
            ("escaped", r#"{"\u0074odos":[{"text":"parse","done":false}]}"#, Some("[ ] parse")),
        ];
        for (tool, arguments, expected) in cases {
            assert!(expected.is_none() || may_hold_list(arguments), "{tool}");
            assert_eq!(of_call(tool, &Json::parse(arguments).unwrap()).as_deref(), expected, "{tool}");
        }
        assert!(!may_hold_list(r#"{"path":"todos","edits":[1]}"#));
    }
}
