//! Constraints: sentences that forbid, demand or limit something.

use super::sentences;
use super::words::{self, Word};
use super::{cues, words::is_empty_word};
use crate::gathered;
use crate::scan::Span;
use alloc::vec::Vec;

/// A sentence or list item that binds
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// The whole sentence or list item, without the list's own mark
    pub span: Span,
    /// The words that make it bind, such as `must not`
    pub cue: Span,
    /// Which way it binds
    pub polarity: Polarity,
}

/// Which way a constraint binds, the strongest first
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Polarity {
    /// Something must not be: never, do not, no … without
    Forbids,
    /// Something may be under a condition alone: only, except, unless
    Limits,
    /// Something must be: must, always, make sure
    Demands,
}

/// The constraints of a text, in its order.
///
/// Only prose is read: lines that are code, logs, tables or markup hold none, and no question holds one. At most [`MOST`]
/// are given: of more, the prohibitions first, then the limits, then the demands, and of each the last ones.
pub fn find(text: &str) -> Vec<Constraint> {
    let mut found: Vec<Constraint> =
        sentences::prose(text).filter_map(|sentence| of_sentence(text, sentence)).collect();
    if found.len() > MOST {
        found.reverse();
        gathered::order_by(&mut found, |constraint| constraint.polarity as usize);
        found.truncate(MOST);
        gathered::order_by(&mut found, |constraint| constraint.span.start);
    }
    found
}

/// The most constraints that one text gives
pub const MOST: usize = 64;

/// The constraint that one sentence is
pub fn of_sentence(text: &str, sentence: Span) -> Option<Constraint> {
    let words = words_of(text, sentence);
    if is_question(sentence.of(text), &words) {
        return None;
    }
    let cue = cues::find(text, &words)?;
    Some(Constraint { span: sentence, cue: cue.span, polarity: cue.polarity })
}

/// The words of `span` that say something, without those of the cue
pub fn content(text: &str, span: Span, cue: Span) -> Vec<Word> {
    let mut words = words_of(text, span);
    words.retain(|word| (word.span.end <= cue.start || word.span.start >= cue.end) && !is_empty_word(word.letters()));
    words
}

/// The words of a part of `text`, with their places in the whole of it
pub fn words_of(text: &str, span: Span) -> Vec<Word> {
    let mut words = words::read(span.of(text));
    for word in &mut words {
        word.span.start = word.span.start.saturating_add(span.start);
        word.span.end = word.span.end.saturating_add(span.start);
    }
    words
}

fn is_question(sentence: &str, words: &[Word]) -> bool {
    const ASKING: [&str; 26] = [
        "why", "what", "how", "which", "who", "where", "when", "is", "are", "does", "do", "did", "can", "could",
        "would", "should", "will", "warum", "wie", "kann", "pourquoi", "comment", "por", "como", "cómo", "puede",
    ];
    let end = sentence.trim_end_matches(['"', '\'', ')', '*', '”', '’']);
    let asks = end.ends_with('?') || end.ends_with('？');
    asks && (end.ends_with('？') || words.first().is_some_and(|first| first.is_one_of(&ASKING)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_binds() {
        use Polarity::{Demands, Forbids, Limits};
        let cases = [
            ("Do not merge anything into release/7 until I say so.", Some(Forbids)),
            ("Please don’t send anything there.", Some(Forbids)),
            ("Never change before a snapshot.", Some(Forbids)),
            ("Leave the reservation as is.", Some(Forbids)),
            ("Leave FP-3317 alone for now.", Some(Forbids)),
            ("No deploys without my approval.", Some(Forbids)),
            ("The number of passengers cannot be modified.", Some(Forbids)),
            ("Only use the staging database.", Some(Limits)),
            ("You may merge only after the tests pass.", Some(Limits)),
            ("Deploy on Friday unless the freeze holds.", Some(Limits)),
            ("Use bun instead of npm.", Some(Limits)),
            ("You must obtain explicit confirmation.", Some(Demands)),
            ("Always run the linter first.", Some(Demands)),
            ("Make sure the tests pass.", Some(Demands)),
            ("Bitte den Branch nicht löschen.", Some(Forbids)),
            ("Der Schlüssel darf vor der Umstellung nicht erneuert werden.", Some(Forbids)),
            ("Es darf nur die Testdatenbank benutzt werden.", Some(Limits)),
            ("Ne supprimez pas la branche.", Some(Forbids)),
            ("La clé ne doit pas être renouvelée.", Some(Forbids)),
            ("No borres la rama principal.", Some(Forbids)),
            ("Nunca publique sin aprobación.", Some(Forbids)),
            ("Não apague o ramo principal.", Some(Forbids)),
            ("编号 FP-3317 不要动。", Some(Forbids)),
            ("发布之前必须备份数据库。", Some(Demands)),
            ("発注書の番号は変更しないでください。", Some(Forbids)),
            ("必ずバックアップを取ってください。", Some(Demands)),
            // Their innocent twins.
            ("I don't know why the build fails.", None),
            ("Why do tests never pass here?", None),
            ("The build was not red yesterday.", None),
            ("We never had this problem before.", None),
            ("Ich habe das noch nicht verstanden.", None),
            ("Je ne comprends pas cette erreur.", None),
            ("Fix the pagination of the list.", None),
            ("请把发票模块改成按月汇总。", None),
        ];
        for (text, expected) in cases {
            let found = find(text);
            assert_eq!(found.first().map(|constraint| constraint.polarity), expected, "{text}");
        }
    }

    #[test]
    fn a_pasted_log_binds_nothing_and_the_rest_is_bounded() {
        let log = "2026-02-01T10:00:00Z ERROR value must not be null\nassert(x != null); // never\n".repeat(1000);
        assert_eq!(find(&log).len(), 0);
        let rules = "Never touch the production database here.\n".repeat(500);
        let found = find(&rules);
        assert_eq!(found.len(), MOST);
        assert_eq!(found.last().map(|last| last.span.end), Some(rules.len().saturating_sub(1)));
    }
}
