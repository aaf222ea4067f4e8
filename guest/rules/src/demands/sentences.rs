//! Sentences and list items of prose.

use crate::scan::Span;

/// The sentences and list items of the prose in `text`, in order, without the marks of lists, quotations and headings.
///
/// Lines of code, logs, tables and markup are left out, and so is everything between fences. A sentence goes on over the
/// end of a line where the next line begins with a small letter, as in text that was wrapped by hand.
pub fn prose(text: &str) -> Sentences<'_> {
    Sentences { text, at: 0, block: Span { start: 0, end: 0 }, fenced: false }
}

/// The sentences of one line, whatever it is, without the marks before it
pub fn of_line(text: &str, line: Span) -> Sentences<'_> {
    let line = trim(text, line);
    let start = line.end.saturating_sub(strip(line.of(text)).len());
    Sentences { text, at: text.len(), block: Span { start, end: line.end }, fenced: false }
}

/// The sentences of a text
#[derive(Clone, Debug)]
pub struct Sentences<'t> {
    text: &'t str,
    /// The next line begins here
    at: usize,
    /// What is left of the lines that belong together
    block: Span,
    fenced: bool,
}

/// A longer line is no prose
const LINE_BYTES_MAX: usize = 16_384;
/// A longer sentence is given in parts
const SENTENCE_BYTES_MAX: usize = 1_200;
/// A shorter line was not wrapped
const WRAPPED_BYTES_MIN: usize = 40;

impl Iterator for Sentences<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        loop {
            if !self.block.is_empty() {
                let sentence = self.cut();
                if !sentence.is_empty() {
                    return Some(sentence);
                }
                continue;
            }
            if self.at >= self.text.len() {
                return None;
            }
            self.next_block();
        }
    }
}

impl Sentences<'_> {
    /// Takes the next line, and those that go on with it
    fn next_block(&mut self) {
        let line = self.line();
        self.at = line.end.saturating_add(1);
        let content = line.of(self.text);
        if is_fence(content) {
            self.fenced = !self.fenced;
            return;
        }
        if self.fenced {
            return;
        }
        let Some(mut block) = prose_of(self.text, line) else { return };
        while block.of(self.text).len() >= WRAPPED_BYTES_MIN && self.at < self.text.len() {
            let next = self.line();
            if !goes_on(next.of(self.text)) || prose_of(self.text, next).is_none() {
                break;
            }
            block.end = next.end;
            self.at = next.end.saturating_add(1);
            if next.len() < WRAPPED_BYTES_MIN {
                break;
            }
        }
        self.block = block;
    }

    fn line(&self) -> Span {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        Span { start: self.at, end: self.at.saturating_add(length) }
    }

    /// Takes the first sentence off the block
    fn cut(&mut self) -> Span {
        let block = self.block.of(self.text);
        let length = sentence_length(block);
        let end = self.block.start.saturating_add(length);
        let sentence = trim(self.text, Span { start: self.block.start, end });
        self.block.start = end;
        sentence
    }
}

/// How many bytes the first sentence of `block` has, its mark included. A mark within a quotation ends nothing, unless the
/// quotation never ends.
fn sentence_length(block: &str) -> usize {
    let (length, open) = sentence_end(block, true);
    if open { sentence_end(block, false).0 } else { length }
}

