//! A folder with a transcript that has something of everything, and a store.

// Each test takes of it what it needs.
#![allow(dead_code, reason = "not every test uses all of it")]

use crate::support::desk;
use anchorhold_flow::{
    Budget, Cancellation, CompactError, CompactJob, Compacted, Desk, Document, Inquiry, Step, Store, Summarizer,
    compact,
};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A folder with a transcript, and a store
pub struct Workplace {
    pub folder: TempDir,
    pub transcript: PathBuf,
    pub out: PathBuf,
    pub store: Store,
    pub desk: Desk,
}

impl Workplace {
    pub fn new() -> Workplace {
        let folder = tempfile::tempdir().expect("a folder");
        let transcript = folder.path().join("messages.json");
        fs::write(&transcript, conversation()).expect("a transcript");
        Workplace {
            out: folder.path().join("next.json"),
            store: Store::open(&folder.path().join("store.db")).expect("a store"),
            desk: desk(),
            transcript,
            folder,
        }
    }

    pub fn inquiry(&self, limit: u32) -> Inquiry {
        Inquiry {
            document: Document::read(&self.transcript).expect("the transcript"),
            format: None,
            budget: Some(Budget { limit, reserve: 0, overhead: 0 }),
            settings: Map::new(),
            calls_alive: false,
            request: Map::new(),
        }
    }

    pub fn compact(&mut self, limit: u32, summarizer: &str, watch: &mut dyn FnMut(Step)) -> Compacted {
        let summarizer: Summarizer = summarizer.parse().expect("a summarizer");
        self.try_to_compact(limit, &summarizer, &Cancellation::default(), watch).expect("it comes to its end")
    }

    pub fn try_to_compact(
        &mut self,
        limit: u32,
        summarizer: &Summarizer,
        cancellation: &Cancellation,
        watch: &mut dyn FnMut(Step),
    ) -> Result<Compacted, CompactError> {
        let inquiry = self.inquiry(limit);
        let job = CompactJob { inquiry: &inquiry, out: &self.out, session: None, summarizer, cancellation };
        compact(&self.desk, &mut self.store, job, watch)
    }
}

/// A chat of some 20,000 tokens: many reads, one push, a constraint, and a request that is being worked on
fn conversation() -> String {
    let mut messages = vec![
        json!({"role": "system", "content": "You are a careful engineer."}),
        json!({"role": "user", "content": "Find out why the importer is slow. Do not touch the table `ledger_entries`."}),
    ];
    for number in 0..40 {
        let path = format!("src/importer/part_{number:02}.rs");
        exchange(&mut messages, number, "read_file", &json!({"path": path}), &source(number));
    }
    let push = json!({"command": "git push origin importer-fix"});
    exchange(
        &mut messages,
        90,
        "bash",
        &push,
        "To example.com:shop.git\n   1f3c9a2..7be01d4  importer-fix -> importer-fix",
    );
    messages
        .push(json!({"role": "assistant", "content": "The index on `batch_id` was missing; the branch is pushed."}));
    messages.push(json!({"role": "user", "content": "Good. Now write the release note for 4.2.1."}));
    serde_json::to_string_pretty(&messages).expect("it is JSON")
}

fn exchange(messages: &mut Vec<Value>, number: usize, tool: &str, arguments: &Value, result: &str) {
    let id = format!("call_{number}");
    let function = json!({"name": tool, "arguments": arguments.to_string()});
    messages.push(json!({
        "role": "assistant", "content": null,
        "tool_calls": [{"id": id, "type": "function", "function": function}],
    }));
    messages.push(json!({"role": "tool", "tool_call_id": id, "content": result}));
}

fn source(number: usize) -> String {
    let line = |step: usize| format!("    let row_{step} = rows.get({}).copied().unwrap_or({number});\n", step * 7);
    format!("fn part_{number}(rows: &[u64]) {{\n{}}}\n", (0..25).map(line).collect::<String>())
}
