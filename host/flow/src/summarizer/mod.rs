//! Summarizers: none, a command of the shell, or a model behind an HTTP endpoint.

mod command;
mod endpoint;
mod error;
mod exchange;
mod parts;
mod prompt;

pub use endpoint::{Endpoint, Patience, Provider};
pub use error::SummarizerError;
pub(crate) use parts::{Part, joined, parts_of};

use crate::answers::{Brief, Element};
use crate::cancellation::Cancellation;
use serde_json::Value;
use std::str::FromStr;
use std::time::Duration;

/// Who makes the summary, and within which limits
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summarizer {
    /// Who
    pub source: Source,
    /// The longest that one summary, or the part of one, may take
    pub time_max: Duration,
    /// How many tokens it can read at once, its answer included. `None`: whatever there is.
    pub context_tokens: Option<u32>,
}

/// Who makes the summary
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Nobody: what leaves is replaced by pointers
    None,
    /// A command of the shell. It gets the brief and the elements as JSON on standard input, and writes the summary to
    /// standard output.
    Command(String),
    /// A model behind an HTTP endpoint
    Endpoint(Endpoint),
}

/// What a summarizer is asked
#[derive(Clone, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) brief: Brief,
    /// The originals, untrimmed and in order
    pub(crate) elements: &'a [Element],
    /// Which part of what leaves they are, from 1, and how many parts there are
    pub(crate) part: (usize, usize),
    /// What was wrong with the summary before. `Null`: there was none.
    pub(crate) feedback: Value,
}

/// What a summarizer answered
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Draft {
    pub(crate) text: String,
    /// Why the model stopped, in its provider's words. `None`: nobody said.
    pub(crate) finish_reason: Option<String>,
}

/// The largest summary, in bytes; a model's longest answer is far below
const OUTPUT_BYTES_MAX: usize = 1 << 22;
const TIME_MAX: Duration = Duration::from_secs(300);

impl Summarizer {
    /// Nobody
    pub const NONE: Summarizer = Summarizer { source: Source::None, time_max: TIME_MAX, context_tokens: None };

    /// Whether nobody makes a summary
    pub fn is_none(&self) -> bool {
        self.source == Source::None
    }

    /// Asks for a summary. `pause` is told before it is waited to ask again.
    pub(crate) fn ask(
        &self,
        question: &Question<'_>,
        cancellation: &Cancellation,
        pause: &mut dyn FnMut(Duration),
    ) -> Result<Draft, SummarizerError> {
        match &self.source {
            Source::None => Ok(Draft { text: String::new(), finish_reason: None }),
            Source::Command(command) => {
                let text = command::run(command, self.time_max, &question.to_json(), cancellation)?;
                Ok(Draft { text, finish_reason: None })
            }
            Source::Endpoint(endpoint) => endpoint.ask(question, self.time_max, cancellation, pause),
        }
    }
}

impl FromStr for Summarizer {
    type Err = String;

    /// `none`, `cmd:COMMAND`, `openai:MODEL[@URL]` or `anthropic:MODEL[@URL]`
    fn from_str(text: &str) -> Result<Summarizer, String> {
        let source = match text.split_once(':') {
            None if text == "none" => Source::None,
            Some(("cmd", command)) if !command.trim().is_empty() => Source::Command(command.to_owned()),
            Some((provider, model)) => match Provider::from_name(provider) {
                Some(provider) => Source::Endpoint(Endpoint::new(provider, model)?),
                None => return Err(unknown(text)),
            },
            None => return Err(unknown(text)),
        };
        Ok(Summarizer { source, ..Summarizer::NONE })
    }
}

fn unknown(text: &str) -> String {
    format!(
        "`{text}` is not a summarizer; one is `none`, `cmd:COMMAND`, `openai:MODEL[@URL]` or `anthropic:MODEL[@URL]`"
    )
}

#[cfg(test)]
mod tests {
    use super::{Source, Summarizer};

    #[test]
    fn a_summarizer_is_named() {
        let source = |text: &str| text.parse().map(|summarizer: Summarizer| summarizer.source);
        assert_eq!(source("none"), Ok(Source::None));
        assert_eq!(source("cmd:wc -c"), Ok(Source::Command("wc -c".to_owned())));
        for (named, model, url) in [
            ("openai:gpt-5", "gpt-5", "https://api.openai.com/v1/chat/completions"),
            ("openai:m@http://127.0.0.1:8080/v1", "m", "http://127.0.0.1:8080/v1/chat/completions"),
            ("openai:org/m:free@https://x.example/api/v1/", "org/m:free", "https://x.example/api/v1/chat/completions"),
            ("openai:m@https://x.example/chat/completions", "m", "https://x.example/chat/completions"),
            ("anthropic:claude-x", "claude-x", "https://api.anthropic.com/v1/messages"),
            ("anthropic:a@b@https://x.example", "a@b", "https://x.example/v1/messages"),
            ("anthropic:m@https://x.example/v1", "m", "https://x.example/v1/messages"),
        ] {
            let found = match source(named) {
                Ok(Source::Endpoint(endpoint)) => (endpoint.model, endpoint.url),
                other => (format!("{other:?}"), String::new()),
            };
            assert_eq!(found, (model.to_owned(), url.to_owned()), "{named}");
        }
        for wrong in ["", "None", "cmd:", "cmd: ", "http://x", "openai:", "openai:@http://x", "openai:m@ftp://x"] {
            assert!(wrong.parse::<Summarizer>().is_err(), "{wrong}");
        }
    }
}
