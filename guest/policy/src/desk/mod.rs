//! The functions of the contract as JSON text; `docs/json.md` describes what they take and answer.
//!
//! Each takes one JSON object and answers with another. The error is the JSON form of an input error. No text that is
//! given can make them panic. A text that is given away, and not lent, needs less memory.

mod answers;
mod call;
mod candidate;
mod document;
mod element;
mod elements;
mod fault;
mod fields;
mod functions;
mod owned;
mod request;
mod settings;
mod unescape;
mod words;
mod writer;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use call::Call;
use fault::Fault;

/// Answers one line of a batch: the member `call` names the function
///
/// The answer is one line, `{"ok": answer}` or `{"input_error": error}`.
pub fn answer<'a>(line: impl Into<Cow<'a, str>>) -> String {
    match with_call(line.into(), |call| {
        let function = call.named(FUNCTIONS)?;
        function(call)
    }) {
        Ok(answer) => within("ok", answer),
        Err(fault) => within("input_error", fault.to_json()),
    }
}

/// Reads a transcript or a window: its elements, with their places in the text
///
/// # Errors
/// The call breaks a stated rule.
pub fn read<'a>(call: impl Into<Cow<'a, str>>) -> Result<String, String> {
    told(call.into(), functions::read)
}

/// The class of each element, and why
///
/// # Errors
/// The call breaks a stated rule.
pub fn classify<'a>(call: impl Into<Cow<'a, str>>) -> Result<String, String> {
    told(call.into(), functions::classify)
}

/// Whether a pass may begin, and what it owes
///
/// # Errors
/// The call breaks a stated rule.
pub fn plan<'a>(call: impl Into<Cow<'a, str>>) -> Result<String, String> {
    told(call.into(), functions::plan)
}

/// Whether what a pass made may be installed, and the next window
///
/// # Errors
/// The call breaks a stated rule.
pub fn admit<'a>(call: impl Into<Cow<'a, str>>) -> Result<String, String> {
    told(call.into(), functions::admit)
}

/// What `admit` would say if every duty were done
///
/// # Errors
/// The call breaks a stated rule.
pub fn check<'a>(call: impl Into<Cow<'a, str>>) -> Result<String, String> {
    told(call.into(), functions::check)
}

/// Queries for each anchor that would leave
///
/// # Errors
/// The call breaks a stated rule.
pub fn probes<'a>(call: impl Into<Cow<'a, str>>) -> Result<String, String> {
    told(call.into(), functions::probes)
}

/// Query-anchor divergence of a log
///
/// # Errors
/// The call breaks a stated rule.
pub fn divergence<'a>(call: impl Into<Cow<'a, str>>) -> Result<String, String> {
    told(call.into(), functions::divergence)
}

/// What a host should do with a call that is about to fire
///
/// # Errors
/// The call breaks a stated rule.
pub fn judge<'a>(call: impl Into<Cow<'a, str>>) -> Result<String, String> {
    told(call.into(), functions::judge)
}

/// What this policy is, with the settings of each preset
///
/// # Errors
/// The call breaks a stated rule.
pub fn describe<'a>(call: impl Into<Cow<'a, str>>) -> Result<String, String> {
    told(call.into(), functions::describe)
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

fn told(call: Cow<'_, str>, function: Function) -> Result<String, String> {
    with_call(call, function).map_err(|fault| fault.to_json())
}

/// Takes a call apart, and drops its text where that is ours and no longer needed: a transcript or a window would be held
/// twice
fn with_call(text: Cow<'_, str>, function: impl FnOnce(Call<'_>) -> Result<String, Fault>) -> Result<String, Fault> {
    let call = Call::parse(&text)?;
    if matches!(text, Cow::Owned(_)) && call.outlives_its_text() {
        let call = call.into_owned();
        drop(text);
        function(call)
    } else {
        function(call)
    }
}

/// An answer as the only member of an object; in place, since an answer can be as large as a document
fn within(name: &str, mut answer: String) -> String {
    answer.insert_str(0, &format!("{{\"{name}\":"));
    answer.push('}');
    answer
}
