//! What points to the versions of a registry: channels and the settings of tenants; and which version serves whom by them.

use crate::channel::{Channel, Move};
use crate::clock::now_ms;
use crate::error::RegistryError;
use crate::files;
use crate::name::Name;
use crate::record::Record;
use crate::registry::Registry;
use crate::routes::{Route, RoutePlan};
use crate::tenant::Tenant;
use anchorhold_runtime::Digest;
use std::collections::BTreeMap;
use std::path::PathBuf;

type Channels = BTreeMap<Name, Channel>;
type Records = BTreeMap<Digest, Record>;

impl Registry {
    /// A channel. `None`: it points to nothing.
    ///
    /// # Errors
    /// Where its file cannot be read.
    pub fn channel(&self, name: &Name) -> Result<Option<Channel>, RegistryError> {
        files::read_json(&self.folder.join(format!("channels/{name}.json")))
    }

    /// All channels, in the order of their names
    ///
    /// # Errors
    /// Where a file cannot be read.
    pub fn channels(&self) -> Result<Vec<Channel>, RegistryError> {
        let paths = files::files_in(&self.folder.join("channels"), ".json")?;
        let channels: Result<Vec<Option<Channel>>, RegistryError> =
            paths.iter().map(|path| files::read_json(path)).collect();
        Ok(channels?.into_iter().flatten().collect())
    }

    /// Points a channel to a version
    ///
    /// # Errors
    /// Where the version is not here, lacks a signature that a tenant of the channel demands, or a file cannot be written.
    pub fn point(&self, name: &Name, digest: Digest, why: &str) -> Result<Channel, RegistryError> {
        let _lock = files::lock(&self.folder)?;
        self.demand_for_channel(name, digest)?;
        let before = self.channel(name)?;
        let from = before.as_ref().map(|channel| channel.digest);
        let mut moves = before.map(|channel| channel.moves).unwrap_or_default();
        if from != Some(digest) {
            moves.push(Move { at_ms: now_ms(), from, to: digest, why: why.to_owned(), is_back: false });
        }
        self.write_channel(Channel { name: name.clone(), digest, moves })
    }

    /// Points a channel to the version before its present one
    ///
    /// # Errors
    /// Where there is none.
    pub fn roll_back(&self, name: &Name, why: &str) -> Result<Channel, RegistryError> {
        let _lock = files::lock(&self.folder)?;
        let channel = self.channel(name)?.ok_or_else(|| RegistryError::NoChannel { channel: name.to_string() })?;
        let to = channel.before().ok_or_else(|| RegistryError::NothingBefore { channel: name.to_string() })?;
        self.demand_for_channel(name, to)?;
        let mut moves = channel.moves;
        moves.push(Move { at_ms: now_ms(), from: Some(channel.digest), to, why: why.to_owned(), is_back: true });
        self.write_channel(Channel { name: channel.name, digest: to, moves })
    }

    /// Takes a version out of everything that points to it, as a host does whose automatic rollback was set off: channels
    /// go back where they can, and tenants no longer try it out. Pins stay: they are a tenant's own will.
    ///
    /// # Errors
    /// Where a file cannot be read or written.
    pub fn take_back(&self, digest: Digest, why: &str) -> Result<(), RegistryError> {
        for channel in self.channels()? {
            if channel.digest == digest && channel.before().is_some() {
                self.roll_back(&channel.name, why)?;
            }
        }
        for (name, tenant) in self.tenants()? {
            let tries = tenant.canary.is_some_and(|canary| canary.digest == digest) || tenant.shadow == Some(digest);
            if tries {
                self.change_tenant(&name, |tenant| {
                    tenant.canary = tenant.canary.filter(|canary| canary.digest != digest);
                    tenant.shadow = tenant.shadow.filter(|shadow| *shadow != digest);
                })?;
            }
        }
        Ok(())
    }

    /// What holds for a tenant: its own settings, else those of `default`
    ///
    /// # Errors
    /// Where a file cannot be read.
    pub fn tenant(&self, name: &Name) -> Result<Tenant, RegistryError> {
        match files::read_json(&self.tenant_path(name))? {
            Some(tenant) => Ok(tenant),
            None => Ok(files::read_json(&self.tenant_path(&Name::default_tenant()))?.unwrap_or_default()),
        }
    }

    /// All tenants with settings of their own
    ///
    /// # Errors
    /// Where a file cannot be read.
    pub fn tenants(&self) -> Result<BTreeMap<Name, Tenant>, RegistryError> {
        let mut tenants = BTreeMap::new();
        for path in files::files_in(&self.folder.join("tenants"), ".json")? {
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            if let (Ok(name), Some(tenant)) = (name.parse(), files::read_json(&path)?) {
                tenants.insert(name, tenant);
            }
        }
        Ok(tenants)
    }

    /// Changes what holds for a tenant, and gives it. The versions that would serve it must have the signatures that it
    /// demands.
    ///
    /// # Errors
    /// Where a signature is missing, or a file cannot be read or written.
    pub fn change_tenant(&self, name: &Name, change: impl FnOnce(&mut Tenant)) -> Result<Tenant, RegistryError> {
        let _lock = files::lock(&self.folder)?;
        let mut tenant = self.tenant(name)?;
        change(&mut tenant);
        for digest in tenant.pin.into_iter().chain(tenant.canary.map(|canary| canary.digest)) {
            let record = self.record(digest)?.ok_or_else(|| RegistryError::Unknown { named: digest.to_string() })?;
            self.demand(name, &tenant, &record)?;
        }
        files::write_json(&self.tenant_path(name), &tenant)?;
        Ok(tenant)
    }

