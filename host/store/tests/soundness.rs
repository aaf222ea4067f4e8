//! Damage of every kind is told, garbage is told from the rest, and an older store is brought up.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test that cannot go on must stop")]

use anchorhold_store::{
    Digest, Fault, FindError, GarbageError, NewPass, OpenError, PassMode, PassProgress, PassStatus, ReadError, Store,
};
use rusqlite::Connection;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Place {
        Place { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("store.db")
    }

    fn store(&self) -> Store {
        Store::open(&self.path()).expect("a store")
    }

    /// Does to the file what no store would
    fn harm(&self, statements: &str) {
        Connection::open(self.path()).expect("a database").execute_batch(statements).expect("it is harmed");
    }
}

/// A pass over a document of these pieces, up to a status
fn pass(store: &mut Store, pieces: &[&str], status: PassStatus) -> (u64, Digest) {
    let digests: Vec<Digest> = pieces.iter().map(|piece| Digest::of(piece.as_bytes())).collect();
    let manifest: String = ["anchorhold manifest 1\n".to_owned()]
        .into_iter()
        .chain(digests.iter().map(|digest| format!("{digest}\n")))
        .collect();
    let covers = Digest::of(manifest.as_bytes());
    let new = NewPass {
        session: "s",
        mode: PassMode::Spill,
        revision: 0,
        policy: Digest::of(b"policy"),
        episode: None,
        document_before: Digest::of(pieces.concat().as_bytes()),
        transcript: "/session.jsonl",
        out: "/next.jsonl",
    };
    let sequence = store.begin_pass(new).expect("it begins");
    let planned = PassProgress::Planned {
        mode: PassMode::Spill,
        window: covers,
        manifest: Some(covers),
        tokens_before: 9,
        tokens_budget: 5,
    };
    store.advance_pass(sequence, &planned, "{}").expect("it is planned");
    let objects: Vec<&[u8]> = pieces.iter().map(|piece| piece.as_bytes()).chain([manifest.as_bytes()]).collect();
    store.archive(&objects).expect("it is archived");
    let last = match status {
        PassStatus::Committed => PassProgress::Committed { document_after: covers },
        PassStatus::Refused => PassProgress::Refused { codes: "no-gain".to_owned() },
        PassStatus::Failed => PassProgress::Failed { codes: "interrupted".to_owned() },
        _ => PassProgress::Secured,
    };
    store.advance_pass(sequence, &last, "{}").expect("it goes on");
    (sequence, covers)
}

#[test]
fn garbage_is_what_nothing_points_to() {
    let place = Place::new();
    let mut store = place.store();
    pass(&mut store, &["committed", "in both"], PassStatus::Committed);
    pass(&mut store, &["under way"], PassStatus::Secured);
    pass(&mut store, &["refused", "in both"], PassStatus::Refused);
    pass(&mut store, &["failed"], PassStatus::Failed);
    place.harm(
        "CREATE TABLE notes (about TEXT REFERENCES objects (digest));
         CREATE TABLE terms (about TEXT REFERENCES objects (digest) ON DELETE CASCADE);",
    );
    let text = |text: &str| Digest::of(text.as_bytes());
    store.archive(&[b"noted", b"indexed", b"alone"]).expect("they are archived");
    place.harm(&format!("INSERT INTO notes VALUES ('{}')", text("noted")));
    place.harm(&format!("INSERT INTO terms VALUES ('{}')", text("indexed")));

    // Whatever the clock says of them.
    place.harm("UPDATE objects SET stored_at_ms = 0");
    let counted = store.garbage().expect("it is counted");
    assert_eq!((counted.objects, counted.kept), (6, 6), "{counted:?}");
    assert!(store.holds(text("alone")).expect("it is looked up"), "counting removes nothing");
    assert_eq!(store.remove_garbage().expect("it is removed"), counted);
    let is_there = |name: &str| store.holds(text(name)).expect("it is looked up");
    for kept in ["committed", "in both", "under way", "noted"] {
        assert!(is_there(kept), "{kept}");
    }
    for gone in ["refused", "failed", "alone", "indexed"] {
        assert!(!is_there(gone), "{gone}");
    }
    assert_eq!(store.verify().faults, []);
    assert_eq!(store.garbage().expect("it is counted").objects, 0);
}

#[test]
fn a_manifest_that_cannot_be_read_keeps_everything() {
    let place = Place::new();
    let mut store = place.store();
    let (sequence, manifest) = pass(&mut store, &["a piece"], PassStatus::Committed);
    store.archive(&[b"alone"]).expect("it is archived");
    for harm in ["UPDATE objects SET content = x'00'", "DELETE FROM objects"] {
        place.harm(&format!("{harm} WHERE digest = '{manifest}'"));
        let removed = store.remove_garbage();
        assert!(matches!(removed, Err(GarbageError::Unreadable { pass, .. }) if pass == sequence), "{harm}");
        assert!(store.holds(Digest::of(b"alone")).expect("it is looked up"));
    }
}

