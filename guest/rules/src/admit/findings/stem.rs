//! Words without their endings, so that `cancelled` and `cancel` meet.

/// A hash of the stem of a word. Endings of English and the most common ones of its neighbours are taken off; two words
/// that mean the same may still differ, which every rule must allow for.
pub fn hash(word: &str) -> u64 {
    let mut letters = [0u8; LONGEST];
    let mut length = 0usize;
    for (place, byte) in letters.iter_mut().zip(word.bytes()) {
        *place = byte.to_ascii_lowercase();
        length = length.saturating_add(1);
    }
    let stem = cut(letters.get(..length).unwrap_or_default());
    stem.iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

const LONGEST: usize = 40;

/// The stem of a word in lower case
fn cut(word: &[u8]) -> &[u8] {
    let word = strip(word, b"'s");
    let word = strip(word, "\u{2019}s".as_bytes());
    let word = IRREGULAR.iter().find(|(past, _)| *past == word).map_or(word, |(_, present)| present);
    if word.len() <= 3 || !word.is_ascii() {
        return word;
    }
    let base = match word {
        [base @ .., b'i', b'e', b's' | b'd'] if base.len() >= 2 => return base,
        [base @ .., b's', b's', b'e', b's'] => word.get(..base.len().saturating_add(2)).unwrap_or(word),
        [base @ .., b'i', b'n', b'g', b's'] if base.len() >= 3 => base,
        [base @ .., b'i', b'n', b'g'] if base.len() >= 3 => base,
        [base @ .., b'e', b'd'] if base.len() >= 3 => base,
        [base @ .., b'e', b's'] if base.len() >= 3 => base,
        [_base @ .., b's', b's'] | [_base @ .., b'u', b's'] | [_base @ .., b'i', b's'] => word,
        [base @ .., b's'] if base.len() >= 3 => base,
        _ => word,
    };
    let base = match base {
        [rest @ .., b'y'] if rest.len() >= 2 => return rest,
        [rest @ .., b'a', b't', b'i', b'o', b'n'] if rest.len() >= 4 => rest,
        [rest @ .., b'i', b'o', b'n'] if rest.len() >= 4 => rest,
        [rest @ .., b'l', b'y'] if rest.len() >= 4 => rest,
        [rest @ .., b'm', b'e', b'n', b't'] if rest.len() >= 4 => rest,
        [rest @ .., b'e', b'r'] if rest.len() >= 5 => rest,
        _ => base,
    };
    let base = match base {
        [rest @ .., b'e'] if rest.len() >= 3 => rest,
        _ => base,
    };
    let base = match base {
        [rest @ .., b'a', b't'] if rest.len() >= 4 => rest,
        _ => base,
    };
    match base {
        // `dropped` is `dropp` by now.
        [rest @ .., left, right] if left == right && rest.len() >= 2 && !matches!(left, b's' | b'e' | b'o') => {
            base.get(..rest.len().saturating_add(1)).unwrap_or(base)
        }
        _ => base,
    }
}

/// Forms that no ending explains
const IRREGULAR: [(&[u8], &[u8]); 26] = [
    (b"rewritten", b"rewrite"),
    (b"rewrote", b"rewrite"),
    (b"found", b"find"),
    (b"sent", b"send"),
    (b"wrote", b"write"),
    (b"written", b"write"),
    (b"made", b"make"),
    (b"ran", b"run"),
    (b"built", b"build"),
    (b"got", b"get"),
    (b"took", b"take"),
    (b"taken", b"take"),
    (b"chose", b"choose"),
    (b"chosen", b"choose"),
    (b"gave", b"give"),
    (b"given", b"give"),
    (b"went", b"go"),
    (b"gone", b"go"),
    (b"paid", b"pay"),
    (b"kept", b"keep"),
    (b"left", b"leave"),
    (b"told", b"tell"),
    (b"bought", b"buy"),
    (b"held", b"hold"),
    (b"broke", b"break"),
    (b"broken", b"break"),
];

fn strip<'w>(word: &'w [u8], ending: &[u8]) -> &'w [u8] {
    word.strip_suffix(ending).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_meet() {
        let cases = [
            ("cancel", "cancelled", true),
            ("cancel", "Cancelling", true),
            ("cancellation", "cancel", true),
            ("remove", "removed", true),
            ("removing", "removes", true),
            ("drop", "dropped", true),
            ("file", "files", true),
            ("query", "queries", true),
            ("verify", "verified", true),
            ("merge", "merging", true),
            ("branch", "branches", true),
            ("user's", "user", true),
            ("migrate", "migration", true),
            ("pass", "passes", true),
            ("sent", "sends", true),
            ("written", "write", true),
            ("status", "state", false),
            ("merge", "mergers", false),
            ("error", "err", false),
        ];
        for (left, right, expected) in cases {
            assert_eq!(hash(left) == hash(right), expected, "{left} {right}");
        }
    }
}
