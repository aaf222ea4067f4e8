//! The rehydration index: what left a window, as it was before the compaction, found by the words of a later question.
//!
//! It is written together with the pass that evicts, and never from what a compaction made. Its words are in a full-text
//! index of SQLite in the same file, so that a pass and its entries become durable in one transaction; its texts are in the
//! archive. Questions and answers are kept.

mod ask;
mod entries;
mod log;
mod question;
mod shelf;
mod words;

pub use entries::{Entry, Leaving};
pub use log::{Asking, Logged};
pub use shelf::{Shelf, ShelfError};

use std::ops::Range;

/// An entry that answers a question
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// What left
    pub entry: Entry,
    /// Where in its text the words of the question stand together, in bytes
    pub passage: Range<usize>,
    /// How well it answers, to be compared within one question only
    pub score: f64,
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that cannot go on must stop")]
mod tests {
    use super::{Asking, Leaving};
    use crate::passes::tests::begin;
    use crate::{Digest, PassProgress, Store};

    /// A session of a few elements, as it leaves in one pass
    const LEFT: [(&str, &str, &str); 10] = [
        ("reasoning", "", "We should verify the schema version before we go on with the schema migration."),
        ("tool-result", "run_migration", "migration 0042 applied, schema_version: 7"),
        (
            "tool-result",
            "get_config",
            r#"{"maxConnections":250,"poolTimeout":"30s","databaseUrl":"db-17.eu.internal"}"#,
        ),
        ("tool-result", "deploy", "rolled out release 4.2.1 to eu-west-3"),
        ("user-request", "", "Do not delete the branch feature/login before it is merged."),
        ("tool-result", "git_status", "On branch release/2026-11\nnothing to commit, working tree clean"),
        ("tool-result", "sha256sum", "9f2c4e1a77b0d3586c1fd2aa90be4471 dist/app.tar.gz"),
        ("tool-result", "create_order", r#"{"order_id":"ord_5512","amount":118000,"customer":"c-77"}"#),
        ("reply", "", "不要删除主分支，数据库版本是七"),
        ("tool-result", "list", "a.txt b.txt c.txt d.txt"),
    ];

    fn leaving() -> Vec<Leaving<'static>> {
        let leaving = LEFT.iter().map(|(kind, tool, text)| Leaving {
            element: text,
            kind,
            tool: Some(*tool).filter(|tool| !tool.is_empty()),
            arguments: Some("{\"path\":\"/srv/app\"}").filter(|_| !tool.is_empty()),
            chain: "m1",
            is_anchor: *kind == "tool-result",
            text,
        });
        leaving.collect()
    }

