//! What is known of each element before anything is decided.

use super::units::{Units, units};
use crate::classification::Classification;
use crate::classify::classify;
use crate::digest::Digest;
use crate::gathered;
use crate::request::Request;
use crate::tokens::estimate;
use crate::window::{CallOutcome, CallProcess, Element, ElementKind, Marker, TokenCount};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// What framing costs an element in a request, for sizes that the policy estimates: role, separators and ids
const FRAME_TOKENS: TokenCount = 4;

/// What is known of each element, in the order of the window
pub struct Survey<'r, 'a> {
    /// The request
    pub request: &'r Request<'a>,
    /// What each element is worth
    pub classifications: Vec<Classification>,
    /// The size of each element
    pub tokens: Vec<TokenCount>,
    /// The digest of the bytes that the archive holds for each element
    pub digests: Vec<Digest>,
    /// Which elements stand or fall together
    pub units: Units,
    /// What each element is as the output of an earlier pass
    pub markers: Vec<Option<Marker>>,
    /// The user request that is being worked on
    pub current_request: Option<usize>,
    /// The size of the window
    pub before: TokenCount,
    /// B
    pub budget: TokenCount,
    /// The margin of B
    pub margin: TokenCount,
}

impl<'r, 'a> Survey<'r, 'a> {
    /// Looks at every element once
    pub fn of(request: &'r Request<'a>) -> Survey<'r, 'a> {
        let window = &request.window;
        let tokens: Vec<TokenCount> = window.iter().map(size).collect();
        let budget = request.budget.tokens();
        let markers = markers(request);
        let is_request = |place: usize| {
            window.get(place).is_some_and(|element| element.kind == ElementKind::UserRequest)
                && markers.get(place).is_some_and(Option::is_none)
        };
        Survey {
            request,
            classifications: classify(window, &request.tools, &request.settings),
            digests: digests(window),
            units: units(window),
            current_request: (0..window.len()).rev().find(|place| is_request(*place)),
            markers,
            before: tokens.iter().fold(0, |sum: TokenCount, size| sum.saturating_add(*size)),
            tokens,
            budget,
            margin: share(budget, request.settings.margin),
        }
    }

    /// The element at a place of the window
    pub fn element(&self, place: usize) -> Option<&'r Element<'a>> {
        self.request.window.get(place)
    }

    /// The size of an element
    pub fn tokens_of(&self, place: usize) -> TokenCount {
        self.tokens.get(place).copied().unwrap_or_default()
    }

    /// The size of an element in a request, in bytes
    pub fn bytes_of(&self, place: usize) -> u64 {
        self.element(place).map_or(0, |element| element.size_bytes.map_or(element.text.len() as u64, u64::from))
    }

    /// The size of the window, in bytes
    pub fn bytes(&self) -> u64 {
        (0..self.tokens.len()).fold(0, |sum: u64, place| sum.saturating_add(self.bytes_of(place)))
    }

    /// Whether the window is above its limit in bytes
    pub fn is_over_bytes(&self) -> bool {
        self.request.budget.limit_bytes.is_some_and(|limit| u64::from(limit) < self.bytes())
    }

    /// The earlier pass whose output an element is
    pub fn marker_of(&self, place: usize) -> Option<Marker> {
        self.markers.get(place).copied().flatten()
    }

    /// Whether an element is a call whose answer is still awaited
    pub fn is_open_call(&self, place: usize) -> bool {
        self.call_state(place) == Some(CallProcess::Alive)
    }

    /// Whether an element is a call that will never be answered
    pub fn is_dead_call(&self, place: usize) -> bool {
        self.call_state(place) == Some(CallProcess::Dead)
    }

    /// Whether an element is the result of a call that the window no longer holds
    pub fn is_orphan(&self, place: usize) -> bool {
        let answers = self.element(place).and_then(Element::result).is_some_and(|result| !result.call_id.is_empty());
        answers && self.units.partner(place).is_none()
    }

    /// `None` where the element is no call, or is a call that was answered for good
    fn call_state(&self, place: usize) -> Option<CallProcess> {
        let call = self.element(place)?.call()?;
        let answered = self
            .units
            .partner(place)
            .and_then(|partner| self.element(partner)?.result())
            .is_some_and(|result| result.outcome != CallOutcome::Interim);
        if answered { None } else { Some(call.process) }
    }
}

/// `permille` thousandths of `whole`, rounded down
pub fn share(whole: TokenCount, permille: u32) -> TokenCount {
    TokenCount::try_from(u64::from(whole) * u64::from(permille) / 1000).unwrap_or(TokenCount::MAX)
}

fn size(element: &Element<'_>) -> TokenCount {
    element.tokens.unwrap_or_else(|| {
        let tool = element.call().map_or(0, |call| estimate(&call.tool));
        estimate(&element.text).saturating_add(tool).saturating_add(FRAME_TOKENS)
    })
}

/// The digest of each element, as it is given or as its text has it
fn digests(window: &[Element<'_>]) -> Vec<Digest> {
    let without = window.iter().filter(|element| element.digest.is_none());
    let texts: Vec<&[u8]> = without.map(|element| element.text.as_bytes()).collect();
    let mut made = Digest::of_each(&texts).into_iter();
    window.iter().filter_map(|element| element.digest.or_else(|| made.next())).collect()
}

/// Summaries are told by their kind, by the digests of what was installed, and by a text that certifies itself
fn markers(request: &Request<'_>) -> Vec<Option<Marker>> {
    let installed: BTreeMap<Digest, Marker> =
        gathered::map(request.installed.iter().map(|text| (text.digest, text.marker)));
    request
        .window
        .iter()
        .map(|element| match &element.kind {
            ElementKind::Summary(marker) => Some(*marker),
            _ => crate::marker::recognise(&element.text).or_else(|| {
                let digest = (!installed.is_empty()).then(|| Digest::of(element.text.as_bytes()))?;
                installed.get(&digest).copied()
            }),
        })
        .collect()
}
