//! Versions are swapped while decisions are under way: each decision is made by one version, and none fails for the swap.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test that cannot go on must stop")]

mod support;

use anchorhold_registry::{
    Canary, Components, Event, HealthVerdict, Loader, Profile, RegistryError, Route, RoutePlan, Share, Switch,
    Thresholds,
};
use anchorhold_runtime::{DeskFunction, Digest, Failure};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use support::Subject;

/// Components by their digest
#[derive(Default)]
struct Shelf(HashMap<Digest, Vec<u8>>);

impl Components for Shelf {
    fn component_of(&self, digest: Digest) -> Result<(Vec<u8>, Profile), RegistryError> {
        let bytes = self.0.get(&digest).ok_or_else(|| RegistryError::Unknown { named: digest.to_string() })?;
        Ok((bytes.clone(), Profile::Standard))
    }
}

impl Shelf {
    /// A version that answers `read` with this text of four letters
    fn says(&mut self, text: &'static str) -> Digest {
        assert_eq!(text.len(), 4);
        self.put(&Subject { fields: format!("(data (i32.const 64) {text:?})").leak(), ..Subject::default() })
    }

    fn traps(&mut self) -> Digest {
        self.put(&Subject { read: "unreachable", ..Subject::default() })
    }

    /// A version that takes its time before it says `slow`
    fn takes_time(&mut self) -> Digest {
        let read = "(local $i i32) (local.set $i (i32.const 20000000))
            (loop (br_if 0 (local.tee $i (i32.sub (local.get $i) (i32.const 1))))) i32.const 16";
        self.put(&Subject { read, fields: "(data (i32.const 64) \"slow\")", ..Subject::default() })
    }

    fn put(&mut self, subject: &Subject) -> Digest {
        let bytes = subject.component();
        let digest = Digest::of(&bytes);
        self.0.insert(digest, bytes);
        digest
    }
}

struct Host {
    shelf: Shelf,
    loader: Loader,
}

impl Host {
    fn new(shelf: Shelf) -> Host {
        Host { shelf, loader: Loader::new(Some(support::cache()), 4) }
    }

    fn switch(&self, plan: RoutePlan, thresholds: Thresholds) -> Switch {
        Switch::new(plan, &self.shelf, &self.loader, thresholds).expect("its versions are loaded")
    }

    fn apply(&self, switch: &Switch, plan: RoutePlan) {
        switch.apply(plan, &self.shelf, &self.loader).expect("its versions are loaded");
    }
}

fn route(serving: Digest) -> Route {
    Route { serving, canary: None, shadow: None, fallback: None }
}

fn plan(default: Route) -> RoutePlan {
    RoutePlan { default, tenants: Default::default() }
}

/// What the switch says for a session: who answered, and what
fn said(switch: &Switch, tenant: &str, session: &str) -> Result<(Digest, String), Failure> {
    let answered = switch.lease(tenant, session).call(DeskFunction::Read, "{}")?;
    Ok((answered.by, answered.decided.answer.expect("it is an answer")))
}

