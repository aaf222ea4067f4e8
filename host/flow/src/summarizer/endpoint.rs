//! A model behind an HTTP endpoint: asked, and asked again where it may be that it answers later.

use super::exchange::{Reply, post};
use super::{Draft, Question, SummarizerError};
use crate::cancellation::{Cancellation, HEARD_WITHIN};
use serde_json::{Value, json};
use std::fmt;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// A model behind an HTTP endpoint
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// Whose words it speaks
    pub provider: Provider,
    /// The model
    pub model: String,
    /// Where it is asked
    pub url: String,
    /// The key, sent with each request. `None`: none is sent.
    pub key: Option<String>,
    /// How often it is asked again
    pub patience: Patience,
    /// The URL is the provider's own, where a key is needed
    is_provider_own: bool,
}

/// Whose words an endpoint speaks
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Provider {
    /// OpenAI's chat completions, which many servers speak
    OpenAi,
    /// Anthropic's messages
    Anthropic,
}

/// How often, and after what pauses, a request is made that may be answered later
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// The most requests for one answer
    pub tries_max: u32,
    /// The pause before the second; it doubles with each further one, unless the server says how long
    pub pause: Duration,
    /// The longest pause; a server that asks for a longer one is not asked again
    pub pause_max: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { tries_max: 4, pause: Duration::from_secs(1), pause_max: Duration::from_secs(60) }
    }
}

impl Provider {
    pub(super) fn from_name(name: &str) -> Option<Provider> {
        match name {
            "openai" => Some(Provider::OpenAi),
            "anthropic" => Some(Provider::Anthropic),
            _ => None,
        }
    }

    /// The environment variable that holds its key
    pub fn key_variable(self) -> &'static str {
        match self {
            Provider::OpenAi => "OPENAI_API_KEY",
            Provider::Anthropic => "ANTHROPIC_API_KEY",
        }
    }

    fn base(self) -> &'static str {
        match self {
            Provider::OpenAi => "https://api.openai.com/v1",
            Provider::Anthropic => "https://api.anthropic.com/v1",
        }
    }

    /// Where a server with this base address is asked
    fn url(self, base: &str) -> String {
        let base = base.trim_end_matches('/');
        match self {
            Provider::OpenAi if base.ends_with("/chat/completions") => base.to_owned(),
            Provider::OpenAi => format!("{base}/chat/completions"),
            Provider::Anthropic if base.ends_with("/messages") => base.to_owned(),
            Provider::Anthropic if base.ends_with("/v1") => format!("{base}/messages"),
            Provider::Anthropic => format!("{base}/v1/messages"),
        }
    }
}

impl Endpoint {
    /// `MODEL`, or `MODEL@URL`
    pub(super) fn new(provider: Provider, named: &str) -> Result<Endpoint, String> {
        let at = ["@http://", "@https://"].into_iter().filter_map(|scheme| named.rfind(scheme)).max();
        let (model, base) = match at.and_then(|at| named.split_at_checked(at)) {
            Some((model, url)) => (model, url.strip_prefix('@')),
            None if named.contains("://") => return Err(format!("`{named}` has a URL that is not http or https")),
            None => (named, None),
        };
        if model.trim().is_empty() {
            return Err(format!("`{named}` names no model"));
        }
        let url = provider.url(base.unwrap_or(provider.base()));
        url.parse::<ureq::http::Uri>().map_err(|error| format!("`{url}` is not a URL: {error}"))?;
        Ok(Endpoint {
            provider,
            model: model.to_owned(),
            url,
            key: None,
            patience: Patience::default(),
            is_provider_own: base.is_none(),
        })
    }

    /// Whether it cannot be asked without a key
    pub fn needs_key(&self) -> bool {
        self.is_provider_own
    }

    /// Asks until there is an answer, or it is clear that there will be none
    pub(super) fn ask(
        &self,
        question: &Question<'_>,
        time_max: Duration,
        cancellation: &Cancellation,
        pause: &mut dyn FnMut(Duration),
    ) -> Result<Draft, SummarizerError> {
        let body = self.request(question).to_string();
        let deadline = Instant::now() + time_max;
        let mut planned = self.patience.pause;
        for tries in 1.. {
            let rest = deadline.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return Err(SummarizerError::TooSlow { time_max });
            }
            let reply = self.post(&body, rest, cancellation)?;
            let (error, asked_for) = match reply {
                Reply::Completion(draft) => return Ok(draft),
                Reply::Other { said } => return Err(SummarizerError::NotACompletion { url: self.url.clone(), said }),
                Reply::TooMuch => return Err(SummarizerError::TooMuch),
                Reply::Slow => return Err(SummarizerError::TooSlow { time_max }),
                Reply::Status { status, retry_after, said } => {
                    let error = SummarizerError::Refused { url: self.url.clone(), status, tries, said };
                    // What the request itself is at fault for stays so.
                    if !matches!(status, 408 | 409 | 425 | 429 | 500..) {
                        return Err(error);
                    }
                    (error, retry_after)
                }
                Reply::Broken { said } => (SummarizerError::Unreachable { url: self.url.clone(), tries, said }, None),
            };
            let wait = asked_for.unwrap_or(planned);
            let is_beyond = wait > self.patience.pause_max || Instant::now() + wait >= deadline;
            if tries >= self.patience.tries_max || is_beyond {
                return Err(error);
            }
            pause(wait);
            if !cancellation.pause(wait) {
                return Err(SummarizerError::Cancelled);
            }
            planned = planned.saturating_mul(2);
        }
        Err(SummarizerError::TooSlow { time_max })
    }

    /// One request, in a thread of its own so that a wish to stop is heard meanwhile
    fn post(&self, body: &str, time_max: Duration, cancellation: &Cancellation) -> Result<Reply, SummarizerError> {
        let (sender, receiver) = mpsc::channel();
        let (endpoint, body) = (self.clone(), body.to_owned());
        thread::spawn(move || {
            // Nobody may wait for it any more.
            let _ = sender.send(post(&endpoint, &body, time_max));
        });
        loop {
            match receiver.recv_timeout(HEARD_WITHIN) {
                Ok(reply) => return Ok(reply),
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Ok(Reply::Broken { said: "the request ended without a reply".to_owned() });
                }
                Err(mpsc::RecvTimeoutError::Timeout) if cancellation.is_cancelled() => {
                    return Err(SummarizerError::Cancelled);
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn request(&self, question: &Question<'_>) -> Value {
        let (told, elements) = (question.instructions(), question.elements());
        let user = json!({"role": "user", "content": elements});
        match self.provider {
            Provider::OpenAi => {
                json!({"model": self.model, "messages": [{"role": "system", "content": told}, user]})
            }
            Provider::Anthropic => {
                // It must be said; what is too long is found when it is measured.
                let tokens_max = question.brief.room.clamp(256, 32_000);
                json!({"model": self.model, "max_tokens": tokens_max, "system": told, "messages": [user]})
            }
        }
    }
}

impl fmt::Debug for Endpoint {
    /// Without the key
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?} {} at {}", self.provider, self.model, self.url)
    }
}
