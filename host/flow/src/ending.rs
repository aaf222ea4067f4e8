//! How a pass ends: its next document takes its place, or it is refused, or it fails and nothing was changed.

use crate::answers::{Coded, PlanDetails};
use crate::compact::{CompactError, Compacted, Installation, Outcome, Setback, Step};
use crate::document::DocumentError;
use crate::inquiry::Budget;
use crate::install;
use crate::pass::{Admitted, Pass, Refused};
use crate::recall;
use crate::secure::{SecureError, manifest_of};
use anchorhold_store::{Digest, PassProgress};
use serde_json::{Map, Value, json};
use std::error::Error;
use std::io;
use std::path::Path;

impl Pass<'_> {
    /// Installs what was admitted, if the transcript is still the one that was planned
    pub(crate) fn commit(&mut self, plan: PlanDetails, admitted: Admitted) -> Result<Outcome, CompactError> {
        self.heed()?;
        (self.watch)(Step::Write);
        let manifest = manifest_of(&plan);
        let Admitted { mode, attempts, seal, carry, findings, document, tokens } = admitted;
        let document_after = Digest::of(document.as_bytes());
        let carry = carry.and_then(|carry| carry.digest.parse().ok());
        let regime = seal.regime.clone();
        let read = &self.job.inquiry.document;
        let beside = install::beside(&self.place, self.sequence, read.digest);
        self.beside = Some(beside.clone());
        // Whoever finds the pass admitted can rely on its document lying there, or having taken its place.
        let ready = install::prepare(document.as_bytes(), &self.place, &beside, &read.path)?;
        let out_before = self.place_before;
        let turn = self.store.turn(self.sequence)?;
        // What leaves can be asked for as soon as it has left: with the commit, whoever makes it.
        turn.index(&self.session, &recall::left_by(&plan, &self.asked.elements, &self.installed))
            .map_err(SecureError::Archive)?;
        turn.take(
            &PassProgress::Admitted { seal: document_after, carry, regime, tokens_after: tokens, out_before },
            &json!({"mode": mode.name(), "attempts": attempts, "seal": seal, "findings": findings}).to_string(),
        )?;
        self.plan = Some(plan);
        // From the comparison to the end no other process writes to the store: of two passes over one transcript one
        // comes first, and the other finds that the window has moved.
        let turn = self.store.turn(self.sequence)?;
        let stands = install::digest_of(&self.place).map_err(|source| unreadable(&self.place, source))?;
        if !read.is_unchanged()? || stands != out_before {
            drop(turn);
            return self.refuse(window_moved());
        }
        let installed = ready.install()?;
        self.beside = None;
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
        self.discard();
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
    pub(crate) fn fail(mut self, error: &CompactError) {
        // Where the store is what failed, its silence says so: the pass stands in it without an end.
        let detail = json!({"error": said(error)});
        let codes = error.code().to_owned();
        if self.store.advance_pass(self.sequence, &PassProgress::Failed { codes }, &detail.to_string()).is_ok() {
            self.discard();
        }
    }

    /// Removes a next document that will not take its place, since the pass has another end. Where that does not go, it is
    /// without meaning.
    fn discard(&mut self) {
        if let Some(beside) = self.beside.take() {
            let _ = install::remove(&beside);
        }
    }
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

pub(crate) fn unreadable(path: &Path, source: io::Error) -> DocumentError {
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
