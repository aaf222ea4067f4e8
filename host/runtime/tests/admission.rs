//! What is not a policy is refused before it is compiled, each for its own reason.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test that cannot go on must stop")]

mod support;

use anchorhold_runtime::{
    Bounds, CompiledCache, DeskFunction, Engine, Found, LoadError, Policy, Refusal, World, admit,
};
use std::fs;
use support::Subject;

fn refusal_of(bytes: &[u8]) -> Refusal {
    admit(bytes, &Bounds::default()).expect_err("it is refused")
}

fn refusal_of_text(text: &str) -> Refusal {
    refusal_of(&wat::parse_str(text).expect("the text is sound"))
}

#[test]
fn a_policy_is_admitted_with_its_world() {
    for (name, world) in [("desk", World::Desk), ("policy", World::Policy)] {
        let bytes = Subject { world: name, ..Subject::default() }.component();
        let admitted = admit(&bytes, &Bounds::default()).expect("it is a policy");
        assert_eq!((admitted.world, admitted.size_bytes), (world, bytes.len()));
        assert_eq!(admitted.memory_bytes_max, 64 << 16);
        assert!(admitted.exports.iter().any(|export| export == "anchorhold:policy/guard@0.1.0"));
    }
}

#[test]
fn what_is_not_a_component_is_named() {
    let module = wat::parse_str("(module)").expect("the text is sound");
    for (bytes, found) in [
        (&b""[..], Found::Empty),
        (&module, Found::CoreModule),
        (b"\x7fELF\x02\x01\x01", Found::Elf),
        (b"(component)", Found::Text),
        (b"\x00asm\x07", Found::Unknown),
        (b"\xff\xfe", Found::Unknown),
    ] {
        assert_eq!(refusal_of(bytes), Refusal::NotAComponent { found });
    }
}

#[test]
fn native_code_of_this_very_engine_is_refused() {
    let engine = wasmtime::Engine::default();
    let native = engine.precompile_component(&Subject::default().component()).expect("it compiles");
    assert_eq!(refusal_of(&native), Refusal::NotAComponent { found: Found::Elf });
}

#[test]
fn every_cut_is_refused_but_between_notes_at_the_end() {
    let engine = Engine::new(Bounds::default()).expect("an engine");
    let bytes = Subject::default().component();
    let mut harmless = 0;
    for length in (0..bytes.len()).step_by(7).chain(bytes.len() - 200..bytes.len()) {
        if let Ok(policy) = Policy::load(&engine, &bytes[..length]) {
            let answer = policy.call(DeskFunction::Read, "{}").expect("all of its code is there").answer;
            assert_eq!(answer, Ok("fine".to_owned()), "{length} bytes");
            harmless += 1;
        }
    }
    assert!(harmless <= 4, "{harmless} cuts were taken");
}

#[test]
fn every_flipped_bit_is_refused_or_harmless() {
    let engine = Engine::new(Bounds::default()).expect("an engine");
    let bytes = Subject::default().component();
    for place in (0..bytes.len()).step_by(101) {
        let mut flipped = bytes.clone();
        flipped[place] ^= 1 << (place % 8);
        if let Ok(policy) = Policy::load(&engine, &flipped) {
            let _ = policy.call(DeskFunction::Read, "{}");
        }
    }
}

