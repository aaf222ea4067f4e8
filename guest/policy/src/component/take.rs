//! Arguments: from the records of the contract to the types of the rules. Strings are moved, not copied.

use super::bindings::exports::anchorhold::policy::{guard, recall, types};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use anchorhold_rules::admission::{Candidate, Receipts};
use anchorhold_rules::digest::Digest;
use anchorhold_rules::error::InputError;
use anchorhold_rules::recall::{Eviction, LoggedQuery};
use anchorhold_rules::request::{
    Assertion, Budget, BuiltIndex, Episode, IndexState, InstalledText, LossBound, PinnedText, PlanStep, ProbeOutcome,
    Request, ToolTraits,
};
use anchorhold_rules::settings::Settings;
use anchorhold_rules::window::{
    Annotations, Effect, Element, ElementKind, Marker, Source, StatedEffect, Text, ToolCall, ToolResult, Traits, Window,
};

pub fn request(theirs: types::Request) -> Result<Request<'static>, InputError> {
    Ok(Request {
        window: window(theirs.window)?,
        mode: theirs.mode.into(),
        budget: Budget {
            limit_tokens: theirs.budget.limit_tokens,
            reserve_tokens: theirs.budget.reserve_tokens,
            overhead_tokens: theirs.budget.overhead_tokens,
            limit_bytes: theirs.budget.limit_bytes,
        },
        settings: settings(theirs.settings),
        revision: theirs.revision,
        current_revision: theirs.current_revision,
        sequence: theirs.sequence,
        current_epoch: theirs.current_epoch,
        inference_in_flight: theirs.inference_in_flight,
        episode: Episode { passes: theirs.episode.passes, accepted_above_margin: theirs.episode.accepted_above_margin },
        attempts: theirs.attempts,
        refusal_streak: theirs.refusal_streak,
        index: index(theirs.index),
        score: theirs.score.into(),
        loss_bound: match theirs.loss_bound {
            types::LossBound::Undeclared => LossBound::Undeclared,
            types::LossBound::PerChain(share) => LossBound::PerChain(share),
            types::LossBound::PerEpoch(share) => LossBound::PerEpoch(share),
        },
        probes: each(theirs.probes, |outcome| ProbeOutcome {
            element: outcome.element.into(),
            query: outcome.query.into(),
            returned: outcome.returned,
        }),
        ledger: effects(theirs.ledger),
        plan: each(theirs.plan, |step| PlanStep {
            ordinal: step.ordinal,
            text: step.text.into(),
            status: step.status.into(),
        }),
        state: each(theirs.state, |assertion| Assertion { key: assertion.key.into(), value: assertion.value.into() }),
        open_work: texts(theirs.open_work),
        pins: each(theirs.pins, |pin| PinnedText { text: pin.text.into(), standing: pin.standing.into() }),
        installed: installed(theirs.installed)?,
        external: texts(theirs.external),
        tools: tools(theirs.tools),
        original: theirs.original.as_deref().map(|text| digest(text, || "original".into())).transpose()?,
        language: text(theirs.language),
    })
}

pub fn window(theirs: Vec<types::Element>) -> Result<Window<'static>, InputError> {
    theirs.into_iter().enumerate().map(|(place, one)| element(one, place)).collect()
}

pub fn settings(theirs: types::Settings) -> Settings {
    Settings {
        preset: theirs.preset.into(),
        margin: theirs.margin,
        least_gain: theirs.least_gain,
        index_window_epochs: theirs.index_window_epochs,
        chain_loss_limit: theirs.chain_loss_limit,
        divergence_limit: theirs.divergence_limit,
        retries: theirs.retries,
        streak_limit: theirs.streak_limit,
        kept_tail: theirs.kept_tail,
        carry_share: theirs.carry_share,
        ambiguous: theirs.ambiguous.into(),
        severities: each(theirs.severities, |setting| (setting.code.into(), setting.severity.into())),
    }
}

pub fn tools(theirs: Vec<types::ToolTraits>) -> Vec<ToolTraits<'static>> {
    each(theirs, |tool| ToolTraits { tool: tool.tool.into(), traits: traits(tool.traits) })
}

pub fn effects(theirs: Vec<types::Effect>) -> Vec<Effect<'static>> {
    each(theirs, |effect| Effect {
        id: effect.id.into(),
        action: effect.action.into(),
        target: effect.target.into(),
        idempotency_key: text(effect.idempotency_key),
        status: effect.status.into(),
        arguments: text(effect.arguments),
        fired_at: text(effect.fired_at),
        outcome: text(effect.outcome),
        element: text(effect.element),
    })
}

pub fn tool_call(theirs: types::ToolCall) -> ToolCall<'static> {
    ToolCall {
        call_id: theirs.call_id.into(),
        tool: theirs.tool.into(),
        arguments: theirs.arguments.into(),
        annotations: theirs.annotations.map(|hints| Annotations {
            trusted: hints.trusted,
            read_only: hints.read_only,
            destructive: hints.destructive,
            idempotent: hints.idempotent,
            open_world: hints.open_world,
        }),
        process: theirs.process.into(),
    }
}

