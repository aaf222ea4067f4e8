//! Fields of things that the window told more than once, and otherwise: `"status": "pending"`, later `"status": "cancelled"`.
//!
//! A thing is an object of JSON with an id in the answer of a tool. It is the same thing where its id and those of the
//! objects around it are the same: a flight has one price in one booking and another one in the next.

use super::context::Context;
use super::items::{self, Item};
use super::stem;
use super::window::Speaker;
use crate::json::Json;
use crate::scan::Family;
use crate::window::ElementKind;
use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// A value that the window gave up for another
pub struct Superseded {
    /// The id of the thing
    pub thing: u64,
    /// The words of the names of the field and of the objects in which it stands
    pub field: Vec<u64>,
    /// The value that it had, token by token
    pub old: Vec<u64>,
    /// Whether the old value is a number
    pub is_number: bool,
    /// The value that it has, token by token
    pub new: Vec<u64>,
    /// The same as it is written
    pub new_text: String,
    /// The element that says so
    pub element: usize,
}

/// What the answers of tools say of the things that the summary names
#[derive(Default)]
pub struct Records {
    /// The values that were superseded
    pub superseded: Vec<Superseded>,
    /// The id of each thing with the last value of each of its fields
    current: Vec<(u64, Vec<u64>)>,
}

impl Records {
    /// Reads the answers in which these things come more than once
    pub fn of(context: &Context<'_, '_>) -> Records {
        let mut told = Told { context, fields: BTreeMap::new() };
        for element in elements_of_things(context) {
            let Ok(json) = Json::parse(context.text_of_element(element)) else { continue };
            let mut place = Place::default();
            if id_of(&json).is_none() {
                // Two searches may find one flight at two prices, of two days.
                place.ids.extend(question(context, element));
            }
            told.read(element, &json, &place);
        }
        let mut records = Records { superseded: Vec::new(), current: Vec::new() };
        for field in told.fields.values() {
            let Some(new) = field.values.last() else { continue };
            records.current.push((field.thing, new.value.clone()));
            // `pending` has become `pending (item modified)`, and is no other state.
            let goes_on = |old: &Said| old.value.iter().all(|token| new.value.contains(token));
            let old = field.values.iter().filter(|old| !field.is_ambiguous && !goes_on(old));
            records.superseded.extend(old.map(|old| Superseded {
                thing: field.thing,
                field: field.name.clone(),
                old: old.value.clone(),
                is_number: old.is_number,
                new: new.value.clone(),
                new_text: new.text.clone(),
                element: new.element,
            }));
        }
        records
    }

    /// Whether a word of a part is the state that a thing of it has: of an order whose status is `pending` it is true that it is
    /// pending
    pub fn hold_state(&self, part: &[Item], is_state: impl Fn(&Item) -> bool) -> bool {
        let named = |thing: u64| part.iter().any(|item| item.hash == thing);
        part.iter()
            .filter(|item| is_state(item))
            .any(|item| self.current.iter().any(|(thing, value)| value.contains(&item.hash) && named(*thing)))
    }

    /// Whether a value is the last one of some field of one of the things that a sentence names
    pub fn is_current(&self, value: &[u64], row: &[Item]) -> bool {
        self.current.iter().any(|(thing, current)| current == value && row.iter().any(|item| item.hash == *thing))
    }
}

