//! The names of all cases, as WIT and JSON write them.

use crate::about::RuleKind;
use crate::admission::{Admission, FindingCode, Regime, Severity};
use crate::classification::{Class, Decider};
use crate::effects::Judgement;
use crate::error::InputError;
use crate::request::{EvictionScore, IndexState, LossBound, PassMode, StepStatus};
use crate::settings::{Ambiguity, Preset};
use crate::verdict::{DemandKind, Disposition, Duty, KeepReason, Reason, Remedy, Verdict};
use crate::window::{Answer, CallOutcome, CallProcess, EffectStatus, ElementKind, Standing};

impl ElementKind<'_> {
    /// The name of its case
    pub fn name(&self) -> &'static str {
        match self {
            ElementKind::SystemInstruction => "system-instruction",
            ElementKind::DeveloperInstruction => "developer-instruction",
            ElementKind::UserRequest => "user-request",
            ElementKind::Reply => "reply",
            ElementKind::Reasoning => "reasoning",
            ElementKind::ToolCall(_) => "tool-call",
            ElementKind::ToolResult(_) => "tool-result",
            ElementKind::StateAssertion => "state-assertion",
            ElementKind::WriteAcknowledgement => "write-acknowledgement",
            ElementKind::Summary(_) => "summary",
            ElementKind::Notice => "notice",
            ElementKind::Other(_) => "other",
        }
    }
}

impl IndexState {
    /// The name of its case
    pub fn name(&self) -> &'static str {
        match self {
            IndexState::Absent => "absent",
            IndexState::Built(_) => "built",
        }
    }
}

impl LossBound {
    /// The name of its case
    pub fn name(self) -> &'static str {
        match self {
            LossBound::Undeclared => "undeclared",
            LossBound::PerChain(_) => "per-chain",
            LossBound::PerEpoch(_) => "per-epoch",
        }
    }
}

impl InputError {
    /// The name of its case
    pub fn code(&self) -> &'static str {
        match self {
            InputError::DuplicateElement(_) => "duplicate-element",
            InputError::UnnamedElement(_) => "unnamed-element",
            InputError::BadDigest(_) => "bad-digest",
            InputError::UnknownElement { .. } => "unknown-element",
            InputError::TooMuch { .. } => "too-much",
            InputError::BudgetEmpty => "budget-empty",
            InputError::SettingOutOfRange { .. } => "setting-out-of-range",
            InputError::Malformed(_) => "malformed",
        }
    }
}

impl Verdict {
    /// The name of its case
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Proceed(_) => "proceed",
            Verdict::Refuse(_) => "refuse",
        }
    }
}

impl Admission {
    /// The name of its case
    pub fn name(&self) -> &'static str {
        match self {
            Admission::Admitted(_) => "admitted",
            Admission::Retry(_) => "retry",
            Admission::Refused(_) => "refused",
        }
    }
}

impl Disposition {
    /// The name of its case
    pub fn name(self) -> &'static str {
        match self {
            Disposition::Keep(_) => "keep",
            Disposition::Summarize => "summarize",
            Disposition::Ledger => "ledger",
            Disposition::Point => "point",
            Disposition::Carry => "carry",
        }
    }
}

impl Duty {
    /// The name of its case
    pub fn name(&self) -> &'static str {
        match self {
            Duty::Archive(_) => "archive",
            Duty::Ledger(_) => "ledger",
            Duty::Probe(_) => "probe",
        }
    }
}

impl Reason {
    /// Its stable code: the name of its case
    pub fn code(&self) -> &'static str {
        match self {
            Reason::InferenceInFlight => "inference-in-flight",
            Reason::WindowMoved { .. } => "window-moved",
            Reason::CallInFlight(_) => "call-in-flight",
            Reason::AlreadyCompacted(_) => "already-compacted",
            Reason::SingleShotSpent => "single-shot-spent",
            Reason::AmbiguousElement(_) => "ambiguous-element",
            Reason::IndexBuiltFromSummaries => "index-built-from-summaries",
            Reason::IndexRebuilt { .. } => "index-rebuilt",
            Reason::ScoreEmbeddingOnly => "score-embedding-only",
            Reason::LossBoundAggregate(_) => "loss-bound-aggregate",
            Reason::ChainLoss(_) => "chain-loss",
            Reason::QueriesUnmonitored => "queries-unmonitored",
            Reason::Divergence { .. } => "divergence",
            Reason::AnchorUnprobed(_) => "anchor-unprobed",
            Reason::AnchorNotReturned(_) => "anchor-not-returned",
            Reason::BudgetInfeasible { .. } => "budget-infeasible",
            Reason::NothingToGain { .. } => "nothing-to-gain",
        }
    }
}

