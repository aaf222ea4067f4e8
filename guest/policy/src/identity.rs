//! Which of the two components this is.

use anchorhold_rules::settings::Preset;

/// Its name. A policy that is this shell around other rules gives its own when it is built.
#[cfg(not(feature = "literal"))]
pub const NAME: &str = match option_env!("ANCHORHOLD_POLICY_NAME") {
    Some(name) => name,
    None => "anchorhold-standard",
};
/// Its name
#[cfg(feature = "literal")]
pub const NAME: &str = "anchorhold-literal";

/// The preset that it takes when a request names none
#[cfg(not(feature = "literal"))]
pub const PRESET: Preset = Preset::Standard;
/// The preset that it takes when a request names none
#[cfg(feature = "literal")]
pub const PRESET: Preset = Preset::Literal;

/// Its version
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
