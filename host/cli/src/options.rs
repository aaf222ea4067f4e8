//! Options that several commands share.

use crate::exit::CommandError;
use anchorhold_flow::registry::Name;
use anchorhold_flow::{Budget, Document, DocumentError, Inquiry};
use clap::Args;
use serde_json::{Map, Value};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Options of every command
#[derive(Args)]
pub struct Global {
    /// Answer in JSON instead of a report
    #[arg(long, global = true, help_heading = "Global options")]
    pub json: bool,
    /// A policy to ask instead of the one that serves: a component, or a version of the registry
    #[arg(
        long,
        global = true,
        value_name = "FILE|VERSION",
        env = "ANCHORHOLD_POLICY",
        help_heading = "Global options"
    )]
    pub policy: Option<PathBuf>,
    /// The registry of policies [default: $XDG_DATA_HOME/anchorhold/policies]
    #[arg(long, global = true, value_name = "PATH", env = "ANCHORHOLD_REGISTRY", help_heading = "Global options")]
    pub registry: Option<PathBuf>,
    /// For whom the policy decides; the registry says which version serves each tenant
    #[arg(
        long,
        global = true,
        value_name = "NAME",
        default_value = "default",
        env = "ANCHORHOLD_TENANT",
        help_heading = "Global options"
    )]
    pub tenant: Name,
    /// The store: archive, ledger, passes [default: $XDG_DATA_HOME/anchorhold/store.db]
    #[arg(long, global = true, value_name = "PATH", env = "ANCHORHOLD_STORE", help_heading = "Global options")]
    pub store: Option<PathBuf>,
}

/// A transcript, and how it is to be read
#[derive(Args)]
pub struct Transcript {
    /// The transcript: a file in the format of an agent framework; `-` is standard input where nothing is to be changed
    #[arg(value_name = "TRANSCRIPT")]
    path: PathBuf,
    /// Its format [default: told from the file]
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// A JSON object of settings that differ from those of the preset
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// A JSON object of further fields of the request, such as `pins`, `open_work`, `tools` or `plan`. A field that an
    /// option gives as well counts as the file gives it.
    #[arg(long, value_name = "FILE")]
    request: Option<PathBuf>,
    /// Calls without a result may still answer: wait for them
    #[arg(long)]
    calls_alive: bool,
}

/// How much the next window may hold
#[derive(Args)]
pub struct BudgetOptions {
    /// The model's window, in tokens
    #[arg(long, value_name = "TOKENS")]
    budget: u32,
    /// What is kept free of it for the model's answer, in tokens
    #[arg(long, value_name = "TOKENS", default_value_t = 0)]
    reserve: u32,
    /// What every request carries beside the window, such as tool schemas, in tokens
    #[arg(long, value_name = "TOKENS", default_value_t = 0)]
    overhead: u32,
}

impl Transcript {
    /// Where it stands
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The question about it
    ///
    /// # Errors
    /// Where a file cannot be read.
    pub fn inquiry(&self, budget: Option<&BudgetOptions>) -> Result<Inquiry, CommandError> {
        Ok(Inquiry {
            document: document(&self.path)?,
            format: self.format.clone(),
            budget: budget.map(|budget| Budget {
                limit: budget.budget,
                reserve: budget.reserve,
                overhead: budget.overhead,
            }),
            settings: self.settings.as_deref().map(object).transpose()?.unwrap_or_default(),
            calls_alive: self.calls_alive,
            request: self.request.as_deref().map(object).transpose()?.unwrap_or_default(),
        })
    }
}

/// The document in a file; `-` is standard input
///
/// # Errors
/// Where it cannot be read, or is not UTF-8 text.
pub fn document(path: &Path) -> Result<Document, DocumentError> {
    if path != Path::new("-") {
        return Document::read(path);
    }
    let mut bytes = Vec::new();
    match io::stdin().read_to_end(&mut bytes) {
        Ok(_) => Document::of(path, bytes),
        Err(source) => Err(DocumentError::Unreadable { path: path.to_owned(), source }),
    }
}

/// The JSON value that a file holds
///
/// # Errors
/// Where the file cannot be read, or holds none.
pub fn json(path: &Path) -> Result<Value, CommandError> {
    let bytes = fs::read(path).map_err(|source| DocumentError::Unreadable { path: path.to_owned(), source })?;
    serde_json::from_slice(&bytes).map_err(|source| CommandError::NotJson { path: path.to_owned(), source })
}

/// The JSON object that a file holds
fn object(path: &Path) -> Result<Map<String, Value>, CommandError> {
    match json(path)? {
        Value::Object(object) => Ok(object),
        _ => Err(CommandError::NotAnObject { path: path.to_owned() }),
    }
}
