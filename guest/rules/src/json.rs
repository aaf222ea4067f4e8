//! JSON values that borrow from their text, and the canonical form of RFC 8785.

mod number;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// A JSON value. Strings borrow from the text wherever they hold no escape.
#[derive(Clone, PartialEq, Debug)]
pub enum Json<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A whole number that fits 64 bits and is below zero
    Negative(i64),
    /// A whole number that fits 64 bits
    Whole(u64),
    /// Any other number
    Real(f64),
    /// A string
    String(Cow<'a, str>),
    /// An array
    Array(Vec<Json<'a>>),
    /// An object, in the order of its text; of a name that stands twice, both values
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

impl<'a> Json<'a> {
    /// Reads a text that holds one JSON value and nothing else
    ///
    /// # Errors
    /// Where the text is not JSON, or nests deeper than 128 levels.
    pub fn parse(text: &'a str) -> Result<Json<'a>, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Reads a text as [`Json::parse`] does, but keeps only what says something by itself: the members of an object that
    /// are no lists and objects, and of its first member, if that is an object, the same. What else there is, is read and
    /// stands as an empty list or object.
    ///
    /// # Errors
    /// As [`Json::parse`].
    pub fn parse_outline(text: &'a str) -> Result<Json<'a>, serde_json::Error> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let outline = Reader(Kept::Outline).deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(outline)
    }

    /// The value of a name; the last one where it stands twice
    pub fn get(&self, name: &str) -> Option<&Json<'a>> {
        match self {
            Json::Object(members) => members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The string that it is
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of the array that it is
    pub fn as_array(&self) -> Option<&[Json<'a>]> {
        match self {
            Json::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The members of the object that it is
    pub fn as_object(&self) -> Option<&[(Cow<'a, str>, Json<'a>)]> {
        match self {
            Json::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The truth value that it is
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Json::Bool(holds) => Some(*holds),
            _ => None,
        }
    }

    /// The whole number that it is, from 0
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Json::Whole(number) => Some(*number),
            _ => None,
        }
    }

    /// What kind of value it is, for an error
    pub fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "a truth value",
            Json::Negative(_) | Json::Whole(_) | Json::Real(_) => "a number",
            Json::String(_) => "a string",
            Json::Array(_) => "an array",
            Json::Object(_) => "an object",
        }
    }

    /// The canonical form of RFC 8785: no white space, numbers as ECMAScript writes them, members ordered by the UTF-16
    /// units of their names. Of a name that stands twice the last value counts, as for whoever reads the arguments.
    ///
    /// Whole numbers above 2^53 keep their digits, where RFC 8785 would round them: two ids that differ in the last digit
    /// are two ids.
    pub fn to_canonical(&self) -> String {
        let mut text = String::new();
        self.write_canonical(&mut text);
        text
    }

    fn write_canonical(&self, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(true) => out.push_str("true"),
            Json::Bool(false) => out.push_str("false"),
            Json::Negative(number) => push_display(out, number),
            Json::Whole(number) => push_display(out, number),
            Json::Real(number) => number::push(out, *number),
            Json::String(string) => push_json(out, string.as_ref()),
            Json::Array(elements) => {
                out.push('[');
                for (place, element) in elements.iter().enumerate() {
                    if place > 0 {
                        out.push(',');
                    }
                    element.write_canonical(out);
                }
                out.push(']');
            }
            Json::Object(members) => {
                let mut ordered: Vec<&(Cow<'a, str>, Json<'a>)> = members.iter().rev().collect();
                ordered.sort_by(|(left, _), (right, _)| left.encode_utf16().cmp(right.encode_utf16()));
                ordered.dedup_by(|(later, _), (earlier, _)| later == earlier);
                out.push('{');
                for (place, (name, value)) in ordered.into_iter().enumerate() {
                    if place > 0 {
                        out.push(',');
                    }
                    push_json(out, name.as_ref());
                    out.push(':');
                    value.write_canonical(out);
                }
                out.push('}');
            }
        }
    }
}

/// Appends `text` as a JSON string, with its quotation marks
pub fn push_string(out: &mut String, text: &str) {
    push_json(out, text);
}

fn push_json<T: serde::Serialize + ?Sized>(out: &mut String, value: &T) {
    // Strings and finite numbers always serialize; a value that does not would be left out rather than altered.
    if let Ok(text) = serde_json::to_string(value) {
        out.push_str(&text);
    }
}

fn push_display(out: &mut String, value: &impl fmt::Display) {
    // Writing into a `String` cannot fail.
    let _ = fmt::Write::write_fmt(out, format_args!("{value}"));
}

impl<'de> Deserialize<'de> for Json<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json<'de>, D::Error> {
        Reader(Kept::All).deserialize(deserializer)
    }
}

