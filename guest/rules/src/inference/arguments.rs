//! What the name and the arguments of a call tell together.

use super::deed::Deed;
use super::known::{self, Tool};
use super::{http, patch, shell, sql, tool_names};
use crate::classification::Decider;
use crate::json::Json;
use crate::window::ToolCall;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// What was told
pub struct Told {
    /// What the call does
    pub deed: Deed,
    /// What told it
    pub decider: Decider,
    /// It asks the user
    pub question: bool,
    /// It sets another agent to work
    pub agent: bool,
    /// A failure may have left a part of it done
    pub partial: bool,
    /// What it shows
    pub shown: Vec<String>,
    /// What it writes
    pub written: Vec<String>,
    /// What it was done to, where that is more than one argument
    pub target: Option<String>,
}

impl Default for Told {
    fn default() -> Told {
        Told::by(Deed::WRITE, Decider::DefaultWrite)
    }
}

impl Told {
    fn by(deed: Deed, decider: Decider) -> Told {
        Told {
            deed,
            decider,
            question: false,
            agent: false,
            partial: false,
            shown: Vec::new(),
            written: Vec::new(),
            target: None,
        }
    }

    /// Whether a rule on the arguments told it, which outranks annotations
    pub fn by_arguments(&self) -> bool {
        matches!(self.decider, Decider::HttpMethod | Decider::SqlVerb | Decider::ShellCommand)
    }
}

/// The arguments of a call. What is not JSON is one string.
pub fn parsed<'a>(call: &'a ToolCall<'_>) -> Json<'a> {
    Json::parse(&call.arguments).unwrap_or_else(|_| Json::String(Cow::Borrowed(&call.arguments)))
}

/// What the call tells; `None` where nothing is known of it
pub fn told(name: &str, arguments: &Json<'_>) -> Option<Told> {
    if let Some(tool) = known::tool(name) {
        return well_known(tool, arguments);
    }
    let words = tool_names::words(name);
    let borrowed: Vec<&str> = words.iter().map(String::as_str).collect();
    if let Some(told) = runs_commands(&borrowed).then(|| command(arguments)).flatten() {
        // A command that runs in a pod or on another machine shows a world that others change.
        let elsewhere = ["pod", "pods", "container", "ssh", "remote", "docker", "vm", "kubectl", "node", "sandbox"];
        let is_elsewhere = borrowed.iter().any(|word| elsewhere.contains(word));
        let deed = if is_elsewhere { told.deed.elsewhere() } else { told.deed };
        return Some(Told { deed, ..told });
    }
    if let Some(text) = sql_text(&borrowed, arguments) {
        let sql::Reading { deed, shown, written } = sql::reading(text);
        return Some(Told { shown, written, ..Told::by(deed, Decider::SqlVerb) });
    }
    let told = match http::deed(&borrowed, arguments) {
        Some(deed) => Told::by(deed, Decider::HttpMethod),
        None => Told::by(tool_names::deed(&words)?, Decider::KnownTool),
    };
    Some(located(told, arguments))
}

fn well_known(tool: Tool, arguments: &Json<'_>) -> Option<Told> {
    let told = |deed| Told::by(deed, Decider::KnownTool);
    Some(match tool {
        Tool::Shell => return command(arguments),
        Tool::Read => located(told(Deed::READ), arguments),
        Tool::Look => told(Deed::LOOK),
        Tool::Settle => located(told(Deed::SETTLE), arguments),
        Tool::Write => located(told(Deed::WRITE), arguments),
        Tool::Edit => located(told(edit(arguments)), arguments),
        Tool::Editor => located(told(editor(arguments)), arguments),
        Tool::Patch => patched(arguments),
        Tool::Input => {
            let input = text_of(arguments, &["chars", "input", "text"]).unwrap_or("");
            told(if input.is_empty() { Deed::LOOK } else { Deed::WRITE })
        }
        Tool::Notebook => {
            let replaces = matches!(text_of(arguments, &["edit_mode"]), None | Some("replace"));
            located(told(if replaces { Deed::SETTLE } else { Deed::WRITE }), arguments)
        }
        Tool::Agent => Told { agent: true, ..told(Deed::WRITE) },
        Tool::Question => Told { question: true, ..told(Deed::READ) },
    })
}

fn text_of<'j>(arguments: &'j Json<'_>, names: &[&str]) -> Option<&'j str> {
    names.iter().find_map(|name| arguments.get(name)?.as_str())
}

fn runs_commands(words: &[&str]) -> bool {
    let verbs =
        ["exec", "execute", "run", "shell", "bash", "terminal", "command", "commands", "console", "ssh", "sh", "cmd"];
    words.iter().any(|word| verbs.contains(word))
}

