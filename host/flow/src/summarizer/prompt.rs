//! What a summarizer reads: as JSON for a command, as text for a model.

use super::Question;
use serde_json::{Value, json};

impl Question<'_> {
    /// All of it, for a command
    pub(crate) fn to_json(&self) -> Value {
        let mut told = json!({"brief": self.brief, "elements": self.elements, "effects": self.brief.effects});
        let (number, count) = self.part;
        if let Some(told) = told.as_object_mut() {
            if !self.feedback.is_null() {
                told.insert("feedback".to_owned(), self.feedback.clone());
            }
            if count > 1 {
                told.insert("part".to_owned(), json!({"number": number, "of": count}));
            }
        }
        told
    }

    /// The instructions, and what was wrong with the summary before
    pub(super) fn instructions(&self) -> String {
        match self.feedback.get("instructions").and_then(Value::as_str) {
            Some(wrong) => format!("{}\n\nYour summary before was not admitted. {wrong}", self.brief.instructions),
            None => self.brief.instructions.clone(),
        }
    }

    /// The elements as they are, each in a tag that says what it is
    pub(super) fn elements(&self) -> String {
        let mut text = String::new();
        for element in self.elements {
            let tool = element.tool.as_ref().map(|tool| format!(" tool=\"{tool}\"")).unwrap_or_default();
            text.push_str(&format!("<element id=\"{}\" kind=\"{}\"{tool}>\n", element.id, element.kind));
            text.push_str(&element.text);
            text.push_str("\n</element>\n");
        }
        for effect in &self.brief.effects {
            text.push_str(&format!("<effect>\n{}\n</effect>\n", json!(effect)));
        }
        text
    }
}
