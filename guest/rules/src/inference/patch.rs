//! Patches in the form that `apply_patch` takes: which files they write, and whether they fit twice.

use super::deed::Deed;
use alloc::string::String;
use alloc::vec::Vec;

/// What applying a patch does, and the files that it writes
pub fn reading(patch: &str) -> (Deed, Vec<String>) {
    let mut files = Vec::new();
    let mut deed = Deed::SETTLE;
    let mut hunk = Hunk::default();
    let mut updates = false;
    for line in patch.lines() {
        let header = line.strip_prefix("*** ");
        if header.is_some() || line.starts_with("@@") {
            deed = deed.and(core::mem::take(&mut hunk).deed());
        } else if updates {
            hunk.take(line);
        }
        let Some(header) = header else { continue };
        // What follows the new name of a file are changes to it.
        updates = header.starts_with("Update File: ") || header.starts_with("Move to: ");
        let file = ["Update File: ", "Add File: ", "Delete File: ", "Move to: "]
            .iter()
            .find_map(|prefix| header.strip_prefix(prefix));
        files.extend(file.map(|file| String::from(file.trim())));
    }
    deed = deed.and(hunk.deed());
    if files.is_empty() {
        deed = Deed::WRITE;
    }
    (deed, files)
}

/// One change to a file
#[derive(Default)]
struct Hunk {
    adds: bool,
    removes: bool,
    context_before: bool,
    context_after: bool,
}

impl Hunk {
    fn take(&mut self, line: &str) {
        match line.bytes().next() {
            Some(b'+') => (self.adds, self.context_after) = (true, false),
            Some(b'-') => self.removes = true,
            Some(b' ') | None if self.adds => self.context_after = true,
            Some(b' ') | None => self.context_before = true,
            Some(_) => {}
        }
    }

    /// A hunk that removes finds nothing to remove the second time, and one that adds between two lines does not find
    /// them side by side. One that adds after or before a line fits again beside what it added.
    fn deed(self) -> Deed {
        let fits_again = self.adds && !self.removes && !(self.context_before && self.context_after);
        if fits_again { Deed::WRITE } else { Deed::SETTLE }
    }
}
