//! `git`: which sub-commands read, settle a condition, or make something new each time.

use super::super::deed::Deed;
use super::arguments::Arguments;
use alloc::string::String;
use alloc::vec::Vec;

/// What `git` does; the files that it writes are added to the list
pub fn deed(name: &str, arguments: Arguments<'_>, written: &mut Vec<String>) -> Option<Deed> {
    if name != "git" {
        return None;
    }
    let valued = ["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path"];
    let Some((verb, rest)) = arguments.split_operand(&valued) else { return Some(Deed::READ) };
    Some(sub_command(verb, rest, written))
}

fn sub_command(verb: &str, rest: Arguments<'_>, written: &mut Vec<String>) -> Deed {
    let first = rest.operands(&[]).next().unwrap_or("");
    let bare = rest.operands(&["--format", "--sort", "--contains", "--merged", "--no-merged"]).next().is_none();
    let dry = rest.has(&["-n", "--dry-run"]);
    match verb {
        "status" | "log" | "diff" | "show" | "blame" | "annotate" | "grep" | "ls-files" | "ls-tree" | "rev-parse"
        | "rev-list" | "cat-file" | "describe" | "shortlog" | "name-rev" | "merge-base" | "for-each-ref"
        | "show-ref" | "diff-tree" | "diff-index" | "diff-files" | "check-ignore" | "check-attr" | "var"
        | "version" | "help" | "whatchanged" | "cherry" | "range-diff" | "count-objects" | "fsck" | "verify-commit"
        | "verify-tag" | "show-branch" | "merge-tree" | "format-patch" | "archive" | "check-ref-format"
        | "interpret-trailers" | "hash-object" | "mktree" | "write-tree" | "patch-id" | "stripspace" => {
            if rest.has(&["-o", "--output", "--output-directory"]) || verb == "format-patch" && !rest.has(&["--stdout"])
            {
                Deed::SETTLE
            } else {
                Deed::READ
            }
        }
        // Another machine answers.
        "ls-remote" => Deed::LOOK,
        // Naming the state that is to be reached settles it, however often it is said.
        "add" | "stage" | "restore" | "init" | "fetch" | "gc" | "prune" | "pack-refs" | "repack" | "update-index"
        | "read-tree" | "sparse-checkout" | "maintenance" | "lfs" => {
            if verb == "restore" {
                written.extend(rest.operands(&["-s", "--source"]).map(String::from));
            }
            Deed::SETTLE
        }
        "checkout" | "switch" => {
            written.extend(rest.operands(&[]).map(String::from));
            // A new branch of a name can be made once; `-` is another branch each time.
            let creates = rest.has(&["-b", "-c", "--orphan", "--create"]);
            if creates || first == "-" || is_relative(rest) || rest.texts().any(|word| word == "-") {
                Deed::WRITE
            } else {
                Deed::SETTLE
            }
        }
        "reset" => {
            written.extend(rest.operands(&[]).map(String::from));
            if is_relative(rest) { Deed::WRITE } else { Deed::SETTLE }
        }
        "clean" => {
            if dry {
                Deed::READ
            } else {
                Deed::SETTLE
            }
        }
        "branch" => match () {
            () if rest.has(&[
                "-d",
                "-D",
                "-m",
                "-M",
                "-c",
                "-C",
                "--delete",
                "--move",
                "--copy",
                "--edit-description",
            ]) =>
            {
                Deed::WRITE
            }
            () if rest.has(&["-f", "--force", "-u", "--set-upstream-to", "--unset-upstream"]) => Deed::SETTLE,
            () if bare
                || rest.has(&["-l", "--list", "-a", "-r", "-v", "-vv", "--contains", "--merged", "--show-current"]) =>
            {
                Deed::READ
            }
            () => Deed::WRITE,
        },
        "tag" => {
            let lists = rest.has(&["-l", "--list", "-n", "--contains", "--points-at", "--merged", "-v", "--sort"]);
            if bare || lists { Deed::READ } else { Deed::WRITE }
        }
        "remote" => match first {
            "" | "show" | "get-url" => Deed::READ,
            "set-url" | "set-head" | "update" | "prune" => Deed::SETTLE,
            _ => Deed::WRITE,
        },
        "config" => match () {
            () if rest.has(&["--get", "--get-all", "--get-regexp", "-l", "--list", "--show-origin"]) => Deed::READ,
            () if matches!(first, "get" | "list")
                || rest.operands(&["-f", "--file"]).count() < 2 && !rest.has(&["--unset"]) =>
            {
                Deed::READ
            }
            () if rest.has(&["--add"]) => Deed::WRITE,
            () => Deed::SETTLE,
        },
        "stash" | "worktree" | "notes" | "bisect" | "reflog" | "submodule" | "replace" | "bundle" | "rerere" => {
            match (verb, first) {
                (_, "list" | "show" | "status" | "log" | "view" | "verify" | "exists" | "diff") => Deed::READ,
                ("notes" | "reflog" | "submodule" | "replace", "") => Deed::READ,
                ("submodule", "update" | "init" | "sync" | "deinit") | ("worktree", "prune" | "lock" | "unlock") => {
                    Deed::SETTLE
                }
                _ => Deed::WRITE,
            }
        }
        "apply" => {
            if rest.has(&["--check", "--stat", "--numstat", "--summary"]) {
                Deed::READ
            } else {
                Deed::WRITE
            }
        }
        "symbolic-ref" => {
            if rest.operands(&[]).count() > 1 {
                Deed::SETTLE
            } else {
                Deed::READ
            }
        }
        // `commit`, `merge` and their like make something new of whatever the index holds then. So does `push`, which
        // sends what the branch holds at that time to where it cannot be called back from.
        "push" | "commit" | "rm" | "mv" if dry => Deed::READ,
        _ => Deed::WRITE,
    }
}

/// Whether a revision is counted from where the branch stands, so that it is another one the next time
fn is_relative(rest: Arguments<'_>) -> bool {
    rest.operands(&[]).any(|word| word.contains(['~', '^']) || word.contains("@{"))
}
