//! The page of the measure: what is found, what it costs, and what other guards do.

use crate::corpus::{Corpus, Label};
use crate::measure::{Measured, Outcome};
use crate::others::OTHERS;
use crate::share::Share;
use crate::table::Table;
use anchorhold_rules::admission::{FindingCode, Severity};
use std::collections::BTreeMap;

/// The whole page
pub fn page(corpus: &Corpus, measured: &Measured<'_>) -> String {
    [
        opening(corpus, measured),
        kinds(measured),
        faithful(measured),
        beside(measured),
        by_kind(measured),
        findings(measured),
        speed(measured),
    ]
    .join("\n")
}

fn opening(corpus: &Corpus, measured: &Measured<'_>) -> String {
    let (faithful, altered) = (measured.with(Label::Faithful).count(), measured.with(Label::Altered).count());
    let which = if corpus.is_sample {
        "the part of the corpus that the repository keeps (`bench/drift/sample`); `ANCHORHOLD_CORPUS` names a larger one"
    } else {
        "the corpus that `ANCHORHOLD_CORPUS` named"
    };
    format!(
        "# What is found in summaries\n\n\
         `make drift` makes this page, over {which}: {faithful} faithful and {altered} altered summaries of {} windows. \
         Every window is read in its framework's own format and every summary judged by `check` with the settings of \
         `standard`; each altered summary holds exactly one lie, of a kind that its label names. Shares stand with the \
         interval that holds the true one in 95 of 100 cases (Wilson).\n\n\
         ![Recall of each kind, and recall against false blocks for each guard](drift.svg)\n",
        corpus.windows.len()
    )
}

fn kinds(measured: &Measured<'_>) -> String {
    let mut table = Table::new([
        "kind of lie",
        "n",
        "blocked",
        "caught",
        "by the right finding",
        "blocked by another alone",
        "warned only",
        "missed",
    ]);
    let mut row = |name: &str, outcomes: &[&Outcome<'_>], kind_of: &dyn Fn(&Outcome<'_>) -> Option<String>| {
        let blocked: Vec<&&Outcome<'_>> = outcomes.iter().filter(|outcome| outcome.ours.is_blocked()).collect();
        let is_right = |outcome: &Outcome<'_>| {
            let kind = kind_of(outcome);
            outcome.ours.codes(Severity::Block).iter().any(|code| Some(code.name()) == kind.as_deref())
        };
        let right = blocked.iter().filter(|outcome| is_right(outcome)).count();
        let mut elsewhere: BTreeMap<FindingCode, usize> = BTreeMap::new();
        for outcome in blocked.iter().filter(|outcome| !is_right(outcome)) {
            if let Some(code) = outcome.ours.codes(Severity::Block).first() {
                *elsewhere.entry(*code).or_default() += 1;
            }
        }
        let elsewhere: Vec<String> = elsewhere.iter().map(|(code, count)| format!("{} {count}", code.name())).collect();
        let warned = outcomes.iter().filter(|outcome| outcome.ours.is_noted() && !outcome.ours.is_blocked()).count();
        let missed = outcomes.iter().filter(|outcome| !outcome.ours.is_noted()).count();
        table.row([
            name.to_owned(),
            outcomes.len().to_string(),
            blocked.len().to_string(),
            Share { hits: blocked.len(), of: outcomes.len() }.shown(),
            format!("{right} of {}", blocked.len()),
            elsewhere.join(", "),
            warned.to_string(),
            missed.to_string(),
        ]);
    };
    let kind_of = |outcome: &Outcome<'_>| outcome.summary.kind.clone();
    for kind in measured.kinds() {
        row(kind, &measured.of_kind(kind).collect::<Vec<_>>(), &kind_of);
    }
    row("all", &measured.with(Label::Altered).collect::<Vec<_>>(), &kind_of);
    format!(
        "## Lies, by kind\n\n\
         *By the right finding*: among what was blocked, a blocking finding bears the name of the lie. Where none does, \
         the first that blocks is named.\n\n{}",
        table.text()
    )
}

fn faithful(measured: &Measured<'_>) -> String {
    let mut table = Table::new(["style", "n", "blocked", "rate", "warned only", "blocked by"]);
    let mut row = |name: &str, outcomes: &[&Outcome<'_>]| {
        let blocked = Share::of(outcomes.iter().map(|outcome| outcome.ours.is_blocked()));
        let warned = outcomes.iter().filter(|outcome| outcome.ours.is_noted() && !outcome.ours.is_blocked()).count();
        let mut codes: BTreeMap<FindingCode, usize> = BTreeMap::new();
        for code in outcomes.iter().flat_map(|outcome| outcome.ours.codes(Severity::Block)) {
            *codes.entry(code).or_default() += 1;
        }
        let codes: Vec<String> = codes.iter().map(|(code, count)| format!("{} {count}", code.name())).collect();
        table.row([
            name.to_owned(),
            blocked.of.to_string(),
            blocked.hits.to_string(),
            blocked.shown(),
            warned.to_string(),
            codes.join(", "),
        ]);
    };
    for style in measured.styles() {
        let of_it = measured.with(Label::Faithful).filter(|outcome| outcome.summary.style == style);
        row(style, &of_it.collect::<Vec<_>>());
    }
    row("all", &measured.with(Label::Faithful).collect::<Vec<_>>());
    format!("## Faithful summaries that are blocked\n\n{}", table.text())
}

