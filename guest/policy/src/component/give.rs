//! Answers: from the types of the rules to the records of the contract. Places in the window become ids.

use super::bindings::exports::anchorhold::policy::{about, classifier, effects, guard, recall, types};
use alloc::string::String;
use alloc::vec::Vec;
use anchorhold_rules::admission::{Admission, Finding, NextElement};
use anchorhold_rules::classification::Classification;
use anchorhold_rules::effects::Judgement;
use anchorhold_rules::error::InputError;
use anchorhold_rules::recall::DivergenceReport;
use anchorhold_rules::settings::Settings;
use anchorhold_rules::verdict::{
    Brief, CarryBlock, ChainLoss, Disposition, Duty, Plan, ProbeDuty, Reason, Remedy, Sizes, Verdict,
};
use anchorhold_rules::window::{Effect, Element, Marker, Text};

/// Says answers about one window
pub struct Giver<'a>(pub &'a [Element<'a>]);

impl Giver<'_> {
    pub fn verdict(&self, ours: Verdict) -> guard::Verdict {
        match ours {
            Verdict::Proceed(plan) => guard::Verdict::Proceed(self.plan(plan)),
            Verdict::Refuse(refusal) => guard::Verdict::Refuse(guard::Refusal {
                reasons: self.reasons(refusal.reasons),
                remedies: self.remedies(refusal.remedies),
                sizes: sizes(refusal.sizes),
            }),
        }
    }

    pub fn admission(&self, ours: Admission) -> guard::Admission {
        match ours {
            Admission::Admitted(seal) => guard::Admission::Admitted(guard::Seal {
                digest: seal.digest.to_hex(),
                next: each(seal.next, |piece| match piece {
                    NextElement::Carry(text) => guard::NextElement::Carry(text),
                    NextElement::Kept(place) => guard::NextElement::Kept(self.id(place)),
                }),
                tokens: seal.tokens,
                regime: seal.regime.into(),
                findings: self.findings(seal.findings),
            }),
            Admission::Retry(feedback) => guard::Admission::Retry(guard::Feedback {
                findings: self.findings(feedback.findings),
                instructions: feedback.instructions,
                attempts_left: feedback.attempts_left,
            }),
            Admission::Refused(rejection) => guard::Admission::Refused(guard::Rejection {
                reasons: self.reasons(rejection.reasons),
                findings: self.findings(rejection.findings),
                remedies: self.remedies(rejection.remedies),
            }),
        }
    }

    pub fn classification(&self, ours: Classification) -> classifier::Classification {
        classifier::Classification {
            element: self.id(ours.element),
            class: ours.class.into(),
            traits: types::Traits {
                regenerable: ours.traits.regenerable.into(),
                idempotent: ours.traits.idempotent.into(),
                task_critical: ours.traits.task_critical.into(),
            },
            regenerable_by: ours.regenerable_by.into(),
            idempotent_by: ours.idempotent_by.into(),
            task_critical_by: ours.task_critical_by.into(),
            anchor: ours.anchor,
            chain: ours.chain,
            effect: ours.effect.map(effect),
        }
    }

    pub fn probe(&self, ours: ProbeDuty) -> guard::ProbeDuty {
        guard::ProbeDuty { element: self.id(ours.element), queries: ours.queries }
    }

    fn plan(&self, ours: Plan) -> guard::PassPlan {
        guard::PassPlan {
            window: ours.window.to_hex(),
            sizes: sizes(ours.sizes),
            treatments: each(ours.treatments, |treatment| guard::Treatment {
                classification: self.classification(treatment.classification),
                disposition: match treatment.disposition {
                    Disposition::Keep(reason) => guard::Disposition::Keep(reason.into()),
                    Disposition::Summarize => guard::Disposition::Summarize,
                    Disposition::Ledger => guard::Disposition::Ledger,
                    Disposition::Point => guard::Disposition::Point,
                    Disposition::Carry => guard::Disposition::Carry,
                },
                tokens: treatment.tokens,
            }),
            duties: each(ours.duties, |duty| match duty {
                Duty::Archive(archive) => guard::Duty::Archive(guard::ArchiveDuty {
                    digest: archive.digest.to_hex(),
                    elements: self.ids(archive.elements),
                    content: archive.content,
                }),
                Duty::Ledger(entry) => guard::Duty::Ledger(effect(entry)),
                Duty::Probe(probe) => guard::Duty::Probe(self.probe(probe)),
            }),
            carry: self.carry(ours.carry),
            brief: ours.brief.map(|brief| self.brief(brief)),
            losses: each(ours.losses, loss),
        }
    }

    fn carry(&self, ours: CarryBlock) -> guard::CarryBlock {
        guard::CarryBlock {
            text: ours.text,
            digest: ours.digest.to_hex(),
            tokens: ours.tokens,
            demands: each(ours.demands, |demand| guard::Demand {
                kind: demand.kind.into(),
                text: demand.text,
                element: demand.element.map(|place| self.id(place)),
            }),
            marker: marker(ours.marker),
        }
    }

    fn brief(&self, ours: Brief) -> guard::Brief {
        guard::Brief {
            instructions: ours.instructions,
            elements: self.ids(ours.elements),
            effects: each(ours.effects, effect),
            room: ours.room,
        }
    }

    fn reasons(&self, ours: Vec<Reason>) -> Vec<guard::Reason> {
        each(ours, |reason| match reason {
            Reason::InferenceInFlight => guard::Reason::InferenceInFlight,
            Reason::WindowMoved { read, current } => guard::Reason::WindowMoved(guard::MovedWindow { read, current }),
            Reason::CallInFlight(places) => guard::Reason::CallInFlight(self.ids(places)),
            Reason::AlreadyCompacted(places) => guard::Reason::AlreadyCompacted(self.ids(places)),
            Reason::SingleShotSpent => guard::Reason::SingleShotSpent,
            Reason::AmbiguousElement(places) => guard::Reason::AmbiguousElement(self.ids(places)),
            Reason::IndexBuiltFromSummaries => guard::Reason::IndexBuiltFromSummaries,
            Reason::IndexRebuilt { rebuilt, current, wait } => {
                guard::Reason::IndexRebuilt(guard::RebuiltIndex { rebuilt, current, wait })
            }
            Reason::ScoreEmbeddingOnly => guard::Reason::ScoreEmbeddingOnly,
            Reason::LossBoundAggregate(share) => guard::Reason::LossBoundAggregate(share),
            Reason::ChainLoss(losses) => guard::Reason::ChainLoss(each(losses, loss)),
            Reason::QueriesUnmonitored => guard::Reason::QueriesUnmonitored,
            Reason::Divergence { divergence, limit } => {
                guard::Reason::Divergence(guard::ExceededDivergence { divergence, limit })
            }
            Reason::AnchorUnprobed(places) => guard::Reason::AnchorUnprobed(self.ids(places)),
            Reason::AnchorNotReturned(places) => guard::Reason::AnchorNotReturned(self.ids(places)),
            Reason::BudgetInfeasible { needed, budget, needed_bytes } => {
                guard::Reason::BudgetInfeasible(guard::InfeasibleBudget { needed, budget, needed_bytes })
            }
            Reason::NothingToGain { possible, least } => {
                guard::Reason::NothingToGain(guard::SmallGain { possible, least })
            }
        })
    }

    fn remedies(&self, ours: Vec<Remedy>) -> Vec<guard::Remedy> {
        each(ours, |remedy| match remedy {
            Remedy::Wait => guard::Remedy::Wait,
            Remedy::PlanAgain => guard::Remedy::PlanAgain,
            Remedy::Reload(places) => guard::Remedy::Reload(self.ids(places)),
            Remedy::Externalize(places) => guard::Remedy::Externalize(self.ids(places)),
            Remedy::RebuildIndex => guard::Remedy::RebuildIndex,
            Remedy::WaitEpochs(epochs) => guard::Remedy::WaitEpochs(epochs),
            Remedy::ChangeScore => guard::Remedy::ChangeScore,
            Remedy::BoundPerChain => guard::Remedy::BoundPerChain,
            Remedy::Keep(places) => guard::Remedy::Keep(self.ids(places)),
            Remedy::MonitorQueries => guard::Remedy::MonitorQueries,
            Remedy::Probe(places) => guard::Remedy::Probe(self.ids(places)),
            Remedy::Spill => guard::Remedy::Spill,
            Remedy::RaiseBudget(tokens) => guard::Remedy::RaiseBudget(tokens),
            Remedy::Stop => guard::Remedy::Stop,
        })
    }

    fn findings(&self, ours: Vec<Finding>) -> Vec<guard::Finding> {
        each(ours, |finding| guard::Finding {
            code: finding.code.into(),
            severity: finding.severity.into(),
            summary_text: finding.summary_text,
            window_text: finding.window_text,
            element: finding.element.map(|place| self.id(place)),
        })
    }

    fn ids(&self, places: Vec<usize>) -> Vec<String> {
        each(places, |place| self.id(place))
    }

    /// The id of the element at a place; the rules give no place that the window does not have
    fn id(&self, place: usize) -> String {
        self.0.get(place).map(|element| element.id.as_ref().into()).unwrap_or_default()
    }
}

