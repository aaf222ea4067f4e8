//! Reads all of a request but its window.

use super::element::{marker, tool_call, traits};
use super::fault::Fault;
use super::fields::{Fields, Members, Path, list, members, number, text};
use super::settings;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use anchorhold_rules::effects::{Identity, identity, is_begun};
use anchorhold_rules::json::Json;
use anchorhold_rules::recall::{Eviction, LoggedQuery};
use anchorhold_rules::request::{
    Assertion, Budget, BuiltIndex, Episode, EvictionScore, IndexState, InstalledText, LossBound, PassMode, PinnedText,
    PlanStep, ProbeOutcome, Request, StepStatus, ToolTraits,
};
use anchorhold_rules::window::{
    CallOutcome, CallProcess, Effect, EffectStatus, ElementKind, Standing, Text, ToolCall, Window,
};

const KNOWN: &[&str] = &[
    "transcript",
    "format",
    "window",
    "mode",
    "budget",
    "settings",
    "tokens",
    "calls_alive",
    "revision",
    "current_revision",
    "sequence",
    "current_epoch",
    "inference_in_flight",
    "episode",
    "attempts",
    "refusal_streak",
    "index",
    "score",
    "loss_bound",
    "probes",
    "ledger",
    "plan",
    "state",
    "open_work",
    "pins",
    "installed",
    "external",
    "tools",
    "original",
    "language",
    // Arguments of `judge` and `divergence`, which need nothing else of a request.
    "tool_call",
    "log",
    "evictions",
    "limit",
];

/// No limit: what a call without a budget is measured by
const UNLIMITED: Budget = Budget { limit_tokens: u32::MAX, reserve_tokens: 0, overhead_tokens: 0, limit_bytes: None };

/// The members of a request; a field that nobody knows is a fault
pub fn open<'a, 'p>(members: Members<'a>, path: Path<'p>) -> Result<Fields<'a, 'p>, Fault> {
    Fields::closed(members, path, KNOWN)
}

/// Reads a request about `window`; `needs_budget`: one without a budget is a fault
pub fn read<'a>(fields: &mut Fields<'a, '_>, window: Window<'a>, needs_budget: bool) -> Result<Request<'a>, Fault> {
    let budget = match fields.with("budget", budget)? {
        Some(budget) => budget,
        None if needs_budget => {
            let path = Path::Member(&fields.path(), "budget");
            return Err(path.missing("an object with `limit_tokens`"));
        }
        None => UNLIMITED,
    };
    let revision = fields.number("revision")?.unwrap_or_default();
    Ok(Request {
        window,
        mode: fields.case("mode", PassMode::ALL, PassMode::name)?.unwrap_or_default(),
        budget,
        settings: fields.with("settings", settings::read)?.unwrap_or_else(settings::absent),
        revision,
        current_revision: fields.number("current_revision")?.unwrap_or(revision),
        sequence: fields.number("sequence")?.unwrap_or(1),
        current_epoch: fields.number("current_epoch")?.unwrap_or_default(),
        inference_in_flight: fields.flag("inference_in_flight")?.unwrap_or_default(),
        episode: fields.with("episode", episode)?.unwrap_or_default(),
        attempts: fields.number("attempts")?.unwrap_or_default(),
        refusal_streak: fields.number("refusal_streak")?.unwrap_or_default(),
        index: fields.with("index", index)?.unwrap_or_default(),
        score: fields.case("score", EvictionScore::ALL, EvictionScore::name)?.unwrap_or_default(),
        loss_bound: fields.with("loss_bound", loss_bound)?.unwrap_or_default(),
        probes: fields.list("probes", probe_outcome)?,
        ledger: ledger(fields)?,
        plan: plan(fields)?,
        state: fields.with("state", state)?.unwrap_or_default(),
        open_work: fields.texts("open_work")?,
        pins: fields.list("pins", pinned_text)?,
        installed: fields.list("installed", installed_text)?,
        external: fields.texts("external")?,
        tools: tools(fields)?,
        original: fields.digest("original")?,
        language: fields.text("language")?,
    })
}

