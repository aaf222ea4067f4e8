//! The host's own table of its tools.

use crate::request::ToolTraits;
use crate::window::{Answer, Traits};

/// What the table says of a tool. Each trait comes from the most specific row that states it: the full name before a
/// longer beginning before a shorter one.
pub fn traits(tool: &str, tools: &[ToolTraits<'_>]) -> Traits {
    Traits {
        regenerable: most_specific(tool, tools, |traits| traits.regenerable),
        idempotent: most_specific(tool, tools, |traits| traits.idempotent),
        task_critical: most_specific(tool, tools, |traits| traits.task_critical),
    }
}

fn most_specific(tool: &str, tools: &[ToolTraits<'_>], read: impl Fn(&Traits) -> Answer) -> Answer {
    tools
        .iter()
        .filter(|row| read(&row.traits) != Answer::Unknown)
        .filter_map(|row| Some((specificity(tool, &row.tool)?, read(&row.traits))))
        .max_by_key(|(specificity, _)| *specificity)
        .map_or(Answer::Unknown, |(_, answer)| answer)
}

/// How many bytes of the name the pattern states; `None` where it does not fit
fn specificity(tool: &str, pattern: &str) -> Option<usize> {
    match pattern.strip_suffix('*') {
        Some(beginning) => tool.starts_with(beginning).then_some(beginning.len()),
        None => (tool == pattern).then_some(usize::MAX),
    }
}