    fn commit(store: &mut Store, leaving: &[Leaving<'_>]) -> u64 {
        let sequence = begin(store);
        let turn = store.turn(sequence).expect("a turn");
        turn.index("s", leaving).expect("it is indexed");
        let committed = PassProgress::Committed { document_after: Digest::of(b"after") };
        turn.take(&committed, "{}").expect("it is committed");
        sequence
    }

    #[test]
    fn what_left_is_found_in_the_words_of_a_later_question() {
        let mut store = Store::open_in_memory().expect("a store");
        commit(&mut store, &leaving());
        for (question, place) in [
            ("what schema version are we on?", 1),
            ("which revision has the schema", 1),
            ("schema_version", 1),
            ("how many connections are allowed at most?", 2),
            ("What is the URL of the db?", 2),
            ("pool timeout", 2),
            ("which version was released", 3),
            ("which region did we deploy to", 3),
            ("may I remove the login branch", 4),
            ("which branch are we on", 5),
            ("what was the checksum of the tar", 6),
            ("how much did the customer's purchase cost", 7),
            ("ord_5512", 7),
            ("数据库版本", 8),
            ("主分支", 8),
        ] {
            let found = store.ask(question, Some("s"), 3).expect("it is asked");
            let first = found.first().map(|found| found.entry.element.as_str());
            assert_eq!(first, LEFT.get(place).map(|(_, _, text)| *text), "{question}: {found:#?}");
        }
        for question in ["", "?", "\"", "AND OR", "zebra", "zebra* NEAR(", "=000000000000"] {
            assert_eq!(store.ask(question, Some("s"), 3).expect("it is asked"), [], "{question}");
        }
        assert_eq!(store.ask("schema version", Some("another"), 3).expect("it is asked"), []);
        assert!(!store.ask("schema version", None, 3).expect("it is asked").is_empty());
    }

    #[test]
    fn the_newest_of_equal_answers_comes_first_and_a_text_comes_once() {
        let mut store = Store::open_in_memory().expect("a store");
        let state = |text| Leaving {
            element: "m1",
            kind: "tool-result",
            tool: None,
            arguments: None,
            chain: "c",
            is_anchor: true,
            text,
        };
        for text in ["schema_version: 6", "schema_version: 7", "schema_version: 6", "other: 1"] {
            commit(&mut store, &[state(text)]);
        }
        let answers = |store: &Store| -> Vec<u64> {
            let found = store.ask("the schema version", Some("s"), 5).expect("it is asked");
            found.into_iter().map(|found| found.entry.pass).collect()
        };
        assert_eq!(answers(&store), [3, 2]);

        // What has not been committed, or failed, is not there.
        let failing = begin(&mut store);
        let turn = store.turn(failing).expect("a turn");
        turn.index("s", &[state("schema_version: 8")]).expect("it is indexed");
        turn.take(&PassProgress::Secured, "{}").expect("it goes on");
        assert_eq!((answers(&store), store.left_with(failing).expect("entries").len()), (vec![3, 2], 0));
        let failed = PassProgress::Failed { codes: String::new() };
        store.advance_pass(failing, &failed, "{}").expect("it fails");
        assert_eq!(answers(&store), [3, 2]);
        assert_eq!(store.garbage().expect("it is counted").objects, 1);

        let entries = store.left_of_chain("s", "c").expect("entries");
        assert_eq!(entries.iter().map(|entry| entry.pass).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(store.left_with(2).expect("entries"), entries.get(1..2).expect("one"));
        let second = entries.get(1).expect("one");
        assert_eq!(store.read(second.text).expect("its text"), b"schema_version: 7");
    }

    #[test]
    fn a_shelf_answers_as_the_index_would_after_the_pass() {
        let mut store = Store::open_in_memory().expect("a store");
        commit(&mut store, &leaving());
        let new = [Leaving { text: "schema_version: 8", element: "new", ..*leaving().get(1).expect("one") }];
        let before = store.ask("schema version", Some("s"), 9).expect("it is asked");
        let shelf = store.shelf("s", &new).expect("a shelf");
        let found = shelf.ask("what schema version are we on?", 2).expect("it is asked");
        let passes: Vec<u64> = found.iter().map(|found| found.entry.pass).collect();
        assert_eq!(passes, [0, 1]);
        assert_eq!(store.ask("schema version", Some("s"), 9).expect("it is asked"), before);
    }

    #[test]
    fn questions_and_answers_are_kept_and_belong_to_an_epoch() {
        let mut store = Store::open_in_memory().expect("a store");
        let asking = |about, answers| Asking { question: "q", session: Some("s"), about, answers };
        store.log_question(&asking(Some(1), &[])).expect("it is logged");
        assert_eq!(store.questions_since_commit("s").expect("questions"), []);
        let pass = commit(&mut store, &leaving());
        for (about, answers) in [(Some(pass), &[2, 1][..]), (None, &[3]), (Some(pass), &[])] {
            store.log_question(&asking(about, answers)).expect("it is logged");
        }
        let answers: Vec<Vec<u64>> =
            store.questions_since_commit("s").expect("questions").into_iter().map(|logged| logged.answers).collect();
        assert_eq!(answers, [vec![2, 1], vec![]]);
        assert_eq!(
            (store.count_committed("s").expect("a count"), store.questions_since_commit("t").expect("none")),
            (1, vec![])
        );
        commit(&mut store, &[]);
        assert_eq!(store.questions_since_commit("s").expect("questions"), []);
        assert!(store.connection.execute("DELETE FROM questions", []).is_err());
    }
}
