//! The registry keeps what it is given, points where it is told, and gives nothing away that is still needed.

#![allow(clippy::expect_used, reason = "a test that cannot go on must stop")]

mod support;

use anchorhold_registry::{
    Canary, LastGood, Name, Registry, RegistryError, RoutePlan, Selector, Share, SignatureError, SigningKey,
    VerifyingKey,
};
use anchorhold_runtime::admit;
use std::fs;
use std::thread;
use support::{add, component, new};
use tempfile::TempDir;

struct Place {
    folder: TempDir,
    registry: Registry,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        Place { registry: Registry::open(&folder.path().join("policies")).expect("a registry"), folder }
    }

    fn find(&self, named: &str) -> Result<String, RegistryError> {
        let selector: Selector = named.parse().expect("a selector");
        self.registry.find(&selector).map(|record| record.version.to_string())
    }
}

fn name(text: &str) -> Name {
    text.parse().expect("a name")
}

#[test]
fn a_version_is_found_by_each_of_its_names_and_never_replaced() {
    let place = Place::new();
    let bytes = component("one");
    let first = add(&place.registry, &bytes, "standard", "1.2.0");
    add(&place.registry, &component("two"), "standard", "1.10.0");
    assert_eq!(add(&place.registry, &bytes, "standard", "1.2.0"), first, "the same again is the same");
    let digits = format!("{:.10}", first.digest);
    for (named, found) in
        [("standard@1.2.0", "1.2.0"), ("standard", "1.10.0"), (&digits, "1.2.0"), (&first.digest.to_string(), "1.2.0")]
    {
        assert_eq!(place.find(named).expect("it is found"), found, "{named}");
    }
    for unknown in ["standard@2.0.0", "other", "0123456789"] {
        assert!(matches!(place.find(unknown), Err(RegistryError::Unknown { .. })), "{unknown}");
    }
    let admitted = admit(&bytes, &anchorhold_registry::Profile::Standard.bounds()).expect("it is admitted");
    let other = component("three");
    let other_admitted = admit(&other, &anchorhold_registry::Profile::Standard.bounds()).expect("it is admitted");
    let taken = place.registry.add(&other, &other_admitted, new("standard", "1.2.0"));
    assert!(matches!(taken, Err(RegistryError::NameTaken { .. })));
    assert!(matches!(place.registry.add(&bytes, &admitted, new("other", "1.0.0")), Err(RegistryError::Known { .. })));
    assert_eq!(place.registry.component(first.digest).expect("its bytes"), bytes);
}

#[test]
fn a_damaged_component_is_not_given_out() {
    let place = Place::new();
    let record = add(&place.registry, &component("one"), "standard", "1.0.0");
    let path = place.registry.folder().join(format!("components/{}.wasm", record.digest));
    let mut bytes = fs::read(&path).expect("the file");
    if let Some(last) = bytes.last_mut() {
        *last ^= 1;
    }
    fs::write(&path, bytes).expect("it is damaged");
    assert!(matches!(place.registry.component(record.digest), Err(RegistryError::Damaged { .. })));
}

#[test]
fn a_channel_goes_back_the_way_that_it_came() {
    let place = Place::new();
    let stable = Name::stable();
    let [a, b, c] = ["a", "b", "c"].map(|text| add(&place.registry, &component(text), text, "1.0.0").digest);
    for digest in [a, b, b, c] {
        place.registry.point(&stable, digest, "use").expect("it points there");
    }
    let back = || place.registry.roll_back(&stable, "rollback").map(|channel| channel.digest);
    assert_eq!(back().expect("a version before"), b);
    place.registry.point(&stable, c, "use").expect("it points there again");
    assert_eq!(back().expect("a version before"), b);
    assert_eq!(back().expect("a version before"), a);
    assert!(matches!(back(), Err(RegistryError::NothingBefore { .. })));
    let channel = place.registry.channel(&stable).expect("it is read").expect("it is there");
    assert_eq!((channel.digest, channel.moves.len()), (a, 7));
}