fn beside(measured: &Measured<'_>) -> String {
    let mut table =
        Table::new(["", "guard", "what is set", "altered ones blocked", "faithful ones blocked", "difference"]);
    for point in measured.points() {
        let difference = point.caught.per_cent() - point.false_blocks.per_cent();
        table.row([
            point.mark,
            point.name,
            point.setting,
            point.caught.shown(),
            point.false_blocks.shown(),
            format!("{difference:+.1}"),
        ]);
    }
    format!(
        "## What each way to decide costs\n\n\
         The same summaries, in the same run. *Difference* is what a block tells, in points: of a guard that blocks \
         faithful and altered summaries alike it is 0, whatever it blocks. The *reference* check is that of the second \
         spec: each invariant is a substring of the summary. The *usual* guard is of the kind that agents ship with \
         today, written for this measure from its description: required headings, identifiers by one regular expression \
         of which the first twelve must be present, two shared words that save a prohibition. Neither asks whether what \
         a summary says is true; both ask whether something is in it, and a summary may be true without it.\n\n{}",
        table.text()
    )
}

fn by_kind(measured: &Measured<'_>) -> String {
    let mut headings = vec!["kind of lie".to_owned(), "n".to_owned(), "A".to_owned(), "A+".to_owned()];
    headings.extend(OTHERS.iter().map(|other| other.mark.to_owned()));
    let mut table = Table::of(headings);
    let mut row = |name: &str, outcomes: &[&Outcome<'_>]| {
        let per_cent = |stops: &dyn Fn(&Outcome<'_>) -> bool| {
            format!("{:.0}", Share::of(outcomes.iter().map(|outcome| stops(outcome))).per_cent())
        };
        let mut cells = vec![
            name.to_owned(),
            outcomes.len().to_string(),
            per_cent(&|outcome| outcome.ours.is_blocked()),
            per_cent(&|outcome| outcome.ours.is_noted()),
        ];
        cells.extend(
            (0..OTHERS.len()).map(|place| per_cent(&|outcome| outcome.others.get(place).copied().unwrap_or_default())),
        );
        table.add(cells);
    };
    for kind in measured.kinds() {
        row(kind, &measured.of_kind(kind).collect::<Vec<_>>());
    }
    row("*faithful*", &measured.with(Label::Faithful).collect::<Vec<_>>());
    format!(
        "## The same by kind, in per cent blocked\n\n\
         The last row is the one to read first: a column that is high everywhere and there as well tells nothing.\n\n{}",
        table.text()
    )
}

fn findings(measured: &Measured<'_>) -> String {
    let mut table = Table::new([
        "finding",
        "blocks altered",
        "of these alone",
        "blocks faithful",
        "of these alone",
        "warns on altered",
        "warns on faithful",
    ]);
    for code in FindingCode::ALL {
        let count = |label: Label, severity: Severity, alone: bool| {
            let has = |outcome: &&Outcome<'_>| {
                let codes = outcome.ours.codes(severity);
                codes.contains(code) && (!alone || codes.len() == 1)
            };
            measured.with(label).filter(has).count()
        };
        let cells = [
            count(Label::Altered, Severity::Block, false),
            count(Label::Altered, Severity::Block, true),
            count(Label::Faithful, Severity::Block, false),
            count(Label::Faithful, Severity::Block, true),
            count(Label::Altered, Severity::Warn, false),
            count(Label::Faithful, Severity::Warn, false),
        ];
        if cells.iter().any(|cell| *cell > 0) {
            let [one, two, three, four, five, six] = cells.map(|cell| cell.to_string());
            table.row([code.name().to_owned(), one, two, three, four, five, six]);
        }
    }
    format!(
        "## What each finding brings and costs\n\n\
         In summaries. *Alone*: no other finding blocks the same summary, so that this is what would change if the \
         finding were set to warn.\n\n{}",
        table.text()
    )
}

fn speed(measured: &Measured<'_>) -> String {
    format!(
        "## Speed\n\n\
         {:.0} MB of window and summary a second, native, in processor time of one thread; half of the judgements took \
         less than {:.1} ms. Each reads the whole window again, as a decision does.\n",
        measured.megabytes_per_second(),
        measured.median_time().as_secs_f64() * 1e3
    )
}
