//! Units, months and numbers in words.

use super::quantity::Dimension;
use crate::scan::normal::Value;

/// The power of ten of a `k`, `M` or `bn`
pub fn magnitude(unit: &str) -> Option<u8> {
    match unit {
        "k" | "K" => Some(3),
        "M" => Some(6),
        "bn" | "B" => Some(9),
        _ => None,
    }
}

/// What a unit measures, and how many of the smallest unit it has
pub fn unit_of(unit: &str) -> Option<(Dimension, u64)> {
    use Dimension::{Bytes, Duration, Money, Percent};
    const MINUTE: u64 = 60_000;
    const HOUR: u64 = 3_600_000;
    const DAY: u64 = 86_400_000;
    Some(match unit {
        "ms" | "millisecond" | "milliseconds" | "Millisekunden" => (Duration, 1),
        "s" | "sec" | "secs" | "second" | "seconds" | "Sekunden" | "segundos" | "secondes" => (Duration, 1000),
        "min" | "mins" | "minute" | "minutes" | "Minuten" | "Minute" | "minutos" | "minuto" => (Duration, MINUTE),
        "h" | "hr" | "hrs" | "hour" | "hours" | "Stunden" | "Stunde" | "horas" | "hora" | "heures" => (Duration, HOUR),
        "d" | "day" | "days" | "Tage" | "Tagen" | "días" | "dias" | "jours" => (Duration, DAY),
        "B" | "byte" | "bytes" | "Bytes" => (Bytes, 1),
        "kB" | "KB" | "KiB" | "Kb" | "kb" | "kilobytes" => (Bytes, 1024),
        "MB" | "MiB" | "Mb" | "mb" | "megabytes" => (Bytes, 1_048_576),
        "GB" | "GiB" | "Gb" | "gb" | "gigabytes" => (Bytes, 1_073_741_824),
        "dollar" | "dollars" | "USD" | "euro" | "euros" | "EUR" | "Euro" | "Dollar" | "dólares" => (Money, 1),
        "percent" | "pct" | "Prozent" | "pp" => (Percent, 1),
        _ => return None,
    })
}

/// The month that a word names
pub fn month_of(word: &str) -> Option<u64> {
    if !MONTH_SHAPES.may_hold(word) {
        return None;
    }
    let place = MONTHS.iter().position(|names| names.iter().any(|name| word.eq_ignore_ascii_case(name)))?;
    u64::try_from(place.saturating_add(1)).ok()
}

/// The number that a word is. `one` and its like are articles as often as numbers and are left out.
pub fn number_word(word: &str) -> Option<u64> {
    // In Spanish `once` is eleven, in English it is no number; the English reading is far more common.
    if !NUMBER_SHAPES.may_hold(word) || word.eq_ignore_ascii_case("once") || word.eq_ignore_ascii_case("sept") {
        return None;
    }
    let place = NUMBERS.iter().position(|names| names.iter().any(|name| word.eq_ignore_ascii_case(name)))?;
    u64::try_from(place.saturating_add(2)).ok()
}

const MONTHS: [&[&str]; 12] = [
    &["january", "jan", "januar", "enero", "janvier"],
    &["february", "feb", "februar", "febrero", "février"],
    &["march", "mar", "märz", "marzo", "mars"],
    &["april", "apr", "abril", "avril"],
    &["may", "mai", "mayo", "maio"],
    &["june", "jun", "juni", "junio", "juin"],
    &["july", "jul", "juli", "julio", "juillet"],
    &["august", "aug", "agosto", "août"],
    &["september", "sep", "sept", "septiembre", "septembre"],
    &["october", "oct", "oktober", "octubre", "octobre"],
    &["november", "nov", "noviembre", "novembre"],
    &["december", "dec", "dezember", "diciembre", "décembre"],
];

