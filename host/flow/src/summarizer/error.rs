//! Why there is no summary.

use super::OUTPUT_BYTES_MAX;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

/// Why there is no summary
#[derive(Debug, thiserror::Error)]
pub enum SummarizerError {
    /// The command does not start
    #[error("the summarizer does not start: {0}")]
    NotStarted(io::Error),
    /// The command ended with another status than 0
    #[error("the summarizer ended with {status}{}", after_colon(stderr))]
    Failed {
        /// Its status
        status: ExitStatus,
        /// The end of what it wrote to standard error
        stderr: String,
    },
    /// It took too long and was stopped
    #[error("the summarizer took longer than {} s", time_max.as_secs())]
    TooSlow {
        /// The longest that it may take
        time_max: Duration,
    },
    /// It wrote more than a summary may have
    #[error("the summarizer wrote more than {OUTPUT_BYTES_MAX} bytes")]
    TooMuch,
    /// The summary is not UTF-8 text
    #[error("the summarizer wrote something that is not UTF-8 text")]
    NotText,
    /// Its input could not be written as JSON
    #[error("the summarizer's input could not be written: {0}")]
    NoInput(serde_json::Error),
    /// The endpoint gave no answer
    #[error("the summarizer at `{url}` does not answer, asked {}: {said}", times(*tries))]
    Unreachable {
        /// Its address
        url: String,
        /// How often it was tried
        tries: u32,
        /// What the connection says
        said: String,
    },
    /// The endpoint answered with an error
    #[error("the summarizer at `{url}` answered {status}, asked {}{}", times(*tries), after_colon(said))]
    Refused {
        /// Its address
        url: String,
        /// The HTTP status
        status: u16,
        /// How often it was tried
        tries: u32,
        /// The beginning of what it says
        said: String,
    },
    /// The endpoint answered with something that is no answer of its provider
    #[error("the summarizer at `{url}` answered with something else than a completion{}", after_colon(said))]
    NotACompletion {
        /// Its address
        url: String,
        /// The beginning of what it says
        said: String,
    },
    /// What it can read at once does not even hold what it is told
    #[error("the summarizer reads {context} tokens at once, of which {needed} are needed beside the elements")]
    ContextTooSmall {
        /// What it can read at once, in tokens
        context: u32,
        /// What is needed beside the elements, in tokens
        needed: u32,
    },
    /// Somebody asked to stop
    #[error("the summarizer was cancelled")]
    Cancelled,
}

impl SummarizerError {
    /// Whether asking again cannot help, or was tried enough already
    pub fn is_final(&self) -> bool {
        match self {
            SummarizerError::NotStarted(_)
            | SummarizerError::NoInput(_)
            | SummarizerError::Unreachable { .. }
            | SummarizerError::Refused { .. }
            | SummarizerError::ContextTooSmall { .. }
            | SummarizerError::Cancelled => true,
            SummarizerError::Failed { .. }
            | SummarizerError::TooSlow { .. }
            | SummarizerError::TooMuch
            | SummarizerError::NotText
            | SummarizerError::NotACompletion { .. } => false,
        }
    }
}

fn times(count: u32) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

fn after_colon(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(": {text}") }
}