pub fn receipts(theirs: guard::Receipts) -> Result<Receipts<'static>, InputError> {
    Ok(Receipts {
        window: theirs.window.as_deref().map(|text| digest(text, || "receipts.window".into())).transpose()?,
        archived: theirs
            .archived
            .iter()
            .enumerate()
            .map(|(place, text)| digest(text, || format!("receipts.archived[{place}]")))
            .collect::<Result<_, _>>()?,
        ledgered: texts(theirs.ledgered),
    })
}

pub fn candidate(theirs: guard::Candidate) -> Candidate<'static> {
    Candidate {
        text: theirs.text.into(),
        finish_reason: text(theirs.finish_reason),
        tokens: theirs.tokens,
        carry_tokens: theirs.carry_tokens,
        host_text: theirs.host_text.into(),
    }
}

pub fn log(theirs: Vec<recall::LoggedQuery>) -> Vec<LoggedQuery<'static>> {
    each(theirs, |entry| LoggedQuery { query: entry.query.into(), about: entry.about, returned: texts(entry.returned) })
}

pub fn evictions(theirs: Vec<recall::Eviction>) -> Vec<Eviction<'static>> {
    each(theirs, |eviction| Eviction { epoch: eviction.epoch, elements: texts(eviction.elements) })
}

fn element(theirs: types::Element, place: usize) -> Result<Element<'static>, InputError> {
    Ok(Element {
        kind: match theirs.kind {
            types::ElementKind::SystemInstruction => ElementKind::SystemInstruction,
            types::ElementKind::DeveloperInstruction => ElementKind::DeveloperInstruction,
            types::ElementKind::UserRequest => ElementKind::UserRequest,
            types::ElementKind::Reply => ElementKind::Reply,
            types::ElementKind::Reasoning => ElementKind::Reasoning,
            types::ElementKind::ToolCall(call) => ElementKind::ToolCall(tool_call(call)),
            types::ElementKind::ToolResult(result) => {
                ElementKind::ToolResult(ToolResult { call_id: result.call_id.into(), outcome: result.outcome.into() })
            }
            types::ElementKind::StateAssertion => ElementKind::StateAssertion,
            types::ElementKind::WriteAcknowledgement => ElementKind::WriteAcknowledgement,
            types::ElementKind::Summary(left) => {
                ElementKind::Summary(marker(left, || format!("window[{place}].kind.covers"))?)
            }
            types::ElementKind::Notice => ElementKind::Notice,
            types::ElementKind::Other(name) => ElementKind::Other(name.into()),
        },
        id: theirs.id.into(),
        text: theirs.text.into(),
        tokens: theirs.tokens,
        size_bytes: theirs.size_bytes,
        digest: theirs.digest.as_deref().map(|text| digest(text, || format!("window[{place}].digest"))).transpose()?,
        message: theirs.message,
        traits: traits(theirs.traits),
        effect: theirs.effect.map(|stated| StatedEffect {
            action: stated.action.into(),
            target: stated.target.into(),
            idempotency_key: text(stated.idempotency_key),
            status: stated.status.into(),
        }),
        chain: text(theirs.chain),
        pin: theirs.pin.map(Into::into),
        externalized: theirs.externalized,
        signed: theirs.signed,
        source: theirs
            .source
            .map(|source| Source { locator: source.locator.into(), unchanged: source.unchanged.into() }),
    })
}

fn traits(theirs: types::Traits) -> Traits {
    Traits {
        regenerable: theirs.regenerable.into(),
        idempotent: theirs.idempotent.into(),
        task_critical: theirs.task_critical.into(),
    }
}

fn index(theirs: types::IndexState) -> IndexState {
    match theirs {
        types::IndexState::Absent => IndexState::Absent,
        types::IndexState::Built(built) => IndexState::Built(BuiltIndex {
            from_summaries: built.from_summaries,
            rebuilt_from_summaries: built.rebuilt_from_summaries,
            queries_logged: built.queries_logged,
            divergence: built.divergence,
        }),
    }
}

fn installed(theirs: Vec<types::InstalledText>) -> Result<Vec<InstalledText>, InputError> {
    theirs
        .into_iter()
        .enumerate()
        .map(|(place, text)| {
            Ok(InstalledText {
                digest: digest(&text.digest, || format!("installed[{place}].digest"))?,
                marker: marker(text.marker, || format!("installed[{place}].marker.covers"))?,
            })
        })
        .collect()
}

fn marker(theirs: types::Marker, field: impl FnOnce() -> String) -> Result<Marker, InputError> {
    Ok(Marker {
        sequence: theirs.sequence,
        covers: theirs.covers.as_deref().map(|text| digest(text, field)).transpose()?,
        opaque: theirs.opaque,
    })
}

fn digest(text: &str, field: impl FnOnce() -> String) -> Result<Digest, InputError> {
    Digest::parse(text).ok_or_else(|| InputError::BadDigest(field()))
}

fn text(theirs: Option<String>) -> Option<Text<'static>> {
    theirs.map(Text::Owned)
}

fn texts(theirs: Vec<String>) -> Vec<Text<'static>> {
    each(theirs, Text::Owned)
}

fn each<Theirs, Ours>(theirs: Vec<Theirs>, convert: impl FnMut(Theirs) -> Ours) -> Vec<Ours> {
    theirs.into_iter().map(convert).collect()
}
