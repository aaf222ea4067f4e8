//! Finds where a bracket or a quotation of a shell script ends.

/// The place of the `)` that closes what was opened before `from`; `limit` where there is none
pub fn closing(script: &str, from: usize, limit: usize) -> usize {
    let bytes = script.as_bytes();
    let mut depth = 0usize;
    let mut here_document: Option<&str> = None;
    let mut at = from;
    while let Some(byte) = bytes.get(at).filter(|_| at < limit) {
        match byte {
            b'\\' => at += 1,
            b'\'' => at = closing_quote(bytes, at + 1, b'\'', false),
            b'"' => at = closing_quote(bytes, at + 1, b'"', true),
            b'<' if bytes.get(at + 1) == Some(&b'<') => {
                at += 1;
                here_document = here_document_end(script, at + 1).or(here_document);
            }
            // The text of a here-document may hold quotation marks and brackets of any kind.
            b'\n' if here_document.is_some() => at = after_here_document(script, at + 1, limit, here_document.take()),
            b'(' => depth += 1,
            b')' if depth == 0 => return at,
            b')' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    limit
}

/// The place of the mark that closes the quotation whose text begins at `from`; the end where there is none
pub fn closing_quote(bytes: &[u8], from: usize, mark: u8, escapes: bool) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        if byte == mark {
            return at;
        }
        at += if byte == b'\\' && escapes { 2 } else { 1 };
    }
    bytes.len()
}

/// The word after `<<` that ends a here-document; `None` for `<<<`
fn here_document_end(script: &str, from: usize) -> Option<&str> {
    let rest = script.get(from..).unwrap_or("");
    let rest = rest.strip_prefix('-').unwrap_or(rest).trim_start_matches(' ');
    let rest = rest.trim_start_matches(['\'', '"', '\\']);
    let length = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(rest.len());
    rest.get(..length).filter(|end| !end.is_empty())
}

/// The last byte of the line that ends a here-document
fn after_here_document(script: &str, from: usize, limit: usize, end: Option<&str>) -> usize {
    let mut at = from;
    for line in script.get(from..limit).unwrap_or("").split_inclusive('\n') {
        at += line.len();
        if Some(line.trim()) == end {
            break;
        }
    }
    at.saturating_sub(1)
}
