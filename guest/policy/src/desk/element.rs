//! Reads one element of a window, in the forms in which people write it.

use super::fault::Fault;
use super::fields::{Fields, Path, case, kebab, members};
use anchorhold_rules::json::Json;
use anchorhold_rules::window::{
    Annotations, Answer, CallOutcome, CallProcess, EffectStatus, Element, ElementKind, Marker, Source, Standing,
    StatedEffect, Text, ToolCall, ToolResult, Traits,
};

/// A kind, and the arguments that are the text of the element where it states none
type Kind<'a> = (ElementKind<'a>, Option<Text<'a>>);

/// Reads an element; fields that are not known are let be, since frameworks keep their own things there
pub fn read<'a>(value: Json<'a>, path: Path<'_>) -> Result<Element<'a>, Fault> {
    let mut fields = Fields::open(members(value, path)?, path);
    let stated_text = match fields.text("text")? {
        Some(text) => Some(text),
        None => fields.text("content")?,
    };
    let (kind, arguments) = kind(&mut fields, stated_text.as_ref())?;
    Ok(Element {
        id: fields.text("id")?.unwrap_or_default(),
        kind,
        text: stated_text.or(arguments).unwrap_or_default(),
        tokens: fields.number("tokens")?,
        size_bytes: fields.number("size_bytes")?,
        digest: fields.digest("digest")?,
        message: fields.number("message")?,
        traits: traits(&mut fields)?,
        effect: stated_effect(&mut fields)?,
        chain: fields.text("chain")?,
        pin: fields.with("pin", pin)?.flatten(),
        externalized: fields.flag("externalized")?.unwrap_or_default(),
        signed: fields.flag("signed")?.unwrap_or_default(),
        source: fields.with("source", source)?,
    })
}

/// Reads traits that stand in the object itself, or together in its `traits`
pub fn traits(fields: &mut Fields<'_, '_>) -> Result<Traits, Fault> {
    let mut traits = Traits {
        regenerable: answer(fields, "regenerable")?,
        idempotent: answer(fields, "idempotent")?,
        task_critical: answer(fields, "task_critical")?,
    };
    if let Some(stated) = fields.with("traits", |value, path| {
        let known = ["regenerable", "idempotent", "task_critical"];
        let mut fields = Fields::closed(members(value, path)?, path, &known)?;
        Ok(Traits {
            regenerable: answer(&mut fields, "regenerable")?,
            idempotent: answer(&mut fields, "idempotent")?,
            task_critical: answer(&mut fields, "task_critical")?,
        })
    })? {
        traits.regenerable = traits.regenerable.or(stated.regenerable);
        traits.idempotent = traits.idempotent.or(stated.idempotent);
        traits.task_critical = traits.task_critical.or(stated.task_critical);
    }
    Ok(traits)
}

/// Reads what a `tool-call` carries; `arguments` are those that stand elsewhere, if none stand here
pub fn tool_call<'a>(fields: &mut Fields<'a, '_>, arguments: Option<&Text<'a>>) -> Result<ToolCall<'a>, Fault> {
    Ok(ToolCall {
        call_id: fields.text("call_id")?.unwrap_or_default(),
        tool: fields.needed_text("tool", "the name of the tool")?,
        arguments: fields
            .with("arguments", |value, _| {
                Ok(match value {
                    Json::String(text) => text,
                    other => Text::Owned(other.to_canonical()),
                })
            })?
            .or_else(|| arguments.cloned())
            .unwrap_or_default(),
        annotations: fields.with("annotations", annotations)?,
        process: fields.case("process", CallProcess::ALL, CallProcess::name)?.unwrap_or(CallProcess::Dead),
    })
}

/// Reads what an earlier pass left
pub fn marker(fields: &mut Fields<'_, '_>) -> Result<Marker, Fault> {
    Ok(Marker {
        sequence: fields.number("sequence")?,
        covers: fields.digest("covers")?,
        opaque: fields.flag("opaque")?.unwrap_or_default(),
    })
}

/// The kind, and the arguments of a call, which are its text where none is stated
///
/// An element without a kind is one of no kind that is known: of such a one nothing is inferred, so that its traits
/// alone decide its class.
fn kind<'a>(fields: &mut Fields<'a, '_>, stated_text: Option<&Text<'a>>) -> Result<Kind<'a>, Fault> {
    let parent = fields.path();
    let path = Path::Member(&parent, "kind");
    match fields.take("kind") {
        None => Ok((ElementKind::Other(Text::default()), None)),
        Some(Json::String(name)) => kind_named(name, fields, stated_text),
        Some(Json::Object(mut members)) if members.len() == 1 => {
            let Some((name, carried)) = members.pop() else { return Ok((ElementKind::Other(Text::default()), None)) };
            let path = Path::Member(&path, &name);
            match carried {
                Json::Object(members) => kind_named(name.clone(), &mut Fields::open(members, path), stated_text),
                Json::String(other) if name == "other" => Ok((ElementKind::Other(other), None)),
                carried => Err(path.wrong(&carried, "an object")),
            }
        }
        Some(value) => Err(path.wrong(&value, "the name of a kind, or an object with that name as its only member")),
    }
}

