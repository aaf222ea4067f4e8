//! What every request works with.

use crate::config::Config;
use crate::decisions::Decisions;
use crate::stores::Stores;
use crate::tenants::Tenants;
use metrics_exporter_prometheus::PrometheusHandle;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What every request works with. Clones share everything.
#[derive(Clone)]
pub struct Server {
    /// Who may ask
    pub tenants: Arc<Tenants>,
    /// What decides
    pub decisions: Arc<Decisions>,
    /// What is kept for each tenant
    pub stores: Arc<Stores>,
    /// What is counted
    pub metrics: PrometheusHandle,
    stops: Arc<AtomicBool>,
}

impl Server {
    /// A server that takes requests
    pub fn new(config: &Config, decisions: Decisions, stores: Stores, metrics: PrometheusHandle) -> Server {
        Server {
            tenants: Arc::new(Tenants::new(config)),
            decisions: Arc::new(decisions),
            stores: Arc::new(stores),
            metrics,
            stops: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Requests that are under way go on; whoever spreads requests over several servers should send no more
    pub fn stop(&self) {
        self.stops.store(true, Ordering::Relaxed);
    }

    /// Whether new requests are welcome
    pub fn is_ready(&self) -> bool {
        !self.stops.load(Ordering::Relaxed)
    }
}
