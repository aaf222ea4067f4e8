//! The check of the second of the three specs, as its reference code has it: each invariant is a substring of the output.
//!
//! The code takes the invariants as given. Here they are what a caller can know without reading the whole window: what
//! the user's own turns hold.

use super::Guard;
use anchorhold_rules::demands::{constraint, order};
use anchorhold_rules::scan::{Family, tokens};
use anchorhold_rules::window::{ElementKind, Window};
use std::collections::BTreeSet;

/// Texts that must stand in the summary as they are
pub struct Invariants {
    texts: BTreeSet<String>,
}

impl Invariants {
    /// Identifiers, paths and numbers
    pub fn exact_values(window: &Window<'_>) -> Invariants {
        Invariants { texts: user_turns(window).flat_map(values).collect() }
    }

    /// Constraints and orderings, as sentences
    pub fn sentences(window: &Window<'_>) -> Invariants {
        Invariants { texts: user_turns(window).flat_map(binding).collect() }
    }

    /// All of these
    pub fn all(window: &Window<'_>) -> Invariants {
        Invariants { texts: user_turns(window).flat_map(|text| values(text).chain(binding(text))).collect() }
    }
}

impl Guard for Invariants {
    fn blocks(&self, summary: &str) -> bool {
        !self.texts.iter().all(|text| summary.contains(text.as_str()))
    }
}

fn user_turns<'w>(window: &'w Window<'_>) -> impl Iterator<Item = &'w str> {
    window.iter().filter(|element| element.kind == ElementKind::UserRequest).map(|element| element.text.as_ref())
}

fn values(text: &str) -> impl Iterator<Item = String> {
    let is_exact = |family| matches!(family, Family::Identifier | Family::Path | Family::Number);
    tokens(text).filter(move |token| is_exact(token.kind.family())).map(|token| token.of(text).to_owned())
}

fn binding(text: &str) -> impl Iterator<Item = String> {
    let constraints = constraint::find(text).into_iter().map(|constraint| constraint.span);
    let orderings = order::find(text).into_iter().map(|ordering| ordering.span);
    constraints.chain(orderings).map(|span| span.of(text).trim().to_owned())
}