impl Remedy {
    /// The name of its case
    pub fn code(&self) -> &'static str {
        match self {
            Remedy::Wait => "wait",
            Remedy::PlanAgain => "plan-again",
            Remedy::Reload(_) => "reload",
            Remedy::Externalize(_) => "externalize",
            Remedy::RebuildIndex => "rebuild-index",
            Remedy::WaitEpochs(_) => "wait-epochs",
            Remedy::ChangeScore => "change-score",
            Remedy::BoundPerChain => "bound-per-chain",
            Remedy::Keep(_) => "keep",
            Remedy::MonitorQueries => "monitor-queries",
            Remedy::Probe(_) => "probe",
            Remedy::Spill => "spill",
            Remedy::RaiseBudget(_) => "raise-budget",
            Remedy::Stop => "stop",
        }
    }
}

impl Judgement {
    /// The name of its case
    pub fn name(&self) -> &'static str {
        match self {
            Judgement::Fire(_) => "fire",
            Judgement::AlreadyDone(_) => "already-done",
            Judgement::InFlight(_) => "in-flight",
            Judgement::OutcomeUnknown(_) => "outcome-unknown",
            Judgement::KeyReused { .. } => "key-reused",
        }
    }
}

/// Gives an enumeration without payloads its list and its names, so that each stands once
macro_rules! names {
    ($($enumeration:ident { $($case:ident: $name:literal,)+ })+) => {$(
        impl $enumeration {
            /// All cases, in the order of the contract
            pub const ALL: &'static [$enumeration] = &[$($enumeration::$case),+];

            /// Its name, as WIT and JSON write it
            pub fn name(self) -> &'static str {
                match self {
                    $($enumeration::$case => $name,)+
                }
            }

            /// The case that has this name; `None`: no case has it
            pub fn from_name(name: &str) -> Option<$enumeration> {
                Self::ALL.iter().copied().find(|case| case.name() == name)
            }
        }
    )+};
}

