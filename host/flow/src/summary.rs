//! The summary of a pass: asked for, judged, sent back with what was found, at most as often as the settings say.

use crate::answers::{Admission, Brief, Finding, PlanDetails};
use crate::compact::{Asking, CompactError, Setback, Step};
use crate::desk::{Answer, DeskError};
use crate::pass::{Admitted, Pass};
use crate::summarizer::{self, Draft, Part, Question, Summarizer, SummarizerError};
use crate::tokens;
use anchorhold_runtime::DeskFunction;
use anchorhold_store::{Digest, PassMode, PassProgress};
use serde_json::{Map, Value, json};

/// A summary that was judged and did not make it
struct SentBack {
    findings: Vec<Finding>,
    /// What the summarizer is told. `Null`: it is not asked again.
    feedback: Value,
}

impl Pass<'_> {
    /// Asks for summaries until one is admitted. `None`: none was, and the spill is left.
    pub(crate) fn summarize(
        &mut self,
        plan: &PlanDetails,
        summarizer: &Summarizer,
    ) -> Result<Option<Admitted>, CompactError> {
        let Some(brief) = &plan.brief else { return Ok(None) };
        let retries = self.retries()?;
        let mut parts = match self.parts(brief, summarizer) {
            Ok(parts) => parts,
            Err(error) => {
                self.note_failure(0, &error)?;
                return Ok(None);
            }
        };
        let mut feedback = Value::Null;
        for attempt in 0..=retries {
            let draft = match self.draft(brief, &mut parts, summarizer, attempt, &feedback)? {
                Ok(draft) => draft,
                Err(SummarizerError::Cancelled) => return Err(CompactError::Cancelled),
                Err(error) => {
                    self.note_failure(attempt, &error)?;
                    if error.is_final() {
                        return Ok(None);
                    }
                    continue;
                }
            };
            self.keep(attempt, &draft)?;
            let sent_back = match self.judge(plan, attempt, &draft)? {
                Ok(admitted) => match self.excess_of(&admitted)? {
                    0 => return Ok(Some(admitted)),
                    excess => {
                        self.setbacks.push(Setback::TooLarge(excess));
                        return Ok(None);
                    }
                },
                Err(sent_back) => sent_back,
            };
            if sent_back.feedback.is_null() {
                self.setbacks.push(Setback::SummaryNotAdmitted(sent_back.findings));
                return Ok(None);
            }
            self.note("sent-back", &json!({"attempt": attempt, "findings": sent_back.findings}))?;
            ask_again(&mut parts, &sent_back.findings);
            feedback = sent_back.feedback;
            self.setbacks.push(Setback::SummaryNotAdmitted(sent_back.findings));
        }
        Ok(None)
    }

    /// The originals that the summarizer sees, in parts that it can read
    fn parts(&self, brief: &Brief, summarizer: &Summarizer) -> Result<Vec<Part>, SummarizerError> {
        let is_seen = |id: &str| brief.elements.iter().any(|element| element == id);
        let elements = self.asked.elements.iter().filter(|element| is_seen(&element.id)).cloned().collect();
        summarizer::parts_of(brief, elements, summarizer.context_tokens)
    }

    /// Asks for a summary of every part that has none, and joins them
    fn draft(
        &mut self,
        brief: &Brief,
        parts: &mut [Part],
        summarizer: &Summarizer,
        attempt: u32,
        feedback: &Value,
    ) -> Result<Result<Draft, SummarizerError>, CompactError> {
        let count = parts.len();
        for place in 0..count {
            let number = place + 1;
            let Some(part) = parts.get(place).filter(|part| part.draft.is_none()) else { continue };
            (self.watch)(Step::Summarize(Asking { attempt, part: number, parts: count }));
            let question = Question {
                brief: part.brief(brief, number, parts),
                elements: &part.elements,
                part: (number, count),
                feedback: feedback.clone(),
            };
            let asked = Digest::of(format!("{:?}\n{}", summarizer.source, question.to_json()).as_bytes());
            let draft = match self.left_draft(asked)? {
                Some(draft) => draft,
                None => {
                    let watch = &mut *self.watch;
                    let pause = &mut |time| watch(Step::Pause(time));
                    match summarizer.ask(&question, self.job.cancellation, pause) {
                        Ok(draft) => draft,
                        Err(error) => return Ok(Err(error)),
                    }
                }
            };
            if count > 1 {
                self.keep_part(number, asked, &draft)?;
            }
            if let Some(part) = parts.get_mut(place) {
                part.draft = Some(draft);
            }
        }
        Ok(Ok(summarizer::joined(parts)))
    }

    /// Keeps what was said of a part, so that it need not be asked for again if the pass is interrupted
    fn keep_part(&mut self, number: usize, asked: Digest, draft: &Draft) -> Result<(), CompactError> {
        let kept = self.store.archive(&[draft.text.as_bytes()]).map_err(crate::SecureError::from)?;
        let summary = kept.first().map(|kept| kept.digest.to_string());
        let detail = json!({
            "part": number,
            "question": asked.to_string(),
            "summary": summary,
            "finish_reason": draft.finish_reason,
        });
        self.note("part-summarized", &detail)
    }

    /// What an interrupted pass was answered to the very same question. `None`: nothing that is still there.
    fn left_draft(&self, asked: Digest) -> Result<Option<Draft>, CompactError> {
        let left = self.store.left_by_interrupted(&self.session, "part-summarized", "question", &asked.to_string())?;
        let Some(detail) = left.and_then(|detail| serde_json::from_str::<Value>(&detail).ok()) else { return Ok(None) };
        let named = |name: &str| detail.get(name).and_then(Value::as_str);
        let bytes = named("summary").and_then(|digest| self.store.read(digest.parse().ok()?).ok());
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        Ok(text.map(|text| Draft { text, finish_reason: named("finish_reason").map(str::to_owned) }))
    }

    /// Keeps a summary in the archive: the step is durable before it is judged
    fn keep(&mut self, attempts: u32, draft: &Draft) -> Result<(), CompactError> {
        let kept = self.store.archive(&[draft.text.as_bytes()]).map_err(crate::SecureError::from)?;
        let Some(summary) = kept.first().map(|kept| kept.digest) else { return Ok(()) };
        let detail = json!({"attempt": attempts, "bytes": draft.text.len(), "summary": summary.to_string()});
        let progress = PassProgress::Summarized { attempts, summary };
        Ok(self.store.advance_pass(self.sequence, &progress, &detail.to_string())?)
    }

    /// Has a summary judged
    fn judge(
        &mut self,
        plan: &PlanDetails,
        attempt: u32,
        draft: &Draft,
    ) -> Result<Result<Admitted, SentBack>, CompactError> {
        let text = draft.text.trim();
        let mut candidate = json!({
            "text": text,
            "tokens": tokens::count(text),
            "carry_tokens": tokens::count(&plan.carry.text),
        });
        if let (Some(candidate), Some(reason)) = (candidate.as_object_mut(), &draft.finish_reason) {
            candidate.insert("finish_reason".to_owned(), reason.as_str().into());
        }
        match self.admit(PassMode::Summarize, attempt, candidate)? {
            Admission::Admitted { seal, carry, findings, next } => {
                let document = next.map(|next| next.document).ok_or(CompactError::SealBroken)?;
                self.sealed(PassMode::Summarize, attempt, seal, carry, findings, document).map(Ok)
            }
            Admission::Retry { findings, instructions, attempts_left } => {
                let feedback =
                    json!({"findings": findings, "instructions": instructions, "attempts_left": attempts_left});
                Ok(Err(SentBack { findings, feedback }))
            }
            Admission::Refused { findings, .. } => Ok(Err(SentBack { findings, feedback: Value::Null })),
        }
    }

    fn note_failure(&mut self, attempt: u32, error: &SummarizerError) -> Result<(), CompactError> {
        self.note("summarizer-failed", &json!({"attempt": attempt, "error": error.to_string()}))?;
        self.setbacks.push(Setback::SummarizerFailed(error.to_string()));
        Ok(())
    }

    /// How often a summary may be sent back, by the settings of the request or else of the preset
    fn retries(&self) -> Result<u32, DeskError> {
        let settings = self.request.get("settings");
        let named = |field: &str| settings.and_then(|settings| settings.get(field));
        if let Some(retries) = named("retries").and_then(Value::as_u64) {
            return Ok(u32::try_from(retries).unwrap_or(u32::MAX));
        }
        let described: Answer<Value> = self.desk.call(DeskFunction::Describe, &Map::new())?;
        let preset = named("preset").or_else(|| described.value.get("preset")).and_then(Value::as_str).unwrap_or("");
        let of_preset = described.value.get("settings").and_then(|settings| settings.get(preset));
        let retries = of_preset.and_then(|settings| settings.get("retries")).and_then(Value::as_u64).unwrap_or(0);
        Ok(u32::try_from(retries).unwrap_or(u32::MAX))
    }
}

/// Forgets the drafts that are to be made again: those in which something was found. Where a finding is of none of them,
/// such as one of the size, all.
fn ask_again(parts: &mut [Part], findings: &[Finding]) {
    let blocking = || findings.iter().filter(|finding| finding.severity == "block");
    let holds = |part: &Part, finding: &Finding| {
        let (Some(draft), Some(text)) = (&part.draft, &finding.summary_text) else { return false };
        !text.is_empty() && draft.text.contains(text.as_str())
    };
    let is_placed = blocking().all(|finding| parts.iter().any(|part| holds(part, finding)));
    for part in parts {
        if !is_placed || blocking().any(|finding| holds(part, finding)) {
            part.draft = None;
        }
    }
}