/// The answers of tools that speak of a thing of the summary of which another one speaks too, in order
fn elements_of_things(context: &Context<'_, '_>) -> Vec<usize> {
    let mut all = Vec::new();
    for (item, term) in context.summary.items.iter().zip(&context.terms) {
        let Some(term) = term.filter(|_| is_id(item)) else { continue };
        let segments = context.window.segments_with(term).iter();
        let mut elements: Vec<usize> = segments
            .filter_map(|place| context.window.segments.get(*place as usize))
            .filter(|segment| segment.speaker == Speaker::Tool)
            .map(|segment| segment.element)
            .collect();
        elements.dedup();
        elements.retain(|element| context.text_of_element(*element).trim_start().starts_with(['{', '[']));
        if elements.len() > 1 {
            all.append(&mut elements);
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// What the call asked that an answer answers
fn question(context: &Context<'_, '_>, element: usize) -> Option<u64> {
    let window = &context.request.window;
    let ElementKind::ToolResult(result) = &window.get(element)?.kind else { return None };
    let calls = window.get(..element)?.iter().rev().filter_map(|element| match &element.kind {
        ElementKind::ToolCall(call) => Some(call),
        _ => None,
    });
    let call = calls.into_iter().find(|call| call.call_id == result.call_id)?;
    Some(hash_of(&call.tool).rotate_left(7) ^ hash_of(&call.arguments))
}

fn is_id(item: &Item) -> bool {
    item.kind.family() != Family::Prose
}

/// Where an object stands
#[derive(Clone, Default)]
struct Place {
    /// The ids of the objects around it and its own
    ids: Vec<u64>,
    /// The names of the members since the last id
    names: Vec<u64>,
}

/// A field of a thing
struct Field {
    thing: u64,
    name: Vec<u64>,
    values: Vec<Said>,
    /// One answer gives two values, so that there are two things with this id
    is_ambiguous: bool,
}

struct Said {
    element: usize,
    text: String,
    value: Vec<u64>,
    is_number: bool,
}

/// What the answers told of the things of the summary
struct Told<'x, 'c, 'r> {
    context: &'x Context<'c, 'r>,
    fields: BTreeMap<(Vec<u64>, Vec<u64>), Field>,
}

impl Told<'_, '_, '_> {
    fn read(&mut self, element: usize, json: &Json<'_>, place: &Place) {
        match json {
            Json::Array(values) => {
                // Of several objects without ids nothing says which is meant.
                for value in values.iter().filter(|value| id_of(value).is_some()) {
                    self.read(element, value, place);
                }
            }
            Json::Object(members) => {
                let mut place = place.clone();
                if let Some(id) = id_of(json) {
                    // A flight has one id and many days.
                    place.ids.extend(json.get("date").and_then(Json::as_str).map(hash_of));
                    place.ids.push(id);
                    place.names.clear();
                }
                for (name, value) in members {
                    let mut inner = place.clone();
                    inner.names.extend(words_of(name));
                    match value {
                        Json::Object(_) | Json::Array(_) => self.read(element, value, &inner),
                        _ if !is_name_of_id(name) => self.take(element, value, inner),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn take(&mut self, element: usize, value: &Json<'_>, place: Place) {
        let thing = place.ids.iter().rev().find(|id| self.context.term_with(**id).is_some());
        let text = text_of(value);
        let (Some(thing), Some((value, is_number))) = (thing, value_of(value)) else { return };
        let said = Said { element, text, value, is_number };
        let field = self.fields.entry((place.ids.clone(), place.names.clone())).or_insert(Field {
            thing: *thing,
            name: place.names,
            values: Vec::new(),
            is_ambiguous: false,
        });
        match field.values.last() {
            Some(last) if last.value == said.value => {}
            Some(last) => {
                field.is_ambiguous |= last.element == element;
                field.values.push(said);
            }
            None => field.values.push(said),
        }
    }
}

/// The id of an object: the first of its members that is called so
fn id_of(json: &Json<'_>) -> Option<u64> {
    let members = json.as_object()?;
    let id = members.iter().find(|(name, value)| is_name_of_id(name) && value_of(value).is_some())?;
    Some(hash_of(&text_of(&id.1)))
}

/// A scalar without quotation marks
fn text_of(value: &Json<'_>) -> String {
    value.as_str().map_or_else(|| value.to_canonical(), ToOwned::to_owned)
}

fn is_name_of_id(name: &str) -> bool {
    let lower = |end: &str| name.len() >= end.len() && name.get(name.len().saturating_sub(end.len())..) == Some(end);
    matches!(name, "id" | "ID" | "uuid" | "key" | "sku" | "code" | "number")
        || ["_id", "-id", "Id", "ID", "_number", "Number", "_code"].iter().any(|end| lower(end))
}

/// A scalar that is a state, token by token, and whether it is a number
fn value_of(value: &Json<'_>) -> Option<(Vec<u64>, bool)> {
    const TOKENS_MOST: usize = 4;
    if !matches!(value, Json::String(_) | Json::Whole(_) | Json::Negative(_) | Json::Real(_)) {
        return None;
    }
    let text = text_of(value);
    let mut row = Vec::new();
    items::read_into(&text, &mut row);
    let is_number = text.bytes().all(|byte| !byte.is_ascii_alphabetic());
    (1..=TOKENS_MOST).contains(&row.len()).then(|| (row.iter().map(|item| item.hash).collect(), is_number))
}

fn hash_of(text: &str) -> u64 {
    let mut row = Vec::new();
    items::read_into(text, &mut row);
    match row.as_slice() {
        [item] => item.hash,
        // An id of several tokens is that of none in the summary.
        _ => row.iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, item| hash.rotate_left(7) ^ item.hash),
    }
}

/// The hashes of the words of a name: `totalPrice`, `total_price`
fn words_of(name: &str) -> Vec<u64> {
    name.split(['_', '-', '.', ' ']).map(stem::hash).collect()
}
