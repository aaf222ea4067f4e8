//! Which policy decides in this process: the file that is named, else what the registry says as it changes, else what served
//! last, else the one that comes with the command.

use crate::config::Config;
use anchorhold_flow::registry::{
    Components, Event, LastGood, Lease, Loader, LoaderError, Profile, Registry, RegistryError, RoutePlan, Switch,
    Thresholds,
};
use anchorhold_flow::{CompiledCache, PolicyDigest};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

/// How often the registry is looked at
const LOOK: Duration = Duration::from_secs(1);

/// The policies that decide
pub struct Policies {
    switch: Switch,
    loader: Loader,
    registry: Option<Registry>,
    last_good: LastGood,
    given: Given,
}

/// Why no policy can decide
#[derive(Debug, thiserror::Error)]
pub enum PoliciesError {
    /// The file that is named cannot be read
    #[error("cannot read the policy `{}`", path.display())]
    NotRead {
        /// The file
        path: PathBuf,
        /// Why
        source: io::Error,
    },
    /// None can be loaded
    #[error("no policy can be loaded")]
    NotLoaded(#[from] LoaderError),
}

/// A component that was given as it is
struct Given {
    digest: PolicyDigest,
    bytes: Vec<u8>,
    /// Nothing else decides
    is_named: bool,
}

impl Policies {
    /// The policies of a configuration, on engines with so many places for decisions
    ///
    /// # Errors
    /// Where the policy that is named cannot serve, or none can.
    pub fn new(
        config: &Config,
        embedded: &'static [u8],
        cache: Option<CompiledCache>,
        places: usize,
    ) -> Result<Policies, PoliciesError> {
        let bytes = match &config.policy {
            Some(path) => {
                std::fs::read(path).map_err(|source| PoliciesError::NotRead { path: path.clone(), source })?
            }
            None => embedded.to_vec(),
        };
        let given = Given { digest: PolicyDigest::of(&bytes), bytes, is_named: config.policy.is_some() };
        let loader = Loader::new(cache, places);
        let registry = config.registry.as_deref().and_then(|folder| {
            // Without it the server has what served last, which is better than no server.
            Registry::open(folder).inspect_err(|error| tracing::error!(%error, "the registry cannot be used")).ok()
        });
        let last_good = LastGood::of(&config.data.join("last-good"));
        let switch = first(registry.as_ref(), &last_good, &given, &loader)?;
        Ok(Policies { switch, loader, registry, last_good, given })
    }

    /// The version that decides for a session of a tenant
    pub fn lease(&self, tenant: &str, session: &str) -> Lease {
        self.switch.lease(tenant, session)
    }

    /// The version with this digest, for a pass that began under it
    ///
    /// # Errors
    /// Where it is not to be had any more.
    pub fn lease_of(&self, digest: PolicyDigest) -> Result<Lease, LoaderError> {
        match &self.registry {
            Some(registry) if digest != self.given.digest => self.switch.load_for(digest, registry, &self.loader),
            _ => self.switch.load_for(digest, &self.given, &self.loader),
        }
    }

    /// Takes up what the registry says, again and again, and tells it what was taken back here
    pub async fn follow(self: Arc<Policies>) {
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut known = None;
        loop {
            looks.tick().await;
            let (policies, before) = (Arc::clone(&self), known.clone());
            // It waits for the disk, and may compile.
            if let Ok(now) = tokio::task::spawn_blocking(move || policies.look(before)).await {
                known = now;
            }
        }
    }

    /// One look at the registry; gives what it said. A version that was taken back here stays out until the registry
    /// says something else.
    fn look(&self, known: Option<RoutePlan>) -> Option<RoutePlan> {
        for event in self.switch.events() {
            if let Event::TakenBack { digest, why, .. } = event {
                let why = why.sentence();
                tracing::error!(policy = %digest, why, "a version was taken back");
                metrics::counter!("anchorhold_taken_back_total", "policy" => digest.to_string()).increment(1);
                if let Some(registry) = &self.registry
                    && let Err(error) = registry.take_back(digest, &why)
                {
                    tracing::error!(%error, "the registry could not be told");
                }
            }
        }
        metrics::counter!("anchorhold_differences_total").increment(self.switch.differences().len() as u64);
        let Some(registry) = self.registry.as_ref().filter(|_| !self.given.is_named) else { return known };
        let said = match registry.routes() {
            Ok(said) => said,
            Err(error) => {
                tracing::error!(%error, "the registry cannot be read; what serves goes on to serve");
                return known;
            }
        };
        let Some(plan) = said.filter(|plan| known.as_ref() != Some(plan)) else { return known };
        if self.switch.routes() != plan {
            match self.switch.apply(plan.clone(), registry, &self.loader) {
                Ok(()) => tracing::info!(serving = %plan.default.serving, "other versions serve"),
                Err(error) => {
                    tracing::error!(%error, "what the registry says is not taken up; what serves goes on to serve");
                    return Some(plan);
                }
            }
        }
        if let Err(error) = self.last_good.keep(&plan, registry) {
            tracing::warn!(%error, "what serves cannot be kept for a start without the registry");
        }
        Some(plan)
    }
}

impl Components for Given {
    fn component_of(&self, digest: PolicyDigest) -> Result<(Vec<u8>, Profile), RegistryError> {
        if digest == self.digest {
            return Ok((self.bytes.clone(), Profile::of_size(self.bytes.len())));
        }
        Err(RegistryError::Unknown { named: digest.to_string() })
    }
}

/// The switch with what can serve now
fn first(
    registry: Option<&Registry>,
    last_good: &LastGood,
    given: &Given,
    loader: &Loader,
) -> Result<Switch, LoaderError> {
    let switch = |plan: RoutePlan, components: &dyn Components| {
        Switch::new(plan, components, loader, Thresholds::default())
            .inspect_err(|error| tracing::error!(%error, "a version cannot serve; the next choice is tried"))
    };
    if !given.is_named {
        if let Some(registry) = registry
            && let Ok(Some(plan)) = registry.routes()
            && let Ok(switch) = switch(plan, registry)
        {
            return Ok(switch);
        }
        if let Ok(Some(plan)) = last_good.routes()
            && let Ok(switch) = switch(plan, last_good)
        {
            return Ok(switch);
        }
    }
    switch(RoutePlan::of(given.digest), given)
}
