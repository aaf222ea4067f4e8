//! The page that the experiment writes.

use crate::totals::{Spread, Totals, share};
use std::fmt::Write;

/// What was run
pub struct Setting {
    /// How many sessions
    pub sessions: usize,
    /// How many seeds
    pub seeds: usize,
    /// Into how many epochs each session is cut
    pub epochs: usize,
    /// How many texts a question returns
    pub returned: usize,
    /// Where the sessions came from
    pub source: &'static str,
}

/// The page, as Markdown
pub fn page(setting: &Setting, arms: &[(&str, Vec<Totals>)]) -> String {
    let mut page = String::new();
    let Setting { sessions, seeds, epochs, returned, source } = setting;
    let questions = arms.first().map_or(0.0, |(_, seeds)| Spread::of(seeds, |one| f64::from(one.answers().all())).mean);
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "# The epochs experiment\n\n\
         `make epochs` makes this page. {sessions} real sessions ({source}) are cut into {epochs} epochs each, and compacted at the\n\
         end of every epoch to a budget of two epochs. {seeds} seeds move the borders of the epochs and hash the vectors anew: {questions:.0}\n\
         questions a seed. Each figure is the mean over the seeds, with the least and the most.\n\n\
         ![Questions without the right value, epoch by epoch](epochs.svg)\n\n"
    );
    page += "## What is compared\n\n\
        - **similarity, index of what is left**: what is least like the epoch's own summary leaves (TF-IDF, 512 hashed\n\
        \x20 dimensions), and the index is built again from what is left. This is what spec 002 saw fail.\n\
        - **similarity, index of the originals**: the same, but the index keeps what stood there before. It tells how much of the\n\
        \x20 failure is the index alone.\n\
        - **Anchorhold, the same search**: the policy plans, asks the index for what would leave, follows the first remedy of each\n\
        \x20 refusal, and admits; what leaves is in the archive and in an index of the originals.\n\
        - **Anchorhold**: the same with the index of its own store, which `anchorhold recall --question` asks.\n\n\
        All arms have the same sentences to summarize with (the most central ones of what leaves; no model) and the same budget, and all\n\
        but the last the same full-text search, so that only what leaves, what is carried and what is in the index differ.\n\n\
        ## What is asked\n\n\
        Nothing is invented: a question is asked where a later turn of the session needed the answer. *Used*: a call takes a value as\n\
        an argument that a tool gave in an earlier epoch and that nobody said since. *Changed*: the agent speaks of the present value\n\
        of a key that had another value before. The words are those of the later turn, not those of the text that holds the answer.\n";
    let _ = writeln!(
        page,
        "A question counts as answered where the right value stands in the window or in one of the {returned} texts that the search\n\
         returns. *Another value*: only other values of the same key stand there, so that an agent would go on with a wrong or stale\n\
         one. *Nothing*: neither.\n"
    );
    page += "## Answers\n\n| arm | kind | right | another value | nothing |\n|---|---|---|---|---|\n";
    for (name, seeds) in arms {
        for (kind, of) in
            [("used", (|one: &Totals| one.used) as fn(&Totals) -> _), ("changed", |one: &Totals| one.changed)]
        {
            let part = |of_part: fn(&crate::run::Answers) -> u32| {
                shares(&Spread::of(seeds, |one| share(of_part(&of(one)), of(one).all())))
            };
            let _ = writeln!(
                page,
                "| {name} | {kind} | {} | {} | {} |",
                part(|answers| answers.right),
                part(|answers| answers.wrong),
                part(|answers| answers.missing)
            );
        }
    }
    page += "\n## Without the right value, up to an epoch\n\n| arm |";
    let shown: Vec<usize> = (2..=*epochs).step_by(2).collect();
    shown.iter().for_each(|epoch| page += &format!(" {epoch} |"));
    page += "\n|---|";
    shown.iter().for_each(|_| page += "---|");
    page += "\n";
    for (name, seeds) in arms {
        let _ = write!(page, "| {name} |");
        for epoch in &shown {
            let _ = write!(page, " {} |", shares(&Spread::of(seeds, |one| one.unanswered_until(*epoch))));
        }
        page += "\n";
    }
    page += "\n## Divergence, volume and costs\n\n\
        *Divergence*: of the questions about an epoch of which something left, those that returned nothing of what left in it (the\n\
        policy's own rule, `recall.divergence`). *Summarized*: what the summarizer was given, for each token that left. *Window*: how full\n\
        the window is after an epoch. *Above budget*: epochs that ended above it, since what must stay is larger.\n\n\
        | arm | divergence | the same, of all questions | summarized | window | above budget | stored, MB | time of a pass, ms |\n\
        |---|---|---|---|---|---|---|---|\n";
    for (name, seeds) in arms {
        let passes = (sessions * epochs).max(1) as f64;
        let _ = writeln!(
            page,
            "| {name} | {} | {} | {} | {} | {} | {} | {} |",
            shares(&Spread::of(seeds, |one| share(one.missed, one.queries))),
            shares(&Spread::of(seeds, |one| share(one.missed, one.answers().all()))),
            shares(&Spread::of(seeds, |one| {
                one.costs.summarized_tokens as f64
                    / (one.costs.summarized_tokens + one.costs.set_aside_tokens).max(1) as f64
            })),
            shares(&Spread::of(seeds, |one| one.costs.window_tokens as f64 / one.costs.budget_tokens.max(1) as f64)),
            numbers(&Spread::of(seeds, |one| one.costs.over as f64), 0),
            numbers(&Spread::of(seeds, |one| one.costs.stored_bytes as f64 / 1e6), 1),
            numbers(&Spread::of(seeds, |one| one.costs.pass_seconds / passes * 1e3), 1)
        );
    }
    page += "\n*Stored* is the index of each arm, and for Anchorhold the archive and the passes in their SQLite file as well. Its time includes\n\
        the waiting for the disk.\n\n\
        ## What this cannot show\n\n\
        That a text is present, or that a search returns it, does not prove that a model uses it. No model takes part: the summaries are\n\
        made of sentences of the originals, so they tell no lies, and what findings of `admit` would catch is not measured here. The\n\
        questions know what the session needed; an agent that lost the value may not know that it should ask. The sessions are mostly\n\
        shorter than those of the source, and their epochs are cut by size and not by time.\n";
    page
}

fn shares(spread: &Spread) -> String {
    format!("{:.0} % ({:.0}–{:.0})", 100.0 * spread.mean, 100.0 * spread.least, 100.0 * spread.most)
}

fn numbers(spread: &Spread, digits: usize) -> String {
    format!("{:.digits$} ({:.digits$}–{:.digits$})", spread.mean, spread.least, spread.most)
}
