//! The tenants: who a token belongs to, and how much of their share is left.

use crate::bucket::Bucket;
use crate::config::{Config, Tenant};
use crate::token::TokenDigest;
use arc_swap::ArcSwap;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// All tenants; changes as a whole
pub struct Tenants {
    by_name: ArcSwap<BTreeMap<String, Arc<Seat>>>,
}

/// A tenant as it is now
pub struct Seat {
    /// Its name
    pub name: String,
    /// What it may
    pub tenant: Tenant,
    /// What it used; goes on where the configuration of the tenant changes
    used: Arc<Mutex<Used>>,
}

struct Used {
    requests: Bucket,
    fuel: Bucket,
    decisions: usize,
}

/// Why a tenant must wait
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Exhausted {
    /// Too many requests a second
    #[error("more requests than this tenant may send")]
    Requests(Duration),
    /// Too much fuel a second
    #[error("more fuel than the decisions of this tenant may use")]
    Fuel(Duration),
    /// Too many decisions at once
    #[error("more decisions under way than this tenant may have")]
    Decisions,
}

/// A decision of a tenant that is under way; counts until it is let go
pub struct Underway {
    used: Arc<Mutex<Used>>,
}

impl Tenants {
    /// The tenants of a configuration
    pub fn new(config: &Config) -> Tenants {
        Tenants { by_name: ArcSwap::from_pointee(seats(config, &BTreeMap::new())) }
    }

    /// Takes a changed configuration. What each tenant used stays used.
    pub fn change(&self, config: &Config) {
        let next = seats(config, &self.by_name.load());
        self.by_name.store(Arc::new(next));
    }

    /// Who the token belongs to. Every digest is compared, so that the time tells nothing of them.
    pub fn of_token(&self, token: &str) -> Option<Arc<Seat>> {
        let digest = TokenDigest::of(token);
        let mut found = None;
        for seat in self.by_name.load().values() {
            for known in &seat.tenant.tokens {
                if known.is(&digest) {
                    found = Some(Arc::clone(seat));
                }
            }
        }
        found
    }
}

impl Seat {
    /// Begins a request
    ///
    /// # Errors
    /// Where the tenant sent more than it may.
    pub fn request(&self) -> Result<(), Exhausted> {
        let mut used = locked(&self.used);
        used.requests.ready(self.tenant.requests_per_second, Instant::now()).map_err(Exhausted::Requests)?;
        used.requests.take(1.0);
        Ok(())
    }

    /// Begins a decision
    ///
    /// # Errors
    /// Where its decisions used more fuel than they may, or too many are under way.
    pub fn decision(&self) -> Result<Underway, Exhausted> {
        let mut used = locked(&self.used);
        used.fuel.ready(self.tenant.fuel_per_second, Instant::now()).map_err(Exhausted::Fuel)?;
        if used.decisions >= self.tenant.concurrent_decisions_max {
            return Err(Exhausted::Decisions);
        }
        used.decisions += 1;
        Ok(Underway { used: Arc::clone(&self.used) })
    }

    /// Accounts for the fuel of a decision
    pub fn burn(&self, fuel: u64) {
        locked(&self.used).fuel.take(fuel as f64);
    }
}

impl Exhausted {
    /// A stable name for machines
    pub fn code(&self) -> &'static str {
        match self {
            Exhausted::Requests(_) => "request-rate",
            Exhausted::Fuel(_) => "fuel-rate",
            Exhausted::Decisions => "concurrent-decisions",
        }
    }

    /// When it is worth to ask again
    pub fn wait(&self) -> Duration {
        match self {
            Exhausted::Requests(wait) | Exhausted::Fuel(wait) => *wait,
            Exhausted::Decisions => Duration::from_secs(1),
        }
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        let mut used = locked(&self.used);
        used.decisions = used.decisions.saturating_sub(1);
    }
}

fn seats(config: &Config, before: &BTreeMap<String, Arc<Seat>>) -> BTreeMap<String, Arc<Seat>> {
    let seat = |(name, tenant): (&String, &Tenant)| {
        let used = before.get(name).map_or_else(|| Arc::new(Mutex::new(fresh(tenant))), |seat| Arc::clone(&seat.used));
        (name.clone(), Arc::new(Seat { name: name.clone(), tenant: tenant.clone(), used }))
    };
    config.tenants.iter().map(seat).collect()
}

fn fresh(tenant: &Tenant) -> Used {
    let now = Instant::now();
    Used {
        requests: Bucket::new(tenant.requests_per_second, now),
        fuel: Bucket::new(tenant.fuel_per_second, now),
        decisions: 0,
    }
}

/// Numbers are whole at every moment: a panic elsewhere is no reason to lock a tenant out.
fn locked(used: &Mutex<Used>) -> MutexGuard<'_, Used> {
    used.lock().unwrap_or_else(PoisonError::into_inner)
}
