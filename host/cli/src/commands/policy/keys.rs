//! `anchorhold policy keygen`, `sign` and `verify`

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, output, report};
use anchorhold_flow::registry::{Selector, SigningKey, VerifyingKey};
use clap::Args;
use std::path::PathBuf;

/// Make a key that signs versions: a secret file that nobody else may read, and beside it the public one, with `.pub`.
#[derive(Args)]
#[command(after_help = "\
Example:
  anchorhold policy keygen release.pem")]
pub struct Keygen {
    /// Where the secret key goes
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Sign a version: its component, name, version, world and bounds.
#[derive(Args)]
#[command(after_help = "\
Example:
  anchorhold policy sign standard@1.2.0 --key release.pem")]
pub struct Sign {
    /// The version
    #[arg(value_name = "VERSION")]
    version: Selector,
    /// The secret key
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
}

/// Verify a version: that its bytes are those of its digest, and who signed it. Refused where a signature is bad, or one
/// is missing that `--key` or the tenant asks for.
#[derive(Args)]
#[command(after_help = "\
Example:
  anchorhold policy verify standard@1.2.0 --key release.pem.pub")]
pub struct Verify {
    /// The version
    #[arg(value_name = "VERSION")]
    version: Selector,
    /// A public key whose signature must be there
    #[arg(long = "key", value_name = "FILE")]
    keys: Vec<PathBuf>,
}

impl Keygen {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let key = SigningKey::generate()?;
        let public = key.write(&self.file)?;
        let id = key.verifying().id();
        output::write(&report::registry::key(global.json, &id, &self.file, &public))?;
        Ok(Ended::Permitted)
    }
}

impl Sign {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let registry = host::registry(global)?;
        let record = registry.find(&self.version)?;
        let signed = registry.sign(&record, &SigningKey::read(&self.key)?)?;
        let verified = report::registry::Verified { record, signed: Ok(signed), missing: Vec::new() };
        output::write(&report::registry::verified(global.json, &verified))?;
        Ok(Ended::Permitted)
    }
}

impl Verify {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let registry = host::registry(global)?;
        let record = registry.find(&self.version)?;
        registry.component(record.digest)?;
        let mut demanded = registry.tenant(&global.tenant)?.signers;
        for path in &self.keys {
            let key = VerifyingKey::read(path)?;
            registry.keep_key(&key)?;
            demanded.push(key.id());
        }
        let signed = registry.signed(&record)?;
        let is_good = |id: &String| {
            signed.as_ref().is_ok_and(|signed| signed.iter().any(|one| one.key == *id && one.is_good == Some(true)))
        };
        demanded.retain(|id| !is_good(id));
        let verified = report::registry::Verified { record, signed, missing: demanded };
        output::write(&report::registry::verified(global.json, &verified))?;
        Ok(if verified.is_good() { Ended::Permitted } else { Ended::Refused })
    }
}
