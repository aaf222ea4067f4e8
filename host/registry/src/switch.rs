//! Which version serves whom in this process, swapped while decisions are under way.
//!
//! The routes are one pointer: a decision takes it once and goes on with what it found, whatever is swapped meanwhile.

use crate::components::{Components, Loader, LoaderError};
use crate::health::{Thresholds, Verdict};
use crate::lease::{Lease, Role};
use crate::live::{Live, Standing};
use crate::routes::{Route, RoutePlan};
use crate::shadow::{Asked, Beside, Difference};
use anchorhold_runtime::Digest;
use arc_swap::ArcSwap;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// How many events and differences are kept
const KEPT_MAX: usize = 1000;

/// Which version serves whom. Clones share everything.
#[derive(Clone)]
pub struct Switch {
    inner: Arc<Inner>,
}

/// Something that the switch did
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Other routes were taken up
    Applied,
    /// A version was taken back
    TakenBack {
        /// The version
        digest: Digest,
        /// Why
        why: Verdict,
        /// The version that serves in its place. `None`: it served nobody, or there is no other.
        instead: Option<Digest>,
    },
}

/// The routes, with the versions that they name
struct Routed {
    plan: RoutePlan,
    live: HashMap<Digest, Arc<Live>>,
    /// The version that serves by default
    serving: Arc<Live>,
}

pub(crate) struct Inner {
    pub(crate) thresholds: Thresholds,
    routed: ArcSwap<Routed>,
    /// Held by whoever changes the routes
    changing: Mutex<()>,
    retired: Mutex<Vec<Weak<Live>>>,
    beside: OnceLock<Beside>,
    left_out: AtomicU64,
    events: Mutex<VecDeque<Event>>,
    differences: Mutex<VecDeque<Difference>>,
}

impl Switch {
    /// A switch with these routes
    ///
    /// # Errors
    /// Where a version cannot be loaded.
    pub fn new(
        plan: RoutePlan,
        components: &dyn Components,
        loader: &Loader,
        thresholds: Thresholds,
    ) -> Result<Switch, LoaderError> {
        let routed = load(plan, &HashMap::new(), components, loader)?;
        let inner = Arc::new(Inner {
            thresholds,
            routed: ArcSwap::from_pointee(routed),
            changing: Mutex::default(),
            retired: Mutex::default(),
            beside: OnceLock::new(),
            left_out: AtomicU64::new(0),
            events: Mutex::default(),
            differences: Mutex::default(),
        });
        Ok(Switch { inner })
    }

    /// Takes up other routes, as soon as all their versions are loaded. Decisions under way finish on the version that
    /// they began with.
    ///
    /// # Errors
    /// Where a version cannot be loaded; then everything stays as it was.
    pub fn apply(&self, plan: RoutePlan, components: &dyn Components, loader: &Loader) -> Result<(), LoaderError> {
        let changing = self.inner.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let routed = load(plan, &self.inner.routed.load().live, components, loader)?;
        self.inner.swap(routed);
        drop(changing);
        keep(&self.inner.events, Event::Applied);
        Ok(())
    }

    /// The version that decides for a session of a tenant
    pub fn lease(&self, tenant: &str, session: &str) -> Lease {
        let routed = self.inner.routed.load();
        let route = routed.plan.route(tenant);
        let of = |digest: Digest| routed.live.get(&digest).cloned();
        let picked = route.pick(session);
        let is_canary = picked != route.serving;
        // A canary is compared with what would have served, and that is also what takes over where it fails.
        let (role, beside, fallback) = if is_canary {
            (Role::Canary, of(route.serving), of(route.serving))
        } else {
            (Role::Serving, route.shadow.and_then(of), route.fallback.and_then(of))
        };
        let serving = of(picked).unwrap_or_else(|| Arc::clone(&routed.serving));
        Lease::new(Arc::clone(&self.inner), tenant.into(), serving, role, fallback, beside)
    }

    /// The version with this digest, for a pass that began under it. `None`: it is not loaded, and
    /// [`Switch::load_for`] brings it back.
    pub fn policy_for(&self, digest: Digest) -> Option<Lease> {
        let live = self.inner.routed.load().live.get(&digest).cloned().or_else(|| self.inner.retired(digest))?;
        Some(Lease::new(Arc::clone(&self.inner), "".into(), live, Role::Named, None, None))
    }

    /// The same, but loads the version where it is not loaded any more, as after a restart. It is dropped with the lease.
    ///
    /// # Errors
    /// Where it cannot be loaded.
    pub fn load_for(&self, digest: Digest, components: &dyn Components, loader: &Loader) -> Result<Lease, LoaderError> {
        if let Some(lease) = self.policy_for(digest) {
            return Ok(lease);
        }
        let live = Arc::new(Live::new(loader.load(components, digest)?));
        self.inner.retire(&live);
        Ok(Lease::new(Arc::clone(&self.inner), "".into(), live, Role::Named, None, None))
    }

    /// The routes
    pub fn routes(&self) -> RoutePlan {
        self.inner.routed.load().plan.clone()
    }

    /// How every loaded version stands
    pub fn standings(&self) -> Vec<Standing> {
        let routed = self.inner.routed.load();
        let mut standings: Vec<Standing> = routed.live.values().map(|live| live.standing(false)).collect();
        let retired = self.inner.retired.lock().unwrap_or_else(PoisonError::into_inner);
        standings.extend(retired.iter().filter_map(Weak::upgrade).map(|live| live.standing(true)));
        standings.sort_by_key(|standing| standing.digest);
        standings
    }

