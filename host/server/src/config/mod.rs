//! The configuration: one file in TOML, `docs/server.md` describes it.

mod check;
mod watch;

pub use check::ConfigError;
pub use watch::watch;

use crate::token::TokenDigest;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// All that the server is told. Tenants and their shares change while it runs.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Where it listens. A change needs a restart.
    #[serde(default = "listen")]
    pub listen: SocketAddr,
    /// The component that decides, and nothing else; absent: what the registry says. A change needs a restart.
    pub policy: Option<PathBuf>,
    /// The folder of the registry, whose changes apply at once; absent: the component that comes with the command decides
    pub registry: Option<PathBuf>,
    /// The folder in which each tenant has a store. A change needs a restart.
    pub data: PathBuf,
    /// What the server as a whole may do. A change needs a restart.
    #[serde(default)]
    pub limits: Limits,
    /// Who sees what happens. A change needs a restart.
    #[serde(default)]
    pub telemetry: Telemetry,
    /// Who may ask, by name. Changes apply at once.
    #[serde(default)]
    pub tenants: BTreeMap<String, Tenant>,
}

/// What the server as a whole may do
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// The largest body of a request, in bytes
    pub request_bytes_max: usize,
    /// How many decisions may be under way at once; absent: one for each core
    pub concurrent_decisions_max: Option<usize>,
    /// How long a decision waits for one of those places, in milliseconds
    pub wait_ms_max: u64,
    /// How long requests that are under way may go on when the server is told to end, in seconds
    pub shutdown_grace_seconds: u64,
}

/// Who sees what happens
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Telemetry {
    /// How logs are written
    pub logs: LogFormat,
}

/// How logs are written
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One JSON object a line
    #[default]
    Json,
    /// For people
    Text,
}

/// Who may ask, and how much
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tenant {
    /// The digests of its tokens, as `anchorhold serve --new-token` prints them
    pub tokens: Vec<TokenDigest>,
    /// How many requests a second it may send, on average
    #[serde(default = "requests_per_second")]
    pub requests_per_second: f64,
    /// How much fuel a second its decisions may use, on average
    #[serde(default = "fuel_per_second")]
    pub fuel_per_second: f64,
    /// How many of its decisions may be under way at once
    #[serde(default = "concurrent_decisions_max")]
    pub concurrent_decisions_max: usize,
    /// How large its store may grow, in bytes
    #[serde(default = "store_bytes_max")]
    pub store_bytes_max: u64,
}

impl Config {
    /// Reads and checks a file
    ///
    /// # Errors
    /// Where it cannot be read, is not TOML of this form, or contradicts itself; all faults at once, each with its place.
    pub fn read(path: &Path) -> Result<Config, ConfigError> {
        let text =
            std::fs::read_to_string(path).map_err(|source| ConfigError::NotRead { path: path.to_owned(), source })?;
        Config::parse(&text, path)
    }

    fn parse(text: &str, path: &Path) -> Result<Config, ConfigError> {
        let config: Config = toml::from_str(text)
            .map_err(|source| ConfigError::Malformed { path: path.to_owned(), source: Box::new(source) })?;
        check::check(&config, path)?;
        Ok(config)
    }
}

impl Limits {
    /// How many decisions may be under way at once on so many cores
    pub fn places(&self, cores: usize) -> usize {
        self.concurrent_decisions_max.unwrap_or(cores)
    }

    /// How long a decision waits for a place
    pub fn wait_max(&self) -> Duration {
        Duration::from_millis(self.wait_ms_max)
    }

    /// How long requests may go on after the server is told to stop
    pub fn shutdown_grace(&self) -> Duration {
        Duration::from_secs(self.shutdown_grace_seconds)
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            request_bytes_max: 64 << 20,
            concurrent_decisions_max: None,
            wait_ms_max: 2_000,
            shutdown_grace_seconds: 20,
        }
    }
}

fn listen() -> SocketAddr {
    SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8737)
}

fn requests_per_second() -> f64 {
    100.0
}

/// What one core does in a second, about
fn fuel_per_second() -> f64 {
    1e9
}

fn concurrent_decisions_max() -> usize {
    2
}

fn store_bytes_max() -> u64 {
    10 << 30
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        Config::parse(text, Path::new("server.toml")).map_err(|error| {
            let mut said = error.to_string();
            let mut cause = std::error::Error::source(&error);
            while let Some(error) = cause {
                said = format!("{said}: {error}");
                cause = error.source();
            }
            said
        })
    }

    #[test]
    fn what_is_absent_has_a_default() {
        let config = read("data = 'stores'\n[tenants.acme]\ntokens = []").unwrap();
        assert_eq!(config.listen.port(), 8737);
        assert!(config.listen.ip().is_loopback());
        assert_eq!(config.tenants.get("acme").unwrap().concurrent_decisions_max, 2);
    }

    #[test]
    fn faults_name_their_place_and_come_all_at_once() {
        for (text, said) in [
            ("", "missing field `data`"),
            ("data = 'x'\nlissen = '127.0.0.1:1'", "unknown field `lissen`"),
            ("data = 'x'\nlisten = 'here'", "invalid socket address"),
            ("data = 'x'\n[tenants.a]\ntokens = ['secret']", "sha256:"),
            ("data = 'x'\n[tenants.a]\ntokens = []\nrequests_per_second = 0", "tenants.a.requests_per_second"),
            ("data = 'x'\n[tenants.'../b']\ntokens = []", "tenants.../b"),
            ("data = 'x'\n[limits]\nrequest_bytes_max = 0", "limits.request_bytes_max"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
        let shared = format!("sha256:{}", "0".repeat(64));
        let both = format!(
            "data = 'x'\n[tenants.a]\ntokens = ['{shared}']\n[tenants.b]\ntokens = ['{shared}']\nfuel_per_second = -1"
        );
        let error = read(&both).unwrap_err();
        assert!(error.contains("tenants.b.fuel_per_second") && error.contains("token of `a`"), "{error}");
    }
}