#[test]
fn each_tenant_is_served_as_its_settings_say() {
    let place = Place::new();
    let [a, b, c] = ["a", "b", "c"].map(|text| add(&place.registry, &component(text), text, "1.0.0").digest);
    assert_eq!(place.registry.routes().expect("routes"), None, "nothing serves yet");
    place.registry.point(&Name::stable(), a, "use").expect("it points there");
    place.registry.point(&Name::stable(), b, "use").expect("it points there");
    place.registry.change_tenant(&name("pinned"), |tenant| tenant.pin = Some(c)).expect("a pin");
    let canary = Canary { digest: c, share: Share::of_permille(1000) };
    place.registry.change_tenant(&name("bold"), |tenant| tenant.canary = Some(canary)).expect("a canary");
    let routes = place.registry.routes().expect("routes").expect("something serves");
    let served = |tenant: &str| routes.route(tenant).pick("session");
    assert_eq!([served("anybody"), served("pinned"), served("bold"), served("../x")], [b, c, c, b]);
    assert_eq!(routes.default.fallback, Some(a));
    assert_eq!(routes.route("pinned").fallback, Some(b));
}

#[test]
fn a_tenant_is_not_served_by_what_its_signers_did_not_sign() {
    let place = Place::new();
    let [signed, unsigned] = ["a", "b"].map(|text| add(&place.registry, &component(text), text, "1.0.0"));
    place.registry.point(&Name::stable(), signed.digest, "use").expect("it points there");
    let path = place.folder.path().join("release.pem");
    let public = SigningKey::generate().expect("a key").write(&path).expect("its files");
    let key = SigningKey::read(&path).expect("the key");
    assert!(key.write(&path).is_err(), "a key is never overwritten");
    assert_eq!(VerifyingKey::read(&public).expect("the public key"), key.verifying());
    place.registry.sign(&signed, &key).expect("it is signed");
    let demands = |tenant: &mut anchorhold_registry::Tenant| tenant.signers = vec![key.verifying().id()];
    place.registry.change_tenant(&name("careful"), demands).expect("it demands a signature");
    assert!(place.registry.routes().is_ok());

    let is_missing = |result: Result<(), RegistryError>| matches!(result, Err(RegistryError::SignerMissing { .. }));
    assert!(is_missing(place.registry.point(&Name::stable(), unsigned.digest, "use").map(drop)));
    assert!(is_missing(
        place.registry.change_tenant(&name("careful"), |tenant| tenant.pin = Some(unsigned.digest)).map(drop)
    ));
    let channel = place.registry.channel(&Name::stable()).expect("it is read").expect("it is there");
    assert_eq!(channel.digest, signed.digest, "nothing moved");
}

#[test]
fn a_signature_counts_for_its_own_version_and_key_only() {
    let place = Place::new();
    let [one, other] = ["a", "b"].map(|text| add(&place.registry, &component(text), text, "1.0.0"));
    let key = SigningKey::generate().expect("a key");
    let second = SigningKey::generate().expect("a key");
    place.registry.sign(&one, &key).expect("it is signed");
    let signed = place.registry.sign(&one, &second).expect("it is signed");
    assert_eq!(signed.iter().filter(|signed| signed.is_good == Some(true)).count(), 2);

    let path = |digest| place.registry.folder().join(format!("signatures/{digest}.json"));
    fs::copy(path(one.digest), path(other.digest)).expect("it is copied");
    assert!(matches!(place.registry.signed(&other), Ok(Err(SignatureError::OtherVersion(_)))));

    let keys = place.registry.folder().join("keys");
    let [first_path, second_path] = [&key, &second].map(|key| keys.join(format!("{}.pem", key.verifying().id())));
    fs::copy(&second_path, &first_path).expect("another key takes its place");
    let signed = place.registry.signed(&one).expect("it is read").expect("its statement is its own");
    assert_eq!(signed.iter().map(|signed| signed.is_good).collect::<Vec<_>>(), [Some(false), Some(true)]);
    fs::remove_file(first_path).expect("the key is gone");
    let signed = place.registry.signed(&one).expect("it is read").expect("its statement is its own");
    assert_eq!(signed.first().map(|signed| signed.is_good), Some(None));
}

#[cfg(unix)]
#[test]
fn a_secret_key_that_others_may_read_is_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("release.pem");
    SigningKey::generate().expect("a key").write(&path).expect("its files");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("its mode");
    assert!(SigningKey::read(&path).is_err());
}

