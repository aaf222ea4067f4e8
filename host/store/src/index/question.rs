//! A question as the index is asked it: its words, each with other words for the same thing.

use super::words::words_of;

/// Words of which one is enough
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Group {
    /// The word of the question
    pub(super) word: String,
    /// Other words for it
    pub(super) others: Vec<String>,
    /// How much it counts beside the other groups
    pub(super) weight: f64,
}

/// More words than this say no more about what is meant
const GROUPS_MAX: usize = 16;
/// An identifier as it stands says more than its parts
const WHOLE_WEIGHT: f64 = 1.5;

/// The words of a question that say what it is about
pub(super) fn groups_of(question: &str) -> Vec<Group> {
    let words = words_of(question);
    let says_something = words.iter().any(|word| !is_filler(&word.text));
    let mut groups: Vec<Group> = Vec::new();
    for word in words {
        // A question of fillers alone is asked as it stands.
        let is_known = groups.iter().any(|group| group.word == word.text);
        if is_known || (says_something && is_filler(&word.text)) {
            continue;
        }
        let others = if word.is_whole { Vec::new() } else { others_for(&word.text) };
        let weight = if word.is_whole { WHOLE_WEIGHT } else { 1.0 };
        groups.push(Group { word: word.text, others, weight });
    }
    groups.truncate(GROUPS_MAX);
    groups
}

/// Words with which a question is asked and that say nothing of what it is about
fn is_filler(word: &str) -> bool {
    const FILLERS: &str = " a about again all am an and any are at be been but by can could currently did do does earlier \
        exact exactly for from get give had has have how i if in into is it its latest let long many me much my need now of \
        on onto or our out please present recall remember remind s should so still tell than that the their them then there \
        these they this those to under up us use used using was we were what when where which who whom whose why will with \
        would you your current before ";
    FILLERS.contains(&format!(" {word} "))
}

/// Words that stand for one another, where the one who asks has another than the one who wrote
const SAME: [&str; 41] = [
    "version release revision ver",
    "id identifier key number",
    "delete remove drop erase",
    "create add insert make new",
    "error failure fail exception fault",
    "config configuration setting option preference",
    "database db",
    "directory folder dir path",
    "file path filename",
    "mail email",
    "password secret credential",
    "price cost amount charge fee",
    "status state",
    "enabled on true active",
    "disabled off false inactive",
    "commit sha revision hash",
    "checksum digest sha256 hash md5 sum",
    "environment env",
    "repository repo",
    "dependency package library crate module",
    "url link endpoint address uri",
    "server host node machine",
    "maximum max limit most cap",
    "minimum min least",
    "second sec",
    "millisecond ms",
    "minute min",
    "hour hr",
    "gigabyte gb gib",
    "megabyte mb mib",
    "kilobyte kb kib",
    "percent pct percentage",
    "ticket issue case",
    "deploy rollout ship release",
    "run execute job",
    "phone telephone tel mobile",
    "customer client user account",
    "order purchase booking reservation",
    "message mail notification",
    "region zone location",
    "size bytes length",
];

/// Other words for a word, which may stand in the plural
fn others_for(word: &str) -> Vec<String> {
    let is_of = |same: &str| word.strip_prefix(same).is_some_and(|ending| matches!(ending, "" | "s" | "es"));
    let mut others: Vec<String> = Vec::new();
    for row in SAME.iter().filter(|row| row.split(' ').any(is_of)) {
        for other in row.split(' ').filter(|other| !is_of(other)) {
            if !others.iter().any(|known| known == other) {
                others.push(other.to_owned());
            }
        }
    }
    others
}

#[cfg(test)]
mod tests {
    use super::groups_of;

    #[test]
    fn a_question_is_about_few_words() {
        for (question, expected) in [
            ("what schema version are we on?", &["schema", "version"][..]),
            ("What is the value of `max_connections`?", &["value", "max", "connections", "max_connections"]),
            ("which branch did we push", &["branch", "push"]),
            ("where is it", &["where", "is", "it"]),
            ("数据库版本", &["数据", "据库", "库版", "版本"]),
            ("", &[]),
        ] {
            let words: Vec<String> = groups_of(question).into_iter().map(|group| group.word).collect();
            assert_eq!(words, expected, "{question}");
        }
    }

    #[test]
    fn a_word_brings_others_for_it() {
        for (question, other) in [
            ("which databases", "db"),
            ("the statuses", "state"),
            ("the status", "state"),
            ("what version", "revision"),
            ("how many customers", "client"),
        ] {
            let groups = groups_of(question);
            assert!(groups.iter().any(|group| group.others.iter().any(|word| word == other)), "{question}: {groups:?}");
        }
        assert!(
            groups_of("max_connections").iter().all(|group| group.word != "max_connections" || group.others.is_empty())
        );
    }
}
