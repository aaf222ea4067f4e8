//! Numbers as ECMAScript writes them, which RFC 8785 asks for.

use alloc::format;
use alloc::string::String;

/// Appends a number in the form of ECMA-262, `Number::toString`. What is no number in JSON, and so never read from it, is
/// written as `null`.
pub fn push(out: &mut String, number: f64) {
    if !number.is_finite() {
        return out.push_str("null");
    }
    // The digits are those of serde_json, the shortest that read back as this number and of two the even; Rust's own
    // formatting may choose the odd. Only the layout is another.
    let shortest = serde_json::to_string(&number).unwrap_or_default();
    let (sign, unsigned) = shortest.strip_prefix('-').map_or(("", shortest.as_str()), |rest| ("-", rest));
    let (mantissa, exponent) = unsigned.split_once('e').unwrap_or((unsigned, "0"));
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = [before, after].concat();
    let digits = all.trim_start_matches('0');
    // How many digits stand before the point
    let leading = length(&all).saturating_sub(length(digits));
    let whole = exponent.parse::<i32>().unwrap_or(0).saturating_add(length(before)).saturating_sub(leading);
    let digits = digits.trim_end_matches('0');
    if digits.is_empty() {
        return out.push('0');
    }
    let exponent = whole.saturating_sub(1);
    out.push_str(sign);
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    let count = length(digits);
    match whole {
        _ if (count..=21).contains(&whole) => {
            out.push_str(digits);
            out.push_str(&zeros(whole.saturating_sub(count)));
        }
        1..=21 => push_parted(out, digits, whole),
        -5..=0 => {
            out.push_str("0.");
            out.push_str(&zeros(whole.saturating_neg()));
            out.push_str(digits);
        }
        _ => {
            if count == 1 {
                out.push_str(digits);
            } else {
                push_parted(out, digits, 1);
            }
            let sign = if exponent < 0 { '-' } else { '+' };
            out.push_str(&format!("e{sign}{}", exponent.unsigned_abs()));
        }
    }
}

fn push_parted(out: &mut String, digits: &str, whole: i32) {
    let (before, after) = digits.split_at_checked(usize::try_from(whole).unwrap_or(0)).unwrap_or((digits, ""));
    out.push_str(before);
    out.push('.');
    out.push_str(after);
}

fn length(digits: &str) -> i32 {
    i32::try_from(digits.len()).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::push;
    use alloc::string::String;

    #[test]
    fn numbers_are_written_as_ecmascript_writes_them() {
        // The samples of RFC 8785, appendix B, by their bits.
        for (bits, expected) in [
            (0x0000_0000_0000_0000, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ] {
            let mut written = String::new();
            push(&mut written, f64::from_bits(bits));
            assert_eq!(written, expected, "{bits:016x}");
        }
    }
}