#[test]
fn what_is_in_use_stays_and_the_rest_can_go() {
    let place = Place::new();
    let records = ["a", "b", "c", "d", "e"].map(|text| add(&place.registry, &component(text), text, "1.0.0"));
    let digests = records.clone().map(|record| record.digest);
    for digest in digests.iter().take(4) {
        place.registry.point(&Name::stable(), *digest, "use").expect("it points there");
    }
    place
        .registry
        .change_tenant(&name("watching"), |tenant| tenant.shadow = digests.first().copied())
        .expect("a shadow");
    for (record, can_go) in records.iter().zip([false, true, false, false, true]) {
        let removed = place.registry.remove(record.digest);
        assert_eq!(removed.is_ok(), can_go, "{}: {removed:?}", record.name);
        if can_go {
            let bytes = component(record.name.as_str());
            add(&place.registry, &bytes, record.name.as_str(), "1.0.0");
        }
    }
    fs::write(place.registry.folder().join("components/unfinished.wasm"), "cut off").expect("a file");
    let removed = place.registry.collect_garbage(1).expect("it is collected");
    let names: Vec<String> = removed.versions.iter().map(|record| record.name.to_string()).collect();
    assert_eq!((names, removed.components), (vec!["b".to_owned(), "e".to_owned()], 1));
    assert_eq!(place.registry.list().expect("the rest").len(), 3);
}

#[test]
fn a_version_that_was_taken_back_serves_nobody_after_a_restart_either() {
    let place = Place::new();
    let [good, bad] = ["good", "bad"].map(|text| add(&place.registry, &component(text), text, "1.0.0").digest);
    for digest in [good, bad] {
        place.registry.point(&Name::stable(), digest, "use").expect("it points there");
    }
    let canary = Canary { digest: bad, share: Share::of_permille(50) };
    place.registry.change_tenant(&name("bold"), |tenant| tenant.canary = Some(canary)).expect("a canary");
    place.registry.change_tenant(&name("own-will"), |tenant| tenant.pin = Some(bad)).expect("a pin");
    place.registry.take_back(bad, "3 of the latest decisions failed").expect("it is taken back");
    let routes = place.registry.routes().expect("routes").expect("something serves");
    assert_eq!((routes.default.serving, routes.route("bold").canary), (good, None));
    assert_eq!(routes.route("own-will").serving, bad, "a pin is the tenant's own will");
    let channel = place.registry.channel(&Name::stable()).expect("it is read").expect("it is there");
    assert_eq!(channel.moves.last().map(|step| step.why.as_str()), Some("3 of the latest decisions failed"));
}

#[test]
fn writers_wait_for_each_other() {
    let place = Place::new();
    let digests: Vec<_> = (0..4)
        .map(|number| add(&place.registry, &component(&number.to_string()), "p", &format!("{number}.0.0")).digest)
        .collect();
    thread::scope(|scope| {
        for digest in &digests {
            scope.spawn(|| {
                for _ in 0..10 {
                    place.registry.point(&Name::stable(), *digest, "use").expect("it points there");
                }
            });
        }
    });
    let channel = place.registry.channel(&Name::stable()).expect("it is read").expect("it is there");
    let ways: Vec<_> = channel.moves.windows(2).collect();
    assert!(ways.iter().all(|pair| pair.first().map(|step| Some(step.to)) == pair.last().map(|step| step.from)));
    assert_eq!(channel.moves.last().map(|step| step.to), Some(channel.digest));
}

#[test]
fn what_served_last_is_there_without_the_registry() {
    let place = Place::new();
    let [a, b] = ["a", "b"].map(|text| add(&place.registry, &component(text), text, "1.0.0").digest);
    let last_good = LastGood::of(&place.folder.path().join("last-good"));
    assert_eq!(last_good.routes().expect("it is read"), None);
    for digest in [a, b] {
        last_good.keep(&RoutePlan::of(digest), &place.registry).expect("it is kept");
    }
    fs::remove_dir_all(place.registry.folder()).expect("the registry is gone");
    let routes = last_good.routes().expect("it is read").expect("something served");
    assert_eq!(routes, RoutePlan::of(b));
    use anchorhold_registry::Components;
    assert_eq!(last_good.component_of(b).expect("its bytes").0, component("b"));
    assert!(last_good.component_of(a).is_err(), "what served earlier is gone");
    assert!(last_good.keep(&RoutePlan::of(a), &place.registry).is_err());
    assert_eq!(last_good.routes().expect("it is read"), Some(routes), "what cannot be kept takes nothing away");
}
