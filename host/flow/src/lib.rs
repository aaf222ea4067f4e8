//! The use cases of Anchorhold, each once, for every driver: the command, a server, hooks.
//!
//! The policy is asked through its desk, in JSON (`docs/json.md`); the store keeps what the policy demands.
//!
//! # What this crate does not do
//! It decides nothing: what leaves a window, and whether a summary may stand for it, is what the policy says. It prints
//! nothing, and asks no terminal.

mod answers;
mod batch;
mod compact;
mod desk;
mod document;
mod inquiry;
mod install;
mod pass;
mod recall;
mod secure;
mod summarizer;
mod tokens;

pub use answers::{
    Admission, Carry, Coded, Demand, Element, Finding, PlanAnswer, PlanDetails, ReadAnswer, Seal, Sizes, Treatment,
};
pub use batch::{Batch, BatchError, Tokens};
pub use compact::{CompactError, CompactJob, Compacted, Outcome, Step, compact};
pub use desk::{Desk, DeskError, InputFault};
pub use document::{Document, DocumentError};
pub use inquiry::{Asked, Budget, Inquiry};
pub use recall::{RecallError, Recalled, recall};
pub use secure::{LedgerConflict, Secured};
pub use summarizer::{Summarizer, SummarizerError};
pub use tokens::count;
