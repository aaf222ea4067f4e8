//! The verb in the name of a tool that nobody has told about.

use super::deed::Deed;
use alloc::string::String;
use alloc::vec::Vec;

/// The words of a name in lower case: `mcp__git__createIssue`, `create-issue` and `issues.create_issue` alike. The
/// prefix that names an MCP server is left out.
pub fn words(name: &str) -> Vec<String> {
    let name = name.strip_prefix("mcp__").and_then(|rest| rest.split_once("__")).map_or(name, |(_, tool)| tool);
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut before = '_';
    for sign in name.chars() {
        let begins = sign.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit());
        if (begins || !sign.is_alphanumeric()) && !word.is_empty() {
            words.push(core::mem::take(&mut word));
        }
        if sign.is_alphanumeric() {
            word.extend(sign.to_lowercase());
        }
        before = sign;
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// What the first verb of a name says; `None` where it holds none
///
/// Of verbs joined by `or` and `and` the worst counts: `get_or_create` creates.
pub fn deed(words: &[String]) -> Option<Deed> {
    // `issue_read`: where the verb stands last, words before it that could be verbs are nouns.
    if words.last().is_some_and(|last| last == "read") && words.first().is_some_and(|first| !sets_a_mark(first)) {
        return Some(Deed::LOOK);
    }
    let place = words.iter().position(|word| verb(word).is_some())?;
    // `take_screenshot` takes nothing away.
    if words.get(place).is_some_and(|word| matches!(word.as_str(), "take" | "make" | "capture"))
        && words.get(place + 1).is_some_and(|word| matches!(word.as_str(), "screenshot" | "snapshot"))
    {
        return Some(Deed::LOOK);
    }
    let first = words.get(place).and_then(|word| verb(word))?;
    let joined: Vec<&str> = joined_verbs(words, place);
    if !joined.is_empty() {
        let makes_or_updates =
            words.get(place).is_some_and(|word| matches!(word.as_str(), "create" | "add" | "insert"))
                && joined.iter().all(|word| matches!(*word, "update" | "replace" | "set"));
        // Whether it was there before or not, it is as stated afterwards.
        if makes_or_updates {
            return Some(Deed::SETTLE);
        }
    }
    let deed = joined.iter().filter_map(|word| verb(word)).fold(first, Deed::and);
    let of_files = words.iter().any(|word| is_local(word));
    // A read of files is a read of a world that only the agent writes.
    Some(if deed == Deed::LOOK && of_files { Deed::READ } else { deed })
}

/// `mark_as_read` is no read.
fn sets_a_mark(word: &str) -> bool {
    matches!(word, "mark" | "unmark" | "set" | "toggle" | "update" | "batch" | "bulk")
}

fn joined_verbs(words: &[String], place: usize) -> Vec<&str> {
    let mut joined = Vec::new();
    let mut rest = words.get(place + 1..).unwrap_or(&[]);
    while let [joiner, next, after @ ..] = rest {
        if !matches!(joiner.as_str(), "or" | "and") {
            break;
        }
        joined.push(next.as_str());
        rest = after;
    }
    joined
}

fn is_local(word: &str) -> bool {
    matches!(
        word,
        "file"
            | "files"
            | "directory"
            | "directories"
            | "dir"
            | "folder"
            | "path"
            | "paths"
            | "tree"
            | "code"
            | "codebase"
            | "symbol"
            | "symbols"
            | "definition"
            | "references"
            | "diagnostics"
            | "notebook"
            | "lines"
            | "worktree"
    )
}

fn verb(word: &str) -> Option<Deed> {
    let deed = match word {
        "get" | "list" | "search" | "read" | "find" | "fetch" | "describe" | "show" | "view" | "query" | "lookup"
        | "check" | "count" | "inspect" | "browse" | "retrieve" | "load" | "summarize" | "status" | "history"
        | "explain" | "download" | "poll" | "wait" | "watch" | "monitor" | "ping" | "verify" | "exists" | "has"
        | "is" | "can" | "detect" | "scan" | "analyze" | "troubleshoot" | "preview" | "screenshot" | "snapshot"
        | "log" | "logs" | "top" | "stats" | "info" | "peek" | "locate" | "observe" | "estimate" | "lint"
        | "diagnose" | "whoami" | "open" | "visit" | "access" => Deed::LOOK,
        // What follows from the arguments alone
        "think" | "calculate" | "compute" | "validate" | "parse" | "format" | "convert" | "compare" | "diff"
        | "echo" | "sum" | "grep" | "glob" | "ls" | "cat" | "tokenize" | "encode" | "decode" | "hash"
        | "correlation" | "similarity" | "reason" | "plan" => Deed::READ,
        "set" | "put" | "upsert" | "enable" | "disable" | "ensure" | "mark" | "unmark" | "select" | "replace"
        | "assign" | "unassign" | "sync" | "configure" | "switch" | "star" | "unstar" | "subscribe" | "unsubscribe"
        | "mute" | "unmute" | "lock" | "unlock" | "pin" | "unpin" | "checkout" => Deed::SETTLE,
        "create" | "send" | "charge" | "book" | "cancel" | "update" | "delete" | "modify" | "add" | "remove"
        | "insert" | "write" | "edit" | "post" | "publish" | "submit" | "pay" | "refund" | "transfer" | "exchange"
        | "return" | "make" | "place" | "order" | "purchase" | "buy" | "sell" | "reserve" | "schedule" | "execute"
        | "exec" | "run" | "start" | "stop" | "restart" | "reboot" | "reset" | "resume" | "suspend" | "pause"
        | "toggle" | "trigger" | "invoke" | "call" | "deploy" | "release" | "install" | "uninstall" | "upgrade"
        | "rollback" | "apply" | "patch" | "merge" | "rebase" | "push" | "pull" | "commit" | "move" | "rename"
        | "copy" | "clone" | "fork" | "import" | "export" | "upload" | "append" | "clear" | "drop" | "truncate"
        | "destroy" | "kill" | "terminate" | "close" | "reopen" | "approve" | "reject" | "accept" | "decline"
        | "dismiss" | "comment" | "reply" | "respond" | "forward" | "notify" | "email" | "message" | "invite"
        | "share" | "grant" | "revoke" | "rotate" | "generate" | "issue" | "register" | "activate" | "deactivate"
        | "archive" | "restore" | "backup" | "migrate" | "scale" | "refuel" | "reseat" | "draw" | "pop" | "receive"
        | "dequeue" | "consume" | "claim" | "acquire" | "lease" | "take" | "click" | "type" | "press" | "fill"
        | "navigate" | "drag" | "attach" | "detach" | "connect" | "disconnect" | "manage" | "change" | "process"
        | "handle" | "save" | "store" | "record" | "complete" | "finish" | "withdraw" | "deposit" | "redeem"
        | "rollout" | "provision" | "bump" | "increment" | "decrement" | "enqueue" | "emit" | "dispatch" | "ship"
        | "simulate" | "resolve" => Deed::WRITE,
        _ => return None,
    };
    Some(deed)
}
