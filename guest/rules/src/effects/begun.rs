//! Whether a result says only that something has begun.
//!
//! Long jobs answer at once with a handle. A summary that takes such an answer for the end lets the next step follow too
//! early, and one that leaves the handle out leaves a job behind that nobody can ask for or stop.

/// The part of a result that says how far it is, in bytes
const TELLING_BYTES: usize = 400;

/// What stands behind `status` or `state` of something that is not over
const OPEN_STATES: [&str; 12] = [
    "pending",
    "running",
    "queued",
    "started",
    "starting",
    "in_progress",
    "in-progress",
    "in progress",
    "processing",
    "accepted",
    "submitted",
    "waiting",
];

/// What prose says of something that is not over, in lower case
const PHRASES: [&str; 13] = [
    "not finished yet",
    "not yet finished",
    "not done yet",
    "not complete yet",
    "still running",
    "still in progress",
    "still pending",
    "running in background",
    "running in the background",
    "started in the background",
    "has been queued",
    "awaiting confirmation",
    "awaiting approval",
];

/// Whether `text`, a result, says that what was asked for has begun and is not over
pub fn is_begun(text: &str) -> bool {
    let text = text.trim_start();
    let head = text.get(..text.floor_char_boundary(TELLING_BYTES)).unwrap_or_default().to_ascii_lowercase();
    let states = if head.starts_with('{') { of_members(&head) } else { of_lines(&head) };
    states || (!head.starts_with(['{', '[']) && PHRASES.iter().any(|phrase| head.contains(phrase)))
}

/// Whether an object has a member that says so
fn of_members(head: &str) -> bool {
    ["\"status\"", "\"state\"", "\"phase\""].iter().any(|key| {
        let value = head.split_once(key).and_then(|(_, rest)| rest.trim_start().strip_prefix(':'));
        value.and_then(|rest| rest.trim_start().strip_prefix('"')).is_some_and(|value| is_open(value, '"'))
    })
}

/// Whether a line of the form `status: running` says so
fn of_lines(head: &str) -> bool {
    let values = head.lines().filter_map(|line| line.split_once([':', '=']));
    let states = values.filter(|(key, _)| matches!(key.trim(), "status" | "state" | "phase"));
    states.into_iter().any(|(_, value)| is_open(value.trim_start(), ' ') || is_open(value.trim(), '\n'))
}

fn is_open(value: &str, end: char) -> bool {
    let value = value.split(end).next().unwrap_or_default();
    OPEN_STATES.contains(&value.trim_end_matches(['.', ',', ';']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_begun_is_told_from_what_is_over() {
        for begun in [
            r#"{"agent_id":"agt-5f02-k9","status":"running"}"#,
            r#"{ "state" : "in_progress", "ticket": "EX-771" }"#,
            "squash started (job sq-8), not finished yet",
            "Command running in background with ID: bash_1",
            "ticket: EX-9\nStatus: queued",
            "state=in progress",
        ] {
            assert!(is_begun(begun), "{begun}");
        }
        for over in [
            r#"{"agent_id":"agt-5f02-k9","status":"completed"}"#,
            r#"{"ok":true}"#,
            r#"{"note":"the state of \"running\""}"#,
            "The job was started and is over.",
            "status: ok",
            "[main 41d7c0e] pagination, 6 files changed",
            "",
        ] {
            assert!(!is_begun(over), "{over}");
        }
    }
}