/// Puts the caller's token counts and what it knows of calls into the window
pub fn amend_window<'a>(fields: &mut Fields<'a, '_>, window: &mut Window<'a>) -> Result<(), Fault> {
    let parent = fields.path();
    let path = Path::Member(&parent, "tokens");
    if let Some(value) = fields.take("tokens") {
        let counts = list(value, path, |value, path| match value {
            Json::Null => Ok(None),
            count => number(count, path).map(Some),
        })?;
        if counts.len() != window.len() {
            let found = format!("{} numbers", counts.len());
            let expected = format!("one for each of the {} elements", window.len());
            return Err(Fault::field(path.to_string(), found, expected));
        }
        for (element, count) in window.iter_mut().zip(counts) {
            element.tokens = count.or(element.tokens);
        }
    }
    let path = Path::Member(&parent, "calls_alive");
    let alive: Vec<Text<'_>> = match fields.take("calls_alive") {
        None | Some(Json::Bool(false)) => return Ok(()),
        Some(Json::Bool(true)) => {
            for_each_call(window, |call| call.process = CallProcess::Alive);
            return Ok(());
        }
        Some(value @ Json::Array(_)) => list(value, path, text)?,
        Some(value) => return Err(path.wrong(&value, "`true`, or an array of call ids")),
    };
    let mut living: BTreeSet<&str> = BTreeSet::new();
    living.extend(alive.iter().map(AsRef::as_ref));
    for_each_call(window, |call| {
        if living.contains(call.call_id.as_ref()) {
            call.process = CallProcess::Alive;
        }
    });
    // Who says of a call with a result that it may still answer says that the result is not the last one. It is taken
    // at its word where the result itself says that something has only begun.
    for element in window.iter_mut() {
        if let ElementKind::ToolResult(result) = &mut element.kind
            && living.contains(result.call_id.as_ref())
            && result.outcome == CallOutcome::Success
            && is_begun(&element.text)
        {
            result.outcome = CallOutcome::Interim;
        }
    }
    Ok(())
}

/// Reads the host's table of its tools
pub fn tools<'a>(fields: &mut Fields<'a, '_>) -> Result<Vec<ToolTraits<'a>>, Fault> {
    fields.list("tools", |value, path| {
        let known = ["tool", "traits", "regenerable", "idempotent", "task_critical"];
        let mut fields = Fields::closed(members(value, path)?, path, &known)?;
        let tool = fields.needed_text("tool", "the name of a tool")?;
        Ok(ToolTraits { tool, traits: traits(&mut fields)? })
    })
}

/// Reads the ledger
pub fn ledger<'a>(fields: &mut Fields<'a, '_>) -> Result<Vec<Effect<'a>>, Fault> {
    const KNOWN: &[&str] =
        &["id", "action", "target", "idempotency_key", "status", "arguments", "fired_at", "outcome", "element"];
    fields.list("ledger", |value, path| {
        let mut fields = Fields::closed(members(value, path)?, path, KNOWN)?;
        let action = fields.needed_text("action", "what was done")?;
        let stated_key = fields.text("idempotency_key")?;
        // Arguments as text are taken as the JSON that they are; other text is one string argument.
        let arguments = fields.take("arguments").map(|value| match &value {
            Json::String(text) => {
                Json::parse(text).map_or_else(|_| value.to_canonical(), |parsed| parsed.to_canonical())
            }
            value => value.to_canonical(),
        });
        let named = Json::parse(arguments.as_deref().unwrap_or("{}")).unwrap_or(Json::Null);
        let Identity { id, idempotency_key, .. } = identity(&action, &named, stated_key.as_deref());
        Ok(Effect {
            id: fields.text("id")?.unwrap_or(Text::Owned(id)),
            action,
            target: fields.text("target")?.unwrap_or_default(),
            idempotency_key: idempotency_key.map(Text::Owned),
            status: fields.case("status", EffectStatus::ALL, EffectStatus::name)?.unwrap_or(EffectStatus::Fired),
            arguments: arguments.map(Text::Owned),
            fired_at: fields.text("fired_at")?,
            outcome: fields.text("outcome")?,
            element: fields.text("element")?,
        })
    })
}

