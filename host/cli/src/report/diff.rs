//! The report of `policy diff`.

use super::numbers::{change, counted, grouped};
use super::style::{CAREFUL, FAINT, GOOD, NAME, PLAIN, TITLE, styled};
use super::table::{Table, shortened_path};
use anchorhold_flow::Diff;
use serde_json::json;

/// The report
pub fn text(diff: &Diff) -> String {
    let calls = usize::try_from(diff.calls).unwrap_or(usize::MAX);
    if diff.changed == 0 {
        return format!("\n  {}  {}\n\n", styled(GOOD, "no decision changes"), counted(calls, "call"));
    }
    let title = format!("{} of {}", grouped(diff.changed), counted(calls, "call"));
    let mut text = format!("\n  {}  {}\n\n", styled(CAREFUL, "decisions change"), styled(TITLE, &title));
    let mut table = Table::new(["rule", "old", "new", ">calls", ">times", "first in"]);
    for group in &diff.groups {
        table.row([
            (group.rule.clone(), NAME),
            (group.old.clone(), PLAIN),
            (group.new.clone(), PLAIN),
            (grouped(group.calls), PLAIN),
            (grouped(group.count), PLAIN),
            (shortened_path(group.places.first().map_or("", String::as_str), 40), FAINT),
        ]);
    }
    text.push_str(&table.text());
    let millions = |fuel: u64| u32::try_from(fuel / 1_000_000).unwrap_or(u32::MAX);
    let (old, new) = (millions(diff.fuel_old), millions(diff.fuel_new));
    let fuel = format!("fuel {} → {} million  {}", grouped(old.into()), grouped(new.into()), change(old, new));
    text + &format!("\n  {}\n\n", styled(FAINT, &fuel))
}

/// The same as JSON
pub fn json(diff: &Diff) -> String {
    format!("{}\n", json!(diff))
}
