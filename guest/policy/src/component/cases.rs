//! Cases without payload, from the contract to the rules and back. The compiler sees that none is left out.

use super::bindings::exports::anchorhold::policy::{about, classifier, guard, types};
use anchorhold_rules as rules;

/// Conversions of enumerations that have the same cases on both sides
macro_rules! same {
    ($($theirs:ty, $ours:ty { $($case:ident)+ })+) => {$(
        impl From<$theirs> for $ours {
            fn from(case: $theirs) -> $ours {
                match case {
                    $(<$theirs>::$case => <$ours>::$case,)+
                }
            }
        }

        impl From<$ours> for $theirs {
            fn from(case: $ours) -> $theirs {
                match case {
                    $(<$ours>::$case => <$theirs>::$case,)+
                }
            }
        }
    )+};
}

same! {
    types::Answer, rules::window::Answer { Yes No Unknown }
    types::CallProcess, rules::window::CallProcess { Alive Dead }
    types::CallOutcome, rules::window::CallOutcome { Success Failure Interim }
    types::Standing, rules::window::Standing { Active Done Superseded }
    types::EffectStatus, rules::window::EffectStatus { Intended Fired Confirmed Failed Unknown }
    types::StepStatus, rules::request::StepStatus { Pending Active Done }
    types::EvictionScore, rules::request::EvictionScore { Structural Mixed EmbeddingOnly }
    types::PassMode, rules::request::PassMode { Summarize Spill }
    types::Preset, rules::settings::Preset { Standard Literal }
    types::Ambiguity, rules::settings::Ambiguity { Externalize Refuse }
    types::Severity, rules::admission::Severity { Block Warn }
    guard::Regime, rules::admission::Regime { A B }
    about::RuleKind, rules::about::RuleKind { Refusal Finding }
    classifier::Class, rules::classification::Class { Reclaim PinEffect Externalize Ambiguous }
    classifier::Decider, rules::classification::Decider {
        Caller HostTable HttpMethod SqlVerb ShellCommand Annotation KnownTool ElementKind SupersededRead DefaultWrite
    }
    guard::KeepReason, rules::verdict::KeepReason {
        Instruction CurrentRequest OpenCall Pinned EarlierSummary Externalize UnknownKind Recent Bound ChainAnchor
    }
    guard::DemandKind, rules::verdict::DemandKind {
        Pin Request Constraint Order PlanPosition Effect State Identifier Resolution Pointer
    }
    types::FindingCode, rules::admission::FindingCode {
        ReceiptMissing ReceiptMismatch WindowMoved SummaryEmpty SummaryIsError SummaryTruncated OverBudget
        SingleShotSpent NoGain MarkerForged InvariantLost IdentifierAltered PathAltered NumberAltered NumberRounded
        StateStale IdentifierIntroduced PolarityFlipped ConstraintWeakened ConstraintIntroduced OrderInverted
        PlanStepLost StepReopened EffectAsPending EffectInvented RequestInvented ApprovalInvented ReferenceDangling
        LanguageChanged
    }
}
