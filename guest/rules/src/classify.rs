//! What each element of a window is worth.

use crate::chains::chains;
use crate::classification::{Class, Classification, Decider};
use crate::effects::entry::{self, Evidence};
use crate::inference::{self, Nature, Pairs, Superseded};
use crate::json::Json;
use crate::request::ToolTraits;
use crate::settings::{Preset, Settings};
use crate::window::{Answer, Effect, Element, ElementKind, Standing, Traits};
use alloc::vec::Vec;

/// Classifies the window, in its order
pub fn classify(window: &[Element<'_>], tools: &[ToolTraits<'_>], settings: &Settings) -> Vec<Classification> {
    let pairs = Pairs::of(window);
    let arguments: Vec<Option<Json<'_>>> = window.iter().map(|element| element.call().map(inference::parsed)).collect();
    let natures: Vec<Option<Nature>> = window
        .iter()
        .zip(&arguments)
        .map(|(element, arguments)| Some(inference::nature(element.call()?, arguments.as_ref()?, tools)))
        .collect();
    let superseded = match settings.preset {
        Preset::Standard => inference::superseded(window, &pairs, &natures),
        Preset::Literal => Vec::new(),
    };
    let current_request = window.iter().rposition(|element| element.kind == ElementKind::UserRequest);
    let survey = Survey { window, pairs, arguments, natures, superseded, current_request, preset: settings.preset };
    let mut classifications: Vec<Classification> = Vec::with_capacity(window.len());
    for (place, (element, chain)) in window.iter().zip(chains(window, &survey.pairs)).enumerate() {
        let known = survey.known(place, element);
        let class = class(settings.preset, known.traits);
        let of_call = survey.pairs.call_of(place).and_then(|call| classifications.get(call)?.effect.as_ref());
        let effect = survey.effect(place, element, class, of_call);
        classifications.push(Classification {
            element: place,
            class,
            traits: known.traits,
            regenerable_by: known.regenerable_by,
            idempotent_by: known.idempotent_by,
            task_critical_by: known.task_critical_by,
            anchor: survey.is_anchor(place, element),
            chain,
            effect,
        });
    }
    classifications
}

/// The class of an element with these traits
///
/// The reference code takes what is unknown as not holding.
pub fn class(preset: Preset, traits: Traits) -> Class {
    let known = |answer: Answer| match preset {
        Preset::Literal => answer.or(Answer::No),
        Preset::Standard => answer,
    };
    match (known(traits.regenerable), known(traits.idempotent), known(traits.task_critical)) {
        (Answer::Yes, Answer::Yes, _) => Class::Reclaim,
        (Answer::Yes, Answer::No, _) => Class::PinEffect,
        (Answer::No, _, Answer::Yes) => Class::Externalize,
        (Answer::Yes, Answer::Unknown, _) | (Answer::No, _, Answer::No | Answer::Unknown) | (Answer::Unknown, _, _) => {
            Class::Ambiguous
        }
    }
}

/// The window with what its calls tell
struct Survey<'w, 'a> {
    window: &'w [Element<'a>],
    pairs: Pairs,
    arguments: Vec<Option<Json<'w>>>,
    natures: Vec<Option<Nature>>,
    superseded: Vec<Superseded>,
    current_request: Option<usize>,
    preset: Preset,
}

/// Traits, and what decided each
#[derive(Clone, Copy)]
struct Known {
    traits: Traits,
    regenerable_by: Decider,
    idempotent_by: Decider,
    task_critical_by: Decider,
}

impl Known {
    fn of(regenerable: Answer, idempotent: Answer, task_critical: Answer, by: Decider) -> Known {
        let traits = Traits { regenerable, idempotent, task_critical };
        Known { traits, regenerable_by: by, idempotent_by: by, task_critical_by: by }
    }

    /// These, where `stated` leaves a trait open
    fn under(self, stated: Traits) -> Known {
        let by = |answer: Answer, other: Decider| if answer == Answer::Unknown { other } else { Decider::Caller };
        Known {
            traits: Traits {
                regenerable: stated.regenerable.or(self.traits.regenerable),
                idempotent: stated.idempotent.or(self.traits.idempotent),
                task_critical: stated.task_critical.or(self.traits.task_critical),
            },
            regenerable_by: by(stated.regenerable, self.regenerable_by),
            idempotent_by: by(stated.idempotent, self.idempotent_by),
            task_critical_by: by(stated.task_critical, self.task_critical_by),
        }
    }
}