/// What a reader keeps of what it reads
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// Everything
    All,
    /// What says something by itself, here and in the first member
    Outline,
    /// What says something by itself
    Scalars,
    /// Nothing
    Nothing,
}

struct Reader(Kept);

impl<'de> DeserializeSeed<'de> for Reader {
    type Value = Json<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader {
    type Value = Json<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, holds: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(holds))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Json<'de>, E> {
        Ok(u64::try_from(number).map_or(Json::Negative(number), Json::Whole))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Json<'de>, E> {
        Ok(Json::Whole(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Json<'de>, E> {
        Ok(Json::Real(number))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::String(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json<'de>, E> {
        Ok(if self.0 == Kept::Nothing { Json::Null } else { Json::String(Cow::Owned(text.into())) })
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Json<'de>, E> {
        Ok(Json::String(Cow::Owned(text)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Json<'de>, A::Error> {
        let mut elements = Vec::new();
        let kept = if self.0 == Kept::All { Kept::All } else { Kept::Nothing };
        while let Some(element) = sequence.next_element_seed(Reader(kept))? {
            if kept == Kept::All {
                elements.push(element);
            }
        }
        Ok(Json::Array(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some(Name(name)) = map.next_key()? {
            let kept = match self.0 {
                Kept::Outline if !members.is_empty() => Kept::Scalars,
                Kept::Scalars => Kept::Nothing,
                same => same,
            };
            let value = map.next_value_seed(Reader(kept))?;
            if kept != Kept::Nothing {
                members.push((name, value));
            }
        }
        Ok(Json::Object(members))
    }
}

/// The name of a member, borrowed where it holds no escape
struct Name<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name<'de>, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl<'de> Visitor<'de> for NameVisitor {
    type Value = Name<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Name<'de>, E> {
        Ok(Name(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Name<'de>, E> {
        Ok(Name(Cow::Owned(text.into())))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::Json;

    #[test]
    fn an_outline_keeps_what_says_something_by_itself() {
        for (given, expected) in [
            ("3", "3"),
            (r#"[1, {"a": 2}]"#, "[]"),
            (r#"{"a": 1, "b": "\u0041", "c": [1], "d": {"e": 1}}"#, r#"{"a":1,"b":"A","c":[],"d":{}}"#),
            (r#"{"a": {"b": {"c": [1], "d": 2}, "e": {"f": 1}}}"#, r#"{"a":{"b":{"c":[],"d":2},"e":{}}}"#),
        ] {
            assert_eq!(Json::parse_outline(given).unwrap().to_canonical(), expected, "{given}");
        }
        for given in ["{} {}", r#"{"a": ["\ud800"]}"#, "[1e999]", r#"{"a" 1}"#, ""] {
            assert_eq!(Json::parse_outline(given).is_err(), Json::parse(given).is_err(), "{given}");
            assert!(Json::parse_outline(given).is_err(), "{given}");
        }
    }

    #[test]
    fn the_canonical_form_is_that_of_rfc_8785() {
        for (given, expected) in [
            // The sample of section 3.2.2
            (
                r#"{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}"#,
                r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#,
            ),
            // The sample of section 3.2.3: by UTF-16 units, in which an emoji stands before U+FB33
            (
                r#"{"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7}"#,
                "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}",
            ),
            (r#"[1, 1.0, 1e0, 10e-1, -0, -0.0, 0.1e1]"#, "[1,1,1,1,0,0,1]"),
            (r#"[100000000000000000000, 1e20, 1e21]"#, "[100000000000000000000,100000000000000000000,1e+21]"),
            (r#"[9007199254740993, -9007199254740993]"#, "[9007199254740993,-9007199254740993]"),
            (r#"{"a": 1, "b": 2, "a": 3}"#, r#"{"a":3,"b":2}"#),
            (r#""\u007f\u2028\b\f\t""#, "\"\u{7f}\u{2028}\\b\\f\\t\""),
        ] {
            assert_eq!(Json::parse(given).unwrap().to_canonical(), expected, "{given}");
        }
    }
}