/// Reads the call that `judge` is asked about
pub fn judged_call<'a>(fields: &mut Fields<'a, '_>) -> Result<ToolCall<'a>, Fault> {
    const KNOWN: &[&str] = &["call_id", "tool", "arguments", "annotations", "process"];
    let call = fields
        .with("tool_call", |value, path| tool_call(&mut Fields::closed(members(value, path)?, path, KNOWN)?, None))?;
    call.ok_or_else(|| Path::Member(&fields.path(), "tool_call").missing("an object with `tool` and `arguments`"))
}

/// Reads the log that `divergence` is asked about
pub fn log<'a>(fields: &mut Fields<'a, '_>) -> Result<Vec<LoggedQuery<'a>>, Fault> {
    fields.list("log", |value, path| {
        let mut fields = Fields::closed(members(value, path)?, path, &["query", "about", "returned"])?;
        Ok(LoggedQuery {
            query: fields.text("query")?.unwrap_or_default(),
            about: needed_number(&mut fields, "about")?,
            returned: fields.texts("returned")?,
        })
    })
}

/// Reads what left in each epoch
pub fn evictions<'a>(fields: &mut Fields<'a, '_>) -> Result<Vec<Eviction<'a>>, Fault> {
    fields.list("evictions", |value, path| {
        let mut fields = Fields::closed(members(value, path)?, path, &["epoch", "elements"])?;
        Ok(Eviction { epoch: needed_number(&mut fields, "epoch")?, elements: fields.texts("elements")? })
    })
}

fn for_each_call<'a>(window: &mut Window<'a>, mut change: impl FnMut(&mut ToolCall<'a>)) {
    for element in window {
        if let ElementKind::ToolCall(call) = &mut element.kind {
            change(call);
        }
    }
}

fn needed_number(fields: &mut Fields<'_, '_>, name: &str) -> Result<u32, Fault> {
    fields.number(name)?.ok_or_else(|| Path::Member(&fields.path(), name).missing("a whole number"))
}

fn budget(value: Json<'_>, path: Path<'_>) -> Result<Budget, Fault> {
    let known = ["limit_tokens", "reserve_tokens", "overhead_tokens", "limit_bytes"];
    let mut fields = Fields::closed(members(value, path)?, path, &known)?;
    Ok(Budget {
        limit_tokens: needed_number(&mut fields, "limit_tokens")?,
        reserve_tokens: fields.number("reserve_tokens")?.unwrap_or_default(),
        overhead_tokens: fields.number("overhead_tokens")?.unwrap_or_default(),
        limit_bytes: fields.number("limit_bytes")?,
    })
}

fn episode(value: Json<'_>, path: Path<'_>) -> Result<Episode, Fault> {
    let mut fields = Fields::closed(members(value, path)?, path, &["passes", "accepted_above_margin"])?;
    Ok(Episode {
        passes: fields.number("passes")?.unwrap_or_default(),
        accepted_above_margin: fields.flag("accepted_above_margin")?.unwrap_or_default(),
    })
}

fn index(value: Json<'_>, path: Path<'_>) -> Result<IndexState, Fault> {
    if value.as_str() == Some(IndexState::Absent.name()) {
        return Ok(IndexState::Absent);
    }
    let known = ["from_summaries", "rebuilt_from_summaries", "queries_logged", "divergence"];
    let mut fields = Fields::closed(members(value, path)?, path, &known)?;
    Ok(IndexState::Built(BuiltIndex {
        from_summaries: fields.flag("from_summaries")?.unwrap_or_default(),
        rebuilt_from_summaries: fields.number("rebuilt_from_summaries")?,
        queries_logged: fields.flag("queries_logged")?.unwrap_or_default(),
        divergence: fields.number("divergence")?,
    }))
}

