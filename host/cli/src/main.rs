//! The command `anchorhold`: guards the compaction of an agent's context.

mod commands;
mod exit;
mod host;
mod options;
mod output;
mod progress;
mod report;
mod serving;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Guards the compaction of an AI agent's context.
///
/// What leaves the window is archived first and can be had back; what must be known is carried word for word; and a
/// summary is installed only if it says nothing that the window does not.
#[derive(Parser)]
#[command(name = "anchorhold", version, arg_required_else_help = true, after_help = EXIT_STATUS)]
struct Arguments {
    #[command(flatten)]
    global: options::Global,
    #[command(subcommand)]
    command: Command,
}

const EXIT_STATUS: &str = "\
Exit status:
  0  permitted or admitted
  2  refused: nothing was changed, and the answer says what helps
  3  input error: the arguments or a file are unsound
  1  failure: no decision was made, and nothing was changed
130  stopped with Ctrl-C: nothing was changed";

#[derive(Subcommand)]
enum Command {
    Plan(commands::plan::Plan),
    Compact(commands::compact::Compact),
    Check(commands::check::Check),
    Classify(commands::classify::Classify),
    Recall(commands::recall::Recall),
    Reload(commands::reload::Reload),
    Effects(commands::effects::Effects),
    Log(commands::log::Log),
    Decisions(commands::decisions::Decisions),
    Replay(commands::replay::Replay),
    #[command(subcommand)]
    Store(commands::store::Store),
    Policy(commands::policy::Policy),
    Batch(commands::batch::Batch),
    Serve(commands::serve::Serve),
    Completions(commands::completions::Completions),
}

fn main() -> ExitCode {
    let Arguments { global, command } = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return exit::usage(&error),
    };
    let ended = match command {
        Command::Plan(command) => command.run(&global),
        Command::Compact(command) => command.run(&global, commands::compact::Way::Compact),
        Command::Check(command) => command.run(&global),
        Command::Classify(command) => command.run(&global),
        Command::Recall(command) => command.run(&global),
        Command::Reload(command) => command.run(&global),
        Command::Effects(command) => command.run(&global),
        Command::Log(command) => command.run(&global),
        Command::Decisions(command) => command.run(&global),
        Command::Replay(command) => command.run(&global),
        Command::Store(command) => command.run(&global),
        Command::Policy(command) => command.run(&global),
        Command::Batch(command) => command.run(&global),
        Command::Serve(command) => command.run(&global),
        Command::Completions(command) => command.run(),
    };
    exit::code(ended, global.json)
}
