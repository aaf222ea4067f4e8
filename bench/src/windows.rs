//! Windows of a wanted size, made of what agents' windows are made of; equal sizes give equal windows.

use crate::dice::Dice;
use crate::piece::{Kind, Piece};
use std::fmt::Write as _;

/// A window
pub struct Window {
    /// What it is called in the tables
    pub name: String,
    /// Its pieces, in order
    pub pieces: Vec<Piece>,
}

impl Window {
    /// A window with that much text: turns of a user, replies, calls, and their results as JSON, code and logs
    pub fn of_size(name: &str, bytes: usize) -> Window {
        let mut maker = Maker { dice: Dice::new(bytes as u64), pieces: Vec::new(), bytes: 0 };
        maker.add(Kind::System, SYSTEM.to_owned());
        while maker.bytes < bytes {
            maker.exchange(bytes);
        }
        maker.add(Kind::User, "Now go on with the next step, and tell me when it is done.".to_owned());
        Window { name: name.to_owned(), pieces: maker.pieces }
    }

    /// A short conversation in which a tool answered with this text
    pub fn around(name: &str, text: String) -> Window {
        Window::of_call(name, "{\"path\":\"notes/inbox.txt\"}".to_owned(), text)
    }

    /// A short conversation with one call and its result
    pub fn of_call(name: &str, arguments: String, result: String) -> Window {
        let mut maker = Maker { dice: Dice::new(1), pieces: Vec::new(), bytes: 0 };
        maker.add(Kind::System, SYSTEM.to_owned());
        maker.add(Kind::User, "Read what came in, and say what is new.".to_owned());
        maker.call("read_file", false, arguments, result);
        maker.add(Kind::Reply, "It was read; nothing in it needs an answer today.".to_owned());
        maker.add(Kind::User, "Good. Now file it.".to_owned());
        Window { name: name.to_owned(), pieces: maker.pieces }
    }

    /// The bytes of its texts
    pub fn bytes(&self) -> usize {
        self.pieces.iter().map(|piece| piece.text.len()).sum()
    }

    /// Half of what its text comes to in tokens, so that there is something to compact
    pub fn limit_tokens(&self) -> u32 {
        u32::try_from(self.bytes() / 8).unwrap_or(u32::MAX).max(500)
    }
}

const SYSTEM: &str = "You are a careful engineer. Never push to the main branch. Keep answers short.";

struct Maker {
    dice: Dice,
    pieces: Vec<Piece>,
    bytes: usize,
}

impl Maker {
    fn add(&mut self, kind: Kind, text: String) {
        self.bytes = self.bytes.saturating_add(text.len());
        self.pieces.push(Piece { id: format!("e{}", self.pieces.len()), kind, text });
    }

    fn call(&mut self, tool: &'static str, writes: bool, arguments: String, result: String) {
        let call_id = format!("call_{}", self.pieces.len());
        self.add(Kind::Call { call_id: call_id.clone(), tool, writes }, arguments);
        self.add(Kind::Result { call_id }, result);
    }

    /// A turn of the user, and what the agent does for it, up to so many bytes of the window
    fn exchange(&mut self, bytes: usize) {
        let request = self.request();
        self.add(Kind::User, request);
        for _ in 0..2 + self.dice.below(6) {
            if self.bytes >= bytes {
                return;
            }
            let reply = self.prose(1, 4);
            self.add(Kind::Reply, reply);
            // A result never fills more than an eighth of the window, so that small windows are mixed too.
            self.work((bytes / 8).max(400));
        }
    }

    fn request(&mut self) -> String {
        let (path, other, noun) = (self.path(), self.path(), self.dice.pick(&NOUNS));
        let version = format!("{}.{}.{}", self.dice.below(9), self.dice.below(30), self.dice.below(10));
        match self.dice.below(5) {
            0 => format!("Please look at `{path}` and find out why the {noun} is slow. Do not change `{other}`."),
            1 => format!("Move the {noun} to version {version}, but only after the tests in `{path}` have passed."),
            2 => format!("The {noun} fails with exit code {}. Never retry it more than twice.", self.dice.below(128)),
            3 => {
                format!("1. Read `{path}`\n2. Mend the {noun}\n3. Write down in `{other}` what you did\nStart with 1.")
            }
            _ => format!("Set {noun}_limit to {} in `{path}`, and leave everything else alone.", self.dice.below(9000)),
        }
    }

