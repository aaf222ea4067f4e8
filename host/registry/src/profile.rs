//! Profiles: the bounds under which a version is admitted, tried and run.

use anchorhold_runtime::{Bounds, Digest};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt;
use std::str::FromStr;

/// What a version may use
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// For policies that are compiled to WebAssembly
    Standard,
    /// For policies that bring the interpreter of their language with them
    Scripted,
}

impl Profile {
    /// All of them
    pub const ALL: [Profile; 2] = [Profile::Standard, Profile::Scripted];

    /// The profile that a component of so many bytes needs
    pub fn of_size(bytes: usize) -> Profile {
        let is_small = bytes <= Profile::Standard.bounds().component_bytes_max;
        if is_small { Profile::Standard } else { Profile::Scripted }
    }

    /// Its name
    pub fn name(self) -> &'static str {
        match self {
            Profile::Standard => "standard",
            Profile::Scripted => "scripted",
        }
    }

    /// Its bounds
    pub fn bounds(self) -> Bounds {
        match self {
            Profile::Standard => Bounds::default(),
            Profile::Scripted => Bounds::scripted(),
        }
    }

    /// SHA-256 of its bounds, as far as they bear on what a policy decides. It stands in what is signed: a signature
    /// under one set of bounds says nothing about another.
    pub fn digest(self) -> Digest {
        let bounds = self.bounds();
        let text = json!({
            "component_bytes_max": bounds.component_bytes_max,
            "fuel_base": bounds.fuel_base,
            "fuel_per_input_byte": bounds.fuel_per_input_byte,
            "input_bytes_max": bounds.input_bytes_max,
            "memory_bytes_max": bounds.memory_bytes_max,
            "output_bytes_base": bounds.output_bytes_base,
            "output_bytes_per_input_byte": bounds.output_bytes_per_input_byte,
            "stack_bytes_max": bounds.stack_bytes_max,
            "table_elements_max": bounds.table_elements_max,
        });
        Digest::of(text.to_string().as_bytes())
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Profile {
    type Err = String;

    fn from_str(text: &str) -> Result<Profile, String> {
        let named = Profile::ALL.into_iter().find(|profile| profile.name() == text);
        named.ok_or_else(|| format!("`{text}` is no profile: `standard` or `scripted`"))
    }
}