const NUMBERS: [&[&str]; 19] = [
    &["two", "zwei", "dos", "deux"],
    &["three", "drei", "tres", "trois", "três"],
    &["four", "vier", "cuatro", "quatre", "quatro"],
    &["five", "fünf", "cinco", "cinq"],
    &["six", "sechs", "seis"],
    &["seven", "sieben", "siete", "sept", "sete"],
    &["eight", "acht", "ocho", "huit", "oito"],
    &["nine", "neun", "nueve", "neuf", "nove"],
    &["ten", "zehn", "diez", "dix", "dez"],
    &["eleven", "elf", "once"],
    &["twelve", "zwölf", "doce", "douze", "doze"],
    &["thirteen", "dreizehn"],
    &["fourteen", "vierzehn"],
    &["fifteen", "fünfzehn", "quince", "quinze"],
    &["sixteen", "sechzehn"],
    &["seventeen", "siebzehn"],
    &["eighteen", "achtzehn"],
    &["nineteen", "neunzehn"],
    &["twenty", "zwanzig", "veinte", "vingt", "vinte"],
];

static MONTH_SHAPES: Shapes = Shapes::of(&MONTHS);
static NUMBER_SHAPES: Shapes = Shapes::of(&NUMBERS);

/// First and last letter and length of the words of a list, as a set of 256 bits. Nearly every word of a window is in none of
/// the lists, and one look tells so.
struct Shapes {
    bits: [u64; 4],
}

impl Shapes {
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "worked out by the compiler")]
    const fn of(lists: &[&[&str]]) -> Shapes {
        let mut bits = [0u64; 4];
        let mut list = 0;
        while list < lists.len() {
            let mut place = 0;
            while place < lists[list].len() {
                let shape = shape(lists[list][place].as_bytes());
                bits[(shape >> 6) as usize] |= 1 << (shape & 63);
                place += 1;
            }
            list += 1;
        }
        Shapes { bits }
    }

    #[inline]
    fn may_hold(&self, word: &str) -> bool {
        let shape = shape(word.as_bytes());
        self.bits.get(usize::from(shape >> 6)).is_some_and(|bits| bits >> (shape & 63) & 1 == 1)
    }
}

/// A byte made of the first and the last letter of a word, without regard to case, and of its length
#[inline]
const fn shape(word: &[u8]) -> u8 {
    match word {
        [first, .., last] => {
            let letters = (*first | 32).wrapping_mul(31) ^ (*last | 32).wrapping_mul(7);
            letters.wrapping_add((word.len() as u8).wrapping_mul(67))
        }
        _ => 0,
    }
}

/// Month and day of a date: `2024-05-20…`, `2024/05/20`, `20.05.2024`, `05/20/2024`
pub fn day_of(date: &str) -> Option<Value> {
    let day = date.split(['T', 't', ' ']).next()?;
    let mut parts = day.split(['-', '/', '.']).map(|part| part.parse::<u64>().ok());
    let (first, second, third) = (parts.next()??, parts.next()??, parts.next()??);
    let (month, day) = if first > 31 {
        (second, third)
    } else if date.contains('.') || first > 12 {
        (second, first)
    } else {
        (first, second)
    };
    ((1..=12).contains(&month) && (1..=31).contains(&day))
        .then(|| Value::whole(month.saturating_mul(100).saturating_add(day)))
}

/// The minutes of a time of day
pub fn minutes_of(time: &str) -> Option<Value> {
    let mut parts = time.split(':');
    let hours: u64 = parts.next()?.parse().ok()?;
    let minutes: u64 = parts.next()?.get(..2)?.parse().ok()?;
    let ends_pm = time.get(time.len().saturating_sub(2)..).is_some_and(|end| end.eq_ignore_ascii_case("pm"));
    let afternoon = ends_pm && hours < 12;
    let hours = if afternoon { hours.saturating_add(12) } else { hours };
    (hours <= 24 && minutes < 60).then(|| Value::whole(hours.saturating_mul(60).saturating_add(minutes)))
}
