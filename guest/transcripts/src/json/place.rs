//! Where a value stands in a JSON text: a path of names and numbers, made without an allocation until it is told.

use super::{raw_item, raw_member};
use alloc::format;
use alloc::string::String;

/// A path below the value that is being read
#[derive(Clone, Copy)]
pub(crate) enum Place<'p> {
    /// The value itself
    Root,
    /// A member of an object
    Field(&'p Place<'p>, &'static str),
    /// An element of an array
    Item(&'p Place<'p>, usize),
}

impl Place<'_> {
    /// The path as text, such as `messages[3].tool_calls[0].id`, where `root` is the path of the value itself
    pub(crate) fn render(&self, root: &str) -> String {
        match self {
            Place::Root => root.into(),
            Place::Field(parent, name) => {
                let path = parent.render(root);
                if path.is_empty() { (*name).into() } else { format!("{path}.{name}") }
            }
            Place::Item(parent, index) => format!("{}[{index}]", parent.render(root)),
        }
    }

    /// The text at this place, or else that of the nearest place above it that there is
    pub(crate) fn locate<'a>(&self, root: &'a str) -> (&'a str, bool) {
        let (above, step) = match self {
            Place::Root => return (root, true),
            Place::Field(parent, name) => (parent.locate(root), Step::Name(name)),
            Place::Item(parent, index) => (parent.locate(root), Step::Index(*index)),
        };
        let (raw, found) = above;
        let below = match step {
            Step::Name(name) => raw_member(raw, name),
            Step::Index(index) => raw_item(raw, index),
        };
        match below {
            Some(below) if found => (below, true),
            _ => (raw, false),
        }
    }
}

enum Step {
    Name(&'static str),
    Index(usize),
}
