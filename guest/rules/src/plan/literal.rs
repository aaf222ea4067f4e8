//! The preset `literal`: the reference code of the three specs, taken at its word.
//!
//! Nothing is inferred and nothing is carried: an element is what its stated traits make it, what is externalized stays
//! in its place, and what is reclaimable goes to the summarizer. Whatever the prose of the specs allows beyond their
//! code is refused.

use super::draft::Draft;
use super::layout::Layout;
use super::survey::Survey;
use crate::classification::Class;
use crate::digest::Digest;
use crate::verdict::{CarryBlock, Disposition, KeepReason};
use crate::window::{Marker, TokenCount};
use alloc::string::String;
use alloc::vec::Vec;

/// The pass as the reference code of spec 000 lays it out
pub fn draft<'r, 'a>(survey: Survey<'r, 'a>) -> Draft<'r, 'a> {
    let dispositions: Vec<Disposition> = survey
        .classifications
        .iter()
        .map(|classification| match classification.class {
            Class::Reclaim => Disposition::Summarize,
            Class::PinEffect => Disposition::Ledger,
            Class::Externalize => Disposition::Keep(KeepReason::Externalize),
            Class::Ambiguous => Disposition::Point,
        })
        .collect();
    let kept_tokens = dispositions
        .iter()
        .zip(&survey.tokens)
        .filter(|(disposition, _)| matches!(disposition, Disposition::Keep(_)))
        .fold(0, |sum: TokenCount, (_, size)| sum.saturating_add(*size));
    let marker = Marker { sequence: Some(survey.request.sequence), covers: None, opaque: false };
    Draft {
        layout: Layout {
            dispositions,
            kept_tokens,
            mandatory_tokens: kept_tokens,
            mandatory_bytes: 0,
            carry_room: 0,
            effect_room: 0,
            earlier_summaries: Vec::new(),
        },
        carry: CarryBlock { text: String::new(), digest: Digest::of(&[]), tokens: 0, demands: Vec::new(), marker },
        list: None,
        losses: Vec::new(),
        needed_tokens: kept_tokens,
        fixed: Vec::new(),
        survey,
    }
}
