//! How the command ends: its exit statuses, and a message for each error.

use crate::output::chain;
use crate::{host, output};
use anchorhold_flow::registry::{KeyError, RegistryError};
use anchorhold_flow::{
    BatchError, CompactError, CorpusError, DatabaseError, DeskError, DocumentError, ExportError, FindError,
    GarbageError, HistoryError, InspectError, LoadError, OpenError, ProbeError, RecallError, Refusal, ReloadError,
    ReplayError, SecureError, ShortKey, effects::JudgeError,
};
use anchorhold_server::{PoliciesError, ServeError};
use anstyle::{AnsiColor, Style};
use serde_json::json;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// The exit status after Ctrl-C: 128 and the number of the signal, as shells have it
pub const CANCELLED: u8 = 130;
/// How a warning is shown
pub const WARNING: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));

/// A command that came to its end
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Permitted, admitted, or simply done
    Permitted,
    /// Refused
    Refused,
}

/// Why a command came to no end
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error(transparent)]
    Document(#[from] DocumentError),
    #[error(transparent)]
    Desk(#[from] DeskError),
    #[error(transparent)]
    Compact(Box<CompactError>),
    #[error(transparent)]
    Recall(#[from] RecallError),
    #[error(transparent)]
    Probe(ProbeError),
    #[error(transparent)]
    Reload(Box<ReloadError>),
    #[error("`{option}` needs --session: names of chains are those of a session")]
    NoSession { option: &'static str },
    #[error(transparent)]
    Inspect(#[from] InspectError),
    #[error(transparent)]
    Batch(#[from] BatchError),
    #[error(transparent)]
    Host(#[from] host::HostError),
    #[error(transparent)]
    Store(#[from] OpenError),
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error(transparent)]
    Registry(#[from] RegistryError),
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error(transparent)]
    MaskKey(#[from] ShortKey),
    #[error("the store `{}` holds no decision whose request was kept", path.display())]
    NothingRecorded { path: PathBuf },
    #[error("`{}` is not a JSON object", path.display())]
    NotAnObject { path: PathBuf },
    #[error("`{}` is not JSON", path.display())]
    NotJson { path: PathBuf, source: serde_json::Error },
    #[error("--arguments is not a JSON object")]
    Arguments(#[source] serde_json::Error),
    #[error("the ledger of this session holds no effect `{effect}`")]
    NoEffect { effect: String },
    #[error(transparent)]
    Judge(JudgeError),
    #[error("there is no store at `{}`", path.display())]
    NoStore { path: PathBuf },
    #[error("`{variable}` is not set: the summarizer cannot be asked without a key")]
    NoKey { variable: &'static str },
    #[error(transparent)]
    Garbage(#[from] GarbageError),
    #[error(transparent)]
    Secure(#[from] SecureError),
    #[error("`-` names no file here: what a pass replaces must stand in a file (`./-` is a file of that name)")]
    NoFile,
    #[error("there is no pass {sequence}")]
    NoPass { sequence: u64 },
    #[error(transparent)]
    Serve(#[from] ServeError),
    #[error("cannot write the output")]
    Output(#[from] io::Error),
}

impl From<CompactError> for CommandError {
    fn from(error: CompactError) -> CommandError {
        match error {
            CompactError::Desk(error) => CommandError::Desk(error),
            CompactError::Document(error) => CommandError::Document(error),
            error => CommandError::Compact(Box::new(error)),
        }
    }
}

impl From<ReloadError> for CommandError {
    fn from(error: ReloadError) -> CommandError {
        match error {
            ReloadError::Compact(error) => CommandError::from(error),
            error => CommandError::Reload(Box::new(error)),
        }
    }
}

impl From<ProbeError> for CommandError {
    fn from(error: ProbeError) -> CommandError {
        match error {
            ProbeError::Desk(error) => CommandError::Desk(error),
            error => CommandError::Probe(error),
        }
    }
}

impl From<HistoryError> for CommandError {
    fn from(error: HistoryError) -> CommandError {
        match error {
            HistoryError::Desk(error) => CommandError::Desk(error),
            HistoryError::Database(error) => CommandError::Database(error),
        }
    }
}

impl From<JudgeError> for CommandError {
    fn from(error: JudgeError) -> CommandError {
        match error {
            JudgeError::Desk(error) => CommandError::Desk(error),
            error @ (JudgeError::Database(_) | JudgeError::Contended) => CommandError::Judge(error),
        }
    }
}

impl CommandError {
    /// Whether the arguments or a file are at fault, and not the host
    fn is_input(&self) -> bool {
        match self {
            CommandError::Document(_)
            | CommandError::NotAnObject { .. }
            | CommandError::NotJson { .. }
            | CommandError::Arguments(_)
            | CommandError::NoEffect { .. }
            | CommandError::NoStore { .. }
            | CommandError::NoPass { .. }
            | CommandError::Serve(ServeError::Config(_) | ServeError::Policies(PoliciesError::NotRead { .. }))
            | CommandError::NoFile
            | CommandError::NoSession { .. }
            | CommandError::NoKey { .. }
            | CommandError::Desk(DeskError::Input(_))
            | CommandError::Recall(RecallError::Find(
                FindError::Malformed { .. } | FindError::Unknown { .. } | FindError::Ambiguous { .. },
            ))
            | CommandError::Recall(RecallError::Restore(anchorhold_flow::RestoreError::NotAManifest { .. }))
            | CommandError::Inspect(InspectError::Load(_))
            | CommandError::Key(_)
            | CommandError::Refused(_)
            | CommandError::Corpus(_)
            | CommandError::MaskKey(_)
            | CommandError::NothingRecorded { .. }
            | CommandError::Replay(
                ReplayError::Unknown { .. } | ReplayError::NoRequest { .. } | ReplayError::NoPolicy { .. },
            )
            | CommandError::Registry(
                RegistryError::Unknown { .. }
                | RegistryError::Ambiguous { .. }
                | RegistryError::NameTaken { .. }
                | RegistryError::Known { .. }
                | RegistryError::InUse { .. }
                | RegistryError::NothingBefore { .. }
                | RegistryError::NoChannel { .. }
                | RegistryError::SignerMissing { .. },
            )
            | CommandError::Host(host::HostError::NotRead { .. } | host::HostError::NotLoaded { .. }) => true,
            CommandError::Reload(error) => {
                matches!(**error, ReloadError::NothingToReload | ReloadError::NotJoined { .. })
            }
            CommandError::Desk(_)
            | CommandError::Judge(_)
            | CommandError::Compact(_)
            | CommandError::Recall(_)
            | CommandError::Probe(_)
            | CommandError::Inspect(InspectError::Desk(_))
            | CommandError::Batch(_)
            | CommandError::Host(_)
            | CommandError::Replay(_)
            | CommandError::Export(_)
            | CommandError::Store(_)
            | CommandError::Database(_)
            | CommandError::Garbage(_)
            | CommandError::Secure(_)
            | CommandError::Registry(RegistryError::Files { .. } | RegistryError::Damaged { .. })
            | CommandError::Serve(_)
            | CommandError::Output(_) => false,
        }
    }

    /// A stable name for machines
    fn code(&self) -> &str {
        match self {
            CommandError::Desk(DeskError::Input(fault)) => &fault.code,
            CommandError::Desk(DeskError::Failed(failure)) => failure.code(),
            CommandError::Desk(DeskError::Unreadable { .. }) => "answer-unreadable",
            CommandError::Desk(DeskError::Nonsense { .. }) => "answer-nonsense",
            CommandError::Inspect(InspectError::Load(LoadError::Refused(_))) | CommandError::Refused(_) => {
                "component-refused"
            }
            CommandError::Inspect(_) | CommandError::Host(_) => "policy-not-loaded",
            CommandError::Document(_) | CommandError::NoFile | CommandError::Corpus(CorpusError::Document(_)) => {
                "document-unreadable"
            }
            CommandError::NotAnObject { .. } | CommandError::NotJson { .. } | CommandError::Arguments(_) => "malformed",
            CommandError::NoEffect { .. } => "effect-unknown",
            CommandError::Judge(_) => "store-failed",
            CommandError::Corpus(CorpusError::Empty { .. }) | CommandError::NothingRecorded { .. } => "corpus-empty",
            CommandError::MaskKey(_) => "key-unusable",
            CommandError::Export(ExportError::Database(_)) => "store-failed",
            CommandError::Export(ExportError::Output(_)) => "output-failed",
            CommandError::Key(_) => "key-unusable",
            CommandError::Registry(error) => error.code(),
            CommandError::Replay(ReplayError::Unknown { .. }) => "decision-unknown",
            CommandError::Replay(ReplayError::NoRequest { .. } | ReplayError::Read(_)) => "request-not-kept",
            CommandError::Replay(ReplayError::NoPolicy { .. }) => "policy-unknown",
            CommandError::Replay(ReplayError::Failed(failure)) => failure.code(),
            CommandError::Replay(ReplayError::Database(_)) => "store-failed",
            CommandError::Serve(ServeError::Config(_)) => "configuration-unsound",
            CommandError::Serve(ServeError::Policies(_)) => "policy-not-loaded",
            CommandError::Serve(_) => "server-failed",
            CommandError::NoStore { .. } => "store-missing",
            CommandError::NoPass { .. } => "pass-unknown",
            CommandError::Recall(RecallError::Find(FindError::Ambiguous { .. })) => "pointer-ambiguous",
            CommandError::Recall(RecallError::Find(_)) => "pointer-unknown",
            CommandError::Recall(_) => "object-unreadable",
            CommandError::NoKey { .. } => "key-missing",
            CommandError::NoSession { .. } => "session-missing",
            CommandError::Probe(_) => "index-failed",
            CommandError::Reload(error) => match **error {
                ReloadError::NothingToReload => "nothing-to-reload",
                ReloadError::NotJoined { .. } => "not-joined",
                ReloadError::OriginalsMissing { .. } => "originals-missing",
                ReloadError::Archive(_) | ReloadError::Compact(_) => "store-failed",
            },
            CommandError::Compact(error) => error.code(),
            CommandError::Store(_) | CommandError::Database(_) | CommandError::Garbage(_) | CommandError::Secure(_) => {
                "store-failed"
            }
            CommandError::Batch(_) | CommandError::Output(_) => "output-failed",
        }
    }

    /// Somebody asked to stop
    fn is_cancelled(&self) -> bool {
        matches!(self, CommandError::Compact(error) if matches!(**error, CompactError::Cancelled))
    }

    /// Nobody reads the output any more
    fn is_closed_pipe(&self) -> bool {
        match self {
            CommandError::Output(error)
            | CommandError::Batch(BatchError::Output(error))
            | CommandError::Export(ExportError::Output(error)) => error.kind() == io::ErrorKind::BrokenPipe,
            _ => false,
        }
    }

    /// The error as `batch` would answer it
    fn to_json(&self) -> String {
        if let CommandError::Desk(DeskError::Input(fault)) = self {
            return format!("{{\"input_error\":{}}}\n", fault.json);
        }
        let kind = if self.is_input() { "input_error" } else { "failure" };
        format!("{}\n", json!({kind: {"code": self.code(), "message": chain(self)}}))
    }
}

/// The exit status of a command; tells the error where there is one
pub fn code(ended: Result<Ended, CommandError>, is_json: bool) -> ExitCode {
    let error = match ended {
        Ok(Ended::Permitted) => return ExitCode::SUCCESS,
        Ok(Ended::Refused) => return ExitCode::from(2),
        // `anchorhold log | head` is not a failure.
        Err(error) if error.is_closed_pipe() => return ExitCode::SUCCESS,
        Err(error) => error,
    };
    if is_json {
        // Where the output cannot be written the exit status must do.
        let _ = output::write(&error.to_json());
    }
    if error.is_cancelled() {
        let yellow = Style::new().bold().fg_color(Some(AnsiColor::Yellow.into()));
        anstream::eprintln!("{yellow}stopped:{yellow:#} nothing was changed");
        return ExitCode::from(CANCELLED);
    }
    let kind = if error.is_input() { "input error" } else { "failure" };
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    anstream::eprintln!("{red}{kind}:{red:#} {}", chain(&error));
    if let CommandError::Recall(RecallError::Find(FindError::Ambiguous { candidates, .. })) = &error {
        candidates.iter().for_each(|candidate| anstream::eprintln!("  ah:{candidate}"));
    }
    ExitCode::from(if error.is_input() { 3 } else { 1 })
}

/// What clap has to say: help and version are no errors
pub fn usage(error: &clap::Error) -> ExitCode {
    // Where it cannot be written the exit status must do.
    let _ = error.print();
    ExitCode::from(if error.use_stderr() { 3 } else { 0 })
}
