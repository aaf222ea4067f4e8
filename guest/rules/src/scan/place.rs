//! Paths, URLs, hosts and addresses of mail.

use super::Kind;
use super::bytes::{self, BACK, COLON, DASH, DIGIT, DOT, LETTER, LOWER, SIGN, SLASH, UNDER, UPPER, class};

/// The URL in the chunk at `span`: how many bytes of the chunk stand before it, and how long it is. It may reach beyond
/// the chunk, since `?`, `=` and `&` end one.
pub fn url(text: &str, span: super::Span) -> Option<(usize, usize)> {
    const LONGEST: usize = 2048;
    let chunk = span.of(text).as_bytes();
    let marks = chunk.windows(3).position(|three| three == b"://")?;
    let scheme = chunk.get(..marks)?.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let before = marks.saturating_sub(scheme);
    if scheme == 0 {
        return None;
    }
    let rest = text.as_bytes().get(span.start.saturating_add(before)..)?;
    let mut open = 0u32;
    let mut length = 0usize;
    for &byte in rest.iter().take(LONGEST) {
        match byte {
            b'(' | b'[' => open = open.saturating_add(1),
            b')' | b']' if open > 0 => open = open.saturating_sub(1),
            b')' | b']' | 0..=b' ' | b'"' | b'\'' | b'`' | b'<' | b'>' | b'|' | b'\\' | b'^' | b'{' | b'}' | 0x7f.. => {
                break;
            }
            _ => {}
        }
        length = length.saturating_add(1);
    }
    let tail = rest.get(..length)?.iter().rev();
    let tail = tail
        .take_while(|byte| matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?' | b'*' | b'_' | b'(' | b'['))
        .count();
    let length = length.saturating_sub(tail);
    (length > scheme.saturating_add(3)).then_some((before, length))
}

/// What a chunk with an `@` in it is as a whole
pub fn with_at(chunk: &str) -> Option<Kind> {
    let (local, host) = chunk.split_once('@')?;
    if local.is_empty() {
        let (scope, name) = host.split_once('/')?;
        let is_name = |part: &str| bytes::all(part.as_bytes(), LETTER | DIGIT | DASH | UNDER | DOT);
        return (is_name(scope) && is_name(name)).then_some(Kind::Symbol);
    }
    if !bytes::all(local.as_bytes(), LOWER | UPPER | DIGIT | DOT | DASH | UNDER | SIGN) {
        return None;
    }
    let end = host.find([':', '/']).unwrap_or(host.len());
    let (domain, path) = (host.get(..end)?, host.get(end..)?);
    let last = domain.rsplit('.').next()?;
    let named = domain.contains('.')
        && last.len() >= 2
        && last.bytes().all(|byte| byte.is_ascii_alphabetic())
        && bytes::all(domain.as_bytes(), LOWER | UPPER | DIGIT | DOT | DASH);
    match (named, path.len()) {
        (false, _) => None,
        (true, 0) => Some(Kind::Email),
        (true, _) => Some(Kind::Url),
    }
}

/// The host and port that a chunk is, such as `localhost:8080`
pub fn with_port(chunk: &str) -> Option<(Kind, usize)> {
    let (host, port) = chunk.split_once(':')?;
    if !(2..=5).contains(&port.len()) || !bytes::all(port.as_bytes(), DIGIT) {
        return None;
    }
    if host == "localhost" || is_host(host) {
        return Some((Kind::Host, chunk.len()));
    }
    let is_address = host.split('.').count() == 4 && bytes::all(host.as_bytes(), DIGIT | DOT);
    is_address.then_some((Kind::Address, chunk.len()))
}

/// Whether `name` is the name of a host: labels, and an ending that is no ending of files
pub fn is_host(name: &str) -> bool {
    let Some((labels, ending)) = name.rsplit_once('.') else { return false };
    const ENDINGS: [&str; 34] = [
        "com",
        "org",
        "net",
        "io",
        "dev",
        "ai",
        "edu",
        "gov",
        "co",
        "uk",
        "de",
        "fr",
        "es",
        "br",
        "cn",
        "jp",
        "ru",
        "eu",
        "app",
        "cloud",
        "local",
        "internal",
        "test",
        "example",
        "info",
        "us",
        "ch",
        "at",
        "nl",
        "it",
        "ca",
        "au",
        "in",
        "localhost",
    ];
    bytes::all(labels.as_bytes(), LOWER | UPPER | DIGIT | DASH | DOT | UNDER)
        && labels.len() > 1
        && ENDINGS.contains(&ending)
        && !labels.starts_with('.')
}

/// How long the path is that `chunk` is, without the line numbers after it; `None`: words with a stroke between them
pub fn path(chunk: &str) -> Option<usize> {
    let bytes = chunk.as_bytes();
    if let [drive, b':', b'\\' | b'/', rest @ ..] = bytes
        && drive.is_ascii_alphabetic()
        && !rest.is_empty()
    {
        let rest = rest.iter().take_while(|&&byte| class(byte) & COLON == 0).count();
        return Some(rest.saturating_add(3));
    }
    let length = bytes.iter().take_while(|&&byte| class(byte) & COLON == 0).count();
    let path = chunk.get(..length)?;
    // A sentence may end right after a path.
    let length = path.trim_end_matches(['.', '-', ',']).len();
    let path = path.get(..length)?;
    let mask = bytes::classes(path.as_bytes());
    if mask & (SLASH | BACK) == 0 || mask & (LETTER | DIGIT | DOT) == 0 {
        return None;
    }
    let is_path = if mask & BACK != 0 { is_windows(path) } else { is_unix(path) };
    is_path.then_some(length)
}

/// Whether `ending` can be the ending of a file's name
pub fn is_file_ending(ending: &str) -> bool {
    const ENDINGS: [&str; 92] = [
        "rs", "go", "py", "js", "ts", "tsx", "jsx", "mjs", "cjs", "mts", "c", "h", "cc", "cpp", "hpp", "cs", "java",
        "kt", "kts", "rb", "php", "pl", "sh", "bash", "zsh", "fish", "yash", "ps1", "bat", "cmd", "lua", "swift",
        "scala", "ex", "exs", "erl", "hs", "ml", "sql", "md", "mdx", "rst", "txt", "log", "json", "jsonl", "json5",
        "yaml", "yml", "toml", "ini", "cfg", "conf", "env", "lock", "mod", "sum", "xml", "html", "htm", "css", "scss",
        "svg", "png", "jpg", "jpeg", "gif", "webp", "ico", "pdf", "csv", "tsv", "parquet", "db", "sqlite", "zip",
        "tar", "gz", "tgz", "xz", "wasm", "wit", "exe", "dll", "so", "proto", "vue", "tf", "nix", "ipynb", "tmp",
        "bak",
    ];
    ENDINGS.contains(&ending)
}

fn is_windows(path: &str) -> bool {
    let strokes = path.bytes().filter(|&byte| byte == b'\\').count();
    // `first\nsecond` is a line end that was escaped twice.
    let escaped = path.as_bytes().windows(2).any(|two| matches!(two, [b'\\', b'n' | b't' | b'r' | b'u']));
    let last = path.rsplit(['\\', '/']).next().unwrap_or_default();
    let first = path.split(['\\', '/']).next().unwrap_or_default();
    has_ending(last) && (strokes > 1 || !escaped) || (is_directory(first) && !escaped)
}

fn is_unix(path: &str) -> bool {
    let inner = path.trim_start_matches('/').trim_end_matches('/');
    let mut segments = inner.split('/').filter(|segment| !segment.is_empty());
    let Some(first) = segments.next() else { return false };
    let count = segments.clone().count().saturating_add(1);
    let last = segments.next_back().unwrap_or(first);
    if path.starts_with("//") {
        return false;
    }
    if path.starts_with('/') {
        return count > 1 || has_ending(first) || is_root(first);
    }
    if matches!(first, "." | ".." | "~") || first.starts_with('$') {
        // `$SHELL/$HOME` are two variables.
        return count > 1 && !inner.contains("/$");
    }
    // Enough strokes in a row are no alternatives any more.
    if count >= 4 || has_ending(last) || is_dotted(last) || is_dotted(first) || is_host(first) {
        return true;
    }
    match count {
        1 => is_directory(first) && path.ends_with('/'),
        2 => is_directory(first) || path.ends_with('/') && is_plain(last),
        _ => is_directory(first) || path.ends_with('/') || inner.bytes().any(|byte| class(byte) & (UNDER | DIGIT) != 0),
    }
}

fn is_dotted(segment: &str) -> bool {
    segment.len() > 1 && segment.starts_with('.') && !segment.starts_with("..")
}

fn is_plain(segment: &str) -> bool {
    bytes::all(segment.as_bytes(), LOWER | DIGIT | DASH | UNDER)
}

/// Whether a segment ends like the name of a file; beside a stroke any short ending will do
fn has_ending(segment: &str) -> bool {
    let Some((stem, ending)) = segment.rsplit_once('.') else { return false };
    let short = (2..=5).contains(&ending.len())
        && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && ending.bytes().any(|byte| byte.is_ascii_lowercase());
    !stem.is_empty() && (short && !ending.starts_with(|first: char| first.is_ascii_digit()) || is_file_ending(ending))
}

fn is_root(segment: &str) -> bool {
    const ROOTS: [&str; 20] = [
        "tmp",
        "etc",
        "usr",
        "home",
        "var",
        "dev",
        "opt",
        "bin",
        "root",
        "proc",
        "sys",
        "mnt",
        "srv",
        "Users",
        "lib",
        "run",
        "boot",
        "workspace",
        "testbed",
        "repo",
    ];
    ROOTS.contains(&segment)
}

/// Names with which paths and branches begin
fn is_directory(segment: &str) -> bool {
    const DIRECTORIES: [&str; 52] = [
        "src",
        "lib",
        "docs",
        "doc",
        "test",
        "tests",
        "internal",
        "cmd",
        "pkg",
        "app",
        "apps",
        "bin",
        "website",
        "packages",
        "node_modules",
        "dist",
        "build",
        "scripts",
        "specs",
        "crates",
        "include",
        "vendor",
        "refs",
        "config",
        "tools",
        "examples",
        "frontend",
        "backend",
        "assets",
        "public",
        "static",
        "components",
        "target",
        "guest",
        "host",
        "migrations",
        "templates",
        "utils",
        "feature",
        "feat",
        "fix",
        "bugfix",
        "hotfix",
        "release",
        "chore",
        "origin",
        "upstream",
        "heads",
        "tags",
        "remotes",
        "dependabot",
        "renovate",
    ];
    DIRECTORIES.contains(&segment)
}
