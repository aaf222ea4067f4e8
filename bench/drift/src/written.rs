//! The findings on summaries that agents wrote in real sessions, each beside what somebody who read the source says of it.

use crate::corpus::{Corpus, Written, lines, repository};
use crate::table::Table;
use crate::{ours, pi};
use anchorhold_rules::admission::{Finding, Severity};
use anchorhold_rules::window::{CallProcess, Window};
use anchorhold_transcripts::{Format, read};
use serde::Deserialize;

/// What somebody says of a finding
#[derive(Deserialize)]
struct Opinion {
    /// The end of the session's file name
    file: String,
    /// The line of the summary in it
    line: usize,
    /// The kind of finding
    code: String,
    /// How the text in the summary begins
    text: String,
    /// Whose fault it is
    fault: Fault,
    /// Why, in a sentence
    why: String,
}

/// Whose fault a finding shows
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Fault {
    /// The summary says what its source does not
    Summary,
    /// The finding is wrong
    Ours,
    /// The source does not tell
    Unclear,
}

impl Fault {
    fn shown(self) -> &'static str {
        match self {
            Fault::Summary => "the summary's",
            Fault::Ours => "ours",
            Fault::Unclear => "cannot say",
        }
    }
}

/// The page
///
/// # Errors
/// The session or opinion that cannot be read, and why.
pub fn page(corpus: &Corpus) -> Result<String, String> {
    let opinions: Vec<Opinion> = lines(&repository().join("bench/drift/opinions.jsonl"))?;
    let mut sections = String::new();
    let mut overview = Table::new([
        "session",
        "summary, bytes",
        "window in the file, kB",
        "tokens, by the framework",
        "blocking",
        "warnings",
    ]);
    let (mut faults, mut told) = ([0_usize; 4], [0_usize; 4]);
    for written in &corpus.written {
        let fault = |why: String| format!("`{}`, line {}: {why}", written.file, written.summary_line);
        let source = corpus.before(written)?;
        let window = window(&source).map_err(fault)?;
        let size: usize = window.iter().map(|element| element.text.len()).sum();
        let (summary, host_text) = split_host_text(&written.summary);
        let judged = ours::judge(&ours::request(window), summary, host_text).map_err(fault)?;
        let blocking = judged.findings.iter().filter(|finding| finding.severity == Severity::Block).count();
        overview.row([
            named(written),
            summary.len().to_string(),
            (size / 1000).to_string(),
            written.pre_tokens.to_string(),
            blocking.to_string(),
            (judged.findings.len() - blocking).to_string(),
        ]);
        let mut table = Table::new(["finding", "", "in the summary", "in the window", "fault", "why"]);
        for finding in &judged.findings {
            let opinion = opinions.iter().find(|opinion| opinion.is_about(written, finding));
            let slot = match opinion.map(|opinion| opinion.fault) {
                Some(Fault::Summary) => 0,
                Some(Fault::Ours) => 1,
                Some(Fault::Unclear) => 2,
                None => 3,
            };
            let counts = if finding.severity == Severity::Block { &mut faults } else { &mut told };
            if let Some(count) = counts.get_mut(slot).filter(|_| is_in_file(size, written.pre_tokens)) {
                *count += 1;
            }
            table.row([
                finding.code.name().to_owned(),
                finding.severity.name().to_owned(),
                excerpt(finding.summary_text.as_deref()),
                excerpt(finding.window_text.as_deref()),
                opinion.map_or("not judged", |opinion| opinion.fault.shown()).to_owned(),
                opinion.map_or_else(String::new, |opinion| opinion.why.clone()),
            ]);
        }
        if judged.is_noted() {
            sections += &format!("## {}\n\n{}\n", named(written), table.text());
        }
    }
    let mut totals = Table::new(["", "the summary's fault", "ours", "cannot say", "not judged"]);
    for (name, counts) in [("blocking", faults), ("warnings", told)] {
        let [summary, ours, unclear, none] = counts.map(|count| count.to_string());
        totals.row([name.to_owned(), summary, ours, unclear, none]);
    }
    Ok(format!(
        "# Findings on summaries that agents wrote\n\n\
         `make drift` makes this page. {} summaries, written by the models of coding agents when their own frameworks \
         compacted the session; each is judged by `check` against the window that the framework then had, read from the \
         session's file up to the mark of the compaction. Nobody had labelled them. \
         Where somebody looked a finding up in the source, whose fault it is and why stand beside it, from \
         `bench/drift/opinions.jsonl`; the others are not judged. A session whose file begins after the greater part of \
         its window cannot be judged; what is found there is listed and not counted. Texts are shortened.\n\n{}\n{}\n{}",
        corpus.written.len(),
        totals.text(),
        overview.text(),
        sections.trim_end()
    ) + "\n")
}

impl Opinion {
    fn is_about(&self, written: &Written, finding: &Finding) -> bool {
        let text = finding.summary_text.as_deref().unwrap_or_default();
        written.file.ends_with(&self.file)
            && written.summary_line == self.line
            && finding.code.name() == self.code
            && one_line(text).starts_with(&self.text)
    }
}

fn window(source: &str) -> Result<Window<'_>, String> {
    if pi::is_session(source) {
        return pi::window(source);
    }
    let transcript = read(source, Some(Format::ClaudeCode), CallProcess::Dead).map_err(|error| format!("{error:?}"))?;
    Ok(transcript.window)
}

/// The summary, and the sentences that the framework adds after it: where the transcript is, and to go on
fn split_host_text(summary: &str) -> (&str, &str) {
    const HOST: &str = "\nIf you need specific details from before compaction";
    summary.find(HOST).map_or((summary, ""), |place| summary.split_at(place))
}

fn named(written: &Written) -> String {
    format!("{}, line {}", written.file, written.summary_line)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// A few words, as code
fn excerpt(text: Option<&str>) -> String {
    const CHARACTERS_MOST: usize = 60;
    let Some(text) = text else { return String::new() };
    let line = one_line(text).replace('`', "'").replace('|', "¦");
    let short: String = line.chars().take(CHARACTERS_MOST).collect();
    let more = if short.len() < line.len() { "…" } else { "" };
    format!("`{short}{more}`")
}

/// Whether the file holds the window: text has more bytes than tokens
fn is_in_file(size_bytes: usize, size_tokens: u32) -> bool {
    size_bytes >= size_tokens as usize
}