/// The same, and whether a quotation was still open at the end
fn sentence_end(block: &str, heeds_quotes: bool) -> (usize, bool) {
    let mut depth = 0u32;
    let mut quote: Option<char> = None;
    let mut before = ' ';
    for (at, mark) in block.char_indices() {
        let end = at.saturating_add(mark.len_utf8());
        let rest = block.get(end..).unwrap_or_default();
        if heeds_quotes {
            match quote {
                Some(close) if mark == close && !(close == '\'' && rest.starts_with(char::is_alphanumeric)) => {
                    quote = None;
                    before = mark;
                    // `"… done."` ends the sentence with the quotation.
                    continue;
                }
                None => quote = opening(mark, before),
                Some(_) => {}
            }
        }
        match mark {
            '(' | '（' => depth = depth.saturating_add(1),
            ')' | '）' => depth = depth.saturating_sub(1),
            '。' | '！' | '？' if quote.is_none() => return (end, false),
            '.' | '!' | '?' if depth == 0 => {
                let closed = rest.trim_start_matches(['"', '\'', '”', '’', ')', '*', '_', '`', '»']);
                let closing = rest.len().saturating_sub(closed.len());
                let inside = quote.is_some() && closing == 0;
                let mut after = closed.trim_start().chars();
                let spaced = closed.starts_with(char::is_whitespace);
                // A small letter after a full stop goes on with the sentence: `e.g. this`, `v. 2`.
                let begins = after.next().is_none_or(|first| !first.is_lowercase() && first != ',' && first != ';');
                let ends = spaced && begins && !is_abbreviation(block.get(..at).unwrap_or_default());
                if !inside && ends || closed.is_empty() {
                    return (end.saturating_add(closing), false);
                }
            }
            _ if end >= SENTENCE_BYTES_MAX && mark == ' ' => return (end, false),
            _ => {}
        }
        before = mark;
    }
    (block.len(), quote.is_some())
}

/// The mark that closes the quotation that `mark` opens
fn opening(mark: char, before: char) -> Option<char> {
    match mark {
        '"' if !before.is_alphanumeric() => Some('"'),
        '“' => Some('”'),
        '„' => Some('“'),
        '«' => Some('»'),
        '`' => Some('`'),
        '\'' if !before.is_alphanumeric() => Some('\''),
        _ => None,
    }
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit([' ', '(']).next().unwrap_or_default();
    matches!(
        word,
        "e.g" | "i.e" | "etc" | "vs" | "No" | "Nr" | "Mr" | "Mrs" | "Ms" | "Dr" | "z.B" | "d.h" | "bzw" | "p.ej" | "ca"
    )
}

fn trim(text: &str, span: Span) -> Span {
    let content = span.of(text);
    let lead = content.len().saturating_sub(content.trim_start().len());
    let start = span.start.saturating_add(lead);
    Span { start, end: start.saturating_add(content.trim().len()) }
}

fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}

/// Whether a line goes on with the sentence of the line before it
fn goes_on(line: &str) -> bool {
    line.trim_start().chars().next().is_some_and(|first| first.is_lowercase() || first == '`' || first == '(')
}

/// The prose in one line, without the marks before it; `None`: the line is no prose
fn prose_of(text: &str, line: Span) -> Option<Span> {
    if line.len() > LINE_BYTES_MAX {
        return None;
    }
    let line = trim(text, line);
    let content = strip(line.of(text));
    let start = line.end.saturating_sub(content.len());
    let content = without_closing_tag(content);
    let span = Span { start, end: start.saturating_add(content.len()) };
    is_prose(content).then_some(span)
}

/// Without the tag that closes at the end of a line. That the line ends in `>` is asked first: hardly any does.
fn without_closing_tag(line: &str) -> &str {
    let Some(open) = line.strip_suffix('>') else { return line };
    match open.rsplit_once("</") {
        Some((before, name)) if !name.contains(' ') => before,
        _ => line,
    }
}

/// Without the marks of lists, check lists, quotations, headings and tags
fn strip(line: &str) -> &str {
    let mut rest = line;
    // Marks can stand in each other, such as a check box in a list in a quotation, but not without end.
    for _ in 0..6 {
        let before = rest;
        rest = rest.trim_start();
        rest = ["- ", "* ", "+ ", "• ", "– ", "— ", "> ", "[ ] ", "[x] ", "[X] "]
            .iter()
            .find_map(|mark| rest.strip_prefix(mark))
            .unwrap_or(rest);
        rest = rest.trim_start_matches('#').trim_start();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if (1..=3).contains(&digits) {
            let after = rest.get(digits..).unwrap_or_default();
            rest = [". ", ") ", "、", "．"].iter().find_map(|mark| after.strip_prefix(mark)).unwrap_or(rest);
        }
        if rest.starts_with('<')
            && let Some((_, after)) = rest.split_once('>')
        {
            rest = after;
        }
        if rest.len() == before.len() {
            break;
        }
    }
    rest
}

