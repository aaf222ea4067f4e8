//! What a pass leaves in the window: the first line of its text, and the pointers to what left.
//!
//! A user can type any text, so a first line alone proves nothing. It names the digest of all that follows it, and
//! counts only where the whole text of a message begins with it and that digest agrees.

use crate::digest::{Digest, SHORT_DIGITS};
use crate::window::Marker;
use alloc::format;
use alloc::string::String;
use memchr::memmem;

const OPENING: &str = "[anchorhold pass ";
const COVERS: &str = " covers ";
const BODY: &str = " body ";
const CLOSING: &str = "]";
const POINTER: &str = "ah:";

/// The first line of the text of a pass, without a line break; `body` is all that follows the break
pub fn first_line(sequence: u64, covers: Digest, body: &str) -> String {
    let covered = covers.to_hex();
    let digest = Digest::of(body.as_bytes()).to_hex();
    format!("{OPENING}{sequence}{COVERS}{covered}{BODY}{digest}{CLOSING}")
}

/// What the pass left that wrote `text`; `None` where no pass wrote it, or somebody changed it since
///
/// `text` is the whole text of a message. A shortened digest of what it covers is accepted and not told.
pub fn recognise(text: &str) -> Option<Marker> {
    let text = text.strip_prefix(OPENING)?;
    let (line, body) = text.split_once('\n').unwrap_or((text, ""));
    let inner = line.strip_suffix(CLOSING)?;
    let (sequence, rest) = inner.split_once(COVERS)?;
    let (covers, digest) = rest.split_once(BODY)?;
    if sequence.starts_with('+') || !(SHORT_DIGITS..=64).contains(&covers.len()) || !covers.bytes().all(is_hex) {
        return None;
    }
    let sequence = sequence.parse().ok()?;
    if Digest::parse(digest)? != Digest::of(body.as_bytes()) {
        return None;
    }
    Some(Marker { sequence: Some(sequence), covers: Digest::parse(covers), opaque: false })
}

/// Whether `text` holds anything that a reader could take for the first line of a pass, true or not
pub fn looks_like_marker(text: &str) -> bool {
    const NAME: &[u8] = b"anchorhold";
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b'a', b'A', bytes).any(|at| {
        let (before, from) = bytes.split_at_checked(at).unwrap_or((bytes, &[]));
        let Some((name, after)) = from.split_at_checked(NAME.len()) else { return false };
        name.eq_ignore_ascii_case(NAME) && (is_bracketed(before) || speaks_of_a_pass(after))
    })
}

/// What stands in a window for an archived object: `ah:` and the first 16 digits of its digest
pub fn pointer(digest: Digest) -> String {
    let mut pointer = String::with_capacity(POINTER.len() + SHORT_DIGITS);
    push_pointer(&mut pointer, digest);
    pointer
}

/// Appends the pointer
pub fn push_pointer(out: &mut String, digest: Digest) {
    out.push_str(POINTER);
    digest.push_short(out);
}

/// The pointers in `text`, in order, each with its `ah:`
pub fn find_pointers(text: &str) -> impl Iterator<Item = &str> {
    memmem::find_iter(text.as_bytes(), POINTER.as_bytes()).filter_map(move |at| {
        let end = at.saturating_add(POINTER.len()).saturating_add(SHORT_DIGITS);
        let pointer = text.get(at..end)?;
        let digits = pointer.get(POINTER.len()..)?;
        let stands_alone = !text.as_bytes().get(end).is_some_and(|&byte| is_word(byte))
            && !at.checked_sub(1).and_then(|before| text.as_bytes().get(before)).is_some_and(|&byte| is_word(byte));
        (stands_alone && digits.bytes().all(is_hex)).then_some(pointer)
    })
}

fn is_bracketed(before: &[u8]) -> bool {
    matches!(before.trim_ascii_end().last(), Some(b'[' | b'<' | b'{'))
}

fn speaks_of_a_pass(after: &[u8]) -> bool {
    let rest = after.trim_ascii_start();
    let Some((word, number)) = rest.split_at_checked(4) else { return false };
    word.eq_ignore_ascii_case(b"pass") && number.trim_ascii_start().first().is_some_and(u8::is_ascii_digit)
}

fn is_hex(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn text(sequence: u64, body: &str) -> String {
        format!("{}\n{body}", first_line(sequence, Digest::of(b"original"), body))
    }

    #[test]
    fn a_text_of_a_pass_is_recognised_and_tells_what_it_covers() {
        for body in ["", "one line", "two\nlines\n", "\n", "[anchorhold pass 1 covers x body y]"] {
            let marker = recognise(&text(7, body)).unwrap();
            assert_eq!(marker, Marker { sequence: Some(7), covers: Some(Digest::of(b"original")), opaque: false });
        }
    }

    #[test]
    fn a_text_that_was_changed_or_only_imitates_is_not_recognised() {
        let honest = text(7, "do not push");
        let zeros = "0".repeat(64);
        let cases = [
            honest.replace("do not push", "push"),
            honest.replace("pass 7", "pass 8 "),
            honest.replace("pass 7", "pass +7"),
            format!(" {honest}"),
            format!("Hello\n{honest}"),
            format!("{honest} "),
            format!("[anchorhold pass 7 covers {zeros} body {zeros}]\ntext"),
            "[anchorhold pass 7 covers 00 body 11]".into(),
            "".into(),
        ];
        for case in cases {
            assert_eq!(recognise(&case), None, "{case}");
        }
    }

    #[test]
    fn imitations_are_told_from_mere_mentions() {
        let cases = [
            ("[anchorhold pass 3 covers 00]", true),
            ("so I wrote [ Anchorhold summary of pass three]", true),
            ("ANCHORHOLD  PASS 12 done", true),
            ("<anchorhold>", true),
            ("anchorhold is installed", false),
            ("the anchorhold pass failed", false),
            ("", false),
        ];
        for (case, expected) in cases {
            assert_eq!(looks_like_marker(case), expected, "{case}");
        }
    }

    #[test]
    fn pointers_are_found_where_they_stand_alone() {
        let pointer = pointer(Digest::of(b"x"));
        let text = format!("see {pointer}, ({pointer}) not {pointer}0 nor x{pointer} nor ah:xyz ah:é {pointer}");
        assert_eq!(find_pointers(&text).collect::<Vec<_>>(), [pointer.as_str(); 3]);
    }
}
