//! Numbers, amounts, dates and times.

use super::Kind;
use super::bytes::{self, DIGIT, LETTER, LOWER, UNDER, UPPER, class};

/// The number at the beginning of `piece`, of which the first `length` bytes belong together, and how long it is.
/// A per cent sign or a currency may stand right after them.
pub fn read(piece: &str, length: usize) -> Option<(Kind, usize)> {
    let bytes = piece.as_bytes();
    let sign = usize::from(matches!(bytes.first(), Some(b'-' | b'+')));
    let currency = currency(bytes.get(sign..).unwrap_or_default());
    let start = sign.saturating_add(currency);
    let body = bytes.get(start..length.max(start)).unwrap_or_default();
    let digits = digits(body);
    if digits == 0 {
        return None;
    }
    let end = start.saturating_add(digits);
    if currency > 0 {
        return Some((Kind::Money, end.saturating_add(magnitude(bytes.get(end..).unwrap_or_default()))));
    }
    let after = bytes.get(end..).unwrap_or_default();
    if after.first() == Some(&b'%') {
        return Some((Kind::Percent, end.saturating_add(1)));
    }
    let trailing = self::currency(after);
    if trailing > 0 {
        return Some((Kind::Money, end.saturating_add(trailing)));
    }
    if end >= length {
        return Some((whole(bytes.get(start..end).unwrap_or_default()), end));
    }
    if let Some(length) = date(body) {
        return Some((Kind::Date, start.saturating_add(length)));
    }
    let rest = bytes.get(end..length).unwrap_or_default();
    suffixed(body, rest).map(|(kind, taken)| (kind, end.saturating_add(taken)))
}

/// The date, time of day or both with which `bytes` begin, and how long it is
pub fn moment(bytes: &[u8]) -> Option<(Kind, usize)> {
    if let Some(day) = date(bytes) {
        let clock = match bytes.get(day..) {
            Some([b'T' | b't', rest @ ..]) => clock(rest).map_or(0, |length| length.saturating_add(1)),
            _ => 0,
        };
        return Some((Kind::Date, day.saturating_add(clock)));
    }
    let length = clock(bytes)?;
    let after = bytes.get(length).copied().unwrap_or(b' ');
    (class(after) & (LETTER | DIGIT) == 0 && after != b':').then_some((Kind::Time, length))
}

/// The first number of a range such as `5-7`, which is no date
pub fn range(bytes: &[u8]) -> Option<usize> {
    let digits = bytes::run(bytes, DIGIT);
    let rest = bytes.get(digits..)?;
    let is_range = (1..=4).contains(&digits) && matches!(rest, [b'-', next, ..] if next.is_ascii_digit());
    (is_range && date(bytes).is_none()).then_some(digits)
}

/// The whole of `bytes` as two numbers with a stroke
pub fn ratio(bytes: &[u8]) -> Option<usize> {
    let first = bytes::run(bytes, DIGIT);
    let rest = bytes.get(first.saturating_add(1)..)?;
    let both = first > 0 && bytes.get(first) == Some(&b'/') && bytes::all(rest, DIGIT);
    both.then_some(bytes.len())
}

/// Whether `unit`, in lower case, is written right after a number
pub fn is_unit(unit: &[u8]) -> bool {
    matches!(
        unit,
        b"s" | b"ms"
            | b"us"
            | b"ns"
            | b"m"
            | b"min"
            | b"mins"
            | b"h"
            | b"hr"
            | b"hrs"
            | b"d"
            | b"sec"
            | b"secs"
            | b"w"
            | b"y"
            | b"k"
            | b"kb"
            | b"kib"
            | b"mb"
            | b"mib"
            | b"g"
            | b"gb"
            | b"gib"
            | b"t"
            | b"tb"
            | b"tib"
            | b"b"
            | b"bn"
            | b"mm"
            | b"cm"
            | b"km"
            | b"kg"
            | b"mg"
            | b"lb"
            | b"lbs"
            | b"oz"
            | b"px"
            | b"pt"
            | b"em"
            | b"rem"
            | b"hz"
            | b"khz"
            | b"mhz"
            | b"ghz"
            | b"mbps"
            | b"gbps"
            | b"x"
            | b"pp"
            | b"bps"
            | b"kwh"
            | b"w/o"
            | b"mi"
            | b"ki"
            | b"gi"
            | b"usd"
            | b"eur"
            | b"gbp"
            | b"am"
            | b"pm"
            | b"fps"
            | b"dpi"
            | b"v"
            | b"mah"
    )
}

