//! The steps of a pass, each durable in the store before the next begins.

use crate::answers::{Admission, Coded, Finding, InstalledText, PlanAnswer, PlanDetails, Seal, Sizes};
use crate::compact::{CompactError, CompactJob, Compacted, Installation, Outcome, Setback, Step};
use crate::desk::{Answer, Desk};
use crate::document::DocumentError;
use crate::history::History;
use crate::inquiry::{Asked, Budget, call};
use crate::secure::{self, Secured, manifest_of};
use crate::{install, tokens};
use anchorhold_runtime::DeskFunction;
use anchorhold_store::{Digest, NewDecision, NewEvent, NewPass, PassMode, PassProgress, Store};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::error::Error;
use std::io;
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
    place: PathBuf,
    place_before: Option<Digest>,
    /// The request that every plan and admission of the pass begins from
    pub(crate) request: Map<String, Value>,
    plan: Option<PlanDetails>,
    secured: Option<Secured>,
    pub(crate) setbacks: Vec<Setback>,
}

/// A next document that may be installed
pub(crate) struct Admitted {
    mode: PassMode,
    attempts: u32,
    seal: Seal,
    carry: Option<InstalledText>,
    findings: Vec<Finding>,
    document: String,
    /// Its size in tokens, by the tokenizer
    tokens: u32,
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

    fn codes(&self) -> String {
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
        let place_before = install::digest_of(&place).map_err(|source| unreadable(&place, source))?;
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
            request,
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
        let call = call(self.request.clone());
        let plan: PlanDetails = match self.decide(DeskFunction::Plan, &call)? {
            PlanAnswer::Proceed { plan } => *plan,
            PlanAnswer::Refuse { reasons, remedies, sizes } => {
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

    /// Installs what was admitted, if the transcript is still the one that was planned
    pub(crate) fn commit(&mut self, plan: PlanDetails, admitted: Admitted) -> Result<Outcome, CompactError> {
        self.heed()?;
        (self.watch)(Step::Write);
        let manifest = manifest_of(&plan);
        self.plan = Some(plan);
        let Admitted { mode, attempts, seal, carry, findings, document, tokens } = admitted;
        let document_after = Digest::of(document.as_bytes());
        let carry = carry.and_then(|carry| carry.digest.parse().ok());
        let regime = seal.regime.clone();
        let read = &self.job.inquiry.document;
        let beside = install::beside(&self.place, self.sequence, read.digest);
        // Whoever finds the pass admitted can rely on its document lying there, or having taken its place.
        let ready = install::prepare(document.as_bytes(), &self.place, &beside, &read.path)?;
        let out_before = self.place_before;
        self.store.advance_pass(
            self.sequence,
            &PassProgress::Admitted { seal: document_after, carry, regime, tokens_after: tokens, out_before },
            &json!({"mode": mode.name(), "attempts": attempts, "seal": seal, "findings": findings}).to_string(),
        )?;
        // From the comparison to the end no other process writes to the store: of two passes over one transcript one
        // comes first, and the other finds that the window has moved.
        let turn = self.store.turn(self.sequence)?;
        let stands = install::digest_of(&self.place).map_err(|source| unreadable(&self.place, source))?;
        if !read.is_unchanged()? || stands != out_before {
            drop(turn);
            return self.refuse(window_moved());
        }
        let installed = ready.install()?;
        let detail = json!({"out": self.place.to_string_lossy(), "bytes": document.len()}).to_string();
        // The next window stands; where that cannot be made durable or recorded now, the next start does it.
        if let Err(error) = installed.durably() {
            self.setbacks.push(Setback::NotRecorded(error.to_string()));
        } else if let Err(error) = turn.take(&PassProgress::Committed { document_after }, &detail) {
            self.setbacks.push(Setback::NotRecorded(said(&error)));
        }
        Ok(Outcome::Installed(Installation { mode, seal, findings, tokens_after: tokens, manifest }))
    }

    /// Ends the pass without a next document
    pub(crate) fn refuse(&mut self, refused: Refused) -> Result<Outcome, CompactError> {
        let codes = refused.codes();
        let Refused { reasons, findings, remedies, sizes, .. } = refused;
        let detail = json!({"reasons": reasons, "findings": findings, "remedies": remedies});
        self.store.advance_pass(self.sequence, &PassProgress::Refused { codes }, &detail.to_string())?;
        Ok(Outcome::Refused { reasons, findings, remedies, sizes })
    }

    /// Ends the pass since no plan came out within the budget
    pub(crate) fn refuse_for_size(&mut self) -> Result<Outcome, CompactError> {
        let excess = self.setbacks.iter().rev().find_map(|setback| match setback {
            Setback::TooLarge(excess) => Some(*excess),
            _ => None,
        });
        let budget = self.job.inquiry.budget().map_or(0, |budget: Budget| budget.tokens());
        let needed = budget.saturating_add(excess.unwrap_or(0));
        let coded = |code: &str, rest: Value| Coded {
            code: code.to_owned(),
            rest: rest.as_object().cloned().unwrap_or_default(),
        };
        self.refuse(Refused {
            reasons: vec![coded("budget-infeasible", json!({"needed": needed, "budget": budget}))],
            findings: Vec::new(),
            remedies: vec![coded("raise-budget", json!({"tokens": needed})), coded("stop", json!({}))],
            sizes: None,
            excess: 0,
        })
    }

    /// The report of a pass that came to its end
    pub(crate) fn end(self, outcome: Outcome) -> Compacted {
        Compacted {
            sequence: self.sequence,
            session: self.session,
            format: self.asked.format,
            elements: self.asked.elements,
            plan: self.plan,
            secured: self.secured,
            setbacks: self.setbacks,
            outcome,
        }
    }

    /// Says in the store that the pass could not go on
    pub(crate) fn fail(self, error: &CompactError) {
        // Where the store is what failed, its silence says so: the pass stands in it without an end.
        let detail = json!({"error": said(error)});
        let codes = error.code().to_owned();
        let _ = self.store.advance_pass(self.sequence, &PassProgress::Failed { codes }, &detail.to_string());
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
        self.store.add_decision(&NewDecision {
            pass: Some(self.sequence),
            call: function.name().to_owned(),
            request,
            answer: Digest::of(json.as_bytes()),
            policy: policy_of(self.desk),
            fuel: fuel_used,
        })?;
        Ok(value)
    }

    /// Adds an event that is no step
    pub(crate) fn note(&mut self, kind: &str, detail: &Value) -> Result<(), CompactError> {
        let detail = detail.to_string();
        self.store.add_event(NewEvent { pass: Some(self.sequence), kind, detail: &detail })?;
        Ok(())
    }
}

fn policy_of(desk: &Desk) -> Digest {
    Digest::from(*desk.policy().digest().as_bytes())
}

/// An error with its causes
fn said(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

fn unreadable(path: &Path, source: io::Error) -> DocumentError {
    DocumentError::Unreadable { path: path.to_owned(), source }
}

/// The transcript is not the one that was planned: commit is a compare and swap
fn window_moved() -> Refused {
    let coded = |code: &str| Coded { code: code.to_owned(), rest: Map::new() };
    Refused {
        reasons: vec![coded("window-moved")],
        findings: Vec::new(),
        remedies: vec![coded("plan-again")],
        sizes: None,
        excess: 0,
    }
}
