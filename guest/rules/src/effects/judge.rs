//! Judges a call that is about to fire by the effects that the ledger holds.

use super::Judgement;
use super::identity::{Identity, identity};
use crate::gathered;
use crate::inference;
use crate::json::Json;
use crate::request::ToolTraits;
use crate::window::{Answer, Effect, EffectStatus, ToolCall};
use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;

/// Judges a call by the ledger, oldest entry first
///
/// - A read is always fired: its result may have left the window, and a guard that holds it back would lock up with
///   the one that let it leave.
/// - A write that settles a condition is fired too, since a repeat changes nothing (spec 000, C2), and the same file
///   written again later is rightly written again. Its key must not have had another meaning.
/// - Of every other write the newest entry with its identity decides; one that failed changed nothing.
pub fn judge(call: &ToolCall<'_>, tools: &[ToolTraits<'_>], ledger: &[Effect<'_>]) -> Judgement {
    let arguments = inference::parsed(call);
    let nature = inference::nature(call, &arguments, tools);
    if !nature.writes {
        return Judgement::Fire(None);
    }
    let identity = identity(&call.tool, &arguments, None);
    if let Some(entry) = ledger.iter().rev().find(|entry| same(entry, &identity)) {
        if let Some(field) = difference(entry, &call.tool, &arguments, &identity) {
            return Judgement::KeyReused { entry: owned(entry), field };
        }
        if nature.idempotent != Answer::Yes {
            match entry.status {
                EffectStatus::Intended | EffectStatus::Fired => return Judgement::InFlight(owned(entry)),
                EffectStatus::Confirmed => return Judgement::AlreadyDone(owned(entry)),
                EffectStatus::Unknown => return Judgement::OutcomeUnknown(owned(entry)),
                EffectStatus::Failed => {}
            }
        }
    }
    Judgement::Fire(Some(Effect {
        id: Cow::Owned(identity.id),
        action: Cow::Owned(String::from(&*call.tool)),
        target: Cow::Owned(nature.target.unwrap_or_default()),
        idempotency_key: identity.idempotency_key.map(Cow::Owned),
        status: EffectStatus::Intended,
        arguments: Some(Cow::Owned(identity.arguments)),
        fired_at: None,
        outcome: None,
        element: None,
    }))
}

fn same(entry: &Effect<'_>, identity: &Identity) -> bool {
    entry.id == identity.id
        || (identity.idempotency_key.is_some()
            && entry.idempotency_key.as_deref() == identity.idempotency_key.as_deref())
}

/// Where a call with the key of an entry differs from it; a call without a key cannot differ, since its arguments are
/// its identity
fn difference(entry: &Effect<'_>, tool: &str, arguments: &Json<'_>, identity: &Identity) -> Option<String> {
    identity.idempotency_key.as_ref()?;
    // What was fired with arguments that nobody kept cannot be compared.
    let before = entry.arguments.as_deref()?;
    if before == identity.arguments {
        return (entry.action != tool).then(|| String::from("tool"));
    }
    let before = Json::parse(before).unwrap_or(Json::String(Cow::Borrowed(before)));
    Some(first_difference(&before, arguments, String::new()))
}

/// The path to the first value that differs, in the order of the names
fn first_difference(before: &Json<'_>, now: &Json<'_>, path: String) -> String {
    match (before, now) {
        (Json::Object(old), Json::Object(new)) => {
            let (old, new) = (by_name(old), by_name(new));
            let names: BTreeSet<&str> = gathered::set(old.keys().chain(new.keys()).copied());
            let differing =
                names.into_iter().find(|name| canonical(old.get(name).copied()) != canonical(new.get(name).copied()));
            let Some(name) = differing else { return path };
            let path = if path.is_empty() { String::from(name) } else { format!("{path}.{name}") };
            descend(old.get(name).copied(), new.get(name).copied(), path)
        }
        (Json::Array(old), Json::Array(new)) => {
            let place =
                (0..old.len().max(new.len())).find(|place| canonical(old.get(*place)) != canonical(new.get(*place)));
            let Some(place) = place else { return path };
            descend(old.get(place), new.get(place), format!("{path}[{place}]"))
        }
        _ => path,
    }
}

fn by_name<'j>(members: &'j [(Cow<'_, str>, Json<'j>)]) -> BTreeMap<&'j str, &'j Json<'j>> {
    gathered::map(members.iter().map(|(name, value)| (&**name, value)))
}

fn descend(before: Option<&Json<'_>>, now: Option<&Json<'_>>, path: String) -> String {
    match (before, now) {
        (Some(before), Some(now)) => first_difference(before, now, path),
        _ => path,
    }
}

fn canonical(value: Option<&Json<'_>>) -> Option<String> {
    value.map(Json::to_canonical)
}

fn owned(entry: &Effect<'_>) -> Effect<'static> {
    let own = |text: &str| Cow::Owned(String::from(text));
    Effect {
        id: own(&entry.id),
        action: own(&entry.action),
        target: own(&entry.target),
        idempotency_key: entry.idempotency_key.as_deref().map(own),
        status: entry.status,
        arguments: entry.arguments.as_deref().map(own),
        fired_at: entry.fired_at.as_deref().map(own),
        outcome: entry.outcome.as_deref().map(own),
        element: entry.element.as_deref().map(own),
    }
}
