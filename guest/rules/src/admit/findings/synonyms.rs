//! Words that a summary may use for a word of the window.

use super::stem;
use alloc::vec::Vec;

/// Groups of words that mean the same where somebody asks for something
static GROUPS: [&[&str]; 30] = [
    &["cancel", "drop", "void", "annul"],
    &["flight", "trip", "journey", "travel", "fly"],
    &["booking", "reservation", "reserve", "book"],
    &["refund", "money", "reimburse", "repay"],
    &["fix", "repair", "resolve", "mend", "solve", "debug", "correct"],
    &["delete", "remove", "erase", "clean", "drop", "clear"],
    &["create", "add", "write", "build", "generate", "open"],
    &["change", "modify", "update", "edit", "alter", "adjust", "switch", "replace"],
    &["check", "verify", "review", "inspect", "confirm", "validate", "audit"],
    &["find", "search", "locate", "look", "identify", "investigate"],
    &["explain", "tell", "describe", "why", "reason", "understand", "figure"],
    &["test", "tests", "testing", "suite", "coverage"],
    &["run", "execute", "start", "launch"],
    &["send", "email", "mail", "message", "notify", "post"],
    &["file", "document", "doc", "page"],
    &["money", "cost", "price", "fee", "pay", "charge", "savings", "save"],
    &["bag", "baggage", "luggage", "suitcase"],
    &["biggest", "largest", "bigger", "larger", "big", "large"],
    &["cheapest", "cheaper", "cheap", "lowest", "low"],
    &["fast", "faster", "fastest", "quick", "quickest", "speed", "slow", "performance"],
    &["error", "bug", "issue", "problem", "fault", "failure", "trouble", "broken"],
    &["implement", "build", "develop", "code", "write", "add"],
    &["commit", "push", "merge", "save"],
    &["exchange", "swap", "replace", "trade"],
    &["return", "back", "send"],
    &["list", "show", "display", "overview", "summary", "summarize"],
    &["measure", "quantify", "instrument", "instrumentation", "profile", "timing"],
    &["plan", "design", "propose", "proposal", "suggest"],
    &["repository", "repo", "project", "codebase", "checkout"],
    &["passenger", "traveler", "person", "people"],
];

/// The groups by the stems of their words
#[derive(Clone, Debug)]
pub struct Synonyms {
    /// Each stem with its group, in the order of the stems
    groups: Vec<(u64, usize)>,
}

impl Synonyms {
    /// Reads the groups once
    pub fn new() -> Synonyms {
        let all = GROUPS.iter().enumerate();
        let mut groups: Vec<(u64, usize)> =
            all.flat_map(|(group, words)| words.iter().map(move |word| (stem::hash(word), group))).collect();
        groups.sort_unstable();
        Synonyms { groups }
    }

    /// The stems of the words that mean the same as the one with this stem
    pub fn of(&self, hash: u64) -> impl Iterator<Item = u64> {
        let first = self.groups.partition_point(|(known, _)| *known < hash);
        let own = self.groups.get(first..).unwrap_or_default().iter().take_while(move |(known, _)| *known == hash);
        own.filter_map(|(_, group)| GROUPS.get(*group))
            .flat_map(|words| words.iter())
            .map(|word| stem::hash(word))
            .filter(move |other| *other != hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_hold_what_means_the_same() {
        let synonyms = Synonyms::new();
        assert!(synonyms.of(stem::hash("trips")).any(|hash| hash == stem::hash("flights")));
        assert_eq!(synonyms.of(stem::hash("zebra")).count(), 0);
    }
}
