//! One run over all labelled summaries: what the rules say of each, and what the other guards do.

use crate::corpus::{Corpus, Label, Labelled};
use crate::others::{Guard, OTHERS};
use crate::ours::{self, Judged};
use crate::share::Share;
use anchorhold_rules::admission::{FindingCode, Severity};
use anchorhold_rules::window::CallProcess;
use anchorhold_transcripts::read;
use std::time::Duration;

/// What came of one summary
pub struct Outcome<'c> {
    /// The summary
    pub summary: &'c Labelled,
    /// What the rules said
    pub ours: Judged,
    /// Whether each of the other guards stops it, in the order of [`OTHERS`]
    pub others: Vec<bool>,
    /// How much text was judged: window and summary, in bytes
    pub bytes: usize,
}

/// What came of all of them
pub struct Measured<'c> {
    outcomes: Vec<Outcome<'c>>,
}

/// A way to decide, and what it would come to
pub struct Point {
    /// What it is called
    pub name: String,
    /// What is set
    pub setting: String,
    /// A short name for the picture
    pub mark: String,
    /// Altered summaries that it stops
    pub caught: Share,
    /// Faithful summaries that it stops
    pub false_blocks: Share,
}

impl<'c> Measured<'c> {
    /// Reads every window in its own format and judges every summary of it
    ///
    /// # Errors
    /// The window or summary about which nothing could be said, and why.
    pub fn over(corpus: &'c Corpus) -> Result<Measured<'c>, String> {
        let mut outcomes = Vec::new();
        for (name, window) in &corpus.windows {
            let transcript = read(&window.text, Some(window.format), CallProcess::Dead)
                .map_err(|error| format!("window `{name}`: {error:?}"))?;
            let guards: Vec<Box<dyn Guard>> = OTHERS.iter().map(|other| (other.over)(&transcript.window)).collect();
            let window_bytes: usize = transcript.window.iter().map(|element| element.text.len()).sum();
            let request = ours::request(transcript.window);
            for summary in corpus.labelled.iter().filter(|summary| summary.window == *name) {
                let ours = ours::judge(&request, &summary.text, "")
                    .map_err(|why| format!("a summary of window `{name}`: {why}"))?;
                let others = guards.iter().map(|guard| guard.blocks(&summary.text)).collect();
                outcomes.push(Outcome { summary, ours, others, bytes: window_bytes + summary.text.len() });
            }
        }
        Ok(Measured { outcomes })
    }

    /// The summaries with one label
    pub fn with(&self, label: Label) -> impl Iterator<Item = &Outcome<'c>> {
        self.outcomes.iter().filter(move |outcome| outcome.summary.label == label)
    }

    /// The altered summaries with one kind of lie
    pub fn of_kind(&self, kind: &str) -> impl Iterator<Item = &Outcome<'c>> {
        self.with(Label::Altered).filter(move |outcome| outcome.summary.kind.as_deref() == Some(kind))
    }

    /// The kinds of lies, in the order of the contract
    pub fn kinds(&self) -> Vec<&str> {
        let mut kinds: Vec<&str> =
            self.with(Label::Altered).filter_map(|outcome| outcome.summary.kind.as_deref()).collect();
        // A kind that no finding is called after comes last.
        kinds.sort_by_key(|kind| {
            (FindingCode::ALL.iter().position(|code| code.name() == *kind).unwrap_or(usize::MAX), *kind)
        });
        kinds.dedup();
        kinds
    }

    /// The styles of the faithful summaries, in the order in which they come
    pub fn styles(&self) -> Vec<&str> {
        let mut styles: Vec<&str> = Vec::new();
        for outcome in self.with(Label::Faithful) {
            if !styles.contains(&outcome.summary.style.as_str()) {
                styles.push(&outcome.summary.style);
            }
        }
        styles
    }

    /// What a way to decide would come to
    fn share(&self, label: Label, stops: impl Fn(&Outcome<'c>) -> bool) -> Share {
        Share::of(self.with(label).map(stops))
    }

    /// Our findings used in three ways, then the other guards
    pub fn points(&self) -> Vec<Point> {
        let point = |name: &str, setting: &str, mark: &str, stops: &dyn Fn(&Outcome<'c>) -> bool| Point {
            name: name.to_owned(),
            setting: setting.to_owned(),
            mark: mark.to_owned(),
            caught: self.share(Label::Altered, stops),
            false_blocks: self.share(Label::Faithful, stops),
        };
        let by_values = |outcome: &Outcome<'c>| {
            let last = FindingCode::IdentifierIntroduced;
            outcome.ours.codes(Severity::Block).iter().any(|code| *code <= last)
        };
        let mut points = vec![
            point("Anchorhold", "as it is set", "A", &|outcome| outcome.ours.is_blocked()),
            point("Anchorhold: warnings block", "every finding blocks", "A+", &|outcome| outcome.ours.is_noted()),
            point(
                "Anchorhold: values only",
                "only findings of form and about identifiers, paths, numbers and states block",
                "A−",
                &by_values,
            ),
        ];
        points.extend(OTHERS.iter().enumerate().map(|(place, other)| {
            point(other.name, other.setting, other.mark, &|outcome| {
                outcome.others.get(place).copied().unwrap_or_default()
            })
        }));
        points
    }

    /// Millions of bytes of window and summary that were judged in a second of the processor
    pub fn megabytes_per_second(&self) -> f64 {
        let bytes: usize = self.outcomes.iter().map(|outcome| outcome.bytes).sum();
        let took: Duration = self.outcomes.iter().map(|outcome| outcome.ours.took).sum();
        bytes as f64 / 1e6 / took.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    /// The time of one judgement that half of all took less than
    pub fn median_time(&self) -> Duration {
        let mut times: Vec<Duration> = self.outcomes.iter().map(|outcome| outcome.ours.took).collect();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kept_part_of_the_corpus_can_be_measured() -> Result<(), String> {
        let corpus = Corpus::sample()?;
        let measured = Measured::over(&corpus)?;
        assert_eq!(measured.outcomes.len(), corpus.labelled.len(), "a summary names a window that is not there");
        assert!(measured.kinds().len() >= 15, "{:?}", measured.kinds());
        assert!(measured.styles().len() >= 4, "{:?}", measured.styles());
        Ok(())
    }
}