names! {
    Answer { Yes: "yes", No: "no", Unknown: "unknown", }
    CallProcess { Alive: "alive", Dead: "dead", }
    CallOutcome { Success: "success", Failure: "failure", Interim: "interim", }
    Standing { Active: "active", Done: "done", Superseded: "superseded", }
    EffectStatus {
        Intended: "intended",
        Fired: "fired",
        Confirmed: "confirmed",
        Failed: "failed",
        Unknown: "unknown",
    }
    StepStatus { Pending: "pending", Active: "active", Done: "done", }
    EvictionScore { Structural: "structural", Mixed: "mixed", EmbeddingOnly: "embedding-only", }
    PassMode { Summarize: "summarize", Spill: "spill", }
    Preset { Standard: "standard", Literal: "literal", }
    Ambiguity { Externalize: "externalize", Refuse: "refuse", }
    Severity { Block: "block", Warn: "warn", }
    Regime { A: "a", B: "b", }
    RuleKind { Refusal: "refusal", Finding: "finding", }
    Class {
        Reclaim: "reclaim",
        PinEffect: "pin-effect",
        Externalize: "externalize",
        Ambiguous: "ambiguous",
    }
    Decider {
        Caller: "caller",
        HostTable: "host-table",
        HttpMethod: "http-method",
        SqlVerb: "sql-verb",
        ShellCommand: "shell-command",
        Annotation: "annotation",
        KnownTool: "known-tool",
        ElementKind: "element-kind",
        SupersededRead: "superseded-read",
        DefaultWrite: "default-write",
    }
    KeepReason {
        Instruction: "instruction",
        CurrentRequest: "current-request",
        OpenCall: "open-call",
        Pinned: "pinned",
        EarlierSummary: "earlier-summary",
        Externalize: "externalize",
        UnknownKind: "unknown-kind",
        Recent: "recent",
        Bound: "bound",
        ChainAnchor: "chain-anchor",
    }
    DemandKind {
        Pin: "pin",
        Request: "request",
        Constraint: "constraint",
        Order: "order",
        PlanPosition: "plan-position",
        Effect: "effect",
        State: "state",
        Identifier: "identifier",
        Resolution: "resolution",
        Pointer: "pointer",
    }
    FindingCode {
        ReceiptMissing: "receipt-missing",
        ReceiptMismatch: "receipt-mismatch",
        WindowMoved: "window-moved",
        SummaryEmpty: "summary-empty",
        SummaryIsError: "summary-is-error",
        SummaryTruncated: "summary-truncated",
        OverBudget: "over-budget",
        SingleShotSpent: "single-shot-spent",
        NoGain: "no-gain",
        MarkerForged: "marker-forged",
        InvariantLost: "invariant-lost",
        IdentifierAltered: "identifier-altered",
        PathAltered: "path-altered",
        NumberAltered: "number-altered",
        NumberRounded: "number-rounded",
        StateStale: "state-stale",
        IdentifierIntroduced: "identifier-introduced",
        PolarityFlipped: "polarity-flipped",
        ConstraintWeakened: "constraint-weakened",
        ConstraintIntroduced: "constraint-introduced",
        OrderInverted: "order-inverted",
        PlanStepLost: "plan-step-lost",
        StepReopened: "step-reopened",
        EffectAsPending: "effect-as-pending",
        EffectInvented: "effect-invented",
        RequestInvented: "request-invented",
        ApprovalInvented: "approval-invented",
        ReferenceDangling: "reference-dangling",
        LanguageChanged: "language-changed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// The cases of an `enum` or `variant` of the contract, in order
    fn cases(enumeration: &str) -> Vec<&'static str> {
        let contract = [
            include_str!("../../../wit/types.wit"),
            include_str!("../../../wit/guard.wit"),
            include_str!("../../../wit/classifier.wit"),
            include_str!("../../../wit/effects.wit"),
            include_str!("../../../wit/about.wit"),
        ];
        let heads = ["enum ", "variant "].map(|word| String::from(word) + enumeration + " {");
        contract
            .iter()
            .flat_map(|file| heads.iter().filter_map(|head| file.split_once(head.as_str())))
            .flat_map(|(_, body)| body.split('}').next().unwrap_or_default().lines())
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with("//"))
            .map(|line| line.split([',', '(']).next().unwrap_or_default())
            .collect()
    }

    macro_rules! agree {
        ($($enumeration:ident: $name:literal,)+) => {$(
            let names: Vec<&str> = $enumeration::ALL.iter().map(|case| case.name()).collect();
            assert_eq!(names, cases($name), "enum {}", $name);
            for case in $enumeration::ALL {
                assert_eq!($enumeration::from_name(case.name()), Some(*case));
            }
        )+};
    }

    #[test]
    fn enumerations_bear_the_names_of_the_contract() {
        agree! {
            Answer: "answer", CallProcess: "call-process", CallOutcome: "call-outcome", Standing: "standing",
            EffectStatus: "effect-status", StepStatus: "step-status", EvictionScore: "eviction-score",
            PassMode: "pass-mode", Preset: "preset", Ambiguity: "ambiguity", Severity: "severity", Regime: "regime",
            RuleKind: "rule-kind", Class: "class", Decider: "decider", KeepReason: "keep-reason",
            DemandKind: "demand-kind", FindingCode: "finding-code",
        }
    }

    #[test]
    fn variants_bear_the_names_of_the_contract() {
        let source = include_str!("names.rs");
        for (variant, name) in [
            ("ElementKind", "element-kind"),
            ("IndexState", "index-state"),
            ("LossBound", "loss-bound"),
            ("InputError", "input-error"),
            ("Verdict", "verdict"),
            ("Admission", "admission"),
            ("Disposition", "disposition"),
            ("Duty", "duty"),
            ("Reason", "reason"),
            ("Remedy", "remedy"),
            ("Judgement", "judgement"),
        ] {
            // The compiler sees to it that every case has an arm; this sees to the order and the spelling.
            let arm = String::from("            ") + variant + "::";
            let names: Vec<&str> = source
                .lines()
                .filter(|line| line.starts_with(&arm))
                .filter_map(|line| line.split('"').nth(1))
                .collect();
            assert_eq!(names, cases(name), "variant {name}");
        }
    }

    #[test]
    fn an_unknown_name_has_no_case() {
        assert_eq!(FindingCode::from_name("number_altered"), None);
        assert_eq!(Answer::from_name(""), None);
    }
}