impl Survey<'_, '_> {
    fn known(&self, place: usize, element: &Element<'_>) -> Known {
        if self.preset == Preset::Literal {
            let unknown = Known::of(Answer::Unknown, Answer::Unknown, Answer::Unknown, Decider::DefaultWrite);
            return unknown.under(element.traits);
        }
        let call = self.call_of(place);
        let mut known = match call.and_then(|call| self.natures.get(call)?.as_ref()) {
            Some(nature) => self.of_nature(call.unwrap_or(place), nature),
            None => self.of_kind(place, element),
        };
        // Whoever states an effect says that there is a write, and that its record can be had from the ledger.
        if element.effect.is_some() && self.is_read(call) {
            known = Known::of(Answer::Yes, Answer::No, Answer::No, Decider::Caller);
        }
        if let Some(source) = &element.source
            && self.is_read(call)
        {
            match source.unchanged {
                Answer::Yes => (known.traits.regenerable, known.regenerable_by) = (Answer::Yes, Decider::Caller),
                Answer::No => known = stale(),
                Answer::Unknown => {}
            }
        }
        // What is known of a call is known of its result.
        let of_call = call.filter(|call| *call != place).and_then(|call| self.window.get(call));
        let known = of_call.map_or(known, |call| known.under(call.traits));
        let pinned = match element.pin {
            Some(Standing::Active) => Answer::Yes,
            Some(Standing::Done | Standing::Superseded) => Answer::No,
            None => Answer::Unknown,
        };
        known.under(Traits { task_critical: pinned, ..Traits::default() }).under(element.traits)
    }

    /// The place of the call that an element is, or answers
    fn call_of(&self, place: usize) -> Option<usize> {
        let is_call = self.natures.get(place).is_some_and(Option::is_some);
        if is_call { Some(place) } else { self.pairs.call_of(place) }
    }

    fn is_read(&self, call: Option<usize>) -> bool {
        !call.and_then(|call| self.natures.get(call)?.as_ref()).is_some_and(|nature| nature.writes)
    }

    fn superseded(&self, call: usize) -> Superseded {
        self.superseded.get(call).copied().unwrap_or_default()
    }

    fn of_nature(&self, call: usize, nature: &Nature) -> Known {
        if self.superseded(call) != Superseded::No && !nature.writes {
            return stale();
        }
        Known {
            traits: Traits {
                regenerable: nature.regenerable,
                idempotent: nature.idempotent,
                task_critical: nature.task_critical,
            },
            regenerable_by: nature.regenerable_by,
            idempotent_by: nature.idempotent_by,
            task_critical_by: nature.task_critical_by,
        }
    }

    fn of_kind(&self, place: usize, element: &Element<'_>) -> Known {
        use Answer::{No, Unknown, Yes};
        let (regenerable, idempotent, task_critical) = match &element.kind {
            ElementKind::SystemInstruction | ElementKind::DeveloperInstruction => (No, Yes, Yes),
            // What the user asked before may be done, or still bind: nobody has said.
            ElementKind::UserRequest if self.current_request != Some(place) => (No, Yes, Unknown),
            ElementKind::UserRequest => (No, Yes, Yes),
            // Reasoning can be done again; a framework gives its notices again.
            ElementKind::Reply | ElementKind::Reasoning | ElementKind::Notice => (Yes, Yes, No),
            ElementKind::StateAssertion => (No, Yes, Yes),
            ElementKind::Summary(_) => (No, Yes, Yes),
            // A write of which only the confirmation is left, and of a result without its call not even the name.
            ElementKind::WriteAcknowledgement | ElementKind::ToolResult(_) => (Unknown, No, Unknown),
            ElementKind::ToolCall(_) | ElementKind::Other(_) => (Unknown, Unknown, Unknown),
        };
        Known::of(regenerable, idempotent, task_critical, Decider::ElementKind)
    }

    fn effect(
        &self,
        place: usize,
        element: &Element<'_>,
        class: Class,
        of_call: Option<&Effect<'static>>,
    ) -> Option<Effect<'static>> {
        if let Some(effect) = of_call {
            return Some(effect.clone());
        }
        let call = self.call_of(place);
        let needed = class == Class::PinEffect || element.effect.is_some();
        let infers = self.preset == Preset::Standard && !self.is_read(call);
        if !needed && !infers {
            return None;
        }
        let evidence = call.and_then(|call| {
            let element = self.window.get(call)?;
            Some(Evidence {
                element,
                call: element.call()?,
                arguments: self.arguments.get(call)?.as_ref()?,
                nature: self.natures.get(call)?.as_ref()?,
                result: self.pairs.result_of(call).and_then(|result| self.window.get(result)),
            })
        });
        Some(evidence.map_or_else(|| entry::of_element(element), |evidence| entry::of_call(&evidence)))
    }

    fn is_anchor(&self, place: usize, element: &Element<'_>) -> bool {
        match &element.kind {
            ElementKind::StateAssertion | ElementKind::WriteAcknowledgement => true,
            ElementKind::ToolResult(_) => {
                let outdated = element.source.as_ref().is_some_and(|source| source.unchanged == Answer::No)
                    || self.pairs.call_of(place).is_some_and(|call| self.superseded(call) == Superseded::Wholly);
                self.preset == Preset::Literal || !outdated
            }
            // Instructions never leave, and what a call asks is not yet so.
            ElementKind::SystemInstruction | ElementKind::DeveloperInstruction | ElementKind::ToolCall(_) => false,
            ElementKind::UserRequest
            | ElementKind::Reply
            | ElementKind::Reasoning
            | ElementKind::Summary(_)
            | ElementKind::Notice
            | ElementKind::Other(_) => self.preset == Preset::Standard && inference::asserts_state(&element.text),
        }
    }
}

/// What was read and written since: it cannot be read again, and nobody needs it
fn stale() -> Known {
    Known::of(Answer::No, Answer::Yes, Answer::No, Decider::SupersededRead)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]
mod tests;
