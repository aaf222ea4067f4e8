//! The exact bytes that would be installed, and their size.

use crate::admission::{Candidate, NextElement, Regime};
use crate::digest::{Digest, DigestBuilder};
use crate::marker;
use crate::plan::{Draft, FIRST_LINE_TOKENS, summary_heading};
use crate::request::PassMode;
use crate::settings::Preset;
use crate::tokens::estimate;
use crate::verdict::Disposition;
use crate::window::TokenCount;
use alloc::string::String;
use alloc::vec::Vec;

/// What would be installed
pub struct Installation<'d, 'r, 'a> {
    /// The pass
    pub draft: &'d Draft<'r, 'a>,
    /// What the summarizer gave
    pub candidate: &'d Candidate<'a>,
    /// Whether a summary belongs into it
    pub has_summary: bool,
    /// Whether only the summary is judged, and not whether the pass is worth it
    pub is_check: bool,
    /// The size of the summary
    pub summary_tokens: TokenCount,
    /// The size of the next window
    pub tokens: TokenCount,
}

impl<'d, 'r, 'a> Installation<'d, 'r, 'a> {
    /// What a pass would install. A spill installs no summary, and neither does a pass that leaves nothing to summarize.
    pub fn of(draft: &'d Draft<'r, 'a>, candidate: &'d Candidate<'a>) -> Installation<'d, 'r, 'a> {
        let expected = draft.expects_summary();
        Installation::with(draft, candidate, expected, false)
    }

    /// The same with the summary in any case
    pub fn for_check(draft: &'d Draft<'r, 'a>, candidate: &'d Candidate<'a>) -> Installation<'d, 'r, 'a> {
        let expected = draft.survey.request.mode == PassMode::Summarize;
        Installation::with(draft, candidate, expected, true)
    }

    fn with(
        draft: &'d Draft<'r, 'a>,
        candidate: &'d Candidate<'a>,
        has_summary: bool,
        is_check: bool,
    ) -> Installation<'d, 'r, 'a> {
        let summary_tokens = match (has_summary, candidate.tokens) {
            (false, _) => 0,
            (true, Some(tokens)) => tokens,
            (true, None) => estimate(&candidate.text),
        };
        let heading = if has_summary && !is_literal(draft) { HEADING_TOKENS } else { 0 };
        let host = if has_summary { estimate(&candidate.host_text) } else { 0 };
        let carry =
            candidate.carry_tokens.map_or(draft.carry.tokens, |measured| measured.saturating_add(FIRST_LINE_TOKENS));
        let parts = [draft.layout.kept_tokens, carry, heading, summary_tokens, host];
        Installation {
            draft,
            candidate,
            has_summary,
            is_check,
            summary_tokens,
            tokens: parts.into_iter().fold(0, TokenCount::saturating_add),
        }
    }

    /// What the summary replaces
    pub fn replaced_tokens(&self) -> TokenCount {
        self.draft.survey.before.saturating_sub(self.draft.layout.kept_tokens)
    }

    /// The text at the top of the next window: the line that certifies it, the carry block and the summary
    pub fn text(&self) -> String {
        let draft = self.draft;
        let mut body = draft.carry.text.clone();
        if self.has_summary {
            if !is_literal(draft) {
                body.push('\n');
                body.push_str(&summary_heading(draft.survey.request.sequence));
                body.push('\n');
            }
            body.push_str(self.candidate.text.trim_end());
            body.push('\n');
            if !self.candidate.host_text.is_empty() {
                body.push_str(&self.candidate.host_text);
                body.push('\n');
            }
        }
        match draft.carry.marker.covers {
            Some(covers) => {
                let mut text = marker::first_line(draft.survey.request.sequence, covers, &body);
                text.push('\n');
                text.push_str(&body);
                text
            }
            None => body,
        }
    }

    /// The next window: instructions first, then the text of the pass, then what else stays
    pub fn next(&self) -> Vec<NextElement> {
        let window = &self.draft.survey.request.window;
        let kept = |place: &usize| matches!(self.draft.layout.dispositions.get(*place), Some(Disposition::Keep(_)));
        let mut first_other = window.iter().take_while(|element| element.kind.is_instruction()).count();
        // The text stands between two messages, never within one.
        let message_of = |place: usize| window.get(place).and_then(|element| element.message);
        while first_other > 0
            && first_other < window.len()
            && message_of(first_other).is_some()
            && message_of(first_other) == message_of(first_other - 1)
        {
            first_other += 1;
        }
        let mut next: Vec<NextElement> = (0..first_other).filter(kept).map(NextElement::Kept).collect();
        next.push(NextElement::Carry(self.text()));
        next.extend((first_other..window.len()).filter(kept).map(NextElement::Kept));
        next
    }

    /// The digest of the next window: of its text and of the bytes of what stays, in order
    pub fn seal(&self) -> Digest {
        let mut builder = DigestBuilder::new();
        for element in self.next() {
            match element {
                NextElement::Carry(text) => builder.add(text.as_bytes()),
                NextElement::Kept(place) => {
                    let digest = self.draft.survey.digests.get(place).copied().unwrap_or_else(|| Digest::of(&[]));
                    builder.add(&<[u8; 32]>::from(digest))
                }
            };
        }
        builder.finish()
    }

    /// Where its size lies
    pub fn regime(&self) -> Regime {
        if self.tokens <= self.draft.survey.margin { Regime::A } else { Regime::B }
    }
}

/// The size of the heading above the summary
const HEADING_TOKENS: TokenCount = 8;

fn is_literal(draft: &Draft<'_, '_>) -> bool {
    draft.survey.request.settings.preset == Preset::Literal
}
