//! The words in which a summary tells of deeds that only a call can do.

use super::deeds::Group;
use super::items::{Item, is_one_of};
use super::stem;
use crate::scan::Family;

/// The deeds that only a call can do. The first word is the form in which a summary tells of it, the others are those by
/// which its call, or somebody's word, is known.
pub static DEEDS: [Group; 21] = [
    Group { words: &["cancelled", "canceled", "cancel"] },
    Group { words: &["canceled", "cancelled", "cancel"] },
    Group { words: &["storniert", "cancel"] },
    Group { words: &["pushed", "push"] },
    Group { words: &["committed", "commit"] },
    Group { words: &["committet", "commit", "committed"] },
    Group { words: &["gepusht", "push", "pushed"] },
    Group { words: &["transferred", "transfer"] },
    Group { words: &["merged", "merge"] },
    Group { words: &["deployed", "deploy", "rollout", "apply"] },
    Group { words: &["published", "publish", "release"] },
    Group { words: &["installed", "install"] },
    Group { words: &["installiert", "install", "installed"] },
    Group { words: &["launched", "launch", "spawn", "task", "agent", "start", "open"] },
    Group { words: &["redeemed", "redeem", "certificate"] },
    Group { words: &["refunded", "refund", "cancel", "return", "amount"] },
    Group { words: &["filed", "file", "ticket", "report", "create"] },
    Group { words: &["emailed", "email", "mail", "send"] },
    Group { words: &["sent", "send", "email", "mail", "notify", "message", "post", "issue", "transfer", "publish"] },
    Group { words: &["escalated", "escalate", "transfer"] },
    Group { words: &["deleted", "delete", "remove", "rm", "unlink", "clean", "purge"] },
];

/// Things that only a call can make. The first word is the thing, the others are those by which its call is known.
pub static NEW_THINGS: [Group; 13] = [
    Group { words: &["booking", "book", "create", "make"] },
    Group { words: &["reservation", "book", "create", "make"] },
    Group { words: &["order", "order", "purchase", "buy"] },
    Group { words: &["ticket", "ticket", "issue", "create"] },
    Group { words: &["issue", "issue", "ticket", "create"] },
    Group { words: &["appointment", "book", "schedule", "appointment"] },
    Group { words: &["subscription", "subscribe", "subscription", "create"] },
    Group { words: &["request", "pr", "pull", "merge", "create", "open"] },
    Group { words: &["certificate", "certificate", "send", "issue"] },
    Group { words: &["invoice", "invoice", "bill", "create"] },
    Group { words: &["backup", "backup", "dump", "export", "copy", "cp"] },
    Group { words: &["voucher", "voucher", "send", "issue", "certificate"] },
    Group { words: &["follow-up", "issue", "ticket", "create"] },
];

/// Edits: told as done where nothing at all was written
pub static EDITS: Group = Group {
    words: &[
        "written",
        "removed",
        "added",
        "changed",
        "updated",
        "edited",
        "fixed",
        "implemented",
        "refactored",
        "renamed",
        "rewritten",
        "replaced",
    ],
};

/// The words by which deeds are known, as the hashes of their stems
pub fn forms() -> impl Iterator<Item = u64> {
    DEEDS.iter().chain(&NEW_THINGS).chain([&EDITS]).flat_map(|group| group.words).map(|word| stem::hash(word))
}

/// Whether the word at `place` says that a new thing of the group was made: `a new booking has been made`, `an issue was filed`
pub fn is_new_thing(text: &str, items: &[Item], place: usize, group: &Group) -> bool {
    const MADE: [&str; 11] =
        ["made", "placed", "opened", "created", "raised", "submitted", "taken", "started", "sent", "issued", "filed"];
    const NEW: [&str; 6] = ["new", "a", "an", "another", "pull", "merge"];
    let word = |place: usize| items.get(place).map_or("", |item| item.of_text(text));
    let is_thing = |at: usize| group.words.first().is_some_and(|thing| word(at).eq_ignore_ascii_case(thing));
    // `A $100 certificate`: an amount may stand between.
    let is_new = |at: usize| {
        let before = at.saturating_sub(1);
        let amount = items.get(before).is_some_and(|item| item.kind.family() == Family::Number);
        is_one_of(word(before), &NEW) || amount && is_one_of(word(at.saturating_sub(2)), &NEW)
    };
    // `a new booking on HAT149 for May 29 has been made`: what is called new may stand far off.
    let is_near = |at: usize| place.saturating_sub(at) <= 5 || word(at.saturating_sub(1)) == "new";
    is_one_of(word(place), &MADE) && (1..place).any(|at| is_thing(at) && is_new(at) && is_near(at))
}
