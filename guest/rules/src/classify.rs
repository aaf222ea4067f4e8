//! What each element of a window is worth.

use crate::classification::Classification;
use crate::settings::Settings;
use crate::window::Element;
use crate::request::ToolTraits;
use alloc::vec::Vec;

/// Classifies the window, in its order
pub fn classify(_window: &[Element<'_>], _tools: &[ToolTraits<'_>], _settings: &Settings) -> Vec<Classification> {
    Vec::new()
}
