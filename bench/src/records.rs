//! Requests as records of the contract. Compiled twice: the runtime, and the component without limits, each have types of
//! their own.

use super::wit::{guard, types};
use crate::piece::{Kind, Piece, Stated};
use crate::windows::Window;

/// A first pass over a window
pub fn request(window: &Window, settings: types::Settings, is_stated: bool) -> types::Request {
    types::Request {
        window: window.pieces.iter().map(|piece| element(piece, is_stated)).collect(),
        mode: types::PassMode::Summarize,
        budget: types::Budget {
            limit_tokens: window.limit_tokens(),
            reserve_tokens: 0,
            overhead_tokens: 0,
            limit_bytes: None,
        },
        settings,
        revision: 0,
        current_revision: 0,
        sequence: 1,
        current_epoch: 0,
        inference_in_flight: false,
        episode: types::Episode { passes: 0, accepted_above_margin: false },
        attempts: 0,
        refusal_streak: 0,
        index: types::IndexState::Absent,
        score: types::EvictionScore::Structural,
        loss_bound: types::LossBound::Undeclared,
        probes: Vec::new(),
        ledger: Vec::new(),
        plan: Vec::new(),
        state: Vec::new(),
        open_work: Vec::new(),
        pins: Vec::new(),
        installed: Vec::new(),
        external: Vec::new(),
        tools: Vec::new(),
        original: None,
        language: None,
    }
}

/// Receipts for every duty of a plan; for a refused one none
pub fn receipts(verdict: &guard::Verdict) -> guard::Receipts {
    let mut receipts = guard::Receipts { window: None, archived: Vec::new(), ledgered: Vec::new() };
    if let guard::Verdict::Proceed(plan) = verdict {
        receipts.window = Some(plan.window.clone());
        for duty in &plan.duties {
            match duty {
                guard::Duty::Archive(archive) => receipts.archived.push(archive.digest.clone()),
                guard::Duty::Ledger(effect) => receipts.ledgered.push(effect.id.clone()),
                guard::Duty::Probe(_) => {}
            }
        }
    }
    receipts
}

/// A summary that ended by itself
pub fn candidate(text: &str) -> guard::Candidate {
    guard::Candidate {
        text: text.to_owned(),
        finish_reason: None,
        tokens: None,
        carry_tokens: None,
        host_text: String::new(),
    }
}

fn element(piece: &Piece, is_stated: bool) -> types::Element {
    let answer = |holds: bool| match (is_stated, holds) {
        (false, _) => types::Answer::Unknown,
        (true, true) => types::Answer::Yes,
        (true, false) => types::Answer::No,
    };
    let Stated(regenerable, idempotent, task_critical) = piece.stated();
    types::Element {
        id: piece.id.clone(),
        kind: match &piece.kind {
            Kind::System => types::ElementKind::SystemInstruction,
            Kind::User => types::ElementKind::UserRequest,
            Kind::Reply => types::ElementKind::Reply,
            Kind::Call { call_id, tool, .. } => types::ElementKind::ToolCall(types::ToolCall {
                call_id: call_id.clone(),
                tool: (*tool).to_owned(),
                arguments: piece.text.clone(),
                annotations: None,
                process: types::CallProcess::Dead,
            }),
            Kind::Result { call_id } => types::ElementKind::ToolResult(types::ToolResult {
                call_id: call_id.clone(),
                outcome: types::CallOutcome::Success,
            }),
        },
        text: piece.text.clone(),
        tokens: None,
        size_bytes: None,
        digest: None,
        message: None,
        traits: types::Traits {
            regenerable: answer(regenerable),
            idempotent: answer(idempotent),
            task_critical: answer(task_critical),
        },
        effect: None,
        chain: None,
        pin: None,
        externalized: false,
        signed: false,
        source: None,
    }
}
