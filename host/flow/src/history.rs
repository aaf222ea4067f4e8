//! What earlier passes left: the session that a window belongs to, its ledger, and what was installed in it.

use crate::answers::{Effect, Element};
use crate::desk::{Desk, DeskError};
use crate::document::Document;
use crate::recall::{self, DivergenceError};
use anchorhold_store::{DatabaseError, Digest, EffectStatus, Installed, Pass, PassStatus, Store};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// How many passes of a session are looked at
const PASSES_MAX: u32 = 1000;

/// What the store knows of a window
#[derive(Clone, Debug)]
pub struct History {
    /// The session that the window belongs to
    pub session: String,
    /// The user turn that the agent works on. `None`: there is none.
    pub episode: Option<Digest>,
    /// The number that the next pass will have
    pub sequence: u64,
    /// Texts of earlier passes that stand in the window
    pub installed: Vec<Installed>,
    /// The ledger of the session, oldest entry first
    pub ledger: Vec<Effect>,
    /// Passes that were committed in this episode
    pub episode_passes: usize,
    /// One of them came out above the margin
    pub accepted_above_margin: bool,
    /// How often in a row a pass over this very document was refused for the same reasons
    pub refusal_streak: usize,
    /// The index of what left. `None`: there is no store.
    pub index: Option<IndexHistory>,
}

/// What is known of the index. It is never built from what a compaction made, and every question of it is in its log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndexHistory {
    /// How many passes of the session were committed
    pub epoch: u32,
    /// Query-anchor divergence since the newest of them, in thousandths. `None`: nothing was asked.
    pub divergence: Option<u32>,
}

/// Why nobody knows what earlier passes left
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// The database failed
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The policy did not answer about the log
    #[error(transparent)]
    Desk(#[from] DeskError),
}

impl From<DivergenceError> for HistoryError {
    fn from(error: DivergenceError) -> HistoryError {
        match error {
            DivergenceError::Desk(error) => HistoryError::Desk(error),
            DivergenceError::Database(error) => HistoryError::Database(error),
        }
    }
}

impl History {
    /// What the store knows of a document
    ///
    /// The session is the one that is named; else the one whose passes wrote texts of this window; else the path of the
    /// document.
    ///
    /// # Errors
    /// Where the database fails, or the policy does not answer about the log of the index.
    pub fn of(
        desk: &Desk,
        store: &Store,
        session: Option<&str>,
        document: &Document,
        elements: &[Element],
    ) -> Result<History, HistoryError> {
        let texts: Vec<Digest> = elements.iter().map(|element| Digest::of(element.text.as_bytes())).collect();
        let installed = store.installed(&texts)?;
        let session = match session {
            Some(session) => session.to_owned(),
            None => continued(store, &installed)?.unwrap_or_else(|| name_of(&document.path)),
        };
        let episode = episode_of(elements);
        let passes = store.passes(Some(&session), PASSES_MAX)?;
        let in_episode: Vec<&Pass> =
            passes.iter().filter(|pass| pass.status == PassStatus::Committed && pass.episode == episode).collect();
        Ok(History {
            episode,
            sequence: store.next_sequence()?,
            ledger: store.ledger(&session)?.into_iter().map(Effect::from).collect(),
            episode_passes: in_episode.len(),
            accepted_above_margin: in_episode.iter().any(|pass| pass.regime.as_deref() == Some("b")),
            refusal_streak: streak_of(&passes, document.digest),
            index: Some(IndexHistory {
                epoch: store.count_committed(&session)?,
                divergence: recall::divergence(desk, store, &session)?,
            }),
            installed,
            session,
        })
    }

    /// The history of a window that no store knows
    pub fn none(document: &Document, elements: &[Element]) -> History {
        History {
            session: name_of(&document.path),
            episode: episode_of(elements),
            sequence: 1,
            installed: Vec::new(),
            ledger: Vec::new(),
            episode_passes: 0,
            accepted_above_margin: false,
            refusal_streak: 0,
            index: None,
        }
    }

    /// The texts that earlier passes put into the window
    pub(crate) fn installed_texts(&self) -> BTreeSet<Digest> {
        self.installed.iter().map(|installed| installed.digest).collect()
    }

    /// Says it in a request, where the caller has not said it himself
    pub(crate) fn add_to(&self, request: &mut Map<String, Value>) {
        let installed = self.installed.iter().map(|Installed { digest, sequence, covers }| {
            let covers = covers.map(|covers| covers.to_string());
            json!({"digest": digest.to_string(), "marker": {"sequence": sequence, "covers": covers, "opaque": false}})
        });
        let episode = json!({"passes": self.episode_passes, "accepted_above_margin": self.accepted_above_margin});
        let mut add = |name: &str, value: Value| {
            request.entry(name).or_insert(value);
        };
        add("sequence", self.sequence.into());
        add("installed", installed.collect());
        add("ledger", json!(self.ledger));
        add("episode", episode);
        add("refusal_streak", self.refusal_streak.into());
        if let Some(IndexHistory { epoch, divergence }) = self.index {
            add("index", json!({"from_summaries": false, "queries_logged": true, "divergence": divergence}));
            add("current_epoch", epoch.into());
        }
    }
}

/// The session of the newest pass that wrote one of these texts
fn continued(store: &Store, installed: &[Installed]) -> Result<Option<String>, DatabaseError> {
    match installed.last() {
        Some(newest) => Ok(store.pass(newest.sequence)?.map(|pass| pass.session)),
        None => Ok(None),
    }
}

/// The path without links, so that one file is one session from wherever it is named
fn name_of(path: &Path) -> String {
    path.canonicalize().unwrap_or_else(|_| path.to_owned()).to_string_lossy().into_owned()
}

fn episode_of(elements: &[Element]) -> Option<Digest> {
    elements.iter().rev().find(|element| element.kind == "user-request").map(|turn| Digest::of(turn.text.as_bytes()))
}

fn streak_of(newest_first: &[Pass], document: Digest) -> usize {
    let codes = newest_first.first().and_then(|pass| pass.codes.as_deref());
    let is_same = |pass: &&Pass| {
        pass.status == PassStatus::Refused && pass.document_before == document && pass.codes.as_deref() == codes
    };
    newest_first.iter().take_while(is_same).count()
}

impl From<anchorhold_store::Effect> for Effect {
    fn from(effect: anchorhold_store::Effect) -> Effect {
        Effect {
            id: effect.id,
            action: effect.action,
            target: effect.target,
            idempotency_key: effect.idempotency_key,
            status: effect.status.name().to_owned(),
            arguments: effect.arguments,
            fired_at: effect.fired_at,
            outcome: effect.outcome,
            element: effect.element,
        }
    }
}

/// An effect of the desk as the store takes it
pub(crate) fn kept(effect: &Effect) -> anchorhold_store::Effect {
    let effect = effect.clone();
    anchorhold_store::Effect {
        // Whoever says something else of it than the contract knows cannot say what became of it.
        status: EffectStatus::from_name(&effect.status).unwrap_or(EffectStatus::Unknown),
        id: effect.id,
        action: effect.action,
        target: effect.target,
        idempotency_key: effect.idempotency_key,
        arguments: effect.arguments,
        fired_at: effect.fired_at,
        outcome: effect.outcome,
        element: effect.element,
    }
}
