//! `anchorhold recall`

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, output, report};
use anchorhold_flow::{Question, Store};
use clap::Args;
use serde_json::json;

/// Print what left: what a pointer stands for, byte for byte; or what a pass or a chain has left, or a question finds.
///
/// Questions and answers are kept in the store. Where the questions of a session miss what has left it, no summary is made in
/// it until the next spill.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold recall ah:4f1a90c2d3b7e856
  anchorhold recall ah:4f1a90c2d3b7e856 --document > session-as-it-was.jsonl
  anchorhold recall --question 'what schema version are we on?' --session support-4711
  anchorhold recall --pass 12
  anchorhold recall --chain m17 --session support-4711 --json | jq -r '.entries[].text'

Exit status 2: nothing was found.")]
#[group(skip)]
pub struct Recall {
    #[command(flatten)]
    what: What,
    /// The pointer is that of a manifest: print the whole document that it lists
    #[arg(long, conflicts_with_all = ["question", "pass", "chain"])]
    document: bool,
    /// Only what left this session [default for a question: all sessions]
    #[arg(long, value_name = "NAME", env = "ANCHORHOLD_SESSION", conflicts_with_all = ["pointer", "pass"])]
    session: Option<String>,
    /// The pass that evicted what is asked for, where that is known: it tells whether the answers miss it
    #[arg(long, value_name = "PASS", conflicts_with_all = ["pointer", "pass", "chain"])]
    about: Option<u64>,
    /// How many answers are given at most
    #[arg(long, value_name = "COUNT", default_value_t = 5, conflicts_with_all = ["pointer", "pass", "chain"])]
    count: usize,
}

/// What is wanted
#[derive(Args)]
#[group(required = true, multiple = false)]
struct What {
    /// A pointer: `ah:` and 8 to 64 hexadecimal digits, of which `ah:` may be left out
    #[arg(value_name = "POINTER")]
    pointer: Option<String>,
    /// What answers a question, in whatever words
    #[arg(long, value_name = "TEXT")]
    question: Option<String>,
    /// What left with a pass
    #[arg(long, value_name = "PASS")]
    pass: Option<u64>,
    /// What left of a chain, over all passes of its session
    #[arg(long, value_name = "NAME")]
    chain: Option<String>,
}

impl Recall {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let (store, path) = host::store_to_read(global)?;
        let mut store = store.ok_or(CommandError::NoStore { path })?;
        let What { pointer, question, pass, chain } = &self.what;
        let session = self.session.as_deref();
        let (text, is_found) = if let Some(text) = question {
            let question = Question { text, session, about: self.about, count: Some(self.count) };
            let answers = anchorhold_flow::ask(&mut store, question)?;
            (report::recall::answers(global.json, &answers), !answers.answers.is_empty())
        } else if let Some(pass) = *pass {
            let sequence = store.pass(pass)?.ok_or(CommandError::NoPass { sequence: pass })?.sequence;
            let left = anchorhold_flow::left_with(&store, sequence)?;
            (report::recall::left(global.json, &left), !left.is_empty())
        } else if let Some(chain) = chain {
            let session = session.ok_or(CommandError::NoSession { option: "--chain" })?;
            let left = anchorhold_flow::left_of_chain(&store, session, chain)?;
            (report::recall::left(global.json, &left), !left.is_empty())
        } else {
            return self.by_pointer(global, &store, pointer.as_deref().unwrap_or_default());
        };
        output::write(&text)?;
        Ok(if is_found { Ended::Permitted } else { Ended::Refused })
    }

    fn by_pointer(&self, global: &Global, store: &Store, pointer: &str) -> Result<Ended, CommandError> {
        let recalled = anchorhold_flow::recall(store, pointer, self.document)?;
        if !global.json {
            output::write_bytes(&recalled.bytes)?;
            return Ok(Ended::Permitted);
        }
        // JSON holds text only; other bytes are given as numbers.
        let content = match std::str::from_utf8(&recalled.bytes) {
            Ok(text) => json!({"text": text}),
            Err(_) => json!({"bytes": recalled.bytes}),
        };
        let digest = recalled.digest.to_string();
        let size_bytes = recalled.bytes.len();
        output::write(&format!("{}\n", json!({"digest": digest, "size_bytes": size_bytes, "content": content})))?;
        Ok(Ended::Permitted)
    }
}