#[test]
fn swaps_under_load_fail_nothing_and_mix_nothing() {
    const SWAPS: u64 = 100;
    let mut shelf = Shelf::default();
    let texts = ["aaaa", "bbbb", "cccc"].map(|text| (shelf.says(text), text));
    let host = Host::new(shelf);
    let switch = host.switch(RoutePlan::of(texts[0].0), Thresholds::default());
    let expected: HashMap<Digest, &str> = HashMap::from(texts);
    let is_over = AtomicBool::new(false);
    let decided = AtomicU64::new(0);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let lease = switch.lease("shop", "session");
                    // A pass is several decisions, and all of them are of the version that it began with.
                    for _ in 0..3 {
                        let answered = lease.call(DeskFunction::Read, "{}").expect("no decision fails");
                        let text = answered.decided.answer.expect("it is an answer");
                        assert_eq!(
                            (answered.by, Some(&text.as_str())),
                            (lease.digest(), expected.get(&lease.digest()))
                        );
                        decided.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
        for swap in 0..SWAPS {
            let next = texts.iter().cycle().nth(usize::try_from(swap).expect("it is small")).expect("it goes round");
            host.apply(&switch, RoutePlan::of(next.0));
            let before = decided.load(Ordering::Relaxed);
            let end = Instant::now() + Duration::from_secs(5);
            while decided.load(Ordering::Relaxed) < before + 3 && Instant::now() < end {
                thread::yield_now();
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
    assert!(decided.load(Ordering::Relaxed) >= SWAPS * 3);
    assert!(switch.drained(Duration::from_secs(5)), "{:?}", switch.standings());
    let standings = switch.standings();
    assert_eq!(
        standings.iter().map(|standing| (standing.under_way, standing.is_retired)).collect::<Vec<_>>(),
        [(0, false)]
    );
}

#[test]
fn an_old_version_stays_as_long_as_somebody_decides_by_it() {
    let mut shelf = Shelf::default();
    let (old, new) = (shelf.says("olds"), shelf.says("news"));
    let host = Host::new(shelf);
    let switch = host.switch(RoutePlan::of(old), Thresholds::default());
    let lease = switch.lease("shop", "session");
    host.apply(&switch, RoutePlan::of(new));
    assert!(!switch.drained(Duration::from_millis(10)));
    assert_eq!(lease.call(DeskFunction::Read, "{}").expect("it decides").by, old);
    let again = switch.policy_for(old).expect("a pass under way finds its version");
    assert_eq!(again.call(DeskFunction::Read, "{}").expect("it decides").by, old);
    drop((lease, again));
    assert!(switch.drained(Duration::from_secs(1)));
    assert!(switch.policy_for(old).is_none());
    let loaded = switch.load_for(old, &host.shelf, &host.loader).expect("after a restart it is brought back");
    assert_eq!(loaded.call(DeskFunction::Read, "{}").expect("it decides").by, old);
    drop(loaded);
    assert!(switch.drained(Duration::from_secs(1)));
}

#[test]
fn routes_with_a_version_that_cannot_be_loaded_change_nothing() {
    let mut shelf = Shelf::default();
    let good = shelf.says("good");
    let host = Host::new(shelf);
    let switch = host.switch(RoutePlan::of(good), Thresholds::default());
    let missing = Digest::of(b"never added");
    for bad in [plan(route(missing)), plan(Route { shadow: Some(missing), ..route(good) })] {
        assert!(switch.apply(bad, &host.shelf, &host.loader).is_err());
        assert_eq!(switch.routes(), RoutePlan::of(good));
        assert_eq!(said(&switch, "shop", "s"), Ok((good, "good".to_owned())));
    }
}

#[test]
fn a_canary_serves_its_share_and_always_the_same_sessions() {
    let mut shelf = Shelf::default();
    let (stable, candidate) = (shelf.says("stab"), shelf.says("cana"));
    let host = Host::new(shelf);
    let canary = Some(Canary { digest: candidate, share: Share::of_permille(300) });
    let switch = host.switch(plan(Route { canary, ..route(stable) }), Thresholds::default());
    let by = |session: u32| switch.lease("shop", &session.to_string()).digest();
    let tried = (0..1000).filter(|session| by(*session) == candidate).count();
    assert!((220..380).contains(&tried), "{tried}");
    assert!((0..50).all(|session| by(session) == by(session)));
}

#[test]
fn a_version_that_fails_is_taken_back_and_its_callers_are_answered() {
    let mut shelf = Shelf::default();
    let (good, bad) = (shelf.says("good"), shelf.traps());
    let host = Host::new(shelf);
    let thresholds = Thresholds { failures_max: 3, ..Thresholds::default() };
    let switch = host.switch(plan(Route { fallback: Some(good), ..route(bad) }), thresholds);
    for _ in 0..5 {
        assert_eq!(said(&switch, "shop", "s"), Ok((good, "good".to_owned())));
    }
    assert_eq!(switch.routes().default, route(good));
    let why = HealthVerdict::Failing { failures: 3, code: "trap".to_owned() };
    assert_eq!(switch.events(), [Event::TakenBack { digest: bad, why, instead: Some(good) }]);
}

#[test]
fn a_call_that_no_version_can_answer_brings_none_down() {
    let mut shelf = Shelf::default();
    let (one, other) = (shelf.traps(), shelf.put(&Subject { read: "(loop (br 0)) unreachable", ..Subject::default() }));
    let host = Host::new(shelf);
    let switch = host.switch(plan(Route { fallback: Some(other), ..route(one) }), Thresholds::default());
    for _ in 0..5 {
        assert!(matches!(said(&switch, "hostile", "s"), Err(Failure::Trap { .. })));
    }
    assert_eq!((switch.routes().default.serving, switch.events()), (one, Vec::new()));
}

#[test]
fn a_shadow_is_compared_and_never_heard() {
    let mut shelf = Shelf::default();
    let (good, equal, other) = (
        shelf.says("good"),
        shelf.put(&Subject { fields: "(data (i32.const 64) \"good\") (func)", ..Subject::default() }),
        shelf.says("else"),
    );
    let host = Host::new(shelf);
    for (shadow, differs) in [(equal, false), (other, true)] {
        let switch = host.switch(plan(Route { shadow: Some(shadow), ..route(good) }), Thresholds::default());
        for _ in 0..20 {
            assert_eq!(said(&switch, "shop", "s"), Ok((good, "good".to_owned())));
        }
        let compared = wait_for(&switch, shadow, 20);
        assert_eq!((compared, switch.differences().len()), (20, if differs { 20 } else { 0 }));
        assert_eq!(switch.routes().default.shadow, Some(shadow), "differences are only recorded");
    }
}

#[test]
fn a_canary_that_differs_too_often_is_taken_back() {
    let mut shelf = Shelf::default();
    let (good, other) = (shelf.says("good"), shelf.says("else"));
    let host = Host::new(shelf);
    let thresholds = Thresholds { difference_permille_max: Some(100), ..Thresholds::default() };
    let canary = Some(Canary { digest: other, share: Share::of_permille(1000) });
    let switch = host.switch(plan(Route { canary, ..route(good) }), thresholds);
    let end = Instant::now() + Duration::from_secs(10);
    while switch.routes().default.canary.is_some() && Instant::now() < end {
        let _ = said(&switch, "shop", "s");
    }
    assert_eq!(said(&switch, "shop", "s"), Ok((good, "good".to_owned())));
    assert!(
        matches!(switch.events().as_slice(), [Event::TakenBack { instead: Some(instead), .. }] if *instead == good)
    );
}

#[test]
fn a_slow_shadow_does_not_hold_up_an_answer() {
    let mut shelf = Shelf::default();
    let (good, slow) = (shelf.says("good"), shelf.takes_time());
    let host = Host::new(shelf);
    let switch = host.switch(plan(Route { shadow: Some(slow), ..route(good) }), Thresholds::default());
    let alone = host.shelf.component_of(slow).expect("its bytes").0;
    let alone = host.loader.load_bytes(&alone, Profile::Standard).expect("it is loaded");
    let began = Instant::now();
    alone.call(DeskFunction::Read, "{}").expect("it answers in the end");
    let slow_takes = began.elapsed();
    let began = Instant::now();
    for _ in 0..300 {
        said(&switch, "shop", "s").expect("it answers");
    }
    assert!(
        began.elapsed() < slow_takes * 150,
        "300 answers took {:?}, one of the shadow {slow_takes:?}",
        began.elapsed()
    );
    assert!(switch.left_out() > 0, "what would have to wait is left out");
}

/// Waits until so many answers were compared
fn wait_for(switch: &Switch, shadow: Digest, count: u64) -> u64 {
    let end = Instant::now() + Duration::from_secs(10);
    loop {
        let standings = switch.standings();
        let compared =
            standings.iter().find(|standing| standing.digest == shadow).map_or(0, |standing| standing.compared);
        if compared >= count || Instant::now() >= end {
            return compared;
        }
        thread::sleep(Duration::from_millis(1));
    }
}
