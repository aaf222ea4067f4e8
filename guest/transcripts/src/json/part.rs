//! A JSON value of which only the named members are kept.
//!
//! Transcripts are mostly text that nobody asks for: copies of results, usage, snapshots. A shape names the members
//! that a format speaks of; all others are skipped in the same pass and take no memory.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use anchorhold_rules::window::Text;
use core::fmt;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// The members that are kept, at whatever depth they stand
pub(crate) type Shape = &'static [(&'static str, Take)];

/// How a member is kept
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Take {
    /// Its value, by the same shape
    Value,
    /// Its text as it stands
    Raw,
    /// The texts of its elements as they stand, where it is an array; else its value
    Items,
}

/// A JSON value by a shape. Strings borrow from the text wherever they hold no escape.
#[derive(Debug, Default)]
pub(crate) enum Part<'a> {
    /// There is no such member
    #[default]
    Missing,
    Null,
    Bool(bool),
    /// A number; the value where it is whole and not below zero
    Number(Option<u64>),
    Text(Text<'a>),
    Raw(&'a str),
    List(Vec<Part<'a>>),
    Items(Vec<&'a str>),
    Object(Vec<(&'static str, Part<'a>)>),
}

impl<'a> Part<'a> {
    /// Reads a text that holds one value and nothing else
    pub(crate) fn parse(text: &'a str, shape: Shape) -> Result<Part<'a>, serde_json::Error> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let part = Seed { shape, take: Take::Value, lossy: false }.deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(part)
    }

    /// The same where strings hold halves of characters, as programs leave them that cut UTF-16 at any place: each such
    /// half is read as U+FFFD. Slower; `text` must not nest deeper than 128 levels.
    pub(crate) fn parse_lossy(text: &'a str, shape: Shape) -> Result<Part<'a>, serde_json::Error> {
        read_lossy(text, Seed { shape, take: Take::Value, lossy: true })
    }

    /// Takes a member out; of a name that stands twice, the last one
    pub(crate) fn take(&mut self, name: &str) -> Part<'a> {
        match self {
            Part::Object(members) => {
                let member = members.iter_mut().rev().find(|(key, _)| *key == name);
                member.map(|(_, value)| core::mem::take(value)).unwrap_or_default()
            }
            _ => Part::Missing,
        }
    }

    /// Takes a member out and reads it as a string; `None` for anything else
    pub(crate) fn take_text(&mut self, name: &str) -> Option<Text<'a>> {
        self.take(name).into_text()
    }

    /// Whether a member is `true`
    pub(crate) fn is_true(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Part::Bool(true)))
    }

    /// Whether there is such a member and it is not `null`
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some_and(|part| !part.is_absent())
    }

    /// A member; `None`: it is not there, or was taken out
    pub(crate) fn get(&self, name: &str) -> Option<&Part<'a>> {
        match self {
            Part::Object(members) => members.iter().rev().find(|(key, _)| *key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The string that it is
    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Part::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The string that it is, moved out
    pub(crate) fn into_text(self) -> Option<Text<'a>> {
        match self {
            Part::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The whole number that it is
    pub(crate) fn as_number(&self) -> Option<u64> {
        match self {
            Part::Number(number) => *number,
            _ => None,
        }
    }

    /// The elements of the array that it is; empty for anything else
    pub(crate) fn into_list(self) -> Vec<Part<'a>> {
        match self {
            Part::List(elements) => elements,
            _ => Vec::new(),
        }
    }

    /// Whether it is missing or `null`
    pub(crate) fn is_absent(&self) -> bool {
        matches!(self, Part::Missing | Part::Null)
    }
}

#[derive(Clone, Copy)]
struct Seed {
    shape: Shape,
    take: Take,
    lossy: bool,
}

impl Seed {
    fn inner(self, take: Take) -> Seed {
        Seed { take, ..self }
    }
}

fn read_lossy<'a>(raw: &'a str, seed: Seed) -> Result<Part<'a>, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(raw);
    let part = match raw.trim_start().as_bytes().first() {
        Some(b'"') => deserializer.deserialize_bytes(Halves).map(Part::Text)?,
        Some(b'{' | b'[') => deserializer.deserialize_any(seed)?,
        _ => deserializer.deserialize_any(Seed { lossy: false, ..seed })?,
    };
    deserializer.end()?;
    Ok(part)
}

/// A string that may hold halves of characters
struct Halves;

impl<'de> Visitor<'de> for Halves {
    type Value = Text<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Text<'de>, E> {
        let mut text = String::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            // A half takes three bytes, each of them invalid: a first one and two that continue it.
            if chunk.invalid().first().is_some_and(|byte| !(0x80..0xc0).contains(byte)) {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        Ok(Cow::Owned(text))
    }
}

impl<'de> DeserializeSeed<'de> for Seed {
    type Value = Part<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Part<'de>, D::Error> {
        if self.take == Take::Raw {
            let raw: &RawValue = serde::Deserialize::deserialize(deserializer)?;
            return Ok(Part::Raw(raw.get()));
        }
        if self.lossy {
            let raw: &RawValue = serde::Deserialize::deserialize(deserializer)?;
            return read_lossy(raw.get(), self).map_err(D::Error::custom);
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed {
    type Value = Part<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Part<'de>, E> {
        Ok(Part::Null)
    }

    fn visit_bool<E: Error>(self, holds: bool) -> Result<Part<'de>, E> {
        Ok(Part::Bool(holds))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Part<'de>, E> {
        Ok(Part::Number(u64::try_from(number).ok()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Part<'de>, E> {
        Ok(Part::Number(Some(number)))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Part<'de>, E> {
        Ok(Part::Number(None))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Part<'de>, E> {
        Ok(Part::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Part<'de>, E> {
        Ok(Part::Text(Cow::Owned(text.into())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Part<'de>, A::Error> {
        if self.take == Take::Items {
            let mut items = Vec::new();
            while let Some(item) = sequence.next_element::<&RawValue>()? {
                items.push(item.get());
            }
            return Ok(Part::Items(items));
        }
        let mut elements = Vec::new();
        while let Some(element) = sequence.next_element_seed(self.inner(Take::Value))? {
            elements.push(element);
        }
        Ok(Part::List(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Part<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some(named) = map.next_key_seed(Name { shape: self.shape })? {
            match named {
                Some((name, take)) => members.push((name, map.next_value_seed(self.inner(take))?)),
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Part::Object(members))
    }
}

/// The name of a member: `None` where the shape does not speak of it
struct Name {
    shape: Shape,
}

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Option<(&'static str, Take)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = Option<(&'static str, Take)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.shape.iter().find(|(key, _)| *key == name).copied())
    }
}
