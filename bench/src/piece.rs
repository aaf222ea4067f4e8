//! One piece of a made window, and how it looks in JSON and to the specs' reference functions.

use anchorhold_rules::window::{Answer, CallOutcome, CallProcess, Element, ElementKind, ToolCall, ToolResult, Traits};
use serde_json::{Value, json};

/// One piece of a window
pub struct Piece {
    /// Its name
    pub id: String,
    /// What it is
    pub kind: Kind,
    /// What the model reads of it; of a call its arguments
    pub text: String,
}

/// What a piece is
#[derive(Clone, PartialEq, Eq)]
pub enum Kind {
    System,
    User,
    Reply,
    Call {
        call_id: String,
        tool: &'static str,
        /// It changes the world
        writes: bool,
    },
    Result {
        call_id: String,
    },
}

/// Regenerable, idempotent, task-critical
pub struct Stated(pub bool, pub bool, pub bool);

impl Piece {
    /// What a careful caller says of it. The reference functions infer nothing, so they must be told.
    pub fn stated(&self) -> Stated {
        match &self.kind {
            Kind::System | Kind::User | Kind::Result { .. } => Stated(false, false, true),
            Kind::Reply => Stated(true, true, false),
            Kind::Call { writes, .. } => Stated(true, !writes, false),
        }
    }

    /// The piece as the rules take it; its traits are stated or left to the rules
    pub fn element(&self, is_stated: bool) -> Element<'_> {
        let kind = match &self.kind {
            Kind::System => ElementKind::SystemInstruction,
            Kind::User => ElementKind::UserRequest,
            Kind::Reply => ElementKind::Reply,
            Kind::Call { call_id, tool, .. } => ElementKind::ToolCall(ToolCall {
                call_id: call_id.into(),
                tool: (*tool).into(),
                arguments: self.text.as_str().into(),
                annotations: None,
                process: CallProcess::Dead,
            }),
            Kind::Result { call_id } => {
                ElementKind::ToolResult(ToolResult { call_id: call_id.into(), outcome: CallOutcome::Success })
            }
        };
        let mut element = Element::new(self.id.as_str(), kind, self.text.as_str());
        if is_stated {
            let Stated(regenerable, idempotent, task_critical) = self.stated();
            element.traits = Traits {
                regenerable: Answer::from_bool(regenerable),
                idempotent: Answer::from_bool(idempotent),
                task_critical: Answer::from_bool(task_critical),
            };
        }
        element
    }

    /// The piece as the desk takes it, its traits left to the rules
    pub fn json(&self) -> Value {
        match &self.kind {
            Kind::System => json!({"id": self.id, "kind": "system-instruction", "text": self.text}),
            Kind::User => json!({"id": self.id, "kind": "user-request", "text": self.text}),
            Kind::Reply => json!({"id": self.id, "kind": "reply", "text": self.text}),
            Kind::Call { call_id, tool, .. } => {
                json!({"id": self.id, "kind": "tool-call", "call_id": call_id, "tool": tool, "arguments": self.text})
            }
            Kind::Result { call_id } => {
                json!({"id": self.id, "kind": "tool-result", "call_id": call_id, "text": self.text})
            }
        }
    }

    /// The piece in the words of the specs
    pub fn reference(&self) -> Value {
        let Stated(regenerable, idempotent, task_critical) = self.stated();
        let (kind, action) = match &self.kind {
            Kind::System => ("system", ""),
            Kind::User => ("user", ""),
            Kind::Reply => ("reasoning", ""),
            Kind::Call { tool, .. } => ("tool_call", *tool),
            Kind::Result { .. } => ("tool_result", ""),
        };
        json!({
            "id": self.id, "kind": kind, "content": self.text, "action": action, "target": "",
            "regenerable": regenerable, "idempotent": idempotent, "task_critical": task_critical,
        })
    }
}
