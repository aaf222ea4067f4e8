//! Reads the members of a JSON object, and says by its path which of them is wrong.

use super::fault::{Fault, shortened};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use anchorhold_rules::digest::Digest;
use anchorhold_rules::error::InputError;
use anchorhold_rules::json::Json;
use anchorhold_rules::window::Text;
use core::fmt;

/// The members of an object, by their names
pub type Members<'a> = Vec<(Text<'a>, Json<'a>)>;

/// Where in a call a value stands
#[derive(Clone, Copy)]
pub enum Path<'p> {
    /// The call itself
    Call,
    /// The member of that name
    Member(&'p Path<'p>, &'p str),
    /// The element at that place
    Place(&'p Path<'p>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Call => Ok(()),
            Path::Member(Path::Call, name) => formatter.write_str(name),
            Path::Member(parent, name) => write!(formatter, "{parent}.{name}"),
            Path::Place(parent, place) => write!(formatter, "{parent}[{place}]"),
        }
    }
}

impl Path<'_> {
    /// The value at this path is not what it should be
    pub fn wrong(&self, found: &Json<'_>, expected: &str) -> Fault {
        let found = match found {
            Json::String(text) => shortened(text),
            Json::Bool(_) | Json::Negative(_) | Json::Whole(_) | Json::Real(_) => found.to_canonical(),
            Json::Null | Json::Array(_) | Json::Object(_) => found.kind().to_string(),
        };
        Fault::field(self.to_string(), found, expected)
    }

    /// There is nothing at this path
    pub fn missing(&self, expected: &str) -> Fault {
        Fault::field(self.to_string(), "", expected)
    }
}

/// The members of one object that are still to be read; `null` counts as absent
pub struct Fields<'a, 'p> {
    members: Members<'a>,
    path: Path<'p>,
}

impl<'a, 'p> Fields<'a, 'p> {
    /// The members of an object that may hold others than those that are asked for
    pub fn open(members: Members<'a>, path: Path<'p>) -> Fields<'a, 'p> {
        Fields { members, path }
    }

    /// The members of an object that may hold no others than `known`
    pub fn closed(members: Members<'a>, path: Path<'p>, known: &[&'static str]) -> Result<Fields<'a, 'p>, Fault> {
        match members.iter().find(|(name, _)| !known.contains(&name.as_ref())) {
            Some((name, _)) => Err(Fault::UnknownField {
                field: Path::Member(&path, name).to_string(),
                name: shortened(name),
                nearest: nearest(name, known),
            }),
            None => Ok(Fields { members, path }),
        }
    }

    /// Where the object stands
    pub fn path(&self) -> Path<'p> {
        self.path
    }

    /// The value of a name, the last one where it stands twice
    pub fn take(&mut self, name: &str) -> Option<Json<'a>> {
        let (_, value) = self.members.iter_mut().rev().find(|(key, _)| key == name)?;
        match core::mem::replace(value, Json::Null) {
            Json::Null => None,
            value => Some(value),
        }
    }

    /// What `read` makes of the value of a name
    pub fn with<Value>(
        &mut self,
        name: &str,
        read: impl FnOnce(Json<'a>, Path<'_>) -> Result<Value, Fault>,
    ) -> Result<Option<Value>, Fault> {
        self.take(name).map(|value| read(value, Path::Member(&self.path, name))).transpose()
    }

    /// A text
    pub fn text(&mut self, name: &str) -> Result<Option<Text<'a>>, Fault> {
        self.with(name, text)
    }

    /// A text that must be there
    pub fn needed_text(&mut self, name: &str, expected: &str) -> Result<Text<'a>, Fault> {
        self.text(name)?.ok_or_else(|| Path::Member(&self.path, name).missing(expected))
    }

    /// A whole number that fits its type
    pub fn number<Number: TryFrom<u64>>(&mut self, name: &str) -> Result<Option<Number>, Fault> {
        self.with(name, number)
    }

    /// A truth value
    pub fn flag(&mut self, name: &str) -> Result<Option<bool>, Fault> {
        self.with(name, |value, path| value.as_bool().ok_or_else(|| path.wrong(&value, "`true` or `false`")))
    }

    /// A digest
    pub fn digest(&mut self, name: &str) -> Result<Option<Digest>, Fault> {
        self.with(name, digest)
    }

    /// The case that has a name
    pub fn case<Case: Copy>(
        &mut self,
        name: &str,
        all: &[Case],
        name_of: fn(Case) -> &'static str,
    ) -> Result<Option<Case>, Fault> {
        self.with(name, |value, path| case(&value, path, all, name_of))
    }

    /// A list, each item as `read` makes it; empty where it is absent
    pub fn list<Item>(
        &mut self,
        name: &str,
        read: impl FnMut(Json<'a>, Path<'_>) -> Result<Item, Fault>,
    ) -> Result<Vec<Item>, Fault> {
        Ok(self.with(name, |value, path| list(value, path, read))?.unwrap_or_default())
    }

    /// A list of texts; empty where it is absent
    pub fn texts(&mut self, name: &str) -> Result<Vec<Text<'a>>, Fault> {
        self.list(name, text)
    }
}

