//! The use cases of Anchorhold, each once, for every driver: the command, a server, hooks.
//!
//! The policy is asked through its desk, in JSON (`docs/json.md`); the store keeps what the policy demands.
//!
//! # What this crate does not do
//! It decides nothing: what leaves a window, and whether a summary may stand for it, is what the policy says. It prints
//! nothing, and asks no terminal.

mod answers;
mod batch;
mod cancellation;
mod compact;
mod decisions;
mod desk;
mod diff;
mod document;
pub mod effects;
mod ending;
mod fallback;
mod guard;
mod history;
mod host_calls;
mod inquiry;
mod inspect;
mod install;
mod pass;
mod questions;
mod recall;
mod recipe;
mod reload;
mod replay;
mod restore;
mod secure;
mod settle;
mod summarizer;
mod summary;
mod tokens;

pub use answers::{
    Admission, Brief, Carry, Classification, Classifications, Coded, Demand, Description, Duty, Effect, Element,
    Finding, InstalledText, Marker, NextDocument, PlanAnswer, PlanDetails, ReadAnswer, Rule, Seal, Sizes, Traits,
    Treatment,
};
pub use batch::{Batch, BatchCounts, BatchError, Tokens};
pub use cancellation::Cancellation;
pub use compact::{Asking, CompactError, CompactJob, Compacted, Installation, Outcome, Setback, Step, compact};
pub use decisions::{ExportError, MaskKey, ShortKey, Texts, export};
pub use desk::{Desk, DeskError, InputFault};
pub use diff::{CorpusError, Diff, Group, Recorded, corpus, diff};
pub use document::{Document, DocumentError};
pub use fallback::{Guarded, compact_guarded};
pub use history::{History, HistoryError, IndexHistory};
pub use inquiry::{Asked, Budget, Inquiry};
pub use inspect::{InspectError, Inspected, inspect};
pub use install::InstallError;
pub use questions::{Answered, check, classify, plan};
pub use recall::{
    Answer, Answers, DivergenceError, ProbeError, Question, RecallError, Recalled, ask, left_of_chain, left_with,
    recall,
};
pub use reload::{ReloadError, reload};
pub use replay::{FuelCompared, ReplayError, Replayed, recorded, replay};
pub use restore::{Restored, restore};
pub use secure::{LedgerConflict, SecureError, Secured};
pub use settle::{SettleError, Settled, Settlement, settle};
pub use summarizer::{Endpoint, Patience, Provider, Source, Summarizer, SummarizerError};

// Drivers import this crate alone: what they open and show is named here.
pub use anchorhold_registry as registry;
pub use anchorhold_runtime::{
    Admitted, BadDigest as BadPolicyDigest, Bounds, CompiledCache, DeskFunction, Digest as PolicyDigest, Engine,
    EngineError, Failure, LoadError, Policy, Refusal, World, admit,
};
pub use anchorhold_store::{
    Chain, DatabaseError, Decision, Digest, Event, Fault, FindError, Garbage, GarbageError, OpenError, Pass, PassMode,
    PassStatus, ReadError, RestoreError, Store, Verified,
};