/// The digits of one number: groups, one fraction
fn digits(bytes: &[u8]) -> usize {
    let mut at = bytes::run(bytes, DIGIT);
    if at == 0 {
        return match bytes {
            [b'.', rest @ ..] => match bytes::run(rest, DIGIT) {
                0 => 0,
                length => length.saturating_add(1),
            },
            _ => 0,
        };
    }
    loop {
        match bytes.get(at..) {
            Some([b',' | b'.' | b'_', next, ..]) if next.is_ascii_digit() => {
                let run = bytes::run(bytes.get(at.saturating_add(1)..).unwrap_or_default(), DIGIT);
                at = at.saturating_add(1).saturating_add(run);
            }
            _ => return at,
        }
    }
}

/// Digits and separators alone: a number, a version, an address or a long id
pub fn whole(bytes: &[u8]) -> Kind {
    let dots = bytes.iter().filter(|&&byte| byte == b'.').count();
    let has_comma = bytes.contains(&b',');
    if dots >= 2 && !has_comma {
        let groups = || bytes.split(|&byte| byte == b'.');
        if dots == 3 && groups().all(is_octet) {
            return Kind::Address;
        }
        if dots == 2
            && groups().next_back().is_some_and(|year| year.len() == 4)
            && groups().all(|group| group.len() <= 4)
        {
            return Kind::Date;
        }
        let thousands = groups().skip(1).all(|group| group.len() == 3);
        return if thousands { Kind::Number } else { Kind::Version };
    }
    // So many digits in a row name something rather than count it.
    const NAMES: usize = 8;
    if dots == 0 && !has_comma && bytes.len() >= NAMES && !bytes.contains(&b'_') { Kind::Code } else { Kind::Number }
}

fn is_octet(group: &[u8]) -> bool {
    let value = group
        .iter()
        .take(4)
        .fold(0u16, |value, digit| value.saturating_mul(10).saturating_add(u16::from(digit.saturating_sub(b'0'))));
    (1..=3).contains(&group.len()) && value <= 255
}

/// A number with something written right after it: `128GB`, `10-inch`, `3rd`, `2h30m`; `None`: it is a name
fn suffixed(body: &[u8], rest: &[u8]) -> Option<(Kind, usize)> {
    let letters = bytes::run(rest, LOWER | UPPER);
    if letters == 0 {
        return match rest {
            // `12-character`, `5-7`: a number, and something of its own after it. Long digits with a dash are a name.
            [b'-', next, ..] if class(*next) & (LETTER | DIGIT) != 0 => {
                let long = bytes::run(body, DIGIT) > 4;
                let is_version = whole(body.get(..digits(body))?) == Kind::Version;
                (!long && !is_version).then_some((Kind::Number, 0))
            }
            [b'-' | b'.' | b',', ..] => Some((Kind::Number, 0)),
            // A letter of another script: `6шт`.
            [high, ..] if *high >= 0x80 => Some((Kind::Number, 0)),
            _ => None,
        };
    }
    let mut lower = [0u8; 6];
    let unit = rest.get(..letters)?;
    let lower = lower.get_mut(..letters)?;
    lower.copy_from_slice(unit);
    lower.make_ascii_lowercase();
    let after = rest.get(letters).copied().unwrap_or(b' ');
    if matches!(&*lower, b"st" | b"nd" | b"rd" | b"th") && class(after) & (LETTER | DIGIT | UNDER) == 0 {
        return Some((Kind::Number, letters));
    }
    if !is_unit(lower) {
        return None;
    }
    if after.is_ascii_digit() {
        // `2h30m`
        let more = rest.get(letters..)?;
        let digits = digits(more);
        let (kind, taken) = suffixed(more, more.get(digits..)?)?;
        return (kind == Kind::Measure)
            .then_some((Kind::Measure, letters.saturating_add(digits).saturating_add(taken)));
    }
    (class(after) & (LETTER | UNDER) == 0).then_some((Kind::Measure, letters))
}

