//! The text of a JSON string, borrowed where it holds no escape.

use alloc::borrow::Cow;
use alloc::string::String;

/// The text between the quotation marks of a JSON string that was found well-formed but for its surrogates; `None`: one
/// of a pair of surrogates stands alone, so it is no text
///
/// The room for the whole is taken at once: a transcript is the largest string there is, and a buffer that doubles
/// would hold it twice.
pub fn unescape(inside: &str) -> Option<Cow<'_, str>> {
    if memchr::memchr(b'\\', inside.as_bytes()).is_none() {
        return Some(Cow::Borrowed(inside));
    }
    let mut text = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(place) = memchr::memchr(b'\\', rest.as_bytes()) {
        let (plain, escape) = rest.split_at_checked(place)?;
        text.push_str(plain);
        rest = escape.get(2..)?;
        text.push(match escape.as_bytes().get(1)? {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => {
                let (unit, after) = code_unit(rest)?;
                rest = after;
                match unit {
                    0xd800..=0xdbff => {
                        let (low, after) = code_unit(rest.strip_prefix("\\u")?)?;
                        rest = after;
                        char::decode_utf16([unit, low]).next()?.ok()?
                    }
                    _ => char::from_u32(u32::from(unit))?,
                }
            }
            same => char::from(*same),
        });
    }
    text.push_str(rest);
    Some(Cow::Owned(text))
}

fn code_unit(text: &str) -> Option<(u16, &str)> {
    let (digits, after) = text.split_at_checked(4)?;
    Some((u16::from_str_radix(digits, 16).ok()?, after))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by a panic")]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_as_serde_json_reads_them() {
        for inside in [
            "",
            "plain",
            r#"a \"quoted\" word\\ and \/"#,
            r"\n\t\r\b\f",
            r"\u00e9\u6f22 \ud83e\udd80!",
            r"жё \u0000 漢字",
            r"\ud83e",
            r"\ud83e\u0041",
            r"\ud83e tail",
            r"\udd80",
        ] {
            let quoted = alloc::format!("\"{inside}\"");
            let expected: Option<String> = serde_json::from_str(&quoted).ok();
            assert_eq!(unescape(inside).map(Cow::into_owned), expected, "{inside}");
        }
    }

    #[test]
    fn a_text_without_escapes_is_borrowed() {
        assert!(matches!(unescape("plain").unwrap(), Cow::Borrowed(_)));
    }
}
