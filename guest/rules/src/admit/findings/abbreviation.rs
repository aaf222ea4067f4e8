//! Names that a summary shortens: a commit by its first digits, an id cut with `…`.

use super::context::Context;
use super::items::Item;
use super::naming::texts;

/// Whether an item is a longer name of the window, cut as everybody cuts it
pub fn is_of_window(context: &Context<'_, '_>, item: &Item) -> bool {
    let text = context.summary.text;
    let name = item.of_text(text);
    let before = text.get(..item.span.start).unwrap_or_default();
    let after = text.get(item.span.end..).unwrap_or_default();
    let is_head = name.len() >= LEAST_HEAD && (after.starts_with('…') || after.starts_with("..."));
    let is_tail = name.len() >= LEAST_TAIL && (before.ends_with('…') || before.ends_with("..."));
    if is_head && texts(context).any(|text| begins(text, name, 0, |_| true))
        || is_tail && texts(context).any(|text| ends(text, name))
    {
        return true;
    }
    is_commit(name) && {
        let lower = name.to_ascii_lowercase();
        texts(context).any(|text| begins(text, &lower, DIGEST_DIGITS, |byte| byte.is_ascii_hexdigit()))
    }
}

/// As much of `name` as is left when a digest is cut to the length of `sought`; nothing where one of them is no digest
pub fn head<'n>(sought: &str, name: &'n str) -> Option<&'n str> {
    let is_digest = name.len() >= DIGEST_DIGITS && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_digest && is_commit(sought)).then(|| name.get(..sought.len())).flatten()
}

/// Git itself shortens to seven digits
const LEAST_COMMIT: usize = 7;
/// Digests have 32, 40, 64 or more digits; tools shorten them to 12 or 16 on their way
const DIGEST_DIGITS: usize = 12;
const LEAST_HEAD: usize = 3;
const LEAST_TAIL: usize = 3;

fn is_commit(name: &str) -> bool {
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    (LEAST_COMMIT..DIGEST_DIGITS.saturating_mul(8)).contains(&name.len())
        && digits > 0
        && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a name of at least `least` bytes begins so, of which what follows is `part`
fn begins(text: &str, head: &str, least: usize, part: impl Fn(u8) -> bool) -> bool {
    let bytes = text.as_bytes();
    memchr::memmem::find_iter(bytes, head.as_bytes()).any(|at| {
        let opens = at.checked_sub(1).and_then(|at| bytes.get(at)).is_none_or(|byte| !byte.is_ascii_alphanumeric());
        let rest = bytes.get(at.saturating_add(head.len())..).unwrap_or_default();
        let more = rest.iter().take(least).take_while(|byte| part(**byte)).count();
        opens && head.len().saturating_add(more) >= least
    })
}

/// Whether a name ends so
fn ends(text: &str, tail: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memmem::find_iter(bytes, tail.as_bytes())
        .any(|at| bytes.get(at.saturating_add(tail.len())).is_none_or(|byte| !byte.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use crate::admission::FindingCode;

    #[test]
    fn shortened_names() {
        let window = [
            Turn::User("Which commits, and which call at joint J-77?"),
            Turn::Done(
                "bash",
                "{\"command\":\"git log\"}",
                "commit 41d7c0e5a9b2c3d4e5f60718293a4b5c6d7e8f90\ncommit 9ab31f02cd77e1a05b6640d2a8f3310c9d0e1f22\ncall toolu_01Xq7PbW9",
            ),
        ];
        let faulty = [
            "The commit is 41d7c0f.",
            "The range 41d7c0e..9ab13f0 is under review.",
            "The commit is 41d7c0e5a9b2c3d4e5f60718293a4b5c6d7e8f91.",
            "It is at joint J-71.",
        ];
        let innocent = [
            "The commit is `41d7c0e5a9`, the other one 9ab31f02.",
            "The range 41d7c0e..9ab31f0 is under review, and so is 41d7c0e...9ab31f0.",
            "HEAD is 41d7c0e5a9b2… and the other one 9ab31f02...0e1f22.",
            "Der Commit 41D7C0E; der Aufruf toolu_01Xq…",
            "提交是 41d7c0e。",
        ];
        check(FindingCode::IdentifierAltered, &window, &faulty, &innocent);
    }
}