/// Whether a line without its marks reads as words of a language
fn is_prose(line: &str) -> bool {
    let bytes = line.as_bytes();
    let Some(&first) = bytes.first() else { return false };
    if matches!(first, b'{' | b'[' | b'|' | b'<' | b'$' | b'=' | b'/' | b'@' | b'\\' | b'}' | b']' | b'+' | b'%') {
        return false;
    }
    let mut letters = 0usize;
    let mut spaces = 0usize;
    let mut others = 0usize;
    let mut high = 0usize;
    let mut digits = 0usize;
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => letters = letters.saturating_add(1),
            b' ' => spaces = spaces.saturating_add(1),
            b'0'..=b'9' => digits = digits.saturating_add(1),
            0x80.. => high = high.saturating_add(1),
            b'.' | b',' | b'\'' | b'`' | b'"' | b'-' | b'*' | b'_' | b'/' => {}
            _ => others = others.saturating_add(1),
        }
    }
    let words = letters.saturating_add(high);
    let enough = spaces >= 1 && words >= 6 || high >= 9;
    enough && others.saturating_mul(5) <= words && digits <= words && spaces <= words && !is_code(line) && !is_log(line)
}

fn is_code(line: &str) -> bool {
    const STARTS: [&str; 22] = [
        "import ", "export ", "const ", "let ", "var ", "def ", "class ", "fn ", "func ", "pub ", "return ",
        "package ", "use ", "from ", "//", "/*", "*/", "SELECT ", "INSERT ", "UPDATE ", "struct ", "type ",
    ];
    let ends = line.trim_end().bytes().next_back();
    // These words begin sentences as well; then no mark of code follows.
    let starts = STARTS.iter().any(|start| line.starts_with(start));
    let marked = line.bytes().any(|byte| matches!(byte, b'=' | b'{' | b'}' | b';' | b'(')) || line.contains("::");
    matches!(ends, Some(b'{' | b'}')) || line.ends_with(");") || line.starts_with("//") || starts && marked
}

fn is_log(line: &str) -> bool {
    const LEVELS: [&str; 11] =
        ["INFO", "WARN", "ERROR", "DEBUG", "TRACE", "FATAL", "npm ", "at ", "File \"", "Traceback", "warning:"];
    let digits = line
        .bytes()
        .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b':' | b'/' | b'.' | b'T'))
        .count();
    digits >= 8
        || LEVELS.iter().any(|level| line.starts_with(level))
            && !line.starts_with("at least")
            && !line.starts_with("at most")
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test may panic")]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn sentences_of_prose() {
        let cases: [(&str, &[&str]); 11] = [
            ("Do not merge. Wait for me!", &["Do not merge.", "Wait for me!"]),
            (
                "- [ ] Never touch `a.rs`, e.g. by hand.\n2. Ask first",
                &["Never touch `a.rs`, e.g. by hand.", "Ask first"],
            ),
            (
                "把发票模块改成按月汇总，编号 FP-3317 不要动。然后发布新的版本。",
                &["把发票模块改成按月汇总，编号 FP-3317 不要动。", "然后发布新的版本。"],
            ),
            ("```\nnever do this here\n```\nBut do this one here", &["But do this one here"]),
            (
                "Please never rotate the signing key of the\nproduction cluster by hand",
                &["Please never rotate the signing key of the\nproduction cluster by hand"],
            ),
            ("2026-01-01T10:00:00Z ERROR must not be null\n[INFO] never reached", &[]),
            ("{\"rule\": \"do not\"}\n| a | do not |\nfoo(bar);\nlet x = must_not();", &[]),
            (
                "<rules path=H.md>Use tabs. Ask before creating files.</rules>",
                &["Use tabs.", "Ask before creating files."],
            ),
            ("use the staging database only", &["use the staging database only"]),
            (
                "First send 'PLEASE HOLD. THANKS.', then call. Done it is.",
                &["First send 'PLEASE HOLD. THANKS.', then call.", "Done it is."],
            ),
            ("It is 5\" wide. Never cut it.", &["It is 5\" wide.", "Never cut it."]),
        ];
        for (text, expected) in cases {
            let found: Vec<&str> = prose(text).map(|span| span.of(text)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
