//! The functions of the contract as JSON text; `docs/json.md` describes what they take and answer.
//!
//! Each takes one JSON object and answers with another. The error is the JSON form of an input error. No text that is
//! given can make them panic.

mod answers;
mod call;
mod candidate;
mod document;
mod element;
mod elements;
mod fault;
mod fields;
mod functions;
mod request;
mod settings;
mod unescape;
mod words;
mod writer;

use alloc::format;
use alloc::string::String;
use call::Call;
use fault::Fault;

/// Answers one line of a batch: the member `call` names the function
///
/// The answer is one line, `{"ok": answer}` or `{"input_error": error}`.
pub fn answer(line: &str) -> String {
    let answered = Call::parse(line).and_then(|call| {
        let function = call.named(FUNCTIONS)?;
        function(call)
    });
    match answered {
        Ok(answer) => within("ok", answer),
        Err(fault) => within("input_error", fault.to_json()),
    }
}

/// Reads a transcript or a window: its elements, with their places in the text
///
/// # Errors
/// The call breaks a stated rule.
pub fn read(call: &str) -> Result<String, String> {
    told(call, functions::read)
}

/// The class of each element, and why
///
/// # Errors
/// The call breaks a stated rule.
pub fn classify(call: &str) -> Result<String, String> {
    told(call, functions::classify)
}

/// Whether a pass may begin, and what it owes
///
/// # Errors
/// The call breaks a stated rule.
pub fn plan(call: &str) -> Result<String, String> {
    told(call, functions::plan)
}

/// Whether what a pass made may be installed, and the next window
///
/// # Errors
/// The call breaks a stated rule.
pub fn admit(call: &str) -> Result<String, String> {
    told(call, functions::admit)
}

/// What `admit` would say if every duty were done
///
/// # Errors
/// The call breaks a stated rule.
pub fn check(call: &str) -> Result<String, String> {
    told(call, functions::check)
}

/// Queries for each anchor that would leave
///
/// # Errors
/// The call breaks a stated rule.
pub fn probes(call: &str) -> Result<String, String> {
    told(call, functions::probes)
}

/// Query-anchor divergence of a log
///
/// # Errors
/// The call breaks a stated rule.
pub fn divergence(call: &str) -> Result<String, String> {
    told(call, functions::divergence)
}

/// What a host should do with a call that is about to fire
///
/// # Errors
/// The call breaks a stated rule.
pub fn judge(call: &str) -> Result<String, String> {
    told(call, functions::judge)
}

/// What this policy is, with the settings of each preset
///
/// # Errors
/// The call breaks a stated rule.
pub fn describe(call: &str) -> Result<String, String> {
    told(call, functions::describe)
}

/// What one of the functions is
type Function = for<'a> fn(Call<'a>) -> Result<String, Fault>;

/// The functions that a line can name
const FUNCTIONS: &[(&str, Function)] = &[
    ("read", functions::read),
    ("classify", functions::classify),
    ("plan", functions::plan),
    ("admit", functions::admit),
    ("check", functions::check),
    ("probes", functions::probes),
    ("divergence", functions::divergence),
    ("judge", functions::judge),
    ("describe", functions::describe),
];

fn told(call: &str, function: Function) -> Result<String, String> {
    Call::parse(call).and_then(function).map_err(|fault| fault.to_json())
}

/// An answer as the only member of an object; in place, since an answer can be as large as a document
fn within(name: &str, mut answer: String) -> String {
    answer.insert_str(0, &format!("{{\"{name}\":"));
    answer.push('}');
    answer
}
