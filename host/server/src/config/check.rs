//! What a configuration must not say.

use super::Config;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// Why a configuration is not taken
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read
    #[error("cannot read the configuration `{}`", path.display())]
    NotRead {
        /// The file
        path: PathBuf,
        /// Why
        source: io::Error,
    },
    /// It is not TOML, or a field is unknown or of another type
    #[error("the configuration `{}` is malformed", path.display())]
    Malformed {
        /// The file
        path: PathBuf,
        /// Where, and what was expected
        source: Box<toml::de::Error>,
    },
    /// Fields that contradict themselves or each other
    #[error("the configuration `{}` is unsound:\n  {}", path.display(), faults.join("\n  "))]
    Unsound {
        /// The file
        path: PathBuf,
        /// Each fault, with the name of its field
        faults: Vec<String>,
    },
}

/// Looks at what types cannot say
pub fn check(config: &Config, path: &Path) -> Result<(), ConfigError> {
    let mut faults = Vec::new();
    if config.limits.request_bytes_max == 0 {
        faults.push("limits.request_bytes_max: must be above 0".to_owned());
    }
    if config.limits.concurrent_decisions_max == Some(0) {
        faults.push("limits.concurrent_decisions_max: must be above 0, or absent for one a core".to_owned());
    }
    let mut holders = BTreeMap::new();
    for (name, tenant) in &config.tenants {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        // The name is that of a file as well.
        if name.is_empty() || name.len() > 64 || !name.chars().all(is_plain) {
            faults.push(format!("tenants.{name}: a name has 1 to 64 letters, digits, `-` or `_`"));
        }
        for (field, value) in
            [("requests_per_second", tenant.requests_per_second), ("fuel_per_second", tenant.fuel_per_second)]
        {
            if !(value.is_finite() && value > 0.0) {
                faults.push(format!("tenants.{name}.{field}: must be above 0"));
            }
        }
        if tenant.concurrent_decisions_max == 0 {
            faults.push(format!("tenants.{name}.concurrent_decisions_max: must be above 0"));
        }
        for token in &tenant.tokens {
            if let Some(other) = holders.insert(*token, name) {
                faults.push(format!("tenants.{name}.tokens: holds a token of `{other}`"));
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(ConfigError::Unsound { path: path.to_owned(), faults }) }
}
