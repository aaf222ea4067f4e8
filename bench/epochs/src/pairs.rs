//! Pairs of a key and a value, as tools write them: `key: value`, `key=value`, `"key": "value"`.

use regex::Regex;
use std::sync::LazyLock;

/// A key with its value
pub struct Pair {
    /// In lower case
    pub key: String,
    /// As it stands
    pub value: String,
}

static PAIR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"([A-Za-z][A-Za-z0-9_.-]{2,40})["'`*]*\s?(?::\s|=|":)\s?["'`*]*([A-Za-z0-9][^\s"'`,;*(){}\[\]<>]{0,60})"#,
    )
    .ok()
});

/// The pairs of a text whose values a machine can read: a number, an id, a version, a flag
pub fn of(text: &str) -> impl Iterator<Item = Pair> + '_ {
    PAIR.iter().flat_map(|pattern| pattern.captures_iter(text)).filter_map(|found| {
        let value = found.get(2)?.as_str().trim_end_matches(['.', ':', '!', '?']);
        let is_read = value.chars().any(|one| one.is_ascii_digit()) || matches!(value, "true" | "false" | "null");
        is_read
            .then(|| Pair { key: found.get(1).map_or("", |key| key.as_str()).to_lowercase(), value: value.to_owned() })
    })
}

/// A key as words
pub fn words(key: &str) -> String {
    key.replace(['_', '-', '.'], " ")
}