/// What a shell command does; `None` where the arguments hold none
fn command(arguments: &Json<'_>) -> Option<Told> {
    let given = match arguments {
        Json::String(_) => arguments,
        _ => ["command", "cmd", "commands", "script", "CommandLine"].iter().find_map(|name| arguments.get(name))?,
    };
    let reading = match given {
        Json::String(script) => shell::reading(&[script]),
        Json::Array(elements) => {
            let words: Vec<&str> = elements.iter().filter_map(Json::as_str).collect();
            // `commands` is a list of scripts, anything else the words of one command.
            let scripts = arguments.get("commands").is_some() || words.len() == 1;
            match (words.len() == elements.len(), scripts) {
                (false, _) => return None,
                (true, true) => shell::reading(&words),
                (true, false) => shell::reading_of_words(&words),
            }
        }
        _ => return None,
    };
    let folder = text_of(arguments, &["workdir", "cwd", "working_directory", "dir_path", "directory"]);
    let files = |files: Vec<String>| files.into_iter().map(|file| within(folder, file)).collect();
    Some(Told {
        target: Some(reading.worst).filter(|worst| !worst.is_empty()),
        shown: files(reading.shown),
        written: files(reading.written),
        // Of two writes the first may have been done when the command as a whole failed.
        partial: reading.writes > 1,
        ..Told::by(reading.deed, Decider::ShellCommand)
    })
}

fn within(folder: Option<&str>, file: String) -> String {
    match folder {
        Some(folder) if !file.starts_with(['/', '~', '$']) && !folder.is_empty() => {
            format!("{}/{}", folder.trim_end_matches('/'), file.trim_start_matches("./"))
        }
        _ => file,
    }
}

/// Arguments that name a file or a URL
const LOCATORS: [&str; 14] = [
    "file_path",
    "path",
    "notebook_path",
    "absolute_path",
    "filename",
    "filePath",
    "file",
    "target_file",
    "url",
    "uri",
    "relative_path",
    "file_name",
    "fileName",
    "endpoint",
];

/// Adds what the call shows or writes by its arguments
fn located(mut told: Told, arguments: &Json<'_>) -> Told {
    let locator = text_of(arguments, &LOCATORS).map(String::from);
    let list = if told.deed.writes { &mut told.written } else { &mut told.shown };
    list.extend(locator);
    told
}

/// An edit finds nothing to replace the second time, unless what it puts there holds what it looks for.
fn edit(arguments: &Json<'_>) -> Deed {
    let edits = arguments.get("edits").and_then(Json::as_array);
    match edits {
        Some(edits) => edits.iter().map(replacement).fold(Deed::SETTLE, Deed::and),
        None => replacement(arguments),
    }
}

fn replacement(arguments: &Json<'_>) -> Deed {
    let old = text_of(arguments, &["old_string", "old_str", "oldText", "oldString", "old_text", "search"]);
    let new = text_of(arguments, &["new_string", "new_str", "newText", "newString", "new_text", "replace"]);
    match (old, new) {
        (Some(old), Some(new)) if old.is_empty() || !new.contains(old) => Deed::SETTLE,
        _ => Deed::WRITE,
    }
}

fn editor(arguments: &Json<'_>) -> Deed {
    match text_of(arguments, &["command"]) {
        Some("view" | "cat") => Deed::READ,
        Some("create" | "write") => Deed::SETTLE,
        Some("insert" | "undo_edit" | "append") => Deed::WRITE,
        _ => replacement(arguments),
    }
}

fn patched(arguments: &Json<'_>) -> Told {
    let text = arguments.as_str().or_else(|| text_of(arguments, &["input", "patch", "patchText", "diff", "content"]));
    let (deed, written) = patch::reading(text.unwrap_or(""));
    let target = match written.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        [first, rest @ ..] => Some(format!("{first} and {} more", rest.len())),
    };
    Told { written, target, ..Told::by(deed, Decider::KnownTool) }
}

/// The SQL text among the arguments
fn sql_text<'j>(words: &[&str], arguments: &'j Json<'_>) -> Option<&'j str> {
    let about_databases = [
        "sql",
        "query",
        "db",
        "database",
        "postgres",
        "postgresql",
        "mysql",
        "sqlite",
        "duckdb",
        "bigquery",
        "snowflake",
        "clickhouse",
        "redshift",
        "databricks",
    ];
    let stated = text_of(arguments, &["sql", "sql_query", "statement", "sqlQuery"]);
    let named = || {
        let fits = words.iter().any(|word| about_databases.contains(word));
        text_of(arguments, &["query", "q", "text", "input"]).filter(|_| fits)
    };
    stated.or_else(named).filter(|text| sql::is_sql(text))
}
