//! What the desk answers, as far as the host acts on it or shows it. `docs/json.md` describes all of it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A case of the contract: its code, and what it carries
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
pub struct Coded {
    /// The name of the case
    pub code: String,
    /// What it carries
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// What `read` answers
#[derive(Clone, Debug, Deserialize)]
pub struct ReadAnswer {
    /// The format of the transcript
    pub format: Option<String>,
    /// The elements of its window, in order
    pub elements: Vec<Element>,
}

/// An element, with the fields that the host looks at by name
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Element {
    /// Its name
    pub id: String,
    /// What it is
    pub kind: String,
    /// What the model reads of it
    #[serde(default)]
    pub text: String,
    /// The tool that it calls
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// Its size, where that is not the size of its text
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u32>,
    /// All else
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// What `plan` answers
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum PlanAnswer {
    /// The pass may go on
    Proceed {
        /// What it does
        plan: Box<PlanDetails>,
    },
    /// The pass may not go on
    Refuse {
        /// Why, in order of precedence
        reasons: Vec<Coded>,
        /// What helps, the most helpful first
        remedies: Vec<Coded>,
        /// The sizes that the plan reckoned with. `None`: it did not come so far.
        #[serde(default)]
        sizes: Option<Sizes>,
    },
}

/// A pass that may go on
#[derive(Clone, Debug, Deserialize)]
pub struct PlanDetails {
    /// SHA-256 of the window as planned
    pub window: String,
    /// The sizes that the plan reckons with
    pub sizes: Sizes,
    /// What becomes of each element, in the order of the window
    pub treatments: Vec<Treatment>,
    /// What the host must do
    pub duties: Vec<Duty>,
    /// What stands verbatim at the top of the next window
    pub carry: Carry,
    /// What the summarizer is told. `None`: it is a spill.
    pub brief: Option<Brief>,
}

/// Sizes in tokens
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
pub struct Sizes {
    /// The window now
    pub before: u32,
    /// What stays whatever the summary says
    pub must_stay: u32,
    /// B
    pub budget: u32,
    /// The margin of B
    pub margin: u32,
    /// What a summary may take
    pub summary_room: u32,
}

/// What becomes of one element
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Treatment {
    /// The element
    pub element: String,
    /// Its class
    pub class: String,
    /// It establishes state
    #[serde(default)]
    pub anchor: bool,
    /// The chain it belongs to
    #[serde(default)]
    pub chain: String,
    /// What becomes of it
    pub disposition: String,
    /// Why it is kept. `None`: it is not.
    pub reason: Option<String>,
    /// Its size in tokens
    pub tokens: u32,
}

/// What the host must do
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Duty {
    /// Put bytes into the archive
    Archive {
        /// SHA-256 of the bytes
        digest: String,
        /// The elements whose bytes these are; none: the list of the whole window
        #[serde(default)]
        elements: Vec<String>,
        /// The bytes, where the transcript does not hold them
        content: Option<String>,
        /// Where they stand in the transcript, in bytes
        #[serde(default)]
        places: Vec<[usize; 2]>,
    },
    /// Put an effect into the ledger
    Ledger {
        /// The effect
        effect: Effect,
    },
    /// Ask the index. Only the owner of the index can, and says in the next request what came of it.
    Probe {},
}

/// An entry of the ledger
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[expect(missing_docs, reason = "the fields are those of `effect` in wit/types.wit")]
pub struct Effect {
    pub id: String,
    pub action: String,
    #[serde(default)]
    pub target: String,
    pub idempotency_key: Option<String>,
    pub status: String,
    pub arguments: Option<String>,
    pub fired_at: Option<String>,
    pub outcome: Option<String>,
    pub element: Option<String>,
}

/// The text that is put verbatim at the top of the next window
#[derive(Clone, Debug, Deserialize)]
pub struct Carry {
    /// The text
    pub text: String,
    /// SHA-256 of the text
    pub digest: String,
    /// Its size in tokens, as the policy estimates it
    pub tokens: u32,
    /// What it holds
    pub demands: Vec<Demand>,
    /// What the pass leaves as data
    pub marker: Marker,
}

/// A text that must be known verbatim after the pass
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Demand {
    /// What it is
    pub kind: String,
    /// The text
    pub text: String,
}

/// What a pass leaves as data
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Marker {
    /// The pass
    pub sequence: Option<u64>,
    /// The object in the archive that gives back what it covers
    pub covers: Option<String>,
    /// Its text is not what the model reads
    #[serde(default)]
    pub opaque: bool,
}

/// What the summarizer is told
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Brief {
    /// Instructions in English
    pub instructions: String,
    /// The elements that it sees, in order
    pub elements: Vec<String>,
    /// Ledger entries that it sees instead of their elements
    pub effects: Vec<Effect>,
    /// The size that the summary may have, in tokens
    pub room: u32,
}

/// What `classify` answers
#[derive(Clone, Debug, Deserialize)]
pub struct Classifications {
    /// One for each element, in the order of the window
    pub classifications: Vec<Classification>,
}

/// The class of one element, and why
#[derive(Clone, Debug, Deserialize)]
pub struct Classification {
    /// The element
    pub element: String,
    /// Its class
    pub class: String,
    /// What decided `regenerable`
    pub regenerable_by: String,
    /// What decided `idempotent`
    pub idempotent_by: String,
    /// What decided `task-critical`
    pub task_critical_by: String,
    /// It establishes state
    pub anchor: bool,
    /// The chain it belongs to
    pub chain: String,
    /// The effect that it records. `None`: it changed nothing.
    pub effect: Option<Effect>,
    /// The traits that led to the class
    pub traits: Traits,
}

/// What is known of an element: `yes`, `no` or `unknown` of each
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of `traits` in wit/types.wit")]
pub struct Traits {
    pub regenerable: String,
    pub idempotent: String,
    pub task_critical: String,
}

/// What `describe` answers
#[derive(Clone, Debug, Deserialize)]
pub struct Description {
    /// The name of the policy
    pub name: String,
    /// Its version
    pub version: String,
    /// The preset that it takes when a request names none
    pub preset: String,
    /// Its rules, refusals first
    pub rules: Vec<Rule>,
    /// The numbers of each preset
    pub settings: Map<String, Value>,
    /// The formats of transcripts that it reads
    #[serde(default)]
    pub formats: Vec<String>,
}

/// One rule
#[derive(Clone, Debug, Deserialize)]
pub struct Rule {
    /// Its stable code
    pub code: String,
    /// `refusal` or `finding`
    pub kind: String,
    /// What it catches
    pub summary: String,
    /// The document that it comes from
    pub source: String,
}

/// What `admit` and `check` answer
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Admission {
    /// These bytes may be installed
    Admitted {
        /// What may be installed
        seal: Seal,
        /// The text that the pass puts into the window. `None`: there is none.
        carry: Option<InstalledText>,
        /// What was found and does not block
        findings: Vec<Finding>,
        /// The next document; `None` where the request held a window
        next: Option<NextDocument>,
    },
    /// The summary goes back
    Retry {
        /// What was found
        findings: Vec<Finding>,
        /// The same, as instructions for the summarizer
        instructions: String,
        /// How often it may still be tried
        attempts_left: u32,
    },
    /// Nothing may be installed
    Refused {
        /// Why not, where the plan itself is refused
        reasons: Vec<Coded>,
        /// What was found
        findings: Vec<Finding>,
        /// What helps, the most helpful first
        remedies: Vec<Coded>,
    },
}

/// What may be installed
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Seal {
    /// SHA-256 of the next document
    pub digest: String,
    /// The size of the next window in tokens
    pub tokens: u32,
    /// Where that size lies: `a` or `b`
    pub regime: String,
}

/// The text that a pass puts into a window
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct InstalledText {
    /// SHA-256 of the text
    pub digest: String,
    /// What the pass leaves as data
    pub marker: Marker,
}

/// The next document
#[derive(Clone, Debug, Deserialize)]
pub struct NextDocument {
    /// Its text
    pub document: String,
}

/// What was found in a summary
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
pub struct Finding {
    /// What kind it is
    pub code: String,
    /// `block` or `warn`
    pub severity: String,
    /// The text in the summary
    pub summary_text: Option<String>,
    /// The text in the window that it contradicts or resembles
    pub window_text: Option<String>,
    /// The element in which that text stands
    pub element: Option<String>,
}