    /// Waits until every version that serves nobody any more is dropped. `false`: some still decide after `wait_max`.
    pub fn drained(&self, wait_max: Duration) -> bool {
        const PAUSE: Duration = Duration::from_millis(2);
        let end = Instant::now() + wait_max;
        loop {
            let mut retired = self.inner.retired.lock().unwrap_or_else(PoisonError::into_inner);
            retired.retain(|live| live.strong_count() > 0);
            if retired.is_empty() {
                return true;
            }
            drop(retired);
            if Instant::now() >= end {
                return false;
            }
            thread::sleep(PAUSE);
        }
    }

    /// What the switch did lately, and takes it out
    pub fn events(&self) -> Vec<Event> {
        self.inner.events.lock().unwrap_or_else(PoisonError::into_inner).drain(..).collect()
    }

    /// The latest differences between versions, and takes them out
    pub fn differences(&self) -> Vec<Difference> {
        self.inner.differences.lock().unwrap_or_else(PoisonError::into_inner).drain(..).collect()
    }

    /// How many comparisons were left out because too many waited
    pub fn left_out(&self) -> u64 {
        self.inner.left_out.load(Ordering::Relaxed)
    }
}

impl Inner {
    /// Has a call asked beside
    pub(crate) fn ask_beside(self: &Arc<Inner>, asked: Asked) {
        let beside = self.beside.get_or_init(|| {
            // Weakly, so that the thread ends with the switch.
            let inner = Arc::downgrade(self);
            Beside::start(move |asked, difference| {
                if let Some(inner) = inner.upgrade() {
                    inner.compared(asked, difference);
                }
            })
        });
        if !beside.ask(asked) {
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Takes a version out of all routes: where it serves, the one before it takes over
    pub(crate) fn take_back(&self, digest: Digest, why: &Verdict) {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let routed = self.routed.load_full();
        let mut plan = routed.plan.clone();
        let routes = std::iter::once(&mut plan.default).chain(plan.tenants.values_mut());
        let changes: Vec<Option<Digest>> = routes.filter_map(|route| without(route, digest)).collect();
        if changes.is_empty() {
            return;
        }
        let instead = changes.into_iter().flatten().next();
        let named = plan.digests();
        let live = routed.live.iter().filter(|(digest, _)| named.contains(digest));
        let live: HashMap<Digest, Arc<Live>> = live.map(|(digest, live)| (*digest, Arc::clone(live))).collect();
        let serving = live.get(&plan.default.serving).unwrap_or(&routed.serving);
        let next = Routed { serving: Arc::clone(serving), plan, live };
        drop(routed);
        self.swap(next);
        keep(&self.events, Event::TakenBack { digest, why: why.clone(), instead });
    }

    fn compared(&self, asked: &Asked, difference: Option<Difference>) {
        let is_equal = difference.is_none();
        if let Some(difference) = difference {
            keep(&self.differences, difference);
        }
        if let Some(verdict) = asked.candidate.compared(is_equal, &self.thresholds) {
            self.take_back(asked.candidate.digest(), &verdict);
        }
    }

    /// Puts routes in the place of the present ones, and retires the versions that they do not name
    fn swap(&self, routed: Routed) {
        let next = Arc::new(routed);
        let before = self.routed.swap(Arc::clone(&next));
        for (digest, live) in &before.live {
            if !next.live.contains_key(digest) {
                self.retire(live);
            }
        }
    }

    fn retire(&self, live: &Arc<Live>) {
        let mut retired = self.retired.lock().unwrap_or_else(PoisonError::into_inner);
        retired.retain(|live| live.strong_count() > 0);
        retired.push(Arc::downgrade(live));
    }

    fn retired(&self, digest: Digest) -> Option<Arc<Live>> {
        let retired = self.retired.lock().unwrap_or_else(PoisonError::into_inner);
        retired.iter().filter_map(Weak::upgrade).find(|live| live.digest() == digest)
    }
}

/// Takes a version out of a route. `None`: it was not in it; else the version that serves in its place, where it served.
fn without(route: &mut Route, digest: Digest) -> Option<Option<Digest>> {
    if route.serving == digest {
        // With no other, a version that fails now and then is better than none.
        let instead = route.fallback.take()?;
        route.serving = instead;
        return Some(Some(instead));
    }
    let is_canary = route.canary.is_some_and(|canary| canary.digest == digest);
    let is_shadow = route.shadow == Some(digest);
    if is_canary {
        route.canary = None;
    }
    if is_shadow {
        route.shadow = None;
    }
    (is_canary || is_shadow).then_some(is_canary.then_some(route.serving))
}

/// The routes of a plan, with its versions; those that are loaded already are not loaded again
fn load(
    plan: RoutePlan,
    loaded: &HashMap<Digest, Arc<Live>>,
    components: &dyn Components,
    loader: &Loader,
) -> Result<Routed, LoaderError> {
    let load = |digest: Digest| match loaded.get(&digest) {
        Some(live) => Ok(Arc::clone(live)),
        None => loader.load(components, digest).map(|policy| Arc::new(Live::new(policy))),
    };
    let serving = load(plan.default.serving)?;
    let mut live = HashMap::from([(plan.default.serving, Arc::clone(&serving))]);
    for digest in plan.digests() {
        if digest != plan.default.serving {
            live.insert(digest, load(digest)?);
        }
    }
    Ok(Routed { plan, live, serving })
}

fn keep<T>(kept: &Mutex<VecDeque<T>>, new: T) {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    kept.push_back(new);
    while kept.len() > KEPT_MAX {
        kept.pop_front();
    }
}
