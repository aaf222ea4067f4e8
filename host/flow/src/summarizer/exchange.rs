//! One HTTP request to an endpoint, and what came of it.

use super::{Draft, Endpoint, OUTPUT_BYTES_MAX, Provider};
use serde_json::Value;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};
use ureq::http::{Response, Uri};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body, Error};

/// What came of a request
pub(super) enum Reply {
    /// The model answered
    Completion(Draft),
    /// The server answered with a status of failure
    Status { status: u16, retry_after: Option<Duration>, said: String },
    /// The server answered with something else than its provider's form
    Other { said: String },
    /// The answer is larger than a summary may be
    TooMuch,
    /// The time was over
    Slow,
    /// The connection failed
    Broken { said: String },
}

const CONNECT_TIME_MAX: Duration = Duration::from_secs(10);
const SAID_CHARACTERS_MAX: usize = 200;

/// Makes one request
pub(super) fn post(endpoint: &Endpoint, body: &str, time_max: Duration) -> Reply {
    let agent: Agent = Agent::config_builder()
        .timeout_global(Some(time_max))
        .timeout_connect(Some(CONNECT_TIME_MAX.min(time_max)))
        // A status of failure is an answer with a body that says why.
        .http_status_as_error(false)
        // Whoever the server sends it on to must not get the key.
        .max_redirects(0)
        .user_agent(concat!("anchorhold/", env!("CARGO_PKG_VERSION")))
        .tls_config(TlsConfig::builder().root_certs(trusted()).build())
        .build()
        .into();
    let mut request = agent.post(&endpoint.url).header("content-type", "application/json");
    if endpoint.provider == Provider::Anthropic {
        request = request.header("anthropic-version", "2023-06-01");
    }
    if let Some(key) = endpoint.key.as_deref().filter(|_| is_private(&endpoint.url)) {
        request = match endpoint.provider {
            Provider::OpenAi => request.header("authorization", format!("Bearer {key}")),
            Provider::Anthropic => request.header("x-api-key", key),
        };
    }
    match request.send(body) {
        Ok(response) => read(endpoint.provider, response),
        Err(error) => failed(&error),
    }
}

/// Whether nobody on the way can read what is sent there: a key goes nowhere else
fn is_private(url: &str) -> bool {
    let Ok(uri) = url.parse::<Uri>() else { return false };
    let host = uri.host().unwrap_or_default();
    let is_loopback = host == "localhost"
        || host.trim_matches(['[', ']']).parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    uri.scheme_str() == Some("https") || is_loopback
}

fn read(provider: Provider, mut response: Response<Body>) -> Reply {
    let status = response.status().as_u16();
    let retry_after = response.headers().get("retry-after").and_then(|value| wait_of(value.to_str().ok()?));
    let bytes = match response.body_mut().with_config().limit(OUTPUT_BYTES_MAX as u64).read_to_vec() {
        Ok(bytes) => bytes,
        Err(Error::BodyExceedsLimit(_)) => return Reply::TooMuch,
        Err(error) => return failed(&error),
    };
    if !response.status().is_success() {
        return Reply::Status { status, retry_after, said: complaint(&bytes) };
    }
    let completion = serde_json::from_slice(&bytes).ok().and_then(|answer: Value| match provider {
        Provider::OpenAi => of_openai(&answer),
        Provider::Anthropic => of_anthropic(&answer),
    });
    completion.map_or_else(|| Reply::Other { said: complaint(&bytes) }, Reply::Completion)
}

fn of_openai(answer: &Value) -> Option<Draft> {
    let choice = answer.pointer("/choices/0")?;
    let text = match choice.pointer("/message/content")? {
        Value::String(text) => text.clone(),
        // Nothing, or a refusal in words of its own.
        Value::Null => choice.pointer("/message/refusal").and_then(Value::as_str).unwrap_or_default().to_owned(),
        _ => return None,
    };
    let finish_reason = choice.get("finish_reason").and_then(Value::as_str).map(str::to_owned);
    Some(Draft { text, finish_reason })
}

fn of_anthropic(answer: &Value) -> Option<Draft> {
    let blocks = answer.get("content")?.as_array()?;
    let text = blocks.iter().filter_map(|block| block.get("text")?.as_str()).collect::<Vec<_>>().join("\n");
    let finish_reason = answer.get("stop_reason").and_then(Value::as_str).map(str::to_owned);
    Some(Draft { text, finish_reason })
}

/// How long to wait, by a number of seconds or a date
fn wait_of(value: &str) -> Option<Duration> {
    match value.trim().parse::<u32>() {
        Ok(seconds) => Some(Duration::from_secs(seconds.into())),
        Err(_) => {
            let date = httpdate::parse_http_date(value.trim()).ok()?;
            Some(date.duration_since(SystemTime::now()).unwrap_or_default())
        }
    }
}

fn failed(error: &Error) -> Reply {
    match error {
        Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => {
            Reply::Broken { said: "no connection in time".to_owned() }
        }
        Error::Timeout(_) => Reply::Slow,
        error => Reply::Broken { said: error.to_string() },
    }
}

/// The beginning of what a server says is wrong, on one line
fn complaint(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let answer = serde_json::from_slice::<Value>(bytes).ok();
    let message = answer.as_ref().and_then(|answer| {
        answer.pointer("/error/message").or(answer.get("message")).or(answer.get("error"))?.as_str()
    });
    let line = message.unwrap_or(&text).split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(SAID_CHARACTERS_MAX).collect()
}

/// The certificates that this machine trusts; where it names none, those of the browsers
fn trusted() -> RootCerts {
    static TRUSTED: OnceLock<RootCerts> = OnceLock::new();
    let load = || {
        let found = rustls_native_certs::load_native_certs().certs;
        let certificates: Vec<Certificate<'static>> =
            found.iter().map(|certificate| Certificate::from_der(certificate).to_owned()).collect();
        if certificates.is_empty() { RootCerts::WebPki } else { RootCerts::Specific(Arc::new(certificates)) }
    };
    TRUSTED.get_or_init(load).clone()
}

#[cfg(test)]
mod tests {
    use super::{complaint, is_private, wait_of};
    use std::time::Duration;

    #[test]
    fn a_key_goes_only_where_nobody_reads_it_on_the_way() {
        for private in ["https://x.example/v1", "http://127.0.0.1:1/v1", "http://localhost/v1", "http://[::1]:80/"] {
            assert!(is_private(private), "{private}");
        }
        for open in ["http://x.example/v1", "http://10.0.0.7/v1", "http://localhost.example/", "nonsense"] {
            assert!(!is_private(open), "{open}");
        }
    }

    #[test]
    fn what_a_server_says_is_told_in_short() {
        for (said, told) in [
            (r#"{"error": {"message": "no\n such model"}}"#, "no such model"),
            (r#"{"error": "busy"}"#, "busy"),
            ("<html>\n gone", "<html> gone"),
            ("", ""),
        ] {
            assert_eq!(complaint(said.as_bytes()), told);
        }
        assert_eq!(complaint(&[b'x'; 1000]).len(), 200);
        assert_eq!(wait_of(" 7 "), Some(Duration::from_secs(7)));
        assert_eq!(wait_of("Sun, 06 Nov 1994 08:49:37 GMT"), Some(Duration::ZERO));
        assert_eq!(wait_of("soon"), None);
    }
}
