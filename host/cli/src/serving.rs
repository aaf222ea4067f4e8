//! Which policy decides: the one that was named, else the one that serves the tenant, else the one that comes with the command.

use crate::exit::CommandError;
use crate::host::{self, EMBEDDED, HostError};
use crate::options::Global;
use crate::output;
use anchorhold_flow::registry::{Components, LastGood, Loader, Profile, Record, Registry, RoutePlan, Selector};
use anchorhold_flow::{Desk, Policy, PolicyDigest, World};
use std::path::Path;

/// The policies that may decide, the first choice first
pub struct Serving {
    loader: Loader,
    choices: Vec<Choice>,
}

enum Choice {
    Loaded(Box<Policy>),
    Kept(Box<dyn Components>, PolicyDigest),
    Embedded,
}

/// The desk of the policy that decides for a session of the tenant
pub fn desk(global: &Global, session: &str) -> Result<Desk, CommandError> {
    let mut serving = Serving::of(global, session)?;
    Ok(serving.next().ok_or(HostError::NoPolicy)?)
}

/// By what a canary tells sessions apart: the name of the session, else the path of its transcript
pub fn session(named: Option<&str>, transcript: &Path) -> String {
    let path = || transcript.canonicalize().unwrap_or_else(|_| transcript.to_owned()).to_string_lossy().into_owned();
    named.map_or_else(path, str::to_owned)
}

/// The policy with this digest, from wherever it is: the file that is named, the registry, what served last, or the command
pub fn by_digest(global: &Global, digest: PolicyDigest) -> Option<Policy> {
    let loader = Loader::new(host::cache(), 1);
    let file = global.policy.as_deref().and_then(|named| host::component(Some(named)).ok());
    for bytes in [file.as_deref(), Some(EMBEDDED)].into_iter().flatten() {
        if PolicyDigest::of(bytes) == digest {
            return loader.load_bytes(bytes, Profile::of_size(bytes.len())).ok();
        }
    }
    let registry = host::registry_path(global).ok().and_then(|folder| Registry::open_if_there(&folder));
    let kept = registry.and_then(|registry| loader.load(&registry, digest).ok());
    kept.or_else(|| loader.load(&host::last_good(global).ok()?, digest).ok())
}

impl Serving {
    /// The policies that may decide for a session of the tenant
    ///
    /// # Errors
    /// Where a policy was named and cannot be loaded: nobody else decides in its place.
    pub fn of(global: &Global, session: &str) -> Result<Serving, CommandError> {
        let loader = Loader::new(host::cache(), 1);
        let choices = match &global.policy {
            Some(named) => vec![Choice::Loaded(Box::new(named_policy(global, &loader, named)?))],
            None => routed(global, session),
        };
        Ok(Serving { loader, choices: choices.into_iter().rev().collect() })
    }

    fn embedded(&self) -> Result<Policy, HostError> {
        self.loader.load_bytes(EMBEDDED, Profile::Standard).map_err(HostError::Embedded)
    }
}

impl Iterator for Serving {
    type Item = Desk;

    /// The next choice that can be loaded
    fn next(&mut self) -> Option<Desk> {
        while let Some(choice) = self.choices.pop() {
            let loaded = match choice {
                Choice::Loaded(policy) => Ok(*policy),
                Choice::Kept(components, digest) => self
                    .loader
                    .load(components.as_ref(), digest)
                    .map_err(|error| format!("policy {digest:.12} cannot serve: {}", output::chain(&error))),
                Choice::Embedded => self.embedded().map_err(|error| output::chain(&error)),
            };
            match loaded {
                Ok(policy) if policy.world() == World::Desk => return Some(Desk::new(policy)),
                Ok(policy) => output::warn(&format!(
                    "policy {:.12} is of world `policy` and has no desk, by which the command asks",
                    policy.digest()
                )),
                Err(why) => output::warn(&why),
            }
        }
        None
    }
}

/// A policy that was named: a file, or a version of the registry
fn named_policy(global: &Global, loader: &Loader, named: &Path) -> Result<Policy, CommandError> {
    let not_loaded = |source| HostError::NotLoaded { path: named.to_owned(), source };
    if !named.exists()
        && let Some(record) = find(global, named)?
    {
        let registry = host::registry(global)?;
        return Ok(loader.load(&registry, record.digest).map_err(not_loaded)?);
    }
    let bytes = host::component(Some(named))?;
    Ok(loader.load_bytes(&bytes, Profile::of_size(bytes.len())).map_err(not_loaded)?)
}

/// The version of the registry that is named so. `None`: the text is not of the form of such a name.
fn find(global: &Global, named: &Path) -> Result<Option<Record>, CommandError> {
    let selector = named.to_str().and_then(|text| text.parse::<Selector>().ok());
    match (selector, Registry::open_if_there(&host::registry_path(global)?)) {
        (Some(selector), Some(registry)) => Ok(Some(registry.find(&selector)?)),
        _ => Ok(None),
    }
}

/// What the registry says, or what served last where it is gone or damaged; and in the end the embedded policy
fn routed(global: &Global, session: &str) -> Vec<Choice> {
    let mut choices = Vec::new();
    let registry = host::registry_path(global).ok().and_then(|folder| Registry::open_if_there(&folder));
    let routes = registry.as_ref().map(Registry::routes);
    let last_good = host::last_good(global).ok();
    match (registry, routes) {
        (Some(registry), Some(Ok(Some(routes)))) => {
            if let Some(last_good) = &last_good {
                keep(last_good, &routes, &registry);
            }
            add(&mut choices, &routes, global, session, &registry);
        }
        (_, Some(Err(error))) => {
            output::warn(&format!("the registry cannot be used: {}", output::chain(&error)));
        }
        _ => {}
    }
    if let Some(last_good) = last_good
        && let Ok(Some(routes)) = last_good.routes()
    {
        add(&mut choices, &routes, global, session, &last_good);
    }
    choices.push(Choice::Embedded);
    choices
}

fn add(
    choices: &mut Vec<Choice>,
    routes: &RoutePlan,
    global: &Global,
    session: &str,
    components: &(impl Components + Clone + 'static),
) {
    let route = routes.route(global.tenant.as_str());
    let canary_or_serving = route.pick(session);
    for digest in [Some(canary_or_serving), Some(route.serving), route.fallback].into_iter().flatten() {
        let is_there = choices.iter().any(|choice| matches!(choice, Choice::Kept(_, other) if *other == digest));
        if !is_there {
            choices.push(Choice::Kept(Box::new(components.clone()), digest));
        }
    }
}

/// Keeps what serves for a start without the registry. All of it has passed its trial before it was pointed to.
fn keep(last_good: &LastGood, routes: &RoutePlan, registry: &Registry) {
    if !matches!(last_good.routes(), Ok(Some(kept)) if kept == *routes) {
        // What cannot be kept today is kept the next time; what was kept before still is.
        let _ = last_good.keep(routes, registry);
    }
}
