//! The summary of a pass: asked for, judged, sent back with what was found, at most as often as the settings say.

use crate::answers::{Admission, PlanDetails};
use crate::compact::{CompactError, Setback, Step};
use crate::desk::{Answer, DeskError};
use crate::pass::{Admitted, Pass};
use crate::{summarizer, tokens};
use anchorhold_runtime::DeskFunction;
use anchorhold_store::{PassMode, PassProgress};
use serde_json::{Map, Value, json};
use std::time::Duration;

impl Pass<'_> {
    /// Asks for summaries until one is admitted. `None`: none was, and the spill is left.
    pub(crate) fn summarize(
        &mut self,
        plan: &PlanDetails,
        command: &str,
        time_max: Duration,
    ) -> Result<Option<Admitted>, CompactError> {
        let retries = self.retries()?;
        let mut feedback = Value::Null;
        for attempt in 0..=retries {
            (self.watch)(Step::Summarize(attempt));
            let summary = match summarizer::run(command, time_max, &self.input_of(plan, &feedback)) {
                Ok(summary) => summary,
                Err(error) => {
                    self.note("summarizer-failed", &json!({"attempt": attempt, "error": error.to_string()}))?;
                    self.setbacks.push(Setback::SummarizerFailed(error.to_string()));
                    continue;
                }
            };
            self.store.advance_pass(
                self.sequence,
                &PassProgress::Summarized { attempts: attempt },
                &json!({"attempt": attempt, "bytes": summary.len()}).to_string(),
            )?;
            let candidate = json!({
                "text": summary.trim(),
                "tokens": tokens::count(summary.trim()),
                "carry_tokens": tokens::count(&plan.carry.text),
            });
            let findings = match self.admit(PassMode::Summarize, attempt, candidate)? {
                Admission::Admitted { seal, carry, findings, next } => {
                    let document = next.map(|next| next.document).ok_or(CompactError::SealBroken)?;
                    let admitted = self.sealed(PassMode::Summarize, attempt, seal, carry, findings, document)?;
                    match self.excess_of(&admitted)? {
                        0 => return Ok(Some(admitted)),
                        excess => self.setbacks.push(Setback::TooLarge(excess)),
                    }
                    return Ok(None);
                }
                Admission::Retry { findings, instructions, attempts_left } => {
                    feedback = json!({
                        "findings": findings,
                        "instructions": instructions,
                        "attempts_left": attempts_left,
                    });
                    findings
                }
                Admission::Refused { findings, .. } => {
                    self.setbacks.push(Setback::SummaryNotAdmitted(findings));
                    return Ok(None);
                }
            };
            self.note("sent-back", &json!({"attempt": attempt, "findings": findings}))?;
            self.setbacks.push(Setback::SummaryNotAdmitted(findings));
        }
        Ok(None)
    }

    /// What the summarizer gets
    fn input_of(&self, plan: &PlanDetails, feedback: &Value) -> Value {
        let Some(brief) = &plan.brief else { return Value::Null };
        let is_seen = |id: &str| brief.elements.iter().any(|element| element == id);
        let elements: Vec<_> = self.asked.elements.iter().filter(|element| is_seen(&element.id)).collect();
        let mut input = json!({"brief": brief, "elements": elements, "effects": brief.effects});
        if let (Some(input), false) = (input.as_object_mut(), feedback.is_null()) {
            input.insert("feedback".to_owned(), feedback.clone());
        }
        input
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