    /// Whether a version has the signatures that a tenant demands
    ///
    /// # Errors
    /// Names the keys whose signature is missing.
    pub fn demand(&self, name: &Name, tenant: &Tenant, record: &Record) -> Result<(), RegistryError> {
        if tenant.signers.is_empty() {
            return Ok(());
        }
        let signed = self.signed(record)?.unwrap_or_default();
        let is_missing = |id: &&String| !signed.iter().any(|one| one.key == **id && one.is_good == Some(true));
        let missing: Vec<String> =
            tenant.signers.iter().filter(is_missing).map(|id| id.chars().take(16).collect()).collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(RegistryError::SignerMissing { tenant: name.to_string(), digest: record.digest, missing })
    }

    /// Which version serves whom. `None`: channel `stable` points nowhere, so that nothing serves.
    ///
    /// # Errors
    /// Where a file cannot be read, a tenant's channel points nowhere, or a signature is missing that a tenant demands.
    pub fn routes(&self) -> Result<Option<RoutePlan>, RegistryError> {
        let mut tenants = self.tenants()?;
        // Read once for all tenants: there may be ten thousand of them.
        let channels: Channels = self.channels()?.into_iter().map(|channel| (channel.name.clone(), channel)).collect();
        let records: Records = self.list()?.into_iter().map(|record| (record.digest, record)).collect();
        let default_name = Name::default_tenant();
        let default = tenants.remove(&default_name).unwrap_or_default();
        if !channels.contains_key(&default.channel) && default.pin.is_none() {
            return Ok(None);
        }
        let route = |name: &Name, tenant: &Tenant| self.route(name, tenant, &channels, &records);
        let default = route(&default_name, &default)?;
        let routed: Result<BTreeMap<Name, Route>, RegistryError> =
            tenants.iter().map(|(name, tenant)| Ok((name.clone(), route(name, tenant)?))).collect();
        Ok(Some(RoutePlan { default, tenants: routed? }))
    }

    /// The tenants that follow a channel must be able to take what it points to
    fn demand_for_channel(&self, channel: &Name, digest: Digest) -> Result<(), RegistryError> {
        let record = self.record(digest)?.ok_or_else(|| RegistryError::Unknown { named: digest.to_string() })?;
        let follows = |tenant: &Tenant| tenant.channel == *channel && tenant.pin.is_none();
        let tenants = self.tenants()?;
        tenants
            .iter()
            .filter(|(_, tenant)| follows(tenant))
            .try_for_each(|(name, tenant)| self.demand(name, tenant, &record))
    }

    fn route(
        &self,
        name: &Name,
        tenant: &Tenant,
        channels: &Channels,
        records: &Records,
    ) -> Result<Route, RegistryError> {
        let channel = channels.get(&tenant.channel);
        let no_channel = || RegistryError::NoChannel { channel: tenant.channel.to_string() };
        let of_channel = channel.map(|channel| channel.digest);
        let serving = tenant.pin.or(of_channel).ok_or_else(no_channel)?;
        for digest in std::iter::once(serving).chain(tenant.canary.map(|canary| canary.digest)) {
            let record = records.get(&digest).ok_or_else(|| RegistryError::Unknown { named: digest.to_string() })?;
            self.demand(name, tenant, record)?;
        }
        // Of a pin there is no version before; the channel's is one that served others well.
        let fallback = if tenant.pin.is_some() { of_channel } else { channel.and_then(Channel::before) };
        let may_serve = |digest: &Digest| {
            records.get(digest).is_some_and(|record| self.demand(name, tenant, record).is_ok()) && *digest != serving
        };
        Ok(Route { serving, canary: tenant.canary, shadow: tenant.shadow, fallback: fallback.filter(may_serve) })
    }

    /// What points to a version, or would after so many rollbacks
    pub(crate) fn users(&self, digest: Digest, steps_back: usize) -> Result<Vec<String>, RegistryError> {
        let mut users = Vec::new();
        for channel in self.channels()? {
            let way = channel.way();
            if way.iter().rev().take(steps_back.saturating_add(1)).any(|on_the_way| *on_the_way == digest) {
                users.push(format!("channel `{}`", channel.name));
            }
        }
        for (name, tenant) in self.tenants()? {
            let canary = tenant.canary.map(|canary| canary.digest);
            if [tenant.pin, canary, tenant.shadow].contains(&Some(digest)) {
                users.push(format!("tenant `{name}`"));
            }
        }
        Ok(users)
    }

    fn write_channel(&self, channel: Channel) -> Result<Channel, RegistryError> {
        files::write_json(&self.folder.join(format!("channels/{}.json", channel.name)), &channel)?;
        Ok(channel)
    }

    fn tenant_path(&self, name: &Name) -> PathBuf {
        self.folder.join(format!("tenants/{name}.json"))
    }
}
