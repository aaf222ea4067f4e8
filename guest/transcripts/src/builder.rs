//! Builds a window: gives elements their names, numbers and digests, and joins results to calls.

use crate::json::{Place, Source};
use crate::layout::Layout;
use crate::segments::Segments;
use crate::{Format, Transcript};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use anchorhold_rules::error::InputError;
use anchorhold_rules::window::{CallOutcome, CallProcess, Element, ElementKind, Text, ToolCall, ToolResult, Window};

/// A window that is being built
pub(crate) struct Builder<'a> {
    process: CallProcess,
    window: Window<'a>,
    /// Of each element, the segment in which it stands
    origins: Vec<usize>,
    names: BTreeSet<Text<'a>>,
    calls: BTreeMap<Text<'a>, Uses>,
    /// Ids that were given to another call and then again, and where; `None` as soon as the second result is there
    given_again: BTreeMap<Text<'a>, Option<(Source<'a>, String)>>,
    message: u32,
    segment: usize,
    /// How many elements the segment holds so far
    block: usize,
}

/// How often a call id was used so far
#[derive(Default)]
struct Uses {
    calls: u32,
    results: u32,
}

impl<'a> Builder<'a> {
    /// An empty window, in which calls without a result have this process
    pub(crate) fn new(process: CallProcess) -> Builder<'a> {
        Builder {
            process,
            window: Vec::new(),
            origins: Vec::new(),
            names: BTreeSet::new(),
            calls: BTreeMap::new(),
            given_again: BTreeMap::new(),
            message: 0,
            segment: 0,
            block: 0,
        }
    }

    /// The elements that follow stand in this segment and belong to the message of this number
    pub(crate) fn begin(&mut self, segment: usize, message: u32) {
        self.segment = segment;
        self.message = message;
        self.block = 0;
    }

    /// Whether the segment holds no element so far
    pub(crate) fn is_bare(&self) -> bool {
        self.block == 0
    }

    /// Adds an element; `name` is the framework's own, where it has one
    pub(crate) fn add(
        &mut self,
        name: Option<Text<'a>>,
        kind: ElementKind<'a>,
        text: impl Into<Text<'a>>,
    ) -> &mut Element<'a> {
        let name = self.unique(name);
        self.block = self.block.saturating_add(1);
        self.origins.push(self.segment);
        let mut element = Element::new(name, kind, text);
        element.message = Some(self.message);
        self.window.push_mut(element)
    }

    /// Adds a call
    ///
    /// Some models give an id again once its call was answered: pairs stay clear, and each use is numbered.
    ///
    /// # Errors
    /// Where an earlier call of this id has no result, so that nobody can tell whose the next one is. `place` is where
    /// the id stands.
    pub(crate) fn call(
        &mut self,
        source: &Source<'a>,
        place: &Place<'_>,
        id: Text<'a>,
        tool: Text<'a>,
        arguments: Text<'a>,
    ) -> Result<(), InputError> {
        let uses = self.calls.entry(id.clone()).or_default();
        let nth = uses.calls;
        uses.calls = uses.calls.saturating_add(1);
        if nth > uses.results && !is_masked(&id) {
            return Err(source.fault(place, "an id that no other call has that waits for its result"));
        }
        if nth > 0 && !is_masked(&id) {
            self.given_again.insert(id.clone(), Some((*source, place.render(""))));
        }
        let call_id = numbered(id, nth);
        let name = format!("call:{call_id}");
        let call = ToolCall { call_id, tool, arguments: arguments.clone(), annotations: None, process: self.process };
        self.add(Some(name.into()), ElementKind::ToolCall(call), arguments);
        Ok(())
    }

    /// Adds a result
    ///
    /// # Errors
    /// Where the call was answered before. `place` is where the id stands.
    pub(crate) fn result(
        &mut self,
        source: &Source<'a>,
        place: &Place<'_>,
        id: Text<'a>,
        outcome: CallOutcome,
        text: Text<'a>,
    ) -> Result<&mut Element<'a>, InputError> {
        let uses = self.calls.entry(id.clone()).or_default();
        let nth = uses.results;
        uses.results = uses.results.saturating_add(1);
        if nth > 0 && nth >= uses.calls && !is_masked(&id) {
            return Err(source.fault(place, "the id of a call that has no result so far"));
        }
        if let Some(given) = self.given_again.get_mut(&id) {
            *given = None;
        }
        let call_id = numbered(id, nth);
        let name = format!("result:{call_id}");
        Ok(self.add(Some(name.into()), ElementKind::ToolResult(ToolResult { call_id, outcome }), text))
    }

    /// The transcript
    ///
    /// # Errors
    /// Where an id was given to two calls and only the first was answered: then the second was meant to have another.
    pub(crate) fn finish(
        mut self,
        format: Format,
        text: &'a str,
        segments: Segments<'a>,
        layout: Layout<'a>,
    ) -> Result<Transcript<'a>, InputError> {
        if let Some((source, field)) = self.given_again.values().flatten().next() {
            return Err(source.fault_at(field, "an id that no other call has"));
        }
        let segments = segments.finish();
        for (element, origin) in self.window.iter_mut().zip(&self.origins) {
            element.digest = segments.get(*origin).map(|segment| segment.digest);
        }
        Ok(Transcript { format, window: self.window, segments, text, origins: self.origins, layout })
    }

    fn unique(&mut self, name: Option<Text<'a>>) -> Text<'a> {
        if let Some(name) = name.filter(|name| !name.is_empty() && !self.names.contains(name)) {
            self.names.insert(name.clone());
            return name;
        }
        let mut name = match self.block {
            0 => format!("m{}", self.message),
            block => format!("m{}.{block}", self.message),
        };
        // A framework may have used this very name; each round makes it longer than one more of its names.
        while self.names.contains(name.as_str()) {
            name.push('~');
        }
        self.names.insert(name.clone().into());
        name.into()
    }
}

/// Whether a service that hides secrets has put the same word in the place of many ids, so that only their order tells
/// which result belongs to which call
fn is_masked(id: &str) -> bool {
    id.contains("REDACTED") || (!id.is_empty() && id.bytes().all(|byte| byte == b'*'))
}

fn numbered<'a>(id: Text<'a>, nth: u32) -> Text<'a> {
    if nth == 0 { id } else { format!("{id}#{nth}").into() }
}
