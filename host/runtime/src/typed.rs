//! The rest of the typed functions of a policy.

use crate::Failure;
use crate::policy::{Decided, Policy, size_bytes};
use crate::wit::{effects, guard, recall, types};

impl Policy {
    /// `guard.check`
    ///
    /// # Errors
    /// Where no decision was made: see [`Failure`].
    pub fn check(
        &self,
        request: &types::Request,
        candidate: &guard::Candidate,
    ) -> Result<Decided<Result<guard::Admission, types::InputError>>, Failure> {
        let input_bytes = size_bytes(&request.window).saturating_add(candidate.text.len());
        self.decide(input_bytes, |store, instance| {
            self.guard.load(&mut *store, instance)?.call_check(store, request, candidate)
        })
    }

    /// `recall.probes`
    ///
    /// # Errors
    /// Where no decision was made: see [`Failure`].
    pub fn probes(
        &self,
        request: &types::Request,
    ) -> Result<Decided<Result<Vec<guard::ProbeDuty>, types::InputError>>, Failure> {
        self.decide(size_bytes(&request.window), |store, instance| {
            self.recall.load(&mut *store, instance)?.call_probes(store, request)
        })
    }

    /// `recall.divergence`
    ///
    /// # Errors
    /// Where no decision was made: see [`Failure`].
    pub fn divergence(
        &self,
        log: &[recall::LoggedQuery],
        evictions: &[recall::Eviction],
        limit: types::Permille,
    ) -> Result<Decided<recall::DivergenceReport>, Failure> {
        let input_bytes = log.iter().fold(0, |sum: usize, query| sum.saturating_add(query.query.len()));
        self.decide(input_bytes, |store, instance| {
            self.recall.load(&mut *store, instance)?.call_divergence(store, log, evictions, limit)
        })
    }

    /// `effects.judge`
    ///
    /// # Errors
    /// Where no decision was made: see [`Failure`].
    pub fn judge(
        &self,
        call: &types::ToolCall,
        tools: &[types::ToolTraits],
        ledger: &[types::Effect],
    ) -> Result<Decided<effects::Judgement>, Failure> {
        self.decide(call.arguments.len(), |store, instance| {
            self.effects.load(&mut *store, instance)?.call_judge(store, call, tools, ledger)
        })
    }
}
