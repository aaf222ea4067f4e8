//! Reads identifiers, numbers and words off a text, in one pass.
//!
//! A text falls into chunks at white space, quotation marks, brackets and the like. Most chunks are plain words and are
//! passed on at once. Of the others, `chunk` tells what a chunk is as a whole (a URL, a path, a moment), and where it is
//! nothing as a whole it falls into pieces, which `piece` names.
//!
//! # What the scanner does not do
//! It holds no list of the ids of any system and weighs no context: whether a token is right is asked elsewhere.

pub mod bytes;
mod chunk;
pub mod kind;
mod letters;
mod names;
pub mod normal;
pub mod number;
mod piece;
mod place;
pub mod quotes;
mod reader;
pub mod span;

pub use kind::{Family, Kind};
pub use span::{Span, Token};

/// The tokens of `text`, in order. Allocates nothing; linear in the length of the text.
pub fn tokens(text: &str) -> Tokens<'_> {
    Tokens { text, at: 0, rest: Span { start: 0, end: 0 } }
}

/// The tokens of a text, in order
#[derive(Clone, Debug)]
pub struct Tokens<'t> {
    text: &'t str,
    /// Everything before this has been read into chunks
    at: usize,
    /// What is left of a chunk that falls into pieces
    rest: Span,
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    #[track_caller]
    fn check(text: &str, expected: &[(Kind, &str)]) {
        let found: Vec<(Kind, &str)> = tokens(text).map(|token| (token.kind, token.of(text))).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn identifiers() {
        let cases = [
            (Kind::Uuid, "369e8400-e29b-41d4-a716-446655440000"),
            (Kind::Ulid, "01ARZ3NDEKTSV4RRFFQ69G5FAV"),
            (Kind::Digest, "368750cee35f31935640a34ad199e889fc60f1a8"),
            (Kind::Digest, "c11ae72"),
            (Kind::Code, "req_7c41e09b"),
            (Kind::Code, "FP-3317"),
            (Kind::Code, "HAT290"),
            (Kind::Code, "8C8K4E"),
            (Kind::Code, "#W9373487"),
            (Kind::Code, "#7121"),
            (Kind::Code, "746342064230"),
            (Kind::Code, "20260209-fish-completions"),
            (Kind::Symbol, "call_x1"),
            (Kind::Email, "olivia.lopez4535@example.com"),
            (Kind::Host, "localhost:8080"),
            (Kind::Host, "example.com"),
            (Kind::Address, "10.0.0.1:80"),
            (Kind::Address, "fe80::1"),
            (Kind::Version, "v0.44.0"),
            (Kind::Version, "1.2.0-rc.1"),
            (Kind::Variable, "API_KEY"),
            (Kind::Variable, "$HOME"),
            (Kind::Symbol, "snake_case"),
            (Kind::Symbol, "CamelCase"),
            (Kind::Symbol, "a::b"),
            (Kind::Symbol, "filepath.Base"),
            (Kind::Symbol, "@types/node"),
            (Kind::Flag, "--dry-run"),
            (Kind::Mask, "REDACTED"),
            (Kind::Mask, "***"),
            (Kind::Word, "don't"),
            (Kind::Word, "user’s"),
            (Kind::Word, "follow-up"),
        ];
        for (kind, text) in cases {
            check(text, &[(kind, text)]);
            let sentence = alloc::format!("(see `{text}`, \"{text}\".)");
            let found = tokens(&sentence).filter(|token| token.of(&sentence) == text && token.kind == kind).count();
            assert_eq!(found, 2, "{sentence}");
        }
    }

    #[test]
    fn places() {
        let cases = [
            (Kind::Url, "https://github.com/a/b/issues/7121"),
            (Kind::Url, "https://a.b/c?d=e&f=g"),
            (Kind::Url, "git@github.com:org/repo.git"),
            (Kind::Path, "/usr/bin/env"),
            (Kind::Path, "/tmp"),
            (Kind::Path, "~/.config/fish"),
            (Kind::Path, "src/shell/init.go"),
            (Kind::Path, "src/"),
            (Kind::Path, ".github/hooks"),
            (Kind::Path, "feature/tz"),
            (Kind::Path, "D:\\oh-my-posh"),
            (Kind::Path, "website\\docs\\x.mdx"),
            (Kind::Path, "README.md"),
            (Kind::Path, ".gitignore"),
        ];
        for (kind, text) in cases {
            check(text, &[(kind, text)]);
        }
        check("init.go:268", &[(Kind::Path, "init.go"), (Kind::Number, "268")]);
        check("x.go:359-640", &[(Kind::Path, "x.go"), (Kind::Number, "359"), (Kind::Number, "640")]);
        for prose in ["and/or", "input/output", "/no", "/test", "read/write/execute"] {
            assert!(tokens(prose).all(|token| token.kind == Kind::Word), "{prose}");
        }
    }

    #[test]
    fn numbers() {
        let cases = [
            (Kind::Number, "1,081"),
            (Kind::Number, "0.88"),
            (Kind::Number, "600_000"),
            (Kind::Number, "-5"),
            (Kind::Number, "3rd"),
            (Kind::Money, "$5,382"),
            (Kind::Money, "-$6,178"),
            (Kind::Money, "45,30€"),
            (Kind::Percent, "12.5%"),
            (Kind::Measure, "128GB"),
            (Kind::Measure, "0.651s"),
            (Kind::Measure, "2h30m"),
            (Kind::Ratio, "6/9"),
            (Kind::Date, "2024-05-20"),
            (Kind::Date, "2024-05-03T05:35:00Z"),
            (Kind::Date, "05/20/2024"),
            (Kind::Date, "28.05.2024"),
            (Kind::Time, "14:00"),
        ];
        for (kind, text) in cases {
            check(text, &[(kind, text)]);
        }
        check("5-7", &[(Kind::Number, "5"), (Kind::Number, "7")]);
        check("12-character id", &[(Kind::Number, "12"), (Kind::Word, "character"), (Kind::Word, "id")]);
    }

    #[test]
    fn other_scripts() {
        check(
            "编号FP-3317号不要动。",
            &[(Kind::Ideographs, "编号"), (Kind::Code, "FP-3317"), (Kind::Ideographs, "号不要动")],
        );
        check("Größe не 3 où", &[(Kind::Word, "Größe"), (Kind::Word, "не"), (Kind::Number, "3"), (Kind::Word, "où")]);
    }

    #[test]
    fn spans_fit_any_text() {
        // Every byte string that is text is read to its end, in spans that follow each other.
        let alphabet =
            ["a", "Z", "9", "_", "-", ".", "/", "\\", ":", "@", "#", "$", "%", "é", "中", "’", "*", " ", "€", ","];
        let mut seed = 7u32;
        for _ in 0..4000 {
            let mut text = String::new();
            for _ in 0..12 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text.push_str(alphabet.get((seed >> 16) as usize % alphabet.len()).unwrap_or(&""));
            }
            let mut end = 0;
            for token in tokens(&text) {
                assert!(token.span.start >= end && !token.of(&text).is_empty(), "{text}: {token:?}");
                end = token.span.end;
            }
        }
    }
}
