//! Disks that are full, stores that cannot be written, damage, and two processes at once: the window is never harmed, and
//! what is wrong is told.

#![cfg(unix)]
#![allow(clippy::expect_used, reason = "a test that cannot go on must stop")]

mod support;

use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use support::{Shell, transcript};

const COMPACT: [&str; 6] = ["compact", "messages.json", "--budget", "4000", "--out", "messages.json"];

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn window(shell: &Shell) -> String {
    fs::read_to_string(shell.path("messages.json")).expect("the window")
}

/// A file system in memory of its own, where this user may have one. It goes away when it is dropped.
struct Disk(PathBuf);

impl Disk {
    fn new(place: PathBuf, size_kib: usize) -> Option<Disk> {
        fs::create_dir(&place).expect("a folder");
        let options = format!("size={size_kib}k,mode=0777");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(&place).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(Disk(place))
    }

    fn remount(&self, options: &str) {
        let mounted = Command::new("mount").args(["-o", options]).arg(&self.0).status().expect("it runs");
        assert!(mounted.success());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

/// After a failure: the window is as it was, and with room again everything goes its way
fn is_unharmed(shell: &Shell, output: &Output, store: &Path, named: &str) {
    assert_eq!(output.status.code(), Some(1), "{named}: {}", said(output));
    assert!(String::from_utf8_lossy(&output.stderr).contains("failure:"), "{named}: {}", said(output));
    assert_eq!(window(shell), transcript(), "{named}");
    let store = store.to_string_lossy();
    let next = shell.run(&[&COMPACT[..], &["--store", &store]].concat());
    assert_eq!(next.status.code(), Some(0), "{named}: {}", said(&next));
    let verified = shell.run(&["store", "verify", "--store", &store]);
    assert_eq!(verified.status.code(), Some(0), "{named}: {}", said(&verified));
}

#[test]
fn a_limit_to_the_size_of_files_ends_a_pass_without_harm() {
    let (mut failed, mut done) = (0, 0);
    for blocks in (0..1200).step_by(48) {
        let shell = Shell::new();
        let inner = shell.command(&COMPACT);
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script]).arg(inner.get_program()).args(inner.get_args()).current_dir(shell.path(""));
        for (name, value) in inner.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let output = command.output().expect("it runs");
        match output.status.code() {
            Some(0) => done += 1,
            _ => {
                failed += 1;
                is_unharmed(&shell, &output, &shell.path("data/anchorhold/store.db"), &format!("{blocks} blocks"));
            }
        }
    }
    assert!(failed > 5 && done > 0, "{failed} failed, {done} were done");
}

#[test]
fn a_full_disk_ends_a_pass_without_harm() {
    let (mut failed, mut done) = (0, 0);
    for free_kib in (0..1280).step_by(128) {
        let shell = Shell::new();
        let Some(disk) = Disk::new(shell.path("disk"), 4096) else {
            // Whoever may not mount has the limit to the size of files, which goes the same ways.
            return;
        };
        let filler = disk.0.join("filler");
        fs::write(&filler, vec![0; (4096 - free_kib) << 10]).expect("the disk is filled");
        let store = disk.0.join("store.db");
        let output = shell.run(&[&COMPACT[..], &["--store", &store.to_string_lossy()]].concat());
        match output.status.code() {
            Some(0) => done += 1,
            _ => {
                failed += 1;
                fs::remove_file(filler).expect("there is room again");
                is_unharmed(&shell, &output, &store, &format!("{free_kib} KiB free"));
            }
        }
    }
    assert!(failed > 2 && done > 0, "{failed} failed, {done} were done");
}