pub fn judgement(ours: Judgement) -> effects::Judgement {
    match ours {
        Judgement::Fire(entry) => effects::Judgement::Fire(effects::Intent {
            effect: entry.as_ref().map(|entry| entry.id.as_ref().into()),
            entry: entry.map(effect),
        }),
        Judgement::AlreadyDone(entry) => effects::Judgement::AlreadyDone(effect(entry)),
        Judgement::InFlight(entry) => effects::Judgement::InFlight(effect(entry)),
        Judgement::OutcomeUnknown(entry) => effects::Judgement::OutcomeUnknown(effect(entry)),
        Judgement::KeyReused { entry, field } => {
            effects::Judgement::KeyReused(effects::KeyReuse { entry: effect(entry), field })
        }
    }
}

pub fn divergence(ours: DivergenceReport) -> recall::DivergenceReport {
    recall::DivergenceReport {
        queries: ours.queries,
        missed: ours.missed,
        divergence: ours.divergence,
        exceeded: ours.exceeded,
    }
}

pub fn settings(ours: Settings) -> types::Settings {
    types::Settings {
        preset: ours.preset.into(),
        margin: ours.margin,
        least_gain: ours.least_gain,
        index_window_epochs: ours.index_window_epochs,
        chain_loss_limit: ours.chain_loss_limit,
        divergence_limit: ours.divergence_limit,
        retries: ours.retries,
        streak_limit: ours.streak_limit,
        kept_tail: ours.kept_tail,
        carry_share: ours.carry_share,
        ambiguous: ours.ambiguous.into(),
        severities: each(ours.severities, |(code, severity)| types::SeveritySetting {
            code: code.into(),
            severity: severity.into(),
        }),
    }
}

