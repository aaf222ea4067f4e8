//! `anchorhold policy`

mod add;
mod diff;
mod inspect;
mod keys;
mod list;
mod point;
mod tenants;
mod test;
mod tidy;
mod trial;

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use clap::{Args, Subcommand};

/// Keep versions of policies, sign them, and say which serves whom.
///
/// VERSION is NAME@VERSION, a channel, a NAME (its newest version), or at least eight digits of a digest.
#[derive(Args)]
pub struct Policy {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Add(add::Add),
    List(list::List),
    Inspect(inspect::Inspect),
    Keygen(keys::Keygen),
    Sign(keys::Sign),
    Verify(keys::Verify),
    Use(point::Use),
    Rollback(point::Rollback),
    Pin(tenants::Pin),
    Canary(tenants::Canary),
    Shadow(tenants::Shadow),
    Demand(tenants::Demand),
    Test(test::Test),
    Diff(diff::Diff),
    Remove(tidy::Remove),
    Gc(tidy::Gc),
    #[command(hide = true)]
    Try(trial::Try),
}

impl Policy {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        match &self.command {
            Command::Add(command) => command.run(global),
            Command::List(command) => command.run(global),
            Command::Inspect(command) => command.run(global),
            Command::Keygen(command) => command.run(global),
            Command::Sign(command) => command.run(global),
            Command::Verify(command) => command.run(global),
            Command::Use(command) => command.run(global),
            Command::Rollback(command) => command.run(global),
            Command::Pin(command) => command.run(global),
            Command::Canary(command) => command.run(global),
            Command::Shadow(command) => command.run(global),
            Command::Demand(command) => command.run(global),
            Command::Test(command) => command.run(global),
            Command::Diff(command) => command.run(global),
            Command::Remove(command) => command.run(global),
            Command::Gc(command) => command.run(global),
            Command::Try(command) => command.run(),
        }
    }
}
