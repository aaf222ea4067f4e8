//! Reads a carry block that an earlier pass wrote, so that nothing in it is lost when it is replaced.

use super::render::{KINDS, heading};
use crate::verdict::DemandKind;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// How the heading above a summary begins; after it stands the number of the pass
pub const SUMMARY_HEADING: &str = "## Summary of pass ";

/// The heading above the summary of a pass
pub fn summary_heading(sequence: u64) -> String {
    format!("{SUMMARY_HEADING}{sequence}")
}

/// What an earlier carry block holds
pub struct Earlier {
    /// Its lines with their kinds, in order
    pub lines: Vec<(DemandKind, String)>,
    /// Its summaries with the numbers of their passes, oldest first
    pub summaries: Vec<(Option<u64>, String)>,
}

/// Reads the text of an element that an earlier pass of this policy installed
pub fn read(text: &str) -> Earlier {
    let mut earlier = Earlier { lines: Vec::new(), summaries: Vec::new() };
    let mut section = None;
    for line in text.lines() {
        if let Some(number) = line.strip_prefix(SUMMARY_HEADING) {
            earlier.summaries.push((number.trim().parse().ok(), String::new()));
        } else if let Some((_, summary)) = earlier.summaries.last_mut() {
            if !summary.is_empty() {
                summary.push('\n');
            }
            summary.push_str(line);
        } else if let Some(kind) = KINDS.into_iter().find(|kind| heading(*kind) == line) {
            section = Some(kind);
        } else if let (Some(kind), Some(item)) = (section, line.strip_prefix("- ")) {
            earlier.lines.push((kind, item.to_owned()));
        } else if let (Some(more), Some((_, item))) = (line.strip_prefix("  "), earlier.lines.last_mut()) {
            item.push('\n');
            item.push_str(more);
        }
    }
    for (_, summary) in &mut earlier.summaries {
        *summary = summary.trim().to_owned();
    }
    earlier.summaries.retain(|(_, summary)| !summary.is_empty());
    earlier
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::carry::render;
    use crate::verdict::Demand;

    #[test]
    fn what_was_rendered_is_read_back() {
        let demands = [
            (DemandKind::Pin, "(done) ship it"),
            (DemandKind::Constraint, "Never touch `prod`.\n  not even once"),
            (DemandKind::Constraint, "- a line that looks like an item"),
            (DemandKind::PlanPosition, "1. [done] one\n2. [active] two"),
            (DemandKind::Effect, "unknown: charge order_17 key k1"),
        ]
        .map(|(kind, text)| Demand { kind, text: text.to_owned(), element: None });
        let mut text = String::from("first line\n");
        for demand in &demands {
            text.push_str(heading(demand.kind));
            text.push('\n');
            render::push_line(&mut text, demand);
            text.push('\n');
        }
        text.push_str("\n## Summary of pass 3\none\n## Goal\n- not a demand\n\n## Summary of pass 4\ntwo\n");
        let earlier = read(&text);
        let lines: Vec<(DemandKind, &str)> = earlier.lines.iter().map(|(kind, text)| (*kind, text.as_str())).collect();
        let expected: Vec<(DemandKind, &str)> =
            demands.iter().map(|demand| (demand.kind, demand.text.as_str())).collect();
        assert_eq!(lines, expected);
        assert_eq!(
            earlier.summaries,
            [(Some(3), "one\n## Goal\n- not a demand".to_owned()), (Some(4), "two".to_owned())]
        );
    }
}
