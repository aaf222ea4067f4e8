//! The list of tasks that an agent keeps with one call for each change: `TaskCreate`, `TaskUpdate`.

use crate::demands::plan_position::Step;
use crate::json::Json;
use crate::request::StepStatus;
use crate::window::Element;
use alloc::string::String;
use alloc::vec::Vec;

/// The tasks as they stand at the end of the window, in the order in which they were made
pub fn of_window(window: &[Element<'_>]) -> Vec<Step> {
    let mut tasks: Vec<(String, Step)> = Vec::new();
    for element in window {
        let Some(call) = element.call() else { continue };
        let is = |name: &str| call.tool.eq_ignore_ascii_case(name);
        if !is("TaskCreate") && !is("TaskUpdate") {
            continue;
        }
        let Ok(arguments) = Json::parse(&call.arguments) else { continue };
        let word = |name: &str| arguments.get(name).and_then(|value| value.as_str());
        if is("TaskCreate") {
            let answer = window
                .iter()
                .find(|other| other.result().is_some_and(|result| result.call_id == call.call_id))
                .map_or("", |other| other.text.as_ref());
            let number = number_in(answer).unwrap_or_else(|| alloc::format!("{}", tasks.len().saturating_add(1)));
            if let Some(subject) = word("subject").or_else(|| word("title")) {
                tasks.push((number, Step { text: subject.into(), status: StepStatus::Pending }));
            }
        } else if let (Some(number), Some(status)) = (word("taskId").or_else(|| word("id")), word("status")) {
            let task = tasks.iter_mut().rev().find(|(known, _)| known.as_str() == number);
            if let Some((_, step)) = task {
                step.status = match status {
                    "completed" | "done" => StepStatus::Done,
                    "in_progress" => StepStatus::Active,
                    _ => StepStatus::Pending,
                };
            }
        }
    }
    tasks.into_iter().map(|(_, step)| step).collect()
}

/// The number of a task in `Task #3 created successfully`
fn number_in(answer: &str) -> Option<String> {
    let (_, rest) = answer.split_once('#')?;
    let end = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
    rest.get(..end).filter(|number| !number.is_empty()).map(String::from)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use crate::admission::FindingCode;

    #[test]
    fn finished_tasks() {
        let window = [
            Turn::Done("TaskCreate", "{\"subject\":\"Parse the product feed\"}", "Task #1 created successfully"),
            Turn::Done("TaskCreate", "{\"subject\":\"Publish the product feed\"}", "Task #2 created successfully"),
            Turn::Done("TaskUpdate", "{\"taskId\":\"1\",\"status\":\"completed\"}", "Updated task #1 status"),
        ];
        let faulty = ["- [ ] Parse the product feed", "Next: parse the product feed."];
        let innocent =
            ["- [x] Parse the product feed\n- [ ] Publish the product feed", "Next: publish the product feed."];
        check(FindingCode::StepReopened, &window, &faulty, &innocent);
    }
}
