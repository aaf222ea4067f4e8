//! What holds for one tenant.

use crate::name::Name;
use crate::routes::Canary;
use anchorhold_runtime::Digest;
use serde::{Deserialize, Serialize};

/// The settings of a tenant: `tenants/<name>.json`. Those of `default` hold for tenants that have none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tenant {
    /// The channel whose version serves it
    pub channel: Name,
    /// The version that serves it whatever the channel says. `None`: the channel's.
    pub pin: Option<Digest>,
    /// A version that serves a share of its sessions. `None`: there is none.
    pub canary: Option<Canary>,
    /// A version that is asked beside, and whose answers are compared but never used. `None`: there is none.
    pub shadow: Option<Digest>,
    /// The ids of the keys that must have signed what serves it
    pub signers: Vec<String>,
}

impl Default for Tenant {
    fn default() -> Tenant {
        Tenant { channel: Name::stable(), pin: None, canary: None, shadow: None, signers: Vec::new() }
    }
}