/// The date with which `bytes` begin: `2024-05-20`, `2024/05/20`, `20.05.2024`, `05/20/24`
fn date(bytes: &[u8]) -> Option<usize> {
    let mark = |at: usize| bytes.get(at).copied();
    let digit_at = |from: usize, count: usize| {
        bytes.get(from..from.saturating_add(count)).is_some_and(|digits| bytes::all(digits, DIGIT))
    };
    let first = bytes::run(bytes, DIGIT);
    let separator = mark(first)?;
    if !matches!(separator, b'-' | b'/' | b'.') {
        return None;
    }
    let second = bytes::run(bytes.get(first.saturating_add(1)..)?, DIGIT);
    let third_at = first.saturating_add(second).saturating_add(2);
    if !(1..=2).contains(&second) || mark(third_at.saturating_sub(1)) != Some(separator) {
        return None;
    }
    let third = bytes::run(bytes.get(third_at..)?, DIGIT);
    let year_first = first == 4 && (1..=2).contains(&third);
    let year_last = (1..=2).contains(&first) && (third == 4 || (third == 2 && separator == b'/'));
    let length = third_at.saturating_add(third);
    ((year_first || year_last) && digit_at(third_at, third)).then_some(length)
}

/// The time of day with which `bytes` begin: `14:00`, `05:35:00.123Z`, `9:30am`, `12:00+02:00`
fn clock(bytes: &[u8]) -> Option<usize> {
    let hours = bytes::run(bytes, DIGIT);
    let minutes = |from: usize| {
        bytes.get(from) == Some(&b':')
            && bytes::run(bytes.get(from.saturating_add(1)..).unwrap_or_default(), DIGIT) == 2
    };
    if !(1..=2).contains(&hours) || !minutes(hours) {
        return None;
    }
    let mut at = hours.saturating_add(3);
    if minutes(at) {
        at = at.saturating_add(3);
        if let Some([b'.', next, ..]) = bytes.get(at..)
            && next.is_ascii_digit()
        {
            at = at.saturating_add(1);
            at = at.saturating_add(bytes::run(bytes.get(at..)?, DIGIT));
        }
    }
    match bytes.get(at..) {
        Some([b'Z' | b'z', ..]) => at = at.saturating_add(1),
        Some([b'a' | b'p' | b'A' | b'P', b'm' | b'M', ..]) => at = at.saturating_add(2),
        Some([b'+' | b'-', a, b, b':', c, d, ..]) if [a, b, c, d].iter().all(|digit| digit.is_ascii_digit()) => {
            at = at.saturating_add(6);
        }
        _ => {}
    }
    Some(at)
}

/// How long the currency sign is with which `bytes` begin; 0: there is none
fn currency(bytes: &[u8]) -> usize {
    match bytes {
        [b'$', ..] => 1,
        [0xc2, 0xa3 | 0xa5, ..] => 2,
        [0xe2, 0x82, 0xac | 0xb9, ..] => 3,
        _ => 0,
    }
}

/// How long the `k`, `M` or `bn` is that belongs to an amount
fn magnitude(bytes: &[u8]) -> usize {
    let letters = bytes::run(bytes, LOWER | UPPER);
    let word = bytes.get(..letters).unwrap_or_default();
    if matches!(word, b"k" | b"K" | b"m" | b"M" | b"bn" | b"B" | b"b") { letters } else { 0 }
}