pub fn rule(ours: &anchorhold_rules::about::Rule) -> about::Rule {
    about::Rule {
        code: ours.code.into(),
        kind: ours.kind.into(),
        summary: ours.summary.into(),
        source: ours.source.into(),
    }
}

pub fn error(ours: InputError) -> types::InputError {
    match ours {
        InputError::DuplicateElement(id) => types::InputError::DuplicateElement(id),
        InputError::UnnamedElement(place) => types::InputError::UnnamedElement(place),
        InputError::BadDigest(field) => types::InputError::BadDigest(field),
        InputError::UnknownElement { field, id } => {
            types::InputError::UnknownElement(types::UnknownElement { field, id })
        }
        InputError::TooMuch { subject, given, allowed } => {
            types::InputError::TooMuch(types::Excess { subject, given, allowed })
        }
        InputError::BudgetEmpty => types::InputError::BudgetEmpty,
        InputError::SettingOutOfRange { field, given, least, most } => {
            types::InputError::SettingOutOfRange(types::RangeError { field, given, least, most })
        }
        InputError::Malformed(fault) => types::InputError::Malformed(types::Malformed {
            line: fault.line,
            field: fault.field,
            found: fault.found,
            expected: fault.expected,
        }),
    }
}

fn effect(ours: Effect<'static>) -> types::Effect {
    types::Effect {
        id: ours.id.into_owned(),
        action: ours.action.into_owned(),
        target: ours.target.into_owned(),
        idempotency_key: ours.idempotency_key.map(Text::into_owned),
        status: ours.status.into(),
        arguments: ours.arguments.map(Text::into_owned),
        fired_at: ours.fired_at.map(Text::into_owned),
        outcome: ours.outcome.map(Text::into_owned),
        element: ours.element.map(Text::into_owned),
    }
}

fn marker(ours: Marker) -> types::Marker {
    types::Marker { sequence: ours.sequence, covers: ours.covers.map(|digest| digest.to_hex()), opaque: ours.opaque }
}

fn loss(ours: ChainLoss) -> guard::ChainLoss {
    guard::ChainLoss { chain: ours.chain, anchors: ours.anchors, leaving: ours.leaving, loss: ours.loss }
}

fn each<Ours, Theirs>(ours: Vec<Ours>, convert: impl FnMut(Ours) -> Theirs) -> Vec<Theirs> {
    ours.into_iter().map(convert).collect()
}

fn sizes(ours: Sizes) -> guard::Sizes {
    guard::Sizes {
        before: ours.before,
        must_stay: ours.must_stay,
        budget: ours.budget,
        margin: ours.margin,
        summary_room: ours.summary_room,
    }
}