#[test]
fn forbidden_parts_are_named() {
    let feature = |refusal: &Refusal| match refusal {
        Refusal::ForbiddenFeature { feature } => Some(*feature),
        _ => None,
    };
    assert_eq!(
        refusal_of_text(r#"(component (import "wasi:clocks/wall-clock@0.2.0" (instance)))"#),
        Refusal::Imports { name: "wasi:clocks/wall-clock@0.2.0".to_owned() }
    );
    assert_eq!(refusal_of_text("(component (core module (func $f) (start $f)))"), Refusal::Starts);
    assert_eq!(refusal_of_text("(component (core module (memory 1)))"), Refusal::MemoryUnbounded);
    assert_eq!(
        refusal_of_text("(component (core module (memory 1 65536)))"),
        Refusal::MemoryTooLarge { declared: 1 << 32, allowed: Bounds::default().memory_bytes_max as u64 }
    );
    assert_eq!(
        refusal_of_text("(component (core module (memory 1 2)) (core module (memory 1 2)))"),
        Refusal::SeveralMemories
    );
    assert_eq!(
        refusal_of_text("(component (core module (table 4000000 funcref)))"),
        Refusal::TableTooLarge { declared: 4_000_000, allowed: Bounds::default().table_elements_max as u64 }
    );
    assert_eq!(refusal_of_text("(component (component (core module)))"), Refusal::NestedCode);
    for (text, named) in [
        ("(component (type (resource (rep i32))))", "resources"),
        ("(component (type (future u8)))", "asynchronous functions, streams, futures or threads"),
        ("(component (type (stream u8)))", "asynchronous functions, streams, futures or threads"),
        (
            "(component (core module $m (func (export \"f\"))) (core instance $i (instantiate $m))
                (func (export \"f\") async (canon lift (core func $i \"f\") async)))",
            "asynchronous functions, streams, futures or threads",
        ),
        ("(component (core module (memory i64 1 2)))", "a memory that is shared or has other addresses or pages"),
        ("(component (core module (memory 1 2 shared)))", "a memory that is shared or has other addresses or pages"),
        ("(component (core module (tag)))", "exceptions"),
    ] {
        assert_eq!(feature(&refusal_of_text(text)), Some(named), "{text}");
    }
}

#[test]
fn another_world_is_refused() {
    let missing = "anchorhold:policy/types@0.1.0";
    assert_eq!(refusal_of_text("(component)"), Refusal::WrongWorld { missing });
}

#[test]
fn the_right_names_with_other_types_are_refused() {
    let interfaces = ["types", "classifier", "guard", "recall", "effects", "about"];
    let exports: String = interfaces
        .iter()
        .map(|name| format!(r#"(instance ${name}) (export "anchorhold:policy/{name}@0.1.0" (instance ${name}))"#))
        .collect();
    let bytes = wat::parse_str(format!("(component {exports})")).expect("the text is sound");
    let engine = Engine::new(Bounds::default()).expect("an engine");
    assert!(matches!(Policy::load(&engine, &bytes), Err(LoadError::WrongTypes(_))));
}

#[test]
fn a_component_ends_at_its_bound() {
    let bytes = Subject::default().component();
    let allowed = bytes.len() - 1;
    let refusal = admit(&bytes, &Bounds { component_bytes_max: allowed, ..Bounds::default() });
    assert_eq!(refusal, Err(Refusal::TooLarge { given: bytes.len(), allowed }));
}

#[test]
fn a_cached_policy_answers_the_same_and_a_damaged_file_is_compiled_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = CompiledCache::open(&folder.path().join("compiled")).expect("a cache");
    let bytes = Subject::default().component();
    let read = || {
        let engine = Engine::new(Bounds::default()).expect("an engine");
        let policy = Policy::load_cached(&engine, &bytes, &cache).expect("a policy");
        policy.call(DeskFunction::Read, "{}").expect("an answer")
    };
    let files = || -> Vec<_> {
        fs::read_dir(folder.path().join("compiled")).expect("a folder").flatten().map(|entry| entry.path()).collect()
    };
    let first = read();
    let file = &files()[0];
    assert_eq!(read(), first);

    let sound = fs::read(file).expect("the file");
    for damaged in [&sound[..sound.len() / 2], &[&sound[..100], b"x", &sound[101..]].concat(), b""] {
        fs::write(file, damaged).expect("the file is written");
        assert_eq!(read(), first);
        assert_eq!(fs::read(file).expect("the file"), sound, "the damaged file was replaced");
    }
}

#[test]
fn what_one_engine_compiled_is_there_for_one_with_more_places() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = CompiledCache::open(&folder.path().join("compiled")).expect("a cache");
    let bytes = Subject::default().component();
    let files = |bounds: Bounds| {
        let engine = Engine::new(bounds).expect("an engine");
        Policy::load_cached(&engine, &bytes, &cache).expect("a policy");
        fs::read_dir(folder.path().join("compiled")).expect("a folder").count()
    };
    assert_eq!(files(Bounds { concurrent_decisions_max: 1, ..Bounds::default() }), 1);
    assert_eq!(files(Bounds { concurrent_decisions_max: 4, ..Bounds::default() }), 1);
    assert_eq!(files(Bounds { memory_bytes_max: 8 << 20, ..Bounds::default() }), 2);
}

#[cfg(unix)]
#[test]
fn a_folder_of_others_holds_no_code() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let open_to_all = folder.path().join("open");
    fs::create_dir(&open_to_all).expect("a folder");
    fs::set_permissions(&open_to_all, fs::Permissions::from_mode(0o777)).expect("its mode");
    assert!(CompiledCache::open(&open_to_all).is_err());
    let (private, link) = (folder.path().join("private"), folder.path().join("link"));
    assert!(CompiledCache::open(&private).is_ok());
    symlink(&private, &link).expect("a link");
    assert!(CompiledCache::open(&link).is_err());
}
