//! Numbers as people read them.

/// With a comma between thousands
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A size in bytes, in the largest unit that leaves a whole number in front
pub fn bytes(count: usize) -> String {
    const UNITS: [&str; 3] = ["KiB", "MiB", "GiB"];
    let mut tenths = count as u64 * 10;
    let mut named = None;
    for unit in UNITS {
        if tenths < 10_240 {
            break;
        }
        tenths /= 1024;
        named = Some(unit);
    }
    match named {
        None => format!("{count} B"),
        Some(unit) if tenths >= 1000 => format!("{} {unit}", tenths / 10),
        Some(unit) => format!("{}.{} {unit}", tenths / 10, tenths % 10),
    }
}

/// By how many per cent `after` is smaller or larger than `before`
pub fn change(before: u32, after: u32) -> String {
    if before == 0 {
        return String::new();
    }
    let per_cent = (i64::from(after) - i64::from(before)) * 100 / i64::from(before);
    let sign = if per_cent < 0 { "−" } else { "+" };
    format!("{sign}{} %", per_cent.abs())
}

/// `1 element`, `2 elements`
pub fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(count as u64))
}

#[cfg(test)]
mod tests {
    use super::{bytes, change, counted, grouped};

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!([grouped(0), grouped(999), grouped(1000), grouped(1_234_567)], ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([bytes(0), bytes(1023), bytes(1024), bytes(1536)], ["0 B", "1023 B", "1.0 KiB", "1.5 KiB"]);
        assert_eq!([bytes(150 << 10), bytes(5 << 20), bytes(3 << 40)], ["150 KiB", "5.0 MiB", "3072 GiB"]);
        assert_eq!([change(100, 25), change(100, 100), change(4, 5), change(0, 9)], ["−75 %", "+0 %", "+25 %", ""]);
        assert_eq!([counted(1, "effect"), counted(1200, "object")], ["1 effect", "1,200 objects"]);
    }
}
