//! Takes a call apart in one walk over its text: the transcript as it stands, the window element by element, the rest as
//! values.
//!
//! No tree is built of the transcript or of the window as a whole, since those can be as large as the policy's memory
//! allows.

use super::element;
use super::fault::Fault;
use super::fields::{Members, Path};
use super::owned;
use super::unescape::unescape;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use anchorhold_rules::json::Json;
use anchorhold_rules::window::{Text, Window};
use core::fmt;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// A call, taken apart
#[derive(Default)]
pub struct Call<'a> {
    /// What it asks about; `None`: it has no `request`
    pub request: Option<Parts<'a>>,
    /// Its other members
    pub members: Members<'a>,
}

/// A request, taken apart
#[derive(Default)]
pub struct Parts<'a> {
    /// The document that is the transcript; `None`: there is none
    pub document: Option<Text<'a>>,
    /// The window; `None`: there is none
    pub window: Option<Window<'a>>,
    /// Its other members
    pub members: Members<'a>,
}

impl<'a> Call<'a> {
    /// Takes a call apart
    pub fn parse(text: &'a str) -> Result<Call<'a>, Fault> {
        let mut fault = None;
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let call = CallVisitor { fault: &mut fault }
            .deserialize(&mut deserializer)
            .and_then(|call| deserializer.end().map(|()| call))
            .map_err(|error| Fault::syntax(text, &error))?;
        match fault {
            Some(fault) => Err(fault),
            None => Ok(call),
        }
    }
}

impl Call<'_> {
    /// What `call` names of a list of names
    pub fn named<Item: Copy>(&self, list: &[(&str, Item)]) -> Result<Item, Fault> {
        let path = Path::Member(&Path::Call, "call");
        let expected = || {
            let names: Vec<String> = list.iter().map(|(name, _)| format!("`{name}`")).collect();
            format!("one of {}", names.join(", "))
        };
        let Some((_, value)) = self.members.iter().rev().find(|(name, _)| name == "call") else {
            return Err(path.missing(&expected()));
        };
        let found = value.as_str().and_then(|name| list.iter().find(|(known, _)| *known == name));
        found.map(|(_, item)| *item).ok_or_else(|| path.wrong(value, &expected()))
    }
}

impl Call<'_> {
    /// Whether the bulk of it is a transcript or a window that is held apart from the text of the call already, so that the
    /// text is only in the way
    pub fn outlives_its_text(&self) -> bool {
        let Some(parts) = &self.request else { return false };
        match (&parts.document, &parts.window) {
            (Some(document), None) => is_owned(document),
            (None, Some(window)) => {
                let texts =
                    |owned| window.iter().map(|element| &element.text).filter(move |text| is_owned(text) == owned);
                let bytes = |owned| texts(owned).fold(0, |sum: usize, text| sum.saturating_add(text.len()));
                bytes(false) < bytes(true)
            }
            _ => false,
        }
    }

    /// The same without its text
    pub fn into_owned(self) -> Call<'static> {
        Call {
            request: self.request.map(|parts| Parts {
                document: parts.document.map(owned::text),
                window: parts.window.map(owned::window),
                members: owned::members(parts.members),
            }),
            members: owned::members(self.members),
        }
    }
}

fn is_owned(text: &Text<'_>) -> bool {
    matches!(text, Text::Owned(_))
}

/// The document that a value is: the text of a string, or an array or object as it stands; `None`: `null`
fn document(raw: &str) -> Result<Option<Text<'_>>, Fault> {
    let path = Path::Member(&REQUEST, "transcript");
    match raw.as_bytes().first() {
        Some(b'"') => {
            let inside = raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default();
            let lone = || Fault::field(path.to_string(), "half of a surrogate pair", "text that is valid Unicode");
            unescape(inside).map(Some).ok_or_else(lone)
        }
        Some(b'{' | b'[') => Ok(Some(Text::Borrowed(raw))),
        Some(b'n') => Ok(None),
        _ => Err(Fault::field(path.to_string(), raw, "the transcript as a string, an array or an object")),
    }
}

