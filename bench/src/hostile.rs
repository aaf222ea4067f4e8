//! Texts that somebody made to be slow, beside ordinary text.

use crate::components::Components;
use crate::decisions::{desk_request, told};
use crate::measure::{Spread, Way, in_turns};
use crate::sections::{shown, times};
use crate::table::Table;
use crate::windows::Window;
use anchorhold_runtime::DeskFunction;
use serde_json::json;
use std::fmt::Write as _;

/// The longest summary that is read
const SUMMARY_BYTES: usize = 256 << 10;

/// Hostile texts in the window and in the summary, against ordinary ones
pub fn section(components: &Components) -> Result<String, String> {
    let mut windows = Table::new(["what a tool answered", "size", "plan", "a byte", "check", "a byte"]);
    let mut summaries = Table::new(["what the summarizer wrote", "size", "check", "against ordinary"]);
    let mut ordinaries = None;
    for window in std::iter::once(ordinary()).chain(all()) {
        let size = window.bytes() as f64;
        let answer = window.pieces.iter().map(|piece| piece.text.as_str()).max_by_key(|text| text.len());
        let answer = answer.unwrap_or_default();
        let summary = answer.get(..answer.floor_char_boundary(SUMMARY_BYTES)).unwrap_or_default();
        let calls = [
            (DeskFunction::Plan, desk_request(&window).to_string()),
            (
                DeskFunction::Check,
                checking(&window, summary.get(..summary.floor_char_boundary(4096)).unwrap_or_default()),
            ),
            (DeskFunction::Check, checking(&ordinary(), summary)),
        ];
        let mut ways = calls
            .each_ref()
            .map(|(function, call)| Way::new(|| told(components.bounded.call(*function, call))?.answer));
        let spreads = in_turns(&mut ways);
        let [plan, check, of_summary] = spreads.as_slice() else { return Err("not all was timed".to_owned()) };
        let costs = [cost(plan, size), cost(check, size), cost(of_summary, 1.0)];
        let [plain_plan, plain_check, plain_summary] = *ordinaries.get_or_insert(costs);
        let against = |cost: Option<f64>, plain: Option<f64>| {
            cost.zip(plain).map_or_else(String::new, |(cost, plain)| times(cost / plain))
        };
        let [of_plan, of_check, of_text] = costs;
        windows.row([
            window.name.clone(),
            format!("{:.1} MB", size / 1e6),
            shown(plan),
            against(of_plan, plain_plan),
            shown(check),
            against(of_check, plain_check),
        ]);
        summaries.row([
            window.name.clone(),
            format!("{:.0} kB", summary.len() as f64 / 1e3),
            shown(of_summary),
            against(of_text, plain_summary),
        ]);
    }
    Ok(format!(
        "## Hostile text\n\nBy the desk, with limits: `plan`, and `check` of the first 4 KiB of the answer as its summary. *A byte*: what a \
         byte of the window costs, against one of the ordinary window.\n\n{}\nThe same texts as summaries of the ordinary window.\n\n{}",
        windows.text(),
        summaries.text()
    ))
}

/// Seconds for each of so many bytes
fn cost(spread: &Result<Spread, String>, bytes: f64) -> Option<f64> {
    spread.as_ref().ok().map(|spread| spread.seconds() / bytes)
}

fn checking(window: &Window, summary: &str) -> String {
    let mut call = desk_request(window);
    if let Some(call) = call.as_object_mut() {
        call.insert("call".to_owned(), json!("check"));
        call.insert("candidate".to_owned(), json!({"text": summary}));
    }
    call.to_string()
}

/// What the tool answers in an ordinary window of this kind
fn ordinary() -> Window {
    let text: String = Window::of_size("", 1 << 20).pieces.into_iter().map(|piece| piece.text + "\n").collect();
    Window::around("ordinary text, 1 MiB", text)
}

/// The hostile ones
fn all() -> Vec<Window> {
    const MILLION: usize = 1_000_000;
    let nested = format!("{{\"path\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    vec![
        Window::around("a million opening brackets", "[".repeat(MILLION)),
        Window::around("a million quotation marks", "\"".repeat(MILLION)),
        Window::around("a million line feeds", "\n".repeat(MILLION)),
        Window::around("one line of 10 MB", "the cache was read twice and nothing came of it ".repeat(MILLION / 5)),
        Window::around("one word of 1 MB", "0123456789abcdef".repeat(MILLION / 16)),
        Window::around("a thousand near-identical ids, often", near_identical_ids(MILLION)),
        Window::around("a hundred thousand keys", keys(100_000)),
        Window::around("a million words `not`", "do not ".repeat(MILLION / 7)),
        Window::of_call("JSON of depth 100,000 as arguments", nested.clone(), "done".to_owned()),
        Window::around("JSON of depth 100,000 as result", nested),
    ]
}

fn near_identical_ids(bytes: usize) -> String {
    let mut text = String::new();
    let mut number = 0_u32;
    while text.len() < bytes {
        let _ = write!(text, "req_7c41e09b{:03x} ", number % 1000);
        number = number.wrapping_add(7);
    }
    text
}

fn keys(count: u32) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "key_{number}: {}", number.wrapping_mul(2_654_435_761));
        text
    })
}
