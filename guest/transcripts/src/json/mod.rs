//! JSON as transcripts need it: the parts that a format speaks of, and errors that name line and field.

mod part;
mod place;
mod source;

pub(crate) use part::{Part, Shape, Take};
pub(crate) use place::Place;
pub(crate) use source::{Label, Source};

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use anchorhold_rules::gathered;
use serde_json::value::RawValue;

/// The texts of the members of an object as they stand; none where `raw` is no object
pub(crate) fn raw_members(raw: &str) -> BTreeMap<String, &str> {
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(raw).unwrap_or_default();
    gathered::map(members.into_iter().map(|(name, value)| (name, value.get())))
}

/// The text of a member of an object as it stands; `None`: there is none, or `raw` is no object
pub(crate) fn raw_member<'a>(raw: &'a str, name: &str) -> Option<&'a str> {
    raw_members(raw).get(name).copied()
}

/// The text of an element of an array as it stands; `None`: there is none, or `raw` is no array
pub(crate) fn raw_item(raw: &str, index: usize) -> Option<&str> {
    let items: Vec<&RawValue> = serde_json::from_str(raw).ok()?;
    items.get(index).map(|value| value.get())
}

/// Where `part` stands in `whole`, in bytes; `part` must be a piece of it
pub(crate) fn offset_in(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize)
}
