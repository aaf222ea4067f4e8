//! The rules' numbers, and the two presets that they start from.

use crate::admission::{FindingCode, Severity};
use crate::window::Permille;
use alloc::vec::Vec;

/// Which code the numbers start from
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// The prose rules of the specs
    Standard,
    /// The reference code of the specs, taken at its word
    Literal,
}

/// What becomes of an ambiguous element
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ambiguity {
    /// It is treated as non-regenerable
    Externalize,
    /// The pass is refused
    Refuse,
}

/// The rules' numbers; each is explained in `wit/types.wit`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Where they started from
    pub preset: Preset,
    /// The margin as a share of B
    pub margin: Permille,
    /// The least share of the window that a pass must free
    pub least_gain: Permille,
    /// Epochs that must have passed since the index was rebuilt from post-compaction text
    pub index_window_epochs: u32,
    /// The share of its anchors that one chain may lose
    pub chain_loss_limit: Permille,
    /// Above this divergence no compaction takes place
    pub divergence_limit: Permille,
    /// How often a summary is sent back before the spill
    pub retries: u32,
    /// After so many equal refusals in a row the remedy is to stop
    pub streak_limit: u32,
    /// The share of B that the most recent elements may fill as they are
    pub kept_tail: Permille,
    /// The share of B that the part of the carry block that may be shortened can fill
    pub carry_share: Permille,
    /// What becomes of an ambiguous element
    pub ambiguous: Ambiguity,
    /// Findings whose severity differs from the preset's
    pub severities: Vec<(FindingCode, Severity)>,
}

impl Settings {
    /// The numbers of a preset
    pub fn of(preset: Preset) -> Settings {
        Settings {
            preset,
            margin: 700,
            least_gain: 50,
            index_window_epochs: 2,
            chain_loss_limit: 80,
            divergence_limit: 10,
            retries: 2,
            streak_limit: 3,
            kept_tail: 250,
            carry_share: 100,
            ambiguous: match preset {
                Preset::Standard => Ambiguity::Externalize,
                Preset::Literal => Ambiguity::Refuse,
            },
            severities: Vec::new(),
        }
    }
}