    fn work(&mut self, bytes_most: usize) {
        let size = (400 + self.dice.below(5600)).min(bytes_most);
        let (path, noun) = (self.path(), self.dice.pick(&NOUNS));
        match self.dice.below(8) {
            0 | 1 => {
                let listing = self.listing(size);
                self.call("read_file", false, format!("{{\"path\":\"{path}\"}}"), listing);
            }
            2 => {
                let log = self.log(size);
                self.call("run_command", false, format!("{{\"command\":\"tail -n 100 {path} | grep {noun}\"}}"), log);
            }
            3 | 4 => {
                let records = self.records(size);
                let arguments = format!("{{\"method\":\"GET\",\"url\":\"https://api.example.com/v1/{noun}s?page=2\"}}");
                self.call("http_request", false, arguments, records);
            }
            5 => {
                let records = self.records(size);
                let arguments = format!("{{\"query\":\"SELECT id, state FROM {noun}s WHERE state <> 'done'\"}}");
                self.call("sql_query", false, arguments, records);
            }
            6 => {
                let (old, new) = (self.prose(1, 2), self.prose(1, 2));
                let arguments = format!("{{\"path\":\"{path}\",\"old\":\"{old}\",\"new\":\"{new}\"}}");
                self.call("edit_file", true, arguments, format!("{path}: 1 place changed"));
            }
            _ => {
                let id = self.dice.hexadecimal(12);
                let arguments = format!(
                    "{{\"method\":\"POST\",\"url\":\"https://api.example.com/v1/{noun}s\",\"idempotency_key\":\"{id}\"}}"
                );
                self.call("http_request", true, arguments, format!("{{\"status\":201,\"id\":\"{noun}_{id}\"}}"));
            }
        }
    }

    fn path(&mut self) -> String {
        let (folder, noun) = (self.dice.pick(&FOLDERS), self.dice.pick(&NOUNS));
        format!("{folder}/{noun}_{}.rs", self.dice.below(200))
    }

    fn prose(&mut self, least: usize, most: usize) -> String {
        let mut text = String::new();
        for _ in 0..least + self.dice.below(most.saturating_sub(least) + 1) {
            let (noun, verb, manner) = (self.dice.pick(&NOUNS), self.dice.pick(&VERBS), self.dice.pick(&MANNERS));
            let _ = match self.dice.below(4) {
                0 => write!(text, "The {noun} is {verb} {manner}, which took {} ms. ", self.dice.below(5000)),
                1 => write!(text, "I will see whether the {noun} was {verb} {manner} before going on. "),
                2 => write!(text, "It seems that nothing {verb} the {noun} since run {}. ", self.dice.below(90_000)),
                _ => write!(text, "So the {noun} must be {verb} {manner}, and the rest can wait. "),
            };
        }
        text
    }

    fn listing(&mut self, bytes: usize) -> String {
        let mut text = String::new();
        while text.len() < bytes {
            let (noun, verb, number) = (self.dice.pick(&NOUNS), self.dice.pick(&VERBS), self.dice.below(4000));
            let _ = write!(
                text,
                "/// Whether the {noun} was {verb}\npub fn is_{verb}(&self, {noun}: &str) -> Option<u32> {{\n    \
                 let limit = {number};\n    if {noun}.len() > limit || self.state != State::Ready {{\n        \
                 return None;\n    }}\n    self.{noun}s.get({noun}).map(|entry| entry.{verb} as u32)\n}}\n\n"
            );
        }
        text
    }

    fn log(&mut self, bytes: usize) -> String {
        let mut text = String::new();
        while text.len() < bytes {
            let (noun, verb) = (self.dice.pick(&NOUNS), self.dice.pick(&VERBS));
            let (hour, minute, second) = (self.dice.below(24), self.dice.below(60), self.dice.below(60));
            let _ = writeln!(
                text,
                "2026-03-{:02}T{hour:02}:{minute:02}:{second:02}Z INFO {noun} {verb} request_id=req_{} duration_ms={} host=node-{}",
                1 + self.dice.below(28),
                self.dice.hexadecimal(8),
                self.dice.below(3000),
                self.dice.below(40),
            );
        }
        text
    }

    fn records(&mut self, bytes: usize) -> String {
        let mut text = "{\"items\":[".to_owned();
        while text.len() < bytes {
            let (noun, verb) = (self.dice.pick(&NOUNS), self.dice.pick(&VERBS));
            let comma = if text.ends_with('[') { "" } else { "," };
            let _ = write!(
                text,
                "{comma}{{\"id\":\"{noun}_{}\",\"state\":\"{verb}\",\"attempts\":{},\"size_bytes\":{},\"checksum\":\"{}\",\"active\":{}}}",
                self.dice.hexadecimal(8),
                self.dice.below(5),
                self.dice.below(9_000_000),
                self.dice.hexadecimal(16),
                self.dice.below(2) == 0,
            );
        }
        text + "]}"
    }
}

const FOLDERS: [&str; 6] = ["src", "src/store", "tests/cases", "crates/queue/src", "tools", "migrations"];
const NOUNS: [&str; 16] = [
    "parser", "cache", "queue", "index", "replica", "token", "session", "invoice", "worker", "schema", "bucket",
    "lease", "router", "ledger", "snapshot", "tenant",
];
const VERBS: [&str; 10] =
    ["read", "written", "checked", "moved", "closed", "merged", "loaded", "rotated", "restored", "signed"];
const MANNERS: [&str; 6] = ["twice", "in order", "without a lock", "by hand", "after the migration", "on each node"];
