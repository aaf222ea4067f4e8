//! The specs' reference functions in Python, and the component under `literal` on the same decisions.

use crate::bounded::records;
use crate::components::{Components, file};
use crate::decisions::{summary, told};
use crate::measure::{Spread, Way, in_turns};
use crate::windows::Window;
use anchorhold_runtime::wit::guard;
use anchorhold_runtime::wit::types::Preset;
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

/// What one decision took on both sides
pub struct Comparison {
    /// The window
    pub window: String,
    /// The question
    pub question: &'static str,
    /// What the reference functions answered, and what the component did
    pub answers: String,
    /// What the reference functions took
    pub reference: Spread,
    /// What the component took
    pub component: Result<Spread, String>,
}

/// Asks both whether a pass over each window may begin, and whether its output may be installed
///
/// # Errors
/// Where Python does not run or a policy fails.
pub fn compare(windows: &[Window], components: &Components) -> Result<Vec<Comparison>, String> {
    let settings = told(components.bounded.settings_of(Preset::Literal))?.answer;
    let mut comparisons = Vec::new();
    for (window, times) in windows.iter().zip(ask(windows)?) {
        let mut request = records::request(window, settings.clone(), true);
        request.budget.limit_tokens = ample_budget(window);
        let verdict = told(told(components.bounded.plan(&request))?.answer)?;
        let receipts = records::receipts(&verdict);
        let candidate = records::candidate(&summary(window));
        let admission = told(told(components.bounded.admit(&request, &receipts, &candidate))?.answer)?;
        let mut spreads = in_turns(&mut [
            Way::new(|| told(told(components.bounded.plan(&request))?.answer)),
            Way::new(|| told(told(components.bounded.admit(&request, &receipts, &candidate))?.answer)),
        ])
        .into_iter();
        let ours = [verdict_name(&verdict), admission_name(&admission)];
        let questions = [("may it begin", "begin"), ("may it be installed", "install")];
        for ((question, name), ours) in questions.into_iter().zip(ours) {
            let timed = times.get(name).unwrap_or(&Value::Null);
            let theirs = timed.get("answer").and_then(Value::as_str).unwrap_or_default();
            comparisons.push(Comparison {
                window: window.name.clone(),
                question,
                answers: format!("{theirs}; {ours}"),
                reference: spread(timed)?,
                component: spreads.next().unwrap_or_else(|| Err("it was not timed".to_owned())),
            });
        }
    }
    Ok(comparisons)
}

/// A budget that refuses nothing, since a refusal would end the work early
fn ample_budget(window: &Window) -> u32 {
    u32::try_from(window.bytes()).unwrap_or(u32::MAX)
}

fn verdict_name(verdict: &guard::Verdict) -> &'static str {
    match verdict {
        guard::Verdict::Proceed(_) => "proceed",
        guard::Verdict::Refuse(_) => "refuse",
    }
}

fn admission_name(admission: &guard::Admission) -> &'static str {
    match admission {
        guard::Admission::Admitted(_) => "admitted",
        guard::Admission::Retry(_) => "retry",
        guard::Admission::Refused(_) => "refused",
    }
}

/// The times of all rounds
fn spread(timed: &Value) -> Result<Spread, String> {
    let seconds = timed.get("seconds").and_then(Value::as_array).ok_or("the reference gave no times")?;
    let times = seconds.iter().filter_map(|one| Duration::try_from_secs_f64(one.as_f64()?).ok());
    Ok(Spread::of(times.collect()))
}

fn ask(windows: &[Window]) -> Result<Vec<Value>, String> {
    let fault = |why: &dyn std::fmt::Display| format!("bench/reference.py: {why}");
    let windows: Vec<Value> = windows
        .iter()
        .map(|window| {
            let elements: Vec<Value> = window.pieces.iter().map(crate::piece::Piece::reference).collect();
            json!({"elements": elements, "summary": summary(window), "invariants": [], "budget": ample_budget(window)})
        })
        .collect();
    let mut child = Command::new("python3")
        .arg(file("bench/reference.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| fault(&error))?;
    // It reads all of its input before it writes, so that neither waits for the other.
    let mut pipe = child.stdin.take().ok_or_else(|| fault(&"no standard input"))?;
    pipe.write_all(json!({"windows": windows}).to_string().as_bytes()).map_err(|error| fault(&error))?;
    drop(pipe);
    let output = child.wait_with_output().map_err(|error| fault(&error))?;
    if !output.status.success() {
        return Err(fault(&output.status));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| fault(&error))
}
