//! Logs and figures. None of them holds a text of a transcript.

use crate::config::{LogFormat, Telemetry};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::error::Error;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

/// Sets up logs and figures for this process
///
/// # Errors
/// Where another part of the process did so before.
pub fn install(telemetry: &Telemetry) -> Result<PrometheusHandle, Box<dyn Error + Send + Sync>> {
    let lines = fmt::layer().with_writer(std::io::stderr);
    let lines = match telemetry.logs {
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
        LogFormat::Text => lines.boxed(),
    };
    let level = EnvFilter::builder().with_env_var("ANCHORHOLD_LOG").try_from_env();
    let level = level.unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::registry().with(level).with(lines).try_init()?;
    counters()
}

fn counters() -> Result<PrometheusHandle, Box<dyn Error + Send + Sync>> {
    /// From a tenth of a millisecond to thirty seconds
    const SECONDS: [f64; 12] = [1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0];
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)?
        .install_recorder()?;
    metrics::describe_counter!("anchorhold_decisions_total", "Decisions, by tenant, call, policy and outcome");
    metrics::describe_counter!("anchorhold_fuel_total", "Fuel that decisions used, by tenant");
    metrics::describe_histogram!("anchorhold_decision_seconds", metrics::Unit::Seconds, "Time of a decision, by call");
    metrics::describe_counter!("anchorhold_exhausted_total", "Requests of tenants that had used up a share, by share");
    metrics::describe_counter!("anchorhold_config_changes_total", "Changes of the configuration, by outcome");
    metrics::describe_counter!("anchorhold_taken_back_total", "Versions that were taken back, by policy");
    metrics::describe_counter!("anchorhold_differences_total", "Answers that differ between two versions");
    Ok(handle)
}
