//! Which version serves whom, as digests: what a registry says, and what survives a restart without it.

use crate::canary::Share;
use crate::name::Name;
use anchorhold_runtime::Digest;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Which version serves whom
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoutePlan {
    /// Tenants without a line of their own
    pub default: Route,
    /// The others
    pub tenants: BTreeMap<Name, Route>,
}

/// Which versions serve a tenant
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Route {
    /// The version that serves
    pub serving: Digest,
    /// The version that serves a share of the sessions. `None`: there is none.
    pub canary: Option<Canary>,
    /// The version that is asked beside. `None`: there is none.
    pub shadow: Option<Digest>,
    /// The version that served before, which takes over where the serving one fails. `None`: there is none.
    pub fallback: Option<Digest>,
}

/// A version that serves a share of the sessions
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Canary {
    /// The version
    pub digest: Digest,
    /// The share, in thousandths
    pub share: Share,
}

impl RoutePlan {
    /// One version for all
    pub fn of(serving: Digest) -> RoutePlan {
        RoutePlan { default: Route { serving, canary: None, shadow: None, fallback: None }, tenants: BTreeMap::new() }
    }

    /// The route of a tenant
    pub fn route(&self, tenant: &str) -> &Route {
        let own = tenant.parse::<Name>().ok().and_then(|name| self.tenants.get(&name));
        own.unwrap_or(&self.default)
    }

    /// All versions that it names
    pub fn digests(&self) -> BTreeSet<Digest> {
        std::iter::once(&self.default).chain(self.tenants.values()).flat_map(Route::digests).collect()
    }
}

impl Route {
    /// The version that serves a session
    pub fn pick(&self, session: &str) -> Digest {
        match self.canary {
            Some(canary) if canary.share.holds(canary.digest, session) => canary.digest,
            _ => self.serving,
        }
    }

    /// All versions that it names
    pub fn digests(&self) -> impl Iterator<Item = Digest> {
        let canary = self.canary.map(|canary| canary.digest);
        std::iter::once(self.serving).chain(canary).chain(self.shadow).chain(self.fallback)
    }
}
