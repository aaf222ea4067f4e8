//! What each function makes of a call.

use super::call::{Call, REQUEST};
use super::document::{Document, with_missing};
use super::fault::Fault;
use super::fields::{Fields, Path};
use super::words::Words;
use super::{answers, candidate, elements, request, settings};
use alloc::string::{String, ToString};
use anchorhold_rules::admission::{Admission, NextElement};
use anchorhold_rules::request::Request;
use anchorhold_rules::verdict::Verdict;
use anchorhold_rules::window::{CallProcess, Text};
use anchorhold_rules::{admit, classify, effects, plan, recall, validate};
use anchorhold_transcripts::Format;

pub fn read(call: Call<'_>) -> Result<String, Fault> {
    about(call, Budget::Optional, |subject| {
        Ok(match subject.document {
            Some(mut document) => {
                document.transcript.window = subject.request.window;
                elements::of_transcript(&document.transcript)
            }
            None => elements::of_window(&subject.request.window),
        })
    })
}

pub fn classify(call: Call<'_>) -> Result<String, Fault> {
    about(call, Budget::Optional, |Subject { request, .. }| {
        validate::window(&request.window).map_err(Fault::in_request)?;
        let classes = classify::classify(&request.window, &request.tools, &request.settings);
        Ok(answers::classifications(Words(&request.window), &classes))
    })
}

pub fn plan(call: Call<'_>) -> Result<String, Fault> {
    about(call, Budget::Needed, |Subject { mut request, document, .. }| {
        let mut verdict = plan::plan(&request).map_err(Fault::in_request)?;
        // The answer names elements and tells none of their texts, and is large: it may have their room.
        request.window.iter_mut().for_each(|element| element.text = Text::default());
        if let (Verdict::Proceed(pass), Some(document)) = (&mut verdict, &document) {
            document.add_duties(&mut pass.duties);
        }
        Ok(answers::verdict(Words(&request.window), &verdict, document.as_ref()))
    })
}

pub fn admit(call: Call<'_>) -> Result<String, Fault> {
    about(call, Budget::Needed, |mut subject| {
        let candidate = candidate::read(&mut subject.fields, subject.request.mode)?;
        let mut receipts = candidate::receipts(&mut subject.fields)?;
        let document = subject.document.as_ref();
        let missing = document.map(|document| document.settle(&subject.request, &mut receipts)).unwrap_or_default();
        let admission = admit::admit(&subject.request, &receipts, &candidate).map_err(Fault::in_request)?;
        let admission = with_missing(admission, &subject.request, missing);
        Ok(admitted(subject, &admission))
    })
}

pub fn check(call: Call<'_>) -> Result<String, Fault> {
    about(call, Budget::Optional, |mut subject| {
        let candidate = candidate::read(&mut subject.fields, subject.request.mode)?;
        let admission = admit::check(&subject.request, &candidate).map_err(Fault::in_request)?;
        Ok(admitted(subject, &admission))
    })
}

pub fn probes(call: Call<'_>) -> Result<String, Fault> {
    about(call, Budget::Optional, |Subject { request, .. }| {
        let duties = recall::probes(&request).map_err(Fault::in_request)?;
        Ok(answers::probes(Words(&request.window), &duties))
    })
}

pub fn divergence(call: Call<'_>) -> Result<String, Fault> {
    with_arguments(call, &["log", "evictions", "limit", "settings"], |mut fields| {
        let log = request::log(&mut fields)?;
        let evictions = request::evictions(&mut fields)?;
        let settings = fields.with("settings", settings::read)?.unwrap_or_else(settings::absent);
        let limit = fields.number("limit")?.unwrap_or(settings.divergence_limit);
        Ok(answers::divergence(&recall::divergence(&log, &evictions, limit)))
    })
}

pub fn judge(call: Call<'_>) -> Result<String, Fault> {
    with_arguments(call, &["tool_call", "tools", "ledger"], |mut fields| {
        let judged = request::judged_call(&mut fields)?;
        let tools = request::tools(&mut fields)?;
        let ledger = request::ledger(&mut fields)?;
        Ok(answers::judgement(&effects::judge(&judged, &tools, &ledger)))
    })
}

pub fn describe(call: Call<'_>) -> Result<String, Fault> {
    with_arguments(call, &[], |_| Ok(answers::description()))
}

/// What a call asks about
struct Subject<'a> {
    request: Request<'a>,
    /// The transcript that the window was read from; its own window is empty meanwhile
    document: Option<Document<'a>>,
    /// What stands in the call beside the request
    fields: Fields<'a, 'static>,
}

/// Whether a call can do without a budget
#[derive(Clone, Copy, PartialEq, Eq)]
enum Budget {
    Needed,
    Optional,
}

const OF_CALL: [&str; 5] = ["call", "id", "request", "candidate", "receipts"];

/// Reads what a call asks about, and says what `answer` makes of it
fn about(
    call: Call<'_>,
    budget: Budget,
    answer: impl FnOnce(Subject<'_>) -> Result<String, Fault>,
) -> Result<String, Fault> {
    let Call { request, members } = call;
    let parts = request.ok_or_else(|| REQUEST.missing("an object"))?;
    let mut fields = request::open(parts.members, REQUEST)?;
    let format = fields.case("format", &Format::ALL, Format::name)?;
    let (mut window, transcript) = match (parts.document.as_deref(), parts.window) {
        (Some(text), None) => {
            let mut transcript = anchorhold_transcripts::read(text, format, CallProcess::Dead)?;
            (core::mem::take(&mut transcript.window), Some(transcript))
        }
        (None, Some(window)) => (window, None),
        (found, _) => {
            let found = if found.is_some() { "both" } else { "" };
            let expected = "either `window` or `transcript`";
            return Err(Fault::field(REQUEST.to_string(), found, expected));
        }
    };
    request::amend_window(&mut fields, &mut window)?;
    let mut request = request::read(&mut fields, window, budget == Budget::Needed)?;
    let document = transcript.map(Document::new);
    if let Some(document) = &document {
        request.original = Some(document.original());
    }
    let fields = Fields::closed(members, Path::Call, &OF_CALL)?;
    answer(Subject { request, document, fields })
}

/// Reads arguments that need no window; they stand in the request, or in a call that has none
fn with_arguments(
    call: Call<'_>,
    names: &[&'static str],
    answer: impl FnOnce(Fields<'_, 'static>) -> Result<String, Fault>,
) -> Result<String, Fault> {
    let Call { request, members } = call;
    match request {
        Some(parts) => {
            Fields::closed(members, Path::Call, &OF_CALL)?;
            answer(request::open(parts.members, REQUEST)?)
        }
        None => {
            let known = [&OF_CALL, names].concat();
            answer(Fields::closed(members, Path::Call, &known)?)
        }
    }
}

/// The answer of `admit` and `check`, with the next document where a transcript was given
fn admitted(subject: Subject<'_>, admission: &Admission) -> String {
    let Subject { mut request, document, .. } = subject;
    let (Some(Document { mut transcript, .. }), Admission::Admitted(seal)) = (document, admission) else {
        return answers::admission(&request, admission, None);
    };
    let text = seal.next.iter().find_map(|piece| match piece {
        NextElement::Carry(text) => Some(text.as_str()),
        NextElement::Kept(_) => None,
    });
    let marker = answers::marker_of(text.unwrap_or_default(), &request);
    transcript.window = core::mem::take(&mut request.window);
    let next = transcript.write(&seal.next, &marker);
    request.window = core::mem::take(&mut transcript.window);
    answers::admission(&request, admission, Some(next))
}
