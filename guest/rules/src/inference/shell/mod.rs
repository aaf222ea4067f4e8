//! What a shell script does to the world: the worst of the commands that it may run.
//!
//! Every command counts as if it ran, whatever `&&`, `if` and loops say. A command that is not known is a write that
//! must not be repeated.

mod arguments;
mod brackets;
mod build;
mod cloud;
mod cluster;
mod databases;
mod fetch;
mod files;
mod git;
mod lexer;
mod parser;
mod plain;
mod system;
mod token;
mod wrappers;

#[cfg(test)]
mod tests;

use super::deed::Deed;
use super::patch;
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use arguments::Arguments;
use parser::Simple;
use token::{Redirect, RedirectKind, Word};
use wrappers::Wrapped;

/// Scripts inside scripts are read down to this depth; what lies deeper counts as a write.
const DEPTH_MAX: usize = 12;

/// How often the bytes of a script may be read in all, since a script inside a script is read again
const READINGS_MAX: usize = 16;

/// What a script does
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The worst of its commands
    pub deed: Deed,
    /// How many of its commands write
    pub writes: usize,
    /// The worst writes as they are written, in order; empty: it writes nothing
    pub worst: String,
    /// Files that it shows
    pub shown: Vec<String>,
    /// Files that it writes
    pub written: Vec<String>,
    bytes_left: usize,
}

/// Reads scripts that run one after the other
pub fn reading(scripts: &[&str]) -> Reading {
    let mut reading = Reading {
        deed: Deed::READ,
        writes: 0,
        worst: String::new(),
        shown: Vec::new(),
        written: Vec::new(),
        bytes_left: affordable(scripts),
    };
    for script in scripts {
        reading.script(script, 0);
    }
    reading
}

fn affordable(texts: &[&str]) -> usize {
    texts.iter().map(|text| text.len()).sum::<usize>().saturating_mul(READINGS_MAX)
}

/// Reads one command that is given as its words, as `exec` takes them
pub fn reading_of_words(words: &[&str]) -> Reading {
    let mut reading = reading(&[]);
    reading.bytes_left = affordable(words);
    let words: Vec<Word<'_>> =
        words.iter().map(|word| Word { text: Cow::Borrowed(*word), dynamic: false, quoted: true }).collect();
    reading.simple(&Simple { words, ..Simple::default() }, &BTreeSet::new(), 0);
    reading
}

impl Reading {
    fn script(&mut self, script: &str, depth: usize) {
        let affordable = self.bytes_left.checked_sub(script.len()).filter(|_| depth <= DEPTH_MAX);
        let Some(bytes_left) = affordable else { return self.add(Deed::WRITE, || first_line(script)) };
        self.bytes_left = bytes_left;
        let tokens = lexer::tokens(script);
        if tokens.broken {
            self.add(Deed::WRITE, || first_line(script));
        }
        for nested in tokens.nested {
            self.script(nested, depth + 1);
        }
        let commands = parser::commands(tokens.tokens);
        for simple in &commands.simple {
            self.simple(simple, &commands.functions, depth);
        }
    }

    fn simple(&mut self, simple: &Simple<'_>, functions: &BTreeSet<Cow<'_, str>>, depth: usize) {
        let defined = simple.words.first().is_some_and(|name| functions.contains(&name.text));
        if !simple.words.is_empty() && !defined {
            self.command(&simple.words, simple, depth);
        }
        for redirect in &simple.redirects {
            self.redirect(redirect);
        }
    }

