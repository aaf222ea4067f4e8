//! The steps of a pass up to its end, each durable in the store before the next begins.

use crate::answers::{Admission, Coded, Finding, InstalledText, PlanAnswer, PlanDetails, Seal, Sizes};
use crate::compact::{CompactError, CompactJob, Setback, Step};
use crate::desk::{Answer, Desk};
use crate::document::DocumentError;
use crate::guard;
use crate::history::History;
use crate::inquiry::{Asked, Budget, call};
use crate::secure::{self, SecureError, Secured, manifest_of};
use crate::{install, recall, recipe, tokens};
use anchorhold_runtime::DeskFunction;
use anchorhold_store::{DatabaseError, Digest, NewDecision, NewEvent, NewPass, PassMode, PassProgress, Store};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A pass that is under way
pub(crate) struct Pass<'a> {
    pub(crate) desk: &'a Desk,
    pub(crate) store: &'a mut Store,
    pub(crate) job: CompactJob<'a>,
    pub(crate) watch: &'a mut dyn FnMut(Step),
    pub(crate) asked: Asked,
    pub(crate) session: String,
    pub(crate) sequence: u64,
    /// Where the next document goes, and what stood there when the pass began
    pub(crate) place: PathBuf,
    pub(crate) place_before: Option<Digest>,
    /// Where the next document lies until it takes its place. `None`: it does not.
    pub(crate) beside: Option<PathBuf>,
    /// The request that every plan and admission of the pass begins from
    pub(crate) request: Map<String, Value>,
    /// Texts that earlier passes put into the window
    pub(crate) installed: BTreeSet<Digest>,
    pub(crate) plan: Option<PlanDetails>,
    pub(crate) secured: Option<Secured>,
    pub(crate) setbacks: Vec<Setback>,
}

/// A next document that may be installed
pub(crate) struct Admitted {
    pub(crate) mode: PassMode,
    pub(crate) attempts: u32,
    pub(crate) seal: Seal,
    pub(crate) carry: Option<InstalledText>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) document: String,
    /// Its size in tokens, by the tokenizer
    pub(crate) tokens: u32,
}

/// A pass that may not go on as it was tried
pub(crate) struct Refused {
    pub(crate) reasons: Vec<Coded>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) remedies: Vec<Coded>,
    /// The sizes that the plan reckoned with
    pub(crate) sizes: Option<Sizes>,
    /// By how much the next document is too large because something was reckoned too small, in tokens
    pub(crate) excess: u32,
}

impl Refused {
    /// Whether the spill helps
    pub(crate) fn names_spill(&self) -> bool {
        self.remedies.iter().any(|remedy| remedy.code == "spill")
    }

    pub(crate) fn codes(&self) -> String {
        let reasons = self.reasons.iter().map(|reason| reason.code.as_str());
        let findings = self.findings.iter().map(|finding| finding.code.as_str());
        reasons.chain(findings).collect::<Vec<_>>().join(" ")
    }
}