fn loss_bound(value: Json<'_>, path: Path<'_>) -> Result<LossBound, Fault> {
    const EXPECTED: &str = "`{\"per_chain\": n}` or `{\"per_epoch\": n}`";
    if value.as_str() == Some(LossBound::Undeclared.name()) {
        return Ok(LossBound::Undeclared);
    }
    let mut fields = Fields::closed(members(value, path)?, path, &["per_chain", "per_epoch"])?;
    match (fields.number("per_chain")?, fields.number("per_epoch")?) {
        (Some(share), None) => Ok(LossBound::PerChain(share)),
        (None, Some(share)) => Ok(LossBound::PerEpoch(share)),
        (None, None) => Err(path.missing(EXPECTED)),
        (Some(_), Some(_)) => Err(Fault::field(path.to_string(), "both", EXPECTED)),
    }
}

fn probe_outcome<'a>(value: Json<'a>, path: Path<'_>) -> Result<ProbeOutcome<'a>, Fault> {
    let mut fields = Fields::closed(members(value, path)?, path, &["element", "query", "returned"])?;
    Ok(ProbeOutcome {
        element: fields.needed_text("element", "the id of the anchor")?,
        query: fields.text("query")?.unwrap_or_default(),
        returned: fields
            .flag("returned")?
            .ok_or_else(|| Path::Member(&fields.path(), "returned").missing("`true` or `false`"))?,
    })
}

fn plan<'a>(fields: &mut Fields<'a, '_>) -> Result<Vec<PlanStep<'a>>, Fault> {
    let mut ordinal = 0u32;
    fields.list("plan", |value, path| {
        ordinal = ordinal.saturating_add(1);
        match value {
            Json::String(text) => Ok(PlanStep { ordinal, text, status: StepStatus::Pending }),
            other => {
                let mut fields = Fields::closed(members(other, path)?, path, &["ordinal", "text", "status"])?;
                Ok(PlanStep {
                    ordinal: fields.number("ordinal")?.unwrap_or(ordinal),
                    text: fields.needed_text("text", "what is to be done")?,
                    status: fields.case("status", StepStatus::ALL, StepStatus::name)?.unwrap_or(StepStatus::Pending),
                })
            }
        }
    })
}

fn state<'a>(value: Json<'a>, path: Path<'_>) -> Result<Vec<Assertion<'a>>, Fault> {
    let plain = |value: Json<'a>| match value {
        Json::String(text) => text,
        other => Text::Owned(other.to_canonical()),
    };
    match value {
        Json::Object(members) => {
            Ok(members.into_iter().map(|(key, value)| Assertion { key, value: plain(value) }).collect())
        }
        other => list(other, path, |value, path| {
            let mut fields = Fields::closed(members(value, path)?, path, &["key", "value"])?;
            Ok(Assertion {
                key: fields.needed_text("key", "what the value is of")?,
                value: fields
                    .take("value")
                    .map(plain)
                    .ok_or_else(|| Path::Member(&fields.path(), "value").missing("the present value"))?,
            })
        }),
    }
}

fn pinned_text<'a>(value: Json<'a>, path: Path<'_>) -> Result<PinnedText<'a>, Fault> {
    match value {
        Json::String(text) => Ok(PinnedText { text, standing: Standing::Active }),
        other => {
            let mut fields = Fields::closed(members(other, path)?, path, &["text", "standing"])?;
            Ok(PinnedText {
                text: fields.needed_text("text", "the text that is pinned")?,
                standing: fields.case("standing", Standing::ALL, Standing::name)?.unwrap_or(Standing::Active),
            })
        }
    }
}

fn installed_text(value: Json<'_>, path: Path<'_>) -> Result<InstalledText, Fault> {
    let mut fields = Fields::closed(members(value, path)?, path, &["digest", "marker"])?;
    let digest = fields
        .digest("digest")?
        .ok_or_else(|| Path::Member(&fields.path(), "digest").missing("the digest of the text"))?;
    let marker = fields.with("marker", |value, path| {
        marker(&mut Fields::closed(members(value, path)?, path, &["sequence", "covers", "opaque"])?)
    })?;
    Ok(InstalledText { digest, marker: marker.unwrap_or_default() })
}
