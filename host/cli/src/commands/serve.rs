//! `anchorhold serve`

use crate::exit::{CommandError, Ended};
use crate::host::{self, EMBEDDED};
use crate::options::Global;
use crate::output;
use anchorhold_server::{Config, ServeError, new_token, openapi, serve};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Answer the calls of many tenants over HTTP, until told to end.
///
/// Each tenant has tokens, shares of what the machine can do, and a store of its own. Changes of CONFIG for tenants, and of
/// the registry that it names, apply while it runs: see docs/server.md.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold serve --new-token
  anchorhold serve --check server.toml
  anchorhold serve server.toml")]
pub struct Serve {
    /// The configuration
    #[arg(value_name = "CONFIG", required_unless_present_any = ["new_token", "openapi"])]
    config: Option<PathBuf>,
    /// Only tell whether the configuration is sound
    #[arg(long, conflicts_with = "new_token")]
    check: bool,
    /// Print a new token for a tenant, and its digest for the configuration
    #[arg(long, conflicts_with = "config")]
    new_token: bool,
    /// Print what the server answers, as an OpenAPI document
    #[arg(long, conflicts_with_all = ["config", "check", "new_token"])]
    openapi: bool,
}

impl Serve {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        if self.openapi {
            output::write(&openapi())?;
            return Ok(Ended::Permitted);
        }
        let Some(config) = &self.config else {
            let (token, digest) = new_token().map_err(ServeError::from)?;
            let digest = digest.to_string();
            output::write(&if global.json {
                format!("{}\n", json!({"token": token, "digest": digest}))
            } else {
                format!("token   {token}\ndigest  {digest}\n")
            })?;
            return Ok(Ended::Permitted);
        };
        if self.check {
            let config = Config::read(config).map_err(ServeError::from)?;
            output::write(&if global.json {
                format!("{}\n", json!({"sound": true, "tenants": config.tenants.len()}))
            } else {
                format!("sound: {} tenants\n", config.tenants.len())
            })?;
            return Ok(Ended::Permitted);
        }
        serve(config, EMBEDDED, host::cache(), |address| {
            // Where nobody reads it there is nobody to tell.
            let _ = output::write(&if global.json {
                format!("{}\n", json!({"listens": address.to_string()}))
            } else {
                format!("listens at http://{address}\n")
            });
        })?;
        Ok(Ended::Permitted)
    }
}