impl<'a> Pass<'a> {
    /// Begins a pass: from here on it has a number
    pub(crate) fn begin(
        desk: &'a Desk,
        store: &'a mut Store,
        job: CompactJob<'a>,
        asked: Asked,
        mut history: History,
        watch: &'a mut dyn FnMut(Step),
    ) -> Result<Pass<'a>, CompactError> {
        let document = &job.inquiry.document;
        let place = install::place_of(job.out);
        let place_before = install::check_place(&place)
            .and_then(|()| install::digest_of(&place))
            .map_err(|source| DocumentError::Unplaceable { path: place.clone(), source })?;
        sweep(store, &place)?;
        history.sequence = store.begin_pass(NewPass {
            session: &history.session,
            mode: PassMode::Summarize,
            revision: 0,
            policy: policy_of(desk),
            episode: history.episode,
            document_before: document.digest,
            transcript: &install::place_of(&document.path).to_string_lossy(),
            out: &place.to_string_lossy(),
        })?;
        let installed = history.installed_texts();
        let mut request = asked.request.clone();
        history.add_to(&mut request);
        // The number is the store's to give, whatever the caller's request says.
        request.insert("sequence".to_owned(), history.sequence.into());
        Ok(Pass {
            desk,
            store,
            job,
            watch,
            asked,
            session: history.session,
            sequence: history.sequence,
            place,
            place_before,
            beside: None,
            request,
            installed,
            plan: None,
            secured: None,
            setbacks: Vec::new(),
        })
    }

    /// Has the pass planned
    pub(crate) fn plan(&mut self, mode: PassMode) -> Result<Result<PlanDetails, Refused>, CompactError> {
        self.heed()?;
        (self.watch)(Step::Plan(mode));
        self.request.insert("mode".to_owned(), mode.name().into());
        self.probe()?;
        let call = call(self.request.clone());
        let answer: PlanAnswer = self.decide(DeskFunction::Plan, &call)?;
        guard::look_at(&self.asked.elements, Budget::of(&self.request).map(|budget| budget.tokens()), &answer)?;
        let plan: PlanDetails = match answer {
            PlanAnswer::Proceed { plan } => *plan,
            PlanAnswer::Refuse { reasons, remedies, sizes } => {
                // No duty will archive it, and without it the refusal could not be replayed.
                self.store.archive(&[self.job.inquiry.document.text.as_bytes()]).map_err(SecureError::Archive)?;
                return Ok(Err(Refused { reasons, findings: Vec::new(), remedies, sizes, excess: 0 }));
            }
        };
        let progress = PassProgress::Planned {
            mode,
            window: plan.window.parse().map_err(|_| CompactError::SealBroken)?,
            manifest: manifest_of(&plan),
            tokens_before: plan.sizes.before,
            tokens_budget: plan.sizes.budget,
        };
        let detail = json!({"mode": mode.name(), "sizes": plan.sizes, "duties": plan.duties.len()});
        self.store.advance_pass(self.sequence, &progress, &detail.to_string())?;
        Ok(Ok(plan))
    }

    /// Asks the index for what would leave, once, unless the caller says himself what came of it or has an index of his own
    fn probe(&mut self) -> Result<(), CompactError> {
        if recall::wants_probes(&self.request, &self.asked.request) {
            let probes = recall::probes(
                self.desk,
                self.store,
                &self.session,
                &self.asked.elements,
                &self.installed,
                &self.request,
            )?;
            self.request.insert("probes".to_owned(), probes.into());
        }
        Ok(())
    }

    /// Does the duties of the plan
    pub(crate) fn secure(&mut self, plan: &PlanDetails) -> Result<(), CompactError> {
        self.heed()?;
        (self.watch)(Step::Secure);
        let document = &self.job.inquiry.document;
        let secured = secure::secure(self.store, &self.session, document, plan)?;
        let conflicts = secured.conflicts.iter().map(|conflict| json!({"id": conflict.id, "field": conflict.field}));
        let detail = json!({
            "objects": secured.objects,
            "objects_new": secured.objects_new,
            "bytes": secured.bytes,
            "effects": secured.effects.len(),
            "effects_new": secured.effects_new,
            "conflicts": conflicts.collect::<Value>(),
        });
        self.store.advance_pass(self.sequence, &PassProgress::Secured, &detail.to_string())?;
        self.secured = Some(match self.secured.take() {
            // A second plan of the same pass finds in the archive what the first put there.
            Some(first) => Secured {
                objects_new: first.objects_new + secured.objects_new,
                stored_bytes_new: first.stored_bytes_new + secured.stored_bytes_new,
                effects_new: first.effects_new + secured.effects_new,
                ..secured
            },
            None => secured,
        });
        Ok(())
    }

    /// Has a spill admitted
    pub(crate) fn admit_spill(&mut self, plan: &PlanDetails) -> Result<Result<Admitted, Refused>, CompactError> {
        let carry_tokens = tokens::count(&plan.carry.text);
        let candidate = json!({"text": "", "carry_tokens": carry_tokens});
        match self.admit(PassMode::Spill, 0, candidate)? {
            Admission::Admitted { seal, carry, findings, next } => {
                let document = next.map(|next| next.document).ok_or(CompactError::SealBroken)?;
                self.sealed(PassMode::Spill, 0, seal, carry, findings, document).map(Ok)
            }
            Admission::Retry { findings, .. } => {
                Ok(Err(Refused { reasons: Vec::new(), findings, remedies: Vec::new(), sizes: None, excess: 0 }))
            }
            Admission::Refused { reasons, findings, remedies } => {
                Ok(Err(Refused { reasons, findings, remedies, sizes: None, excess: 0 }))
            }
        }
        .map(|admission: Result<Admitted, Refused>| {
            admission.map_err(|refused| {
                let is_too_large = refused.findings.iter().any(|finding| finding.code == "over-budget");
                let excess = if is_too_large { carry_tokens.saturating_sub(plan.carry.tokens) } else { 0 };
                Refused { excess, ..refused }
            })
        })
    }

    /// By how much a document is above the budget, in tokens
    pub(crate) fn excess_of(&self, admitted: &Admitted) -> Result<u32, CompactError> {
        let budget = self.job.inquiry.budget().map_or(u32::MAX, |budget| budget.tokens());
        Ok(admitted.tokens.saturating_sub(budget))
    }

    /// Plans from now on for a budget that is smaller by so many tokens
    pub(crate) fn reckon_with(&mut self, excess: u32) {
        self.setbacks.push(Setback::TooLarge(excess));
        if let Some(Value::Object(budget)) = self.request.get_mut("budget") {
            let limit = budget.get("limit_tokens").and_then(Value::as_u64).unwrap_or(0);
            budget.insert("limit_tokens".to_owned(), limit.saturating_sub(excess.into()).into());
        }
    }

    /// Stops where somebody asked to
    pub(crate) fn heed(&self) -> Result<(), CompactError> {
        if self.job.cancellation.is_cancelled() { Err(CompactError::Cancelled) } else { Ok(()) }
    }

    /// Asks for a decision about a candidate
    pub(crate) fn admit(&mut self, mode: PassMode, attempts: u32, candidate: Value) -> Result<Admission, CompactError> {
        self.heed()?;
        (self.watch)(Step::Admit);
        self.request.insert("mode".to_owned(), mode.name().into());
        self.request.insert("attempts".to_owned(), attempts.into());
        let mut call = call(self.request.clone());
        call.insert("candidate".to_owned(), candidate);
        if let Some(secured) = &self.secured {
            call.insert("receipts".to_owned(), secured.receipts.clone());
        }
        self.decide(DeskFunction::Admit, &call)
    }

    /// Checks that the document is the one that was sealed, and measures it
    pub(crate) fn sealed(
        &self,
        mode: PassMode,
        attempts: u32,
        seal: Seal,
        carry: Option<InstalledText>,
        findings: Vec<Finding>,
        document: String,
    ) -> Result<Admitted, CompactError> {
        if Digest::of(document.as_bytes()).to_string() != seal.digest {
            return Err(CompactError::SealBroken);
        }
        let tokens = self.job.inquiry.size_of(self.desk, &self.asked.format, &document)?;
        Ok(Admitted { mode, attempts, seal, carry, findings, document, tokens })
    }

    /// Asks the policy, and keeps what it decided
    fn decide<A: DeserializeOwned>(
        &mut self,
        function: DeskFunction,
        call: &Map<String, Value>,
    ) -> Result<A, CompactError> {
        let Answer { value, json, request, fuel_used } = self.desk.call(function, call)?;
        let decision = NewDecision {
            pass: Some(self.sequence),
            call: function.name().to_owned(),
            request: Digest::of(request.as_bytes()),
            answer: Digest::of(json.as_bytes()),
            policy: policy_of(self.desk),
            fuel: fuel_used,
            engine: Some(self.desk.policy().engine_identity()),
        };
        self.store.add_decision(&decision, Some(&recipe::of(&request, &self.job.inquiry.document)))?;
        Ok(value)
    }

    /// Adds an event that is no step
    pub(crate) fn note(&mut self, kind: &str, detail: &Value) -> Result<(), CompactError> {
        let detail = detail.to_string();
        self.store.add_event(NewEvent { pass: Some(self.sequence), kind, detail: &detail })?;
        Ok(())
    }
}

/// Removes what passes that have ended left beside a place, since they were killed just before they would have
fn sweep(store: &Store, place: &Path) -> Result<(), DatabaseError> {
    for (left, sequence) in install::left_beside(place) {
        let pass = store.pass(sequence)?.filter(|pass| pass.status.is_end());
        // The name tells the document too: a pass of another store may have the same number.
        if pass.is_some_and(|pass| install::beside(place, sequence, pass.document_before) == left) {
            let _ = install::remove(&left);
        }
    }
    Ok(())
}

fn policy_of(desk: &Desk) -> Digest {
    Digest::from(*desk.policy().digest().as_bytes())
}
