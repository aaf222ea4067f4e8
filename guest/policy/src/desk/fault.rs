//! Input errors as JSON, with a sentence for people.

use super::writer::Writer;
use alloc::format;
use alloc::string::{String, ToString};
use anchorhold_rules::error::{InputError, Malformed};

/// What is wrong with a call
#[derive(Debug)]
pub enum Fault {
    /// What the typed functions would say too
    Input(InputError),
    /// The call is not JSON, or not an object
    Syntax {
        /// What stands there
        fault: Malformed,
        /// Where in its line, in bytes, from 1
        column: u32,
    },
    /// A field that nobody knows
    UnknownField {
        /// Its path
        field: String,
        /// Its name
        name: String,
        /// The known name that is most like it
        nearest: &'static str,
    },
}

impl From<InputError> for Fault {
    fn from(error: InputError) -> Fault {
        Fault::Input(error)
    }
}

impl Fault {
    /// A field of the call that holds something else than it should
    pub fn field(field: String, found: impl Into<String>, expected: impl Into<String>) -> Fault {
        Fault::Input(InputError::Malformed(Malformed {
            line: 1,
            field,
            found: found.into(),
            expected: expected.into(),
        }))
    }

    /// The call is not JSON, or not an object
    pub fn syntax(call: &str, error: &serde_json::Error) -> Fault {
        let expected = if error.is_data() { "one JSON object" } else { "JSON, at most 128 levels deep" };
        Fault::Syntax {
            fault: Malformed {
                line: u32::try_from(error.line()).unwrap_or(u32::MAX),
                field: String::new(),
                found: found_at(call, error.line(), error.column()),
                expected: expected.into(),
            },
            column: u32::try_from(error.column()).unwrap_or(u32::MAX),
        }
    }

    /// An error of the rules, whose fields are those of the request
    pub fn in_request(error: InputError) -> Fault {
        let within = |field: String| format!("request.{field}");
        Fault::Input(match error {
            InputError::BadDigest(field) => InputError::BadDigest(within(field)),
            InputError::UnknownElement { field, id } => InputError::UnknownElement { field: within(field), id },
            InputError::SettingOutOfRange { field, given, least, most } => {
                InputError::SettingOutOfRange { field: within(field), given, least, most }
            }
            InputError::DuplicateElement(_)
            | InputError::UnnamedElement(_)
            | InputError::TooMuch { .. }
            | InputError::BudgetEmpty
            | InputError::Malformed(_) => error,
        })
    }

    /// The error in its JSON form
    pub fn to_json(&self) -> String {
        Writer::object_of(|object| match self {
            Fault::Input(error) => write_input_error(object, error),
            Fault::Syntax { fault, column } => {
                object.key("code").string_unescaped("malformed");
                object.key("column").number(*column);
                write_malformed(object, fault);
                let place = format!("line {}, column {column} of the call", fault.line);
                object.key("message").string(&message_of(&place, fault));
            }
            Fault::UnknownField { field, name, nearest } => {
                object.key("code").string_unescaped("malformed");
                let fault = Malformed {
                    line: 1,
                    field: field.clone(),
                    found: name.clone(),
                    expected: format!("a known field, such as `{nearest}`"),
                };
                write_malformed(object, &fault);
                object
                    .key("message")
                    .string(&format!("`{field}` is not a field that is known here; did you mean `{nearest}`?"));
            }
        })
    }
}

fn write_input_error(object: &mut Writer, error: &InputError) {
    object.key("code").string_unescaped(error.code());
    match error {
        InputError::DuplicateElement(id) => object.key("element").string(id),
        InputError::UnnamedElement(place) => object.key("place").number(*place),
        InputError::BadDigest(field) => object.key("field").string(field),
        InputError::UnknownElement { field, id } => {
            object.key("field").string(field);
            object.key("element").string(id);
        }
        InputError::TooMuch { subject, given, allowed } => {
            object.key("subject").string(subject);
            object.key("given").number(*given);
            object.key("allowed").number(*allowed);
        }
        InputError::BudgetEmpty => (),
        InputError::SettingOutOfRange { field, given, least, most } => {
            object.key("field").string(field);
            object.key("given").number(*given);
            object.key("least").number(*least);
            object.key("most").number(*most);
        }
        InputError::Malformed(fault) => write_malformed(object, fault),
    }
    object.key("message").string(&message(error));
}

fn write_malformed(object: &mut Writer, fault: &Malformed) {
    object.key("line").number(fault.line);
    object.key("field").string(&fault.field);
    object.key("found").string(&fault.found);
    object.key("expected").string(&fault.expected);
}

fn message(error: &InputError) -> String {
    match error {
        InputError::DuplicateElement(id) => {
            format!("two elements have the id `{id}`; give each element of the window its own")
        }
        InputError::UnnamedElement(place) => {
            format!("the element at place {place} of the window has no `id`; give it one that no other has")
        }
        InputError::BadDigest(field) => {
            format!("`{field}` is not a digest; write SHA-256 as 64 lower-case hexadecimal digits")
        }
        InputError::UnknownElement { field, id } => {
            format!(
                "`{field}` speaks of the element `{id}`, which the window does not hold; correct it or leave it out"
            )
        }
        InputError::TooMuch { subject, given, allowed } => {
            format!("{given} {subject} are more than the {allowed} that are taken; give a smaller part of the window")
        }
        InputError::BudgetEmpty => {
            "the reserve and the overhead leave nothing of the limit; raise `limit_tokens` or lower them".to_string()
        }
        InputError::SettingOutOfRange { field, given, least, most } => {
            format!("`{field}` is {given}; give a number from {least} to {most}")
        }
        InputError::Malformed(fault) => {
            let place = match (fault.line, fault.field.as_str()) {
                (line, "") => format!("line {line}"),
                (1, field) => format!("`{field}`"),
                (line, field) => format!("`{field}` in line {line}"),
            };
            message_of(&place, fault)
        }
    }
}

fn message_of(place: &str, fault: &Malformed) -> String {
    let Malformed { found, expected, .. } = fault;
    if found.is_empty() {
        format!("{place} holds nothing; give {expected}")
    } else {
        format!("{place} holds {}; give {expected}", in_backticks(found))
    }
}

/// Text of the caller in backticks; a description such as `a number` is ours and has none
fn in_backticks(found: &str) -> String {
    if found.starts_with("a ") || found.starts_with("an ") { found.to_string() } else { format!("`{found}`") }
}

/// The first of `text`, short enough for an error
pub fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => text.get(..end).unwrap_or_default().to_string() + "…",
        None => text.to_string(),
    }
}

/// What stands where the text ceases to be JSON; the column of a JSON error counts bytes, from 1
fn found_at(call: &str, line: usize, column: usize) -> String {
    let line = call.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let mut start = column.saturating_sub(1).min(line.len());
    while !line.is_char_boundary(start) {
        start = start.saturating_sub(1);
    }
    shortened(line.get(start..).unwrap_or_default())
}