/// The members of the object that a value is
pub fn members<'a>(value: Json<'a>, path: Path<'_>) -> Result<Members<'a>, Fault> {
    match value {
        Json::Object(members) => Ok(members),
        other => Err(path.wrong(&other, "an object")),
    }
}

/// The text that a value is
pub fn text<'a>(value: Json<'a>, path: Path<'_>) -> Result<Text<'a>, Fault> {
    match value {
        Json::String(text) => Ok(text),
        other => Err(path.wrong(&other, "a string")),
    }
}

/// The whole number that a value is
pub fn number<Number: TryFrom<u64>>(value: Json<'_>, path: Path<'_>) -> Result<Number, Fault> {
    value
        .as_u64()
        .and_then(|number| Number::try_from(number).ok())
        .ok_or_else(|| path.wrong(&value, &whole_number(size_of::<Number>())))
}

/// The digest that a value is
pub fn digest(value: Json<'_>, path: Path<'_>) -> Result<Digest, Fault> {
    let text = text(value, path)?;
    Digest::parse(&text).ok_or_else(|| Fault::Input(InputError::BadDigest(path.to_string())))
}

/// The items of the list that a value is
pub fn list<'a, Item>(
    value: Json<'a>,
    path: Path<'_>,
    mut read: impl FnMut(Json<'a>, Path<'_>) -> Result<Item, Fault>,
) -> Result<Vec<Item>, Fault> {
    match value {
        Json::Array(items) => {
            items.into_iter().enumerate().map(|(place, item)| read(item, Path::Place(&path, place))).collect()
        }
        other => Err(path.wrong(&other, "an array")),
    }
}

/// The case that a value names
pub fn case<Case: Copy>(
    value: &Json<'_>,
    path: Path<'_>,
    all: &[Case],
    name_of: fn(Case) -> &'static str,
) -> Result<Case, Fault> {
    value.as_str().map(kebab).and_then(|name| all.iter().copied().find(|case| name_of(*case) == name)).ok_or_else(
        || {
            let names: Vec<String> = all.iter().map(|case| format!("`{}`", name_of(*case))).collect();
            path.wrong(value, &format!("one of {}", names.join(", ")))
        },
    )
}

/// The name of a case with `-` where a program wrote `_`
pub fn kebab(name: &str) -> Cow<'_, str> {
    if name.contains('_') { Cow::Owned(name.replace('_', "-")) } else { Cow::Borrowed(name) }
}

fn whole_number(bytes: usize) -> String {
    let most = if bytes > 4 { u64::MAX } else { u64::from(u32::MAX) };
    format!("a whole number from 0 to {most}")
}

/// The known name that is most like `name`: one that begins with it or that it begins with, else the fewest edits away
fn nearest(name: &str, known: &[&'static str]) -> &'static str {
    // A name longer than any known one is no typing error, and the distance takes its length times theirs.
    let characters: Vec<char> = name.chars().take(64).collect();
    let unlikeness = |known: &&str| {
        let begins = known.starts_with(name) || name.starts_with(known);
        (!begins, distance(&characters, known))
    };
    known.iter().copied().min_by_key(unlikeness).unwrap_or_default()
}

/// How many characters must be added, dropped or replaced to make one name of the other
fn distance(name: &[char], known: &str) -> usize {
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (place, wanted) in known.chars().enumerate() {
        let mut diagonal = place;
        let mut left = place.saturating_add(1);
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (cell, character) in row.iter_mut().skip(1).zip(name) {
            let replaced = diagonal.saturating_add(usize::from(*character != wanted));
            diagonal = *cell;
            left = replaced.min(left.saturating_add(1)).min(diagonal.saturating_add(1));
            *cell = left;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_told() {
        let known = ["margin", "least_gain", "retries", "kept_tail"];
        for (name, expected) in [
            ("margn", "margin"),
            ("retrys", "retries"),
            ("keptTail", "kept_tail"),
            ("leastgain", "least_gain"),
            ("kept", "kept_tail"),
        ] {
            assert_eq!(nearest(name, &known), expected);
        }
    }

    #[test]
    fn distance_counts_edits() {
        for (name, known, expected) in
            [("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "abc", 3), ("kitten", "sitting", 3)]
        {
            let name: Vec<char> = name.chars().collect();
            assert_eq!(distance(&name, known), expected);
        }
    }
}
