//! Versions of policies: kept under their digest, signed, tried before they serve, and swapped while agents run.
//!
//! A [`Registry`] is a folder; `docs/registry.md` describes its files. A [`trial`](TrialReport) says whether a version may
//! serve at all, a [`Switch`] decides in a running process which version serves whom, and a [`LastGood`] brings back what
//! served before a restart when the registry is gone.
//!
//! # What this crate does not do
//! It knows no rule. What it asks of a policy is what the contract asks of every policy: that it answers, within its
//! bounds, and that its answer does not contradict itself or the window.

mod canary;
mod cases;
mod channel;
mod clock;
mod components;
mod confined;
mod contract;
mod error;
mod files;
mod fuel;
mod health;
mod key;
mod last_good;
mod laws;
mod lease;
mod live;
mod name;
mod pointers;
mod probes;
mod profile;
mod record;
mod registry;
mod routes;
mod selector;
mod shadow;
mod statement;
mod switch;
mod tenant;
mod trial;

pub use canary::{BadShare, Share};
pub use cases::{Case, difference, embedded as embedded_cases};
pub use channel::{Channel, Move};
pub use components::{Components, Loader, LoaderError};
pub use confined::{Confinement, confine, try_confined};
pub use contract::{Nonsense, PlanFacts, SealFacts, admission_of, plan_of};
pub use error::RegistryError;
pub use fuel::{FuelPoint, FuelReport, fuel};
pub use health::{Thresholds, Verdict as HealthVerdict};
pub use key::{KeyError, SigningKey, VerifyingKey};
pub use last_good::LastGood;
pub use laws::{Counterexample, LawReport, laws};
pub use lease::{Answered, Lease};
pub use live::Standing;
pub use name::{BadName, Name};
pub use probes::{candidate, element, request, windows};
pub use profile::Profile;
pub use record::{NewVersion, Record};
pub use registry::{Registry, Removed};
pub use routes::{Canary, Route, RoutePlan};
pub use selector::{BadSelector, Selector};
pub use shadow::Difference;
pub use statement::{Envelope, SignatureError, Signed, Statement};
pub use switch::{Event, Switch};
pub use tenant::Tenant;
pub use trial::{TrialReport, TrialStep, try_out};
