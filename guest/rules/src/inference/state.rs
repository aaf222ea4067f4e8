//! Finds statements of state that a machine can read: `key: value` with a version, number, id, checksum or boolean.

/// Whether the text asserts a state (spec 002: a span that carries one establishes state)
pub fn asserts_state(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b':', b'=', bytes).any(|at| {
        let after = bytes.get(at + 1).copied().unwrap_or(b' ');
        let before = at.checked_sub(1).and_then(|place| bytes.get(place)).copied().unwrap_or(b' ');
        let separates = match bytes.get(at) {
            // A colon inside a path, a time or a URL has no space after it.
            Some(b':') => after == b' ' || before == b'"',
            // `==`, `<=`, `=>` and their like compare or point.
            _ => {
                !matches!(after, b'=' | b'>' | b'~')
                    && !matches!(before, b'=' | b'<' | b'>' | b'!' | b':' | b'+' | b'-')
            }
        };
        separates
            && ends_with_key(bytes.get(..at).unwrap_or(&[]))
            && begins_with_value(text.get(at + 1..).unwrap_or(""))
    })
}

/// The longest key that is looked at
const KEY_BYTES: usize = 64;

fn ends_with_key(before: &[u8]) -> bool {
    let mut key = before
        .iter()
        .rev()
        .take(KEY_BYTES)
        .skip_while(|byte| matches!(byte, b' ' | b'"' | b'`' | b'*' | b'\''))
        .peekable();
    // One letter is a variable, a drive or the end of a sentence.
    let mut letters = 0;
    let mut first = None;
    while let Some(byte) = key.next_if(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')) {
        letters += usize::from(byte.is_ascii_alphabetic());
        first = Some(*byte);
    }
    letters > 1 && first.is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
}

/// The longest value that is looked at
const VALUE_BYTES: usize = 80;

fn begins_with_value(after: &str) -> bool {
    let value = after.trim_start_matches([' ', '"', '`', '*', '\'']);
    let end = value
        .bytes()
        .take(VALUE_BYTES)
        .position(|byte| {
            matches!(
                byte,
                b' ' | b'\n' | b'\t' | b'\r' | b',' | b';' | b'"' | b'`' | b'\'' | b'*' | b')' | b']' | b'}' | b'|'
            )
        })
        .unwrap_or(value.len().min(VALUE_BYTES));
    let value = value.as_bytes().get(..end).unwrap_or(&[]);
    let value = value.strip_suffix(b".").unwrap_or(value);
    matches!(value, b"true" | b"false" | b"True" | b"False" | b"null" | b"None")
        || (value.iter().any(u8::is_ascii_digit)
            && value.iter().all(|byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+' | b'#' | b'%' | b'$' | b':')
            }))
}
