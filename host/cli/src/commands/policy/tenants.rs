//! `anchorhold policy pin`, `canary`, `shadow` and `demand`: what holds for one tenant, or for all without settings.

use super::trial;
use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, output, report};
use anchorhold_flow::registry::{self, Record, Registry, Selector, Share, Tenant, VerifyingKey};
use clap::Args;
use std::path::PathBuf;

/// Have one version serve the tenant, whatever its channel says.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold policy pin standard@1.1.0 --tenant shop
  anchorhold policy pin --off --tenant shop")]
pub struct Pin {
    /// The version
    #[arg(value_name = "VERSION", required_unless_present = "off")]
    version: Option<Selector>,
    /// Follow the channel again
    #[arg(long, conflicts_with = "version")]
    off: bool,
}

/// Have a version serve a share of the tenant's sessions: the same ones each time.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold policy canary next --share 5%
  anchorhold policy canary --off")]
pub struct Canary {
    /// The version
    #[arg(value_name = "VERSION", required_unless_present = "off")]
    version: Option<Selector>,
    /// The share of the sessions, such as 5% or 0.5%
    #[arg(long, value_name = "PERCENT%", required_unless_present = "off")]
    share: Option<Share>,
    /// Have it serve none
    #[arg(long, conflicts_with_all = ["version", "share"])]
    off: bool,
}

/// Have a version asked beside the serving one: differences are recorded, and its answers never used.
#[derive(Args)]
pub struct Shadow {
    /// The version
    #[arg(value_name = "VERSION", required_unless_present = "off")]
    version: Option<Selector>,
    /// Have none asked beside
    #[arg(long, conflicts_with = "version")]
    off: bool,
}

/// Let only versions serve the tenant that these keys have signed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold policy demand release.pem.pub --tenant shop
  anchorhold policy demand --off --tenant shop")]
pub struct Demand {
    /// Public keys; each must have signed
    #[arg(value_name = "FILE", required_unless_present = "off")]
    keys: Vec<PathBuf>,
    /// Demand no signature
    #[arg(long, conflicts_with = "keys")]
    off: bool,
}

impl Pin {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        with_version(global, self.version.as_ref(), |tenant, record| tenant.pin = record.map(|record| record.digest))
    }
}

impl Canary {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        with_version(global, self.version.as_ref(), |tenant, record| {
            tenant.canary =
                record.zip(self.share).map(|(record, share)| registry::Canary { digest: record.digest, share });
        })
    }
}

impl Shadow {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        with_version(global, self.version.as_ref(), |tenant, record| tenant.shadow = record.map(|record| record.digest))
    }
}

impl Demand {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let registry = host::registry(global)?;
        let mut signers = Vec::new();
        for path in &self.keys {
            let key = VerifyingKey::read(path)?;
            registry.keep_key(&key)?;
            signers.push(key.id());
        }
        change(global, &registry, |tenant| tenant.signers = signers)
    }
}

/// Changes a tenant's settings, once the version that is named has passed its trial
fn with_version(
    global: &Global,
    version: Option<&Selector>,
    set: impl FnOnce(&mut Tenant, Option<&Record>),
) -> Result<Ended, CommandError> {
    let registry = host::registry(global)?;
    let record = version.map(|version| registry.find(version)).transpose()?;
    if let Some(record) = &record {
        let report = trial::run(global, &registry, record, None)?;
        if !report.is_passed() {
            output::write(&report::registry::trial(global.json, record, &report))?;
            return Ok(Ended::Refused);
        }
    }
    change(global, &registry, |tenant| set(tenant, record.as_ref()))
}

fn change(global: &Global, registry: &Registry, set: impl FnOnce(&mut Tenant)) -> Result<Ended, CommandError> {
    let tenant = registry.change_tenant(&global.tenant, set)?;
    output::write(&report::registry::tenant(global.json, &registry.list()?, &global.tenant, &tenant))?;
    Ok(Ended::Permitted)
}
