//! A pass as far as it is worked out, before anybody says whether it may begin.

use super::carry::Carried;
use super::duties::List;
use super::layout::{Layout, layout, mandatory};
use super::survey::Survey;
use super::{brief, duties, literal, losses};
use crate::digest::{Digest, DigestBuilder};
use crate::error::InputError;
use crate::marker;
use crate::request::Request;
use crate::settings::Preset;
use crate::validate;
use crate::verdict::{ArchiveDuty, CarryBlock, ChainLoss, Plan, Remedy, Sizes, Treatment};
use crate::window::{Effect, Marker, TokenCount};
use alloc::vec::Vec;

/// A pass as far as it is worked out
pub struct Draft<'r, 'a> {
    /// What is known of each element
    pub survey: Survey<'r, 'a>,
    /// What becomes of each element
    pub layout: Layout,
    /// What stands at the top of the next window
    pub carry: CarryBlock,
    /// The list of the whole window, where the caller has none in the archive
    pub list: Option<List>,
    /// The share of its anchors that each chain would lose
    pub losses: Vec<ChainLoss>,
    /// The least that the next window can weigh, whatever the budget
    pub needed_tokens: TokenCount,
    /// Which elements must stay whatever the budget
    pub fixed: Vec<bool>,
}

impl<'r, 'a> Draft<'r, 'a> {
    /// Works a pass out
    ///
    /// # Errors
    /// `request` breaks a stated rule.
    pub fn of(request: &'r Request<'a>) -> Result<Draft<'r, 'a>, InputError> {
        validate::request(request)?;
        let survey = Survey::of(request);
        if request.settings.preset == Preset::Literal {
            return Ok(literal::draft(survey));
        }
        let list = request.original.is_none().then(|| List::of(&survey));
        let original = request.original.or(list.as_ref().map(|list| list.digest));
        let original = original.unwrap_or_else(|| Digest::of(&[]));
        let mandatory = mandatory(&survey);
        let carried = Carried::of(&survey, &mandatory, original);
        let layout = layout(&survey, &mandatory, &carried);
        let marker = Marker { sequence: Some(request.sequence), covers: Some(original), opaque: false };
        let carry = carried.block(&layout, marker);
        let losses = losses::of(&survey, &layout, &carry);
        let needed_tokens = layout.mandatory_tokens.saturating_add(carried.vital_tokens());
        let fixed = mandatory.reasons.iter().map(Option::is_some).collect();
        Ok(Draft { survey, layout, carry, list, losses, needed_tokens, fixed })
    }

    /// The next window without a summary
    pub fn must_stay_tokens(&self) -> TokenCount {
        self.layout.kept_tokens.saturating_add(self.carry.tokens)
    }

    /// Anchors that leave, and that neither the carry block restates nor the ledger holds
    pub fn leaving_anchors(&self) -> Vec<usize> {
        losses::leaving_anchors(&self.survey, &self.layout, &self.carry)
    }

    /// What helps where anchors may not leave as they would: they stay, or, where there is no room for them, everything
    /// leaves with its pointer
    pub fn keeping_or_spilling(&self, anchors: Vec<usize>) -> Vec<Remedy> {
        let sizes = anchors.iter().filter_map(|place| self.survey.tokens.get(*place));
        let needed = sizes.fold(self.must_stay_tokens(), |sum, tokens| sum.saturating_add(*tokens));
        let (keep, has_room) = (Remedy::Keep(anchors), needed <= self.survey.margin);
        if has_room { alloc::vec![keep, Remedy::Spill] } else { alloc::vec![Remedy::Spill, keep] }
    }

    /// What must be in the archive
    pub fn archive_duties(&self) -> Vec<ArchiveDuty> {
        duties::archive(self)
    }

    /// What must be in the ledger
    pub fn ledger_duties(&self) -> Vec<Effect<'static>> {
        duties::ledger(self)
    }

    /// Whether a summary belongs into the next window
    pub fn expects_summary(&self) -> bool {
        let literal = self.survey.request.settings.preset == Preset::Literal;
        literal || brief::of(self).is_some()
    }

    /// Whether these bytes have to do with this window, so that a receipt for them is no sign of a fault
    pub fn is_known(&self, digest: Digest) -> bool {
        self.survey.digests.contains(&digest) || self.carry.marker.covers == Some(digest)
    }

    /// Whether a pointer leads to something of this window, or was carried into it
    pub fn is_pointer(&self, pointer: &str) -> bool {
        self.carry.text.contains(pointer)
            || self.survey.digests.iter().any(|digest| marker::pointer(*digest) == pointer)
            || self.survey.request.window.iter().any(|element| element.text.contains(pointer))
    }

    /// The size of what stays, with the carry block, in bytes
    pub fn kept_bytes(&self) -> u64 {
        let kept = (0..self.survey.tokens.len()).filter(|place| self.layout.keeps(*place));
        kept.fold(self.carry.text.len() as u64, |sum, place| sum.saturating_add(self.survey.bytes_of(place)))
    }

    /// Whether an element must stay whatever the budget, so that no pass could touch it
    pub fn is_fixed(&self, place: usize) -> bool {
        self.fixed.get(place).copied().unwrap_or_default()
    }

    /// The least that the next window can weigh, in bytes
    pub fn needed_bytes(&self) -> u64 {
        self.layout.mandatory_bytes.saturating_add(self.carry.text.len() as u64)
    }

    /// Whether the window is above its limit, in tokens or in bytes
    pub fn is_over_limit(&self) -> bool {
        self.survey.budget < self.survey.before || self.survey.is_over_bytes()
    }

    /// What a summary may take: up to the margin, or up to B where the margin is filled without it
    pub fn summary_room(&self) -> TokenCount {
        let stays = self.must_stay_tokens();
        let to_margin = self.survey.margin.saturating_sub(stays);
        if to_margin > 0 { to_margin } else { self.survey.budget.saturating_sub(stays) }
    }

    /// The digest of the window, over what each element is and what its bytes are
    pub fn window_digest(&self) -> Digest {
        let mut builder = DigestBuilder::new();
        for (element, digest) in self.survey.request.window.iter().zip(&self.survey.digests) {
            builder.add(element.id.as_bytes()).add(element.kind.name().as_bytes()).add(&<[u8; 32]>::from(*digest));
        }
        builder.finish()
    }

    /// The sizes that everything is reckoned with
    pub fn sizes(&self) -> Sizes {
        Sizes {
            before: self.survey.before,
            must_stay: self.must_stay_tokens(),
            budget: self.survey.budget,
            margin: self.survey.margin,
            summary_room: self.summary_room(),
        }
    }

    /// The plan that is told
    pub fn into_plan(mut self) -> Plan {
        let duties = duties::of(&mut self);
        let (window, sizes, brief) = (self.window_digest(), self.sizes(), brief::of(&self));
        let Draft { survey, layout, carry, losses, .. } = self;
        let each = survey.classifications.into_iter().zip(layout.dispositions).zip(survey.tokens);
        let treatments =
            each.map(|((classification, disposition), tokens)| Treatment { classification, disposition, tokens });
        Plan { window, sizes, treatments: treatments.collect(), duties, brief, carry, losses }
    }
}