#[test]
fn a_next_window_that_does_not_fit_on_its_disk_is_not_installed() {
    let shell = Shell::new();
    let Some(disk) = Disk::new(shell.path("disk"), 64) else { return };
    fs::write(disk.0.join("filler"), vec![0; 60 << 10]).expect("the disk is filled");
    let out = disk.0.join("next.json");
    let output = shell.run(&["compact", "messages.json", "--budget", "4000", "--out", &out.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let names: Vec<_> = fs::read_dir(&disk.0).expect("the disk").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(names, ["filler"], "nothing half written is left");
    assert!(said(&shell.run(&["log", "1"])).contains("not-written") || said(&shell.run(&["log"])).contains("failed"));
}

#[test]
fn a_store_that_is_read_only_is_read_and_not_written() {
    let shell = Shell::new();
    let Some(disk) = Disk::new(shell.path("disk"), 4096) else { return };
    let store = disk.0.join("store.db").to_string_lossy().into_owned();
    let first = shell.run(&[&COMPACT[..], &["--store", &store]].concat());
    assert_eq!(first.status.code(), Some(0), "{}", said(&first));
    let compacted = window(&shell);
    disk.remount("remount,ro");
    for arguments in [&["log"][..], &["log", "1"], &["store", "verify"]] {
        let output = shell.run(&[arguments, &["--store", &store]].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", said(&output));
    }
    let refused = shell.run(&[&COMPACT[..], &["--store", &store]].concat());
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert!(said(&refused).contains("cannot be written; it can only be read"), "{}", said(&refused));
    assert_eq!(window(&shell), compacted);
}

#[test]
fn damaged_objects_are_named_and_restored_from_the_transcript() {
    for (harm, restore_from) in [
        // A piece of the transcript, and the list of its pieces.
        (
            "UPDATE objects SET content = x'0102' WHERE size_bytes = (SELECT max(size_bytes) FROM objects)",
            "messages.json",
        ),
        ("UPDATE objects SET content = x'00' WHERE digest IN (SELECT manifest FROM passes)", "messages.json"),
        // What decisions were asked, beside the transcript, is in the archive alone.
        (
            "DELETE FROM objects WHERE digest NOT IN (SELECT manifest FROM passes)
                 AND digest NOT IN (SELECT recipe FROM decisions WHERE recipe IS NOT NULL)",
            "messages.json",
        ),
        // The passes name the transcript themselves.
        (
            "UPDATE objects SET content = x'00'
                 WHERE digest NOT IN (SELECT recipe FROM decisions WHERE recipe IS NOT NULL)",
            "",
        ),
    ] {
        let shell = Shell::new();
        let compacted = shell.run(&["compact", "messages.json", "--budget", "4000", "--out", "next.json"]);
        assert_eq!(compacted.status.code(), Some(0));
        let store = Connection::open(shell.path("data/anchorhold/store.db")).expect("the store");
        let manifest: String =
            store.query_row("SELECT manifest FROM passes", [], |row| row.get(0)).expect("a manifest");
        // Damage asks for no rule.
        store.pragma_update(None, "foreign_keys", false).expect("a setting");
        store.execute_batch(harm).expect("it is harmed");
        drop(store);

        let recalled = shell.run(&["recall", &manifest, "--document"]);
        assert_eq!(recalled.status.code(), Some(1), "{harm}");
        let verified = shell.run(&["store", "verify"]);
        assert_eq!(verified.status.code(), Some(2), "{harm}: {}", said(&verified));
        let named = said(&recalled);
        let named = named.split_whitespace().find(|word| word.len() == 64).expect("the object is named").to_owned();
        assert!(
            said(&verified).contains(named.get(..16).expect("its pointer")) || harm.starts_with("DELETE"),
            "{harm}"
        );

        let files: Vec<&str> = [restore_from].into_iter().filter(|name| !name.is_empty()).collect();
        let restored = shell.run(&[&["store", "restore"][..], &files].concat());
        assert_eq!(restored.status.code(), Some(0), "{harm}: {}", said(&restored));
        let recalled = shell.run(&["recall", &manifest, "--document"]);
        assert_eq!(recalled.stdout, transcript().as_bytes(), "{harm}");
    }
}

#[test]
fn what_nobody_holds_is_not_invented() {
    let shell = Shell::new();
    shell.run(&COMPACT);
    let store = Connection::open(shell.path("data/anchorhold/store.db")).expect("the store");
    store.execute_batch("UPDATE objects SET content = x'00'").expect("it is harmed");
    let restored = shell.run(&["store", "restore", "missing.json"]);
    // The window still holds what stayed in it; what left is gone, and said to be.
    assert_eq!(restored.status.code(), Some(2), "{}", said(&restored));
    let text = said(&restored);
    assert!(
        text.contains("is there again") && text.contains("damaged") && text.contains("store restore FILE"),
        "{text}"
    );
}

#[test]
fn of_two_processes_over_one_window_one_comes_first() {
    let shell = Shell::new();
    let mut moved = 0;
    for round in 0..12 {
        let before = transcript().replace("keep-me", &format!("keep-{round}"));
        shell.write("messages.json", &before);
        let outputs: Vec<Output> = thread::scope(|scope| {
            let processes = [0, 1].map(|_| scope.spawn(|| shell.run(&COMPACT)));
            processes.into_iter().map(|process| process.join().expect("it runs")).collect()
        });
        let statuses: Vec<Option<i32>> = outputs.iter().map(|output| output.status.code()).collect();
        assert!(statuses.contains(&Some(0)), "{statuses:?}: {}", said(outputs.first().expect("an output")));
        assert!(statuses.iter().all(|status| matches!(status, Some(0 | 2))), "{statuses:?}");
        moved += outputs.iter().filter(|output| said(output).contains("window-moved")).count();
        assert!(window(&shell).contains(&format!("keep-{round}")) && window(&shell).len() < before.len());
    }
    println!("the window had moved {moved} times");
    let store = Connection::open(shell.path("data/anchorhold/store.db")).expect("the store");
    let one = |question: &str| store.query_row(question, [], |row| row.get::<_, i64>(0)).expect("a number");
    assert_eq!(one("SELECT count(*) FROM passes WHERE ended_at_ms IS NULL"), 0);
    assert_eq!(one("SELECT count(*) FROM passes"), one("SELECT max(sequence) FROM passes"));
    let lost = "SELECT count(*) FROM passes AS a JOIN passes AS b ON a.document_before = b.document_before
         WHERE a.sequence < b.sequence AND a.status = 'committed' AND b.status = 'committed'";
    assert_eq!(one(lost), 0, "one window was replaced twice");
    assert_eq!(shell.run(&["store", "verify"]).status.code(), Some(0));
}

#[test]
fn garbage_is_counted_and_removed_only_when_asked_for() {
    let shell = Shell::new();
    assert_eq!(shell.run(&["store", "gc"]).status.code(), Some(3), "there is no store yet");
    let summarizer = "cmd:echo gone > messages.json; echo 'Each part calls `work`.'";
    let moved = shell.run(&[&COMPACT[..], &["--summarizer", summarizer]].concat());
    assert_eq!(moved.status.code(), Some(2), "{}", said(&moved));
    let count = |arguments: &[&str]| {
        let answer = shell.json(arguments);
        let number = |name: &str| answer.get(name).and_then(serde_json::Value::as_u64);
        (number("objects"), number("kept"))
    };
    let (objects, kept) = count(&["store", "gc", "--json"]);
    // What its decisions were asked is kept, so that they can be replayed; what they were asked about is not.
    assert!(objects > Some(10) && kept < Some(10), "{objects:?} {kept:?}");
    assert_eq!(count(&["store", "gc", "--yes", "--json"]), (objects, kept));
    assert_eq!(count(&["store", "gc", "--json"]), (Some(0), kept));
    shell.write("messages.json", &transcript());
    shell.run(&COMPACT);
    assert_eq!(count(&["store", "gc", "--json"]).0, Some(0));
}
