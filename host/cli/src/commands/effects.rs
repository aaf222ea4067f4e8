//! `anchorhold effects`

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, output, report, serving};
use anchorhold_flow::Store;
use anchorhold_flow::effects::{self, EffectCall, EffectStatus, Settled, Told};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Map, Value};
use std::io::Read;
use std::path::PathBuf;

/// The ledger of effects: calls that change the world, so that none fires twice.
#[derive(Args)]
#[command(after_help = "\
An agent that pays asks first, tells what it does, and tells what came of it:
  anchorhold effects judge --session shop-17 --tool charge_card --arguments '{\"order\": 17, \"idempotency_key\": \"o-17\"}'
  anchorhold effects record --session shop-17 o-17 fired
  anchorhold effects record --session shop-17 o-17 confirmed --outcome ch_881
After a crash:
  anchorhold effects settle --session shop-17 --abandoned
  anchorhold effects settle --session shop-17 o-17 confirmed --outcome ch_881")]
pub struct Effects {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Judge(Judge),
    Record(Record),
    Settle(Settle),
    List(List),
}

/// Ask whether a call may fire. If it may, the ledger says so before this answers: of all who ask at a time, one is told `fire`.
///
/// Exit status 0: fire it. 2: do not: it was done before, is in flight, its outcome is unknown, or its key was used with
/// other arguments. A read may always fire.
#[derive(Args)]
struct Judge {
    #[command(flatten)]
    session: Session,
    /// The tool that is about to be called
    #[arg(long, value_name = "NAME")]
    tool: String,
    /// Its arguments: a JSON object, or `-` for standard input
    #[arg(long, value_name = "JSON", default_value = "{}")]
    arguments: String,
    /// A JSON array with what you know of your tools: see `tools` in docs/json.md
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,
    /// Only look: write nothing to the ledger
    #[arg(long)]
    rehearsal: bool,
}

/// Tell what came of an effect that you were told to fire.
///
/// What is confirmed stays so; nothing becomes less certain for being told late.
#[derive(Args)]
struct Record {
    #[command(flatten)]
    session: Session,
    /// The identity that `judge` gave
    #[arg(value_name = "EFFECT")]
    effect: String,
    /// How far it got
    #[arg(value_enum)]
    status: Progress,
    /// What came of it, such as the id that the service gave it
    #[arg(long, value_name = "TEXT")]
    outcome: Option<String>,
}

/// End an effect whose outcome nobody knew, once you found out; or say that whoever had effects in flight is gone.
#[derive(Args)]
struct Settle {
    #[command(flatten)]
    session: Session,
    /// Whatever is in flight in this session will not be told any more: its outcome is unknown from now on
    #[arg(long, conflicts_with_all = ["effect", "end", "outcome"])]
    abandoned: bool,
    /// The identity that `judge` gave
    #[arg(value_name = "EFFECT", required_unless_present = "abandoned", requires = "end")]
    effect: Option<String>,
    /// What you found out
    #[arg(value_enum)]
    end: Option<End>,
    /// How you know, or what came of it
    #[arg(long, value_name = "TEXT")]
    outcome: Option<String>,
}

/// Show the ledger of a session, oldest entry first.
#[derive(Args)]
struct List {
    #[command(flatten)]
    session: Session,
}

#[derive(Args)]
struct Session {
    /// The session whose ledger it is: that of the agent's window
    #[arg(long, value_name = "NAME", env = "ANCHORHOLD_SESSION")]
    session: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum Progress {
    /// The call was sent
    Fired,
    /// It was done
    Confirmed,
    /// It failed and changed nothing
    Failed,
    /// It was sent and no answer came
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum End {
    /// It was done
    Confirmed,
    /// It changed nothing
    Failed,
}

impl Effects {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        match &self.command {
            Command::Judge(command) => command.run(global),
            Command::Record(command) => command.run(global),
            Command::Settle(command) => command.run(global),
            Command::List(command) => command.run(global),
        }
    }
}

impl Judge {
    fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let arguments = match self.arguments.as_str() {
            "-" => {
                let mut read = String::new();
                std::io::stdin().lock().read_to_string(&mut read)?;
                read
            }
            given => given.to_owned(),
        };
        let arguments: Map<String, Value> = serde_json::from_str(&arguments).map_err(CommandError::Arguments)?;
        let tools = self.tools.as_deref().map(crate::options::json).transpose()?.unwrap_or(Value::Null);
        let tool_call = Map::from_iter([
            ("tool".to_owned(), self.tool.as_str().into()),
            ("arguments".to_owned(), Value::Object(arguments)),
        ]);
        let desk = serving::desk(global, &self.session.session)?;
        let (mut store, _) = host::store(global)?;
        let call = EffectCall { tool_call, tools };
        let judged = effects::judge(&desk, &mut store, &self.session.session, &call, self.rehearsal)?;
        output::write(&if global.json {
            format!("{}\n", judged.json)
        } else {
            report::effects::judged(&judged.judgement)
        })?;
        Ok(if judged.judgement.is_fire() { Ended::Permitted } else { Ended::Refused })
    }
}

impl Record {
    fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let status = match self.status {
            Progress::Fired => EffectStatus::Fired,
            Progress::Confirmed => EffectStatus::Confirmed,
            Progress::Failed => EffectStatus::Failed,
            Progress::Unknown => EffectStatus::Unknown,
        };
        let mut store = existing(global)?;
        let told = effects::record(&mut store, &self.session.session, &self.effect, status, self.outcome.as_deref())?;
        let (word, entry, ended) = match told {
            Told::Advanced(entry) => ("advanced", entry, Ended::Permitted),
            Told::Known(entry) => ("known", entry, Ended::Permitted),
            Told::Outranked(entry) => ("outranked", entry, Ended::Refused),
            Told::Absent => return Err(CommandError::NoEffect { effect: self.effect.clone() }),
        };
        output::write(&report::effects::noted(global.json, "recorded", word, entry.into()))?;
        Ok(ended)
    }
}

impl Settle {
    fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let mut store = existing(global)?;
        let session = &self.session.session;
        let (Some(effect), Some(end)) = (&self.effect, self.end) else {
            let abandoned = effects::abandon(&mut store, session)?;
            let empty = "nothing was in flight";
            output::write(&report::effects::list(global.json, session, &abandoned, empty))?;
            return Ok(Ended::Permitted);
        };
        let is_done = end == End::Confirmed;
        let settled = effects::settle(&mut store, session, effect, is_done, self.outcome.as_deref())?;
        let (word, entry, ended) = match settled {
            Settled::Settled(entry) => ("settled", entry, Ended::Permitted),
            Settled::InFlight(entry) => ("in-flight", entry, Ended::Refused),
            Settled::Ended(entry) => ("ended", entry, Ended::Refused),
            Settled::Absent => return Err(CommandError::NoEffect { effect: effect.clone() }),
        };
        output::write(&report::effects::noted(global.json, "settled", word, entry.into()))?;
        Ok(ended)
    }
}

impl List {
    fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        let listed = match host::store_to_read(global)?.0 {
            Some(store) => effects::list(&store, &self.session.session)?,
            None => Vec::new(),
        };
        output::write(&report::effects::list(global.json, &self.session.session, &listed, "the ledger is empty"))?;
        Ok(Ended::Permitted)
    }
}

/// The store, which is there where there is an entry to speak of
fn existing(global: &Global) -> Result<Store, CommandError> {
    let (store, path) = host::store_if_there(global)?;
    store.ok_or(CommandError::NoStore { path })
}