/// The first fault of a value that is well-formed JSON. It is not an error of the walk: a syntax error further on comes first.
type FirstFault<'f> = &'f mut Option<Fault>;

struct CallVisitor<'f> {
    fault: FirstFault<'f>,
}

impl<'de> DeserializeSeed<'de> for CallVisitor<'_> {
    type Value = Call<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Call<'de>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for CallVisitor<'_> {
    type Value = Call<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Call<'de>, A::Error> {
        let mut call = Call::default();
        while let Some(Json::String(name)) = map.next_key()? {
            match name.as_ref() {
                "request" => call.request = map.next_value_seed(PartsVisitor { fault: self.fault })?,
                _ => call.members.push((name, map.next_value()?)),
            }
        }
        Ok(call)
    }
}

struct PartsVisitor<'f> {
    fault: FirstFault<'f>,
}

struct WindowVisitor<'f> {
    fault: FirstFault<'f>,
}

/// Where the request stands
pub const REQUEST: Path<'static> = Path::Member(&Path::Call, "request");
const WINDOW: Path<'static> = Path::Member(&REQUEST, "window");

/// The half of a visitor that takes values of other shapes than its own: `null` is none, any other value is a fault
macro_rules! other_shapes {
    ($value:ty, $path:expr, $expected:literal) => {
        type Value = Option<$value>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str($expected)
        }

        fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_bool<E: Error>(self, holds: bool) -> Result<Self::Value, E> {
            Ok(wrong(self.fault, $path, &Json::Bool(holds), $expected))
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
            Ok(wrong(self.fault, $path, &Json::Negative(number), $expected))
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
            Ok(wrong(self.fault, $path, &Json::Whole(number), $expected))
        }

        fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
            Ok(wrong(self.fault, $path, &Json::Real(number), $expected))
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
            Ok(wrong(self.fault, $path, &Json::String(text.into()), $expected))
        }
    };
}

impl<'de> Visitor<'de> for PartsVisitor<'_> {
    other_shapes!(Parts<'de>, REQUEST, "an object");

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
        while sequence.next_element::<IgnoredAny>()?.is_some() {}
        Ok(wrong(self.fault, REQUEST, &Json::Array(Vec::new()), "an object"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut parts = Parts::default();
        while let Some(Json::String(name)) = map.next_key()? {
            match name.as_ref() {
                "transcript" => match document(map.next_value::<&RawValue>()?.get()) {
                    Ok(document) => parts.document = document,
                    Err(fault) => _ = self.fault.get_or_insert(fault),
                },
                "window" => parts.window = map.next_value_seed(WindowVisitor { fault: self.fault })?,
                _ => parts.members.push((name, map.next_value()?)),
            }
        }
        Ok(Some(parts))
    }
}

impl<'de> Visitor<'de> for WindowVisitor<'_> {
    other_shapes!(Window<'de>, WINDOW, "an array of elements");

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
        let mut window = Window::new();
        while let Some(value) = sequence.next_element::<Json<'de>>()? {
            match element::read(value, Path::Place(&WINDOW, window.len())) {
                Ok(element) => window.push(element),
                Err(fault) => {
                    self.fault.get_or_insert(fault);
                    while sequence.next_element::<IgnoredAny>()?.is_some() {}
                }
            }
        }
        Ok(Some(window))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(wrong(self.fault, WINDOW, &Json::Object(Vec::new()), "an array of elements"))
    }
}

impl<'de> DeserializeSeed<'de> for PartsVisitor<'_> {
    type Value = Option<Parts<'de>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> DeserializeSeed<'de> for WindowVisitor<'_> {
    type Value = Option<Window<'de>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

fn wrong<Value>(fault: FirstFault<'_>, path: Path<'_>, found: &Json<'_>, expected: &str) -> Option<Value> {
    fault.get_or_insert_with(|| path.wrong(found, expected));
    None
}
