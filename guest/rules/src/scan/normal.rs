//! Forms in which two spellings of the same thing are equal.

use super::Kind;

/// A number read exactly: `mantissa` divided by ten to the power of `scale`, without zeros at its end
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value {
    /// Its digits
    pub mantissa: u64,
    /// How many of them are a fraction
    pub scale: u8,
}

impl Value {
    /// A whole number
    pub fn whole(mantissa: u64) -> Value {
        Value { mantissa, scale: 0 }.reduced()
    }

    /// This times ten to the power of `power`; `None`: too large
    pub fn shifted(self, power: u8) -> Option<Value> {
        let scale = self.scale.saturating_sub(power);
        let more = power.saturating_sub(self.scale.saturating_sub(scale));
        let mantissa = self.mantissa.checked_mul(10u64.checked_pow(u32::from(more))?)?;
        Some(Value { mantissa, scale }.reduced())
    }

    /// Without zeros at the end of its fraction
    fn reduced(self) -> Value {
        let mut value = self;
        while value.scale > 0 && value.mantissa.is_multiple_of(10) {
            value = Value { mantissa: value.mantissa / 10, scale: value.scale.saturating_sub(1) };
        }
        value
    }
}

/// What a number can be read as. `5,382` is one number in English and another in German.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Readings<'t> {
    /// What it most likely is
    pub first: Value,
    /// What it can be besides
    pub second: Option<Value>,
    /// What is written right after it, such as `GB` or `%`
    pub unit: &'t str,
    /// Whether a sign before it makes it negative
    pub negative: bool,
}

/// Reads the text of a token of kind `Number`, `Money`, `Percent` or `Measure`, or of a `Code` that is digits alone.
/// `None`: it holds no number that fits.
pub fn readings(text: &str) -> Option<Readings<'_>> {
    let start = text.find(|first: char| first.is_ascii_digit())?;
    let lead = text.get(..start).unwrap_or_default();
    let start = if lead.ends_with('.') { start.saturating_sub(1) } else { start };
    let rest = text.get(start..)?;
    let length =
        rest.find(|other: char| !other.is_ascii_digit() && !matches!(other, ',' | '.' | '_')).unwrap_or(rest.len());
    let digits = rest.get(..length)?.trim_end_matches([',', '.', '_']);
    let unit = rest.get(length..)?.trim();
    let dots = digits.bytes().filter(|&byte| byte == b'.').count();
    let commas = digits.bytes().filter(|&byte| byte == b',').count();
    let last_dot = digits.rfind('.').unwrap_or(0);
    let last_comma = digits.rfind(',').unwrap_or(0);
    let fraction = |mark: usize| digits.len().saturating_sub(mark).saturating_sub(1);
    let (first, second) = match (dots, commas) {
        (0, 0) => (value(digits, None)?, None),
        // `5.382`: a fraction, or thousands in half of Europe.
        (1, 0) => (value(digits, Some('.'))?, if fraction(last_dot) == 3 { value(digits, None) } else { None }),
        // Nobody writes a fraction of three zeros.
        (0, 1) if digits.ends_with("000") => (value(digits, None)?, None),
        (0, 1) if fraction(last_comma) == 3 => (value(digits, None)?, value(digits, Some(','))),
        (0, 1) => (value(digits, Some(','))?, None),
        (0, _) | (_, 0) => (value(digits, None)?, None),
        _ if last_dot > last_comma => (value(digits, Some('.'))?, None),
        _ => (value(digits, Some(','))?, None),
    };
    Some(Readings { first, second, unit, negative: lead.contains('-') })
}

/// A hash under which spellings of one identifier or path are equal: case, a leading `#`, `/` for a backslash, doubled
/// strokes, `./` in front and `/` at the end make no difference
pub fn hash(kind: Kind, text: &str) -> u64 {
    folded(kind, text)
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Whether two spellings are equal in the sense of [`hash`]
pub fn is_same(kind: Kind, left: &str, right: &str) -> bool {
    folded(kind, left).eq(folded(kind, right))
}

/// The bytes of a token in its normal form
pub fn folded(kind: Kind, text: &str) -> impl Iterator<Item = u8> + '_ {
    let is_place = matches!(kind, Kind::Path | Kind::Url);
    let text = text.strip_prefix('#').unwrap_or(text);
    let text = if is_place { place(text) } else { text };
    let mut before = 0u8;
    text.bytes().filter_map(move |byte| {
        let byte = if is_place && byte == b'\\' { b'/' } else { byte.to_ascii_lowercase() };
        let doubled = is_place && byte == b'/' && before == b'/';
        before = byte;
        (!doubled).then_some(byte)
    })
}

fn place(text: &str) -> &str {
    let text = text.strip_prefix("./").or_else(|| text.strip_prefix(".\\")).unwrap_or(text);
    if text.len() > 1 { text.trim_end_matches(['/', '\\']) } else { text }
}

/// The digits of `text` as one number, whose fraction begins at the last `point`
fn value(text: &str, point: Option<char>) -> Option<Value> {
    let fraction_at = point.and_then(|point| text.rfind(point));
    let mut mantissa = 0u64;
    let mut scale = 0u8;
    for (at, byte) in text.bytes().enumerate() {
        if !byte.is_ascii_digit() {
            continue;
        }
        mantissa = mantissa.checked_mul(10)?.checked_add(u64::from(byte.wrapping_sub(b'0')))?;
        if fraction_at.is_some_and(|point| at > point) {
            scale = scale.checked_add(1)?;
        }
    }
    Some(Value { mantissa, scale }.reduced())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_exactly() {
        let cases = [
            ("5,382", 5382, 0, ""),
            ("-$5,382", 5382, 0, ""),
            ("0,88", 88, 2, ""),
            ("1.234,56", 123_456, 2, ""),
            ("1,234.56", 123_456, 2, ""),
            ("44.00", 44, 0, ""),
            ("600_000", 600_000, 0, ""),
            ("128GB", 128, 0, "GB"),
            ("0.651s", 651, 3, "s"),
            (".5", 5, 1, ""),
            ("12%", 12, 0, "%"),
            ("1,234,567", 1_234_567, 0, ""),
        ];
        for (text, mantissa, scale, unit) in cases {
            let readings = readings(text).unwrap();
            assert_eq!((readings.first, readings.unit), (Value { mantissa, scale }, unit), "{text}");
        }
        assert_eq!(readings("5.382").unwrap().second, Some(Value::whole(5382)));
        assert_eq!(readings("none"), None);
        assert_eq!(Value { mantissa: 15, scale: 1 }.shifted(3), Some(Value::whole(1500)));
    }

    #[test]
    fn spellings_are_one() {
        let cases = [
            (Kind::Code, "#W9373487", "w9373487", true),
            (Kind::Path, "./src/cli/init.go", "src\\\\cli\\init.go", true),
            (Kind::Path, "docs/", "docs", true),
            (Kind::Code, "req_7c41e09b", "req_7c41e08b", false),
        ];
        for (kind, left, right, expected) in cases {
            assert_eq!(is_same(kind, left, right), expected, "{left} {right}");
            assert_eq!(hash(kind, left) == hash(kind, right), expected, "{left} {right}");
        }
    }
}
