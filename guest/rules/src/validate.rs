//! What a request must hold before anything is decided.

use crate::error::InputError;
use crate::gathered::{self, Named};
use crate::request::Request;
use crate::settings::Settings;
use crate::window::Element;
use alloc::collections::BTreeSet;
use alloc::string::ToString;

/// The most elements that a window may have
pub const ELEMENTS_MOST: usize = 1_000_000;

/// The most bytes of text that a window may have: what fits, with everything made from it, in the policy's memory
pub const TEXT_BYTES_MOST: usize = 48 * 1024 * 1024;

/// Checks a whole request
pub fn request(request: &Request<'_>) -> Result<(), InputError> {
    window(&request.window)?;
    settings(&request.settings)?;
    if request.budget.tokens() == 0 {
        return Err(InputError::BudgetEmpty);
    }
    let ids: BTreeSet<Named<&str>> = match request.probes.as_slice() {
        [] => BTreeSet::new(),
        _ => gathered::set(request.window.iter().map(|element| Named::new(element.id.as_ref()))),
    };
    for outcome in &request.probes {
        if !ids.contains(&Named::new(outcome.element.as_ref())) {
            return Err(InputError::UnknownElement { field: "probes".to_string(), id: outcome.element.to_string() });
        }
    }
    Ok(())
}

/// Checks a window
pub fn window(window: &[Element<'_>]) -> Result<(), InputError> {
    if window.len() > ELEMENTS_MOST {
        return Err(too_much("elements", window.len(), ELEMENTS_MOST));
    }
    let mut seen = BTreeSet::new();
    let mut text_bytes = 0usize;
    for (place, element) in window.iter().enumerate() {
        if element.id.is_empty() {
            return Err(InputError::UnnamedElement(u32::try_from(place).unwrap_or(u32::MAX)));
        }
        if !seen.insert(Named::new(element.id.as_ref())) {
            return Err(InputError::DuplicateElement(element.id.to_string()));
        }
        text_bytes = text_bytes.saturating_add(element.text.len());
    }
    if text_bytes > TEXT_BYTES_MOST {
        return Err(too_much("text-bytes", text_bytes, TEXT_BYTES_MOST));
    }
    Ok(())
}

fn settings(settings: &Settings) -> Result<(), InputError> {
    let permilles = [
        ("settings.margin", settings.margin, 1),
        ("settings.least_gain", settings.least_gain, 0),
        ("settings.chain_loss_limit", settings.chain_loss_limit, 0),
        ("settings.divergence_limit", settings.divergence_limit, 0),
        ("settings.kept_tail", settings.kept_tail, 0),
        ("settings.carry_share", settings.carry_share, 0),
    ];
    for (field, given, least) in permilles {
        in_range(field, given, least, 1000)?;
    }
    // Spec 002 asks for N of at least 2, since one epoch may have begun before the rebuild ended.
    in_range("settings.index_window_epochs", settings.index_window_epochs, 2, u32::MAX)?;
    in_range("settings.retries", settings.retries, 0, 16)?;
    in_range("settings.streak_limit", settings.streak_limit, 1, u32::MAX)
}

fn in_range(field: &str, given: u32, least: u32, most: u32) -> Result<(), InputError> {
    if (least..=most).contains(&given) {
        return Ok(());
    }
    Err(InputError::SettingOutOfRange {
        field: field.to_string(),
        given: given.into(),
        least: least.into(),
        most: most.into(),
    })
}

fn too_much(subject: &str, given: usize, allowed: usize) -> InputError {
    InputError::TooMuch { subject: subject.to_string(), given: given as u64, allowed: allowed as u64 }
}
