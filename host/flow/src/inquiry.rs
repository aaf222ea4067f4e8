//! A question about a transcript: what the request of every call is made of.

use crate::answers::{Element, ReadAnswer};
use crate::desk::{Answer, Desk, DeskError};
use crate::{Document, tokens};
use anchorhold_runtime::DeskFunction;
use serde_json::{Map, Value, json};

/// A transcript, and what the caller says of it
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// The transcript
    pub document: Document,
    /// Its format. `None`: the policy tells it from the document.
    pub format: Option<String>,
    /// What the next window may hold. `None`: nothing is said, where the call allows that.
    pub budget: Option<Budget>,
    /// Settings that differ from those of the preset
    pub settings: Map<String, Value>,
    /// Calls without a result may still answer
    pub calls_alive: bool,
    /// Further fields of the request; they go before all others
    pub request: Map<String, Value>,
}

/// How much the next window may hold, in tokens
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The model's window
    pub limit: u32,
    /// What is kept free for the answer
    pub reserve: u32,
    /// What every request carries outside the window
    pub overhead: u32,
}

/// A transcript that was read and measured, and the request that says so
#[derive(Clone, Debug)]
pub struct Asked {
    /// The elements of the window
    pub elements: Vec<Element>,
    /// The format of the transcript
    pub format: String,
    /// The request
    pub request: Map<String, Value>,
}

impl Budget {
    /// B: what the next window may hold
    pub fn tokens(&self) -> u32 {
        self.limit.saturating_sub(self.reserve).saturating_sub(self.overhead)
    }

    /// The budget of a request, where one stands in it
    pub(crate) fn of(request: &Map<String, Value>) -> Option<Budget> {
        let budget = request.get("budget")?;
        let field = |name: &str| budget.get(name).and_then(Value::as_u64).and_then(|tokens| tokens.try_into().ok());
        Some(Budget {
            limit: field("limit_tokens")?,
            reserve: field("reserve_tokens").unwrap_or(0),
            overhead: field("overhead_tokens").unwrap_or(0),
        })
    }
}

impl Inquiry {
    /// The budget, from wherever it was given
    pub fn budget(&self) -> Option<Budget> {
        Budget::of(&self.request).or(self.budget)
    }

    /// Reads the transcript
    ///
    /// # Errors
    /// Where the transcript is not of its format, or the policy failed.
    pub fn read(&self, desk: &Desk) -> Result<Asked, DeskError> {
        let mut request = self.reading(&self.document.text);
        let Answer { value: read, .. }: Answer<ReadAnswer> = desk.call(DeskFunction::Read, &call(request.clone()))?;
        if let Some(Budget { limit, reserve, overhead }) = self.budget {
            let budget = json!({"limit_tokens": limit, "reserve_tokens": reserve, "overhead_tokens": overhead});
            request.entry("budget").or_insert(budget);
        }
        if !self.settings.is_empty() {
            request.entry("settings").or_insert_with(|| Value::Object(self.settings.clone()));
        }
        Ok(Asked { elements: read.elements, format: read.format.unwrap_or_default(), request })
    }

    /// Reads the transcript, and measures its elements by the tokenizer
    ///
    /// # Errors
    /// Where the transcript is not of its format, or the policy failed.
    pub fn measure(&self, desk: &Desk) -> Result<Asked, DeskError> {
        let mut asked = self.read(desk)?;
        let sizes = || asked.elements.iter().map(tokens::size_of).collect();
        asked.request.entry("tokens").or_insert_with(sizes);
        Ok(asked)
    }

    /// The size of another document of the same format, in tokens
    pub(crate) fn size_of(&self, desk: &Desk, format: &str, text: &str) -> Result<u32, DeskError> {
        let mut request = self.reading(text);
        request.insert("format".to_owned(), format.into());
        let Answer { value, .. }: Answer<ReadAnswer> = desk.call(DeskFunction::Read, &call(request))?;
        Ok(tokens::sum_of(&value.elements))
    }

    /// The fields that say which window it is
    fn reading(&self, text: &str) -> Map<String, Value> {
        let mut request = self.request.clone();
        request.insert("transcript".to_owned(), text.into());
        if let Some(format) = &self.format {
            request.entry("format").or_insert_with(|| format.as_str().into());
        }
        if self.calls_alive {
            request.entry("calls_alive").or_insert(Value::Bool(true));
        }
        request
    }
}

/// A call with this request
pub(crate) fn call(request: Map<String, Value>) -> Map<String, Value> {
    Map::from_iter([("request".to_owned(), Value::Object(request))])
}