#[test]
fn damage_is_told_once_and_by_name() {
    let place = Place::new();
    let mut store = place.store();
    let (sequence, _) = pass(&mut store, &["kept", "damaged", "lost"], PassStatus::Committed);
    let verified = store.verify();
    assert_eq!((verified.objects, verified.passes, verified.faults), (4, 1, Vec::new()));

    let (damaged, lost) = (Digest::of(b"damaged"), Digest::of(b"lost"));
    place.harm(&format!("UPDATE objects SET content = x'00' WHERE digest = '{damaged}'"));
    place.harm(&format!("DELETE FROM objects WHERE digest = '{lost}'"));
    place.harm("DROP TRIGGER events_stay; DELETE FROM events WHERE sequence = 2");
    let missing = Fault::ObjectMissing { digest: lost, pass: sequence };
    let gap = Fault::Gap { table: "events", rows: 2, last: 3 };
    assert_eq!(store.verify().faults, [gap, Fault::ObjectDamaged(damaged), missing]);
    assert!(matches!(store.read(damaged), Err(ReadError::Damaged { digest }) if digest == damaged));

    // Whoever holds the bytes restores them by giving them once more.
    store.archive(&[b"damaged", b"lost"]).expect("they are archived again");
    assert_eq!(store.verify().faults.len(), 1);
}

#[test]
fn a_page_that_was_overwritten_is_told_and_nothing_is_invented() {
    const PAGE_BYTES: usize = 4096;
    let place = Place::new();
    let mut store = place.store();
    let texts: Vec<String> = (0..400).map(|number| format!("the text of number {number}")).collect();
    let objects: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
    store.archive(&objects).expect("they are archived");
    drop(store);
    let sound = fs::read(place.path()).expect("the file");
    let mut told = 0;
    for page in 1..sound.len() / PAGE_BYTES {
        let mut harmed = sound.clone();
        harmed[page * PAGE_BYTES..(page + 1) * PAGE_BYTES].fill(0xa5);
        fs::write(place.path(), harmed).expect("the file");
        // A store that cannot even be opened has said so.
        let Ok(store) = Store::open(&place.path()) else {
            told += 1;
            continue;
        };
        assert_ne!(store.verify().faults, [], "page {page}");
        told += 1;
        for text in &texts {
            if let Ok(read) = store.read(Digest::of(text.as_bytes())) {
                assert_eq!(read, text.as_bytes(), "page {page}");
            }
        }
    }
    assert!(told > 10, "{told} pages");
}

#[test]
fn a_store_of_the_first_version_is_brought_up_and_loses_nothing() {
    let place = Place::new();
    place.harm(include_str!("fixtures/version-1.sql"));
    let store = place.store();
    assert_eq!(store.verify().faults, []);
    let passes = store.passes(Some("support-4711"), 9).expect("passes");
    let statuses: Vec<PassStatus> = passes.iter().map(|pass| pass.status).collect();
    assert_eq!(statuses, [PassStatus::Secured, PassStatus::Committed]);
    let committed = &passes[1];
    let document = store.restore(committed.manifest.expect("a manifest")).expect("the document");
    assert_eq!(Digest::of(&document), committed.document_before);
    let unfinished = store.unfinished().expect("passes");
    assert_eq!((unfinished.len(), &unfinished[0].transcript), (1, &None));
    assert_eq!(store.events_of(2).expect("events").len(), 3);
}

#[test]
fn a_store_that_cannot_be_written_is_still_read() {
    let place = Place::new();
    let mut store = place.store();
    let (_, manifest) = pass(&mut store, &["kept"], PassStatus::Committed);
    drop(store);
    // What takes the place of a medium that is read-only, also for a user who may do everything: a folder stands where
    // SQLite would put its files.
    fs::create_dir_all(place.folder.path().join("store.db-wal/in-the-way")).expect("a folder");
    fs::create_dir_all(place.folder.path().join("store.db-shm/in-the-way")).expect("a folder");
    assert!(matches!(Store::open(&place.path()), Err(OpenError::Unwritable { .. })));
    let mut store = Store::open_to_read(&place.path()).expect("it is read");
    assert_eq!(store.restore(manifest).expect("the document"), b"kept");
    assert_eq!(store.passes(None, 9).expect("passes").len(), 1);
    assert!(store.archive(&[b"more"]).is_err());
    assert!(matches!(store.find("ah:00000000"), Err(FindError::Unknown { .. })));

    let older = Place::new();
    older.harm(include_str!("fixtures/version-1.sql"));
    fs::create_dir_all(older.folder.path().join("store.db-journal/in-the-way")).expect("a folder");
    fs::create_dir_all(older.folder.path().join("store.db-wal/in-the-way")).expect("a folder");
    assert!(matches!(Store::open_to_read(&older.path()), Err(OpenError::Older { found: 1, .. })));
}

#[test]
fn a_clock_that_jumps_back_changes_no_order() {
    let place = Place::new();
    let mut store = place.store();
    let (first, _) = pass(&mut store, &["first"], PassStatus::Committed);
    // What was written before lies far in the future now.
    place.harm(
        "DROP TRIGGER events_do_not_change;
         UPDATE passes SET began_at_ms = began_at_ms + 4000000000000, ended_at_ms = ended_at_ms + 4000000000000;
         UPDATE events SET at_ms = at_ms + 4000000000000;
         UPDATE objects SET stored_at_ms = stored_at_ms + 4000000000000;",
    );
    let (second, manifest) = pass(&mut store, &["second"], PassStatus::Committed);
    assert_eq!((first, second), (1, 2));
    let newest_first: Vec<u64> = store.passes(None, 9).expect("passes").into_iter().map(|pass| pass.sequence).collect();
    assert_eq!(newest_first, [2, 1]);
    let events: Vec<u64> = store.events_of(second).expect("events").into_iter().map(|event| event.sequence).collect();
    assert!(events.is_sorted() && events[0] == 4, "{events:?}");
    assert_eq!(store.restore(manifest).expect("the document"), b"second");
    assert_eq!((store.verify().faults, store.garbage().expect("it is counted").objects), (Vec::new(), 0));
}