    fn command(&mut self, words: &[Word<'_>], simple: &Simple<'_>, depth: usize) {
        let Some((first, rest)) = words.split_first() else { return };
        // What a variable names may be anything.
        if depth > DEPTH_MAX || first.dynamic {
            return self.add(Deed::WRITE, || described(words));
        }
        let name = program(&first.text);
        let arguments = Arguments(rest);
        match wrappers::unwrap(name, arguments, simple) {
            Wrapped::Command(inner) => self.command(inner.0, simple, depth + 1),
            Wrapped::Script(script) => self.script(&script, depth + 1),
            Wrapped::Elsewhere(inner) => {
                self.command(inner.0, simple, depth + 1);
                self.deed = self.deed.elsewhere();
            }
            Wrapped::ScriptElsewhere(script) => {
                self.script(&script, depth + 1);
                self.deed = self.deed.elsewhere();
            }
            Wrapped::Several(commands) => {
                for inner in commands {
                    self.command(inner.0, simple, depth + 1);
                }
            }
            Wrapped::None => {
                let deed = self.program(name, arguments, simple);
                self.add(deed, || described(words));
            }
        }
    }

    fn program(&mut self, name: &str, arguments: Arguments<'_>, simple: &Simple<'_>) -> Deed {
        // Asking a program for its version or its help runs nothing else.
        let asks = matches!(arguments.0, [only] if matches!(&*only.text, "--version" | "-V" | "-version"));
        if asks || arguments.0.iter().any(|word| !word.quoted && word.text == "--help") {
            return Deed::READ;
        }
        if matches!(name, "apply_patch" | "applypatch") {
            let text = simple.input.as_deref().or_else(|| arguments.texts().next());
            let (deed, files) = patch::reading(text.unwrap_or(""));
            self.written.extend(files);
            return deed;
        }
        files::deed(name, arguments, &mut self.shown, &mut self.written)
            .or_else(|| databases::deed(name, arguments, simple.input.as_deref()))
            .or_else(|| plain::deed(name, arguments))
            .or_else(|| git::deed(name, arguments, &mut self.written))
            .or_else(|| build::deed(name, arguments))
            .or_else(|| fetch::deed(name, arguments))
            .or_else(|| cluster::deed(name, arguments))
            .or_else(|| cloud::deed(name, arguments))
            .or_else(|| system::deed(name, arguments))
            .unwrap_or(Deed::WRITE)
    }

    fn redirect(&mut self, redirect: &Redirect<'_>) {
        let target = &*redirect.target.text;
        let deed = match redirect.kind {
            RedirectKind::Duplicate | RedirectKind::Text => return,
            RedirectKind::Input => {
                self.shown.push(String::from(target));
                return;
            }
            RedirectKind::Truncate | RedirectKind::Append if is_sink(target) => return,
            RedirectKind::Truncate => Deed::SETTLE,
            RedirectKind::Append => Deed::WRITE,
        };
        self.written.push(String::from(target));
        let mark = if redirect.kind == RedirectKind::Append { ">> " } else { "> " };
        self.add(deed, || String::from(mark) + target);
    }

    fn add(&mut self, deed: Deed, description: impl FnOnce() -> String) {
        if deed.writes {
            self.writes += 1;
            // What must not be repeated is named before what may be.
            if self.deed.repeatable && !deed.repeatable {
                self.worst.clear();
            }
            if self.deed.repeatable || !deed.repeatable {
                self.name(&description());
            }
        }
        self.deed = self.deed.and(deed);
    }

    fn name(&mut self, write: &str) {
        if self.worst.len() >= super::TARGET_BYTES || self.worst.split("; ").any(|named| named == write) {
            return;
        }
        if !self.worst.is_empty() {
            self.worst.push_str("; ");
        }
        self.worst.push_str(write);
        if self.worst.len() > super::TARGET_BYTES {
            self.worst = super::shorten(&self.worst, super::TARGET_BYTES);
        }
    }
}

/// The name of a program without its folder; a program beside the script keeps it, since any name may stand there
fn program(word: &str) -> &str {
    match word.rsplit_once('/') {
        Some((folder, name)) if folder.ends_with("bin") || matches!(name, "gradlew" | "mvnw") => name,
        _ => word,
    }
}

/// A target that keeps nothing
fn is_sink(target: &str) -> bool {
    matches!(target, "/dev/null" | "/dev/stdout" | "/dev/stderr" | "/dev/tty" | "NUL" | "$null")
        || target.starts_with("/dev/fd/")
}

fn first_line(script: &str) -> String {
    super::shorten(script.trim().lines().next().unwrap_or(""), super::TARGET_BYTES)
}

fn described(words: &[Word<'_>]) -> String {
    let mut text = String::new();
    for piece in words.iter().flat_map(|word| word.text.split_whitespace()) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(piece);
        if text.len() > super::TARGET_BYTES {
            break;
        }
    }
    super::shorten(&text, super::TARGET_BYTES)
}