fn kind_named<'a>(
    name: Text<'a>,
    fields: &mut Fields<'a, '_>,
    stated_text: Option<&Text<'a>>,
) -> Result<Kind<'a>, Fault> {
    let kind = match kebab(&name).as_ref() {
        "system-instruction" | "system" => ElementKind::SystemInstruction,
        "developer-instruction" | "developer" => ElementKind::DeveloperInstruction,
        "user-request" | "user" => ElementKind::UserRequest,
        "reply" | "assistant" => ElementKind::Reply,
        "reasoning" | "plan" => ElementKind::Reasoning,
        "tool-call" => {
            let call = tool_call(fields, stated_text)?;
            let arguments = stated_text.is_none().then(|| call.arguments.clone());
            return Ok((ElementKind::ToolCall(call), arguments));
        }
        "tool-result" | "tool" => ElementKind::ToolResult(ToolResult {
            call_id: fields.text("call_id")?.unwrap_or_default(),
            outcome: fields.case("outcome", CallOutcome::ALL, CallOutcome::name)?.unwrap_or(CallOutcome::Success),
        }),
        "state-assertion" => ElementKind::StateAssertion,
        "write-acknowledgement" | "file-write-ack" => ElementKind::WriteAcknowledgement,
        "summary" => ElementKind::Summary(match fields.take("marker") {
            Some(value) => {
                let parent = fields.path();
                let path = Path::Member(&parent, "marker");
                marker(&mut Fields::open(members(value, path)?, path))?
            }
            None => marker(fields)?,
        }),
        "notice" => ElementKind::Notice,
        _ => ElementKind::Other(name),
    };
    Ok((kind, None))
}

fn answer(fields: &mut Fields<'_, '_>, name: &str) -> Result<Answer, Fault> {
    let answer = fields.with(name, |value, path| match value {
        Json::Bool(holds) => Ok(Answer::from_bool(holds)),
        other => case(&other, path, Answer::ALL, Answer::name),
    })?;
    Ok(answer.unwrap_or_default())
}

fn stated_effect<'a>(fields: &mut Fields<'a, '_>) -> Result<Option<StatedEffect<'a>>, Fault> {
    let stated = fields.with("effect", |value, path| {
        let known = ["action", "target", "idempotency_key", "status"];
        let mut fields = Fields::closed(members(value, path)?, path, &known)?;
        let action = fields.needed_text("action", "what was done")?;
        effect_of(action, &mut fields)
    })?;
    if stated.is_some() {
        return Ok(stated);
    }
    fields.text("action")?.map(|action| effect_of(action, fields)).transpose()
}

fn effect_of<'a>(action: Text<'a>, fields: &mut Fields<'a, '_>) -> Result<StatedEffect<'a>, Fault> {
    Ok(StatedEffect {
        action,
        target: fields.text("target")?.unwrap_or_default(),
        idempotency_key: fields.text("idempotency_key")?,
        status: fields.case("status", EffectStatus::ALL, EffectStatus::name)?.unwrap_or(EffectStatus::Fired),
    })
}

fn pin(value: Json<'_>, path: Path<'_>) -> Result<Option<Standing>, Fault> {
    match value {
        Json::Bool(true) => Ok(Some(Standing::Active)),
        Json::Bool(false) => Ok(None),
        other => case(&other, path, Standing::ALL, Standing::name).map(Some),
    }
}

fn source<'a>(value: Json<'a>, path: Path<'_>) -> Result<Source<'a>, Fault> {
    match value {
        Json::String(locator) => Ok(Source { locator, unchanged: Answer::Unknown }),
        other => {
            let mut fields = Fields::closed(members(other, path)?, path, &["locator", "unchanged"])?;
            Ok(Source {
                locator: fields.needed_text("locator", "a path, URL or query")?,
                unchanged: answer(&mut fields, "unchanged")?,
            })
        }
    }
}

fn annotations(value: Json<'_>, path: Path<'_>) -> Result<Annotations, Fault> {
    let mut fields = Fields::open(members(value, path)?, path);
    let mut hint = |ours: &str, theirs: &str| match fields.flag(ours)? {
        Some(holds) => Ok(Some(holds)),
        None => fields.flag(theirs),
    };
    Ok(Annotations {
        read_only: hint("read_only", "readOnlyHint")?,
        destructive: hint("destructive", "destructiveHint")?,
        idempotent: hint("idempotent", "idempotentHint")?,
        open_world: hint("open_world", "openWorldHint")?,
        trusted: fields.flag("trusted")?.unwrap_or_default(),
    })
}
