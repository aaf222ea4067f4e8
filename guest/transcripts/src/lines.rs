//! The lines of a file that holds one JSON object a line.

use core::ops::Range;

/// One line
#[derive(Clone, Debug)]
pub(crate) struct Line<'a> {
    /// Where it stands, with its line break
    pub(crate) range: Range<usize>,
    /// Its object, without the white space around it; empty for a blank line
    pub(crate) body: &'a str,
}

/// The lines of a text; together they are the whole text
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut from = 0usize;
    core::iter::from_fn(move || {
        let rest = text.get(from..).filter(|rest| !rest.is_empty())?;
        let len = memchr::memchr(b'\n', rest.as_bytes()).map_or(rest.len(), |at| at.saturating_add(1));
        let range = from..from.saturating_add(len);
        let body = text.get(range.clone())?.trim_start_matches('\u{feff}').trim();
        from = range.end;
        Some(Line { range, body })
    })
}
