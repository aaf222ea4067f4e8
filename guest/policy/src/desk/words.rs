//! Writes the words that several answers share. Places in the window become ids.

use super::writer::Writer;
use anchorhold_rules::admission::Finding;
use anchorhold_rules::classification::Classification;
use anchorhold_rules::verdict::{ChainLoss, Reason, Remedy};
use anchorhold_rules::window::{Effect, Element, Marker, Traits};

/// Writes about one window
#[derive(Clone, Copy)]
pub struct Words<'w>(pub &'w [Element<'w>]);

impl Words<'_> {
    /// The id of the element at a place; the rules give no place that the window does not have
    pub fn id(self, writer: &mut Writer, place: usize) {
        writer.string(self.0.get(place).map_or("", |element| element.id.as_ref()));
    }

    /// A list of ids
    pub fn ids(self, writer: &mut Writer, places: &[usize]) {
        writer.array(places, |writer, place| self.id(writer, *place));
    }

    /// The members of a classification
    pub fn classification(self, object: &mut Writer, classification: &Classification) {
        self.id(object.key("element"), classification.element);
        object.key("class").string_unescaped(classification.class.name());
        traits(object.key("traits"), &classification.traits);
        object.key("regenerable_by").string_unescaped(classification.regenerable_by.name());
        object.key("idempotent_by").string_unescaped(classification.idempotent_by.name());
        object.key("task_critical_by").string_unescaped(classification.task_critical_by.name());
        object.key("anchor").flag(classification.anchor);
        object.key("chain").string(&classification.chain);
        object.key("effect").optional(classification.effect.as_ref(), effect);
    }

    /// The member `reasons`
    pub fn reasons(self, object: &mut Writer, reasons: &[Reason]) {
        object.key("reasons").array(reasons, |writer, reason| {
            writer.object(|object| {
                object.key("code").string_unescaped(reason.code());
                self.carried(object, reason);
            });
        });
    }

    /// The member `remedies`
    pub fn remedies(self, object: &mut Writer, remedies: &[Remedy]) {
        object.key("remedies").array(remedies, |writer, remedy| {
            writer.object(|object| {
                object.key("code").string_unescaped(remedy.code());
                match remedy {
                    Remedy::Reload(places)
                    | Remedy::Externalize(places)
                    | Remedy::Keep(places)
                    | Remedy::Probe(places) => self.ids(object.key("elements"), places),
                    Remedy::WaitEpochs(epochs) => object.key("epochs").number(*epochs),
                    Remedy::RaiseBudget(tokens) => object.key("tokens").number(*tokens),
                    Remedy::Wait
                    | Remedy::PlanAgain
                    | Remedy::RebuildIndex
                    | Remedy::ChangeScore
                    | Remedy::BoundPerChain
                    | Remedy::MonitorQueries
                    | Remedy::Spill
                    | Remedy::Stop => (),
                }
            });
        });
    }

    /// The member `findings`
    pub fn findings(self, object: &mut Writer, findings: &[Finding]) {
        object.key("findings").array(findings, |writer, finding| {
            writer.object(|object| {
                object.key("code").string_unescaped(finding.code.name());
                object.key("severity").string_unescaped(finding.severity.name());
                object.key("summary_text").optional(finding.summary_text.as_deref(), Writer::string);
                object.key("window_text").optional(finding.window_text.as_deref(), Writer::string);
                object.key("element").optional(finding.element, |writer, place| self.id(writer, place));
            });
        });
    }

    fn carried(self, object: &mut Writer, reason: &Reason) {
        match reason {
            Reason::InferenceInFlight
            | Reason::SingleShotSpent
            | Reason::IndexBuiltFromSummaries
            | Reason::ScoreEmbeddingOnly
            | Reason::QueriesUnmonitored => (),
            Reason::CallInFlight(places)
            | Reason::AlreadyCompacted(places)
            | Reason::AmbiguousElement(places)
            | Reason::AnchorUnprobed(places)
            | Reason::AnchorNotReturned(places) => self.ids(object.key("elements"), places),
            Reason::WindowMoved { read, current } => {
                object.key("read").number(*read);
                object.key("current").number(*current);
            }
            Reason::IndexRebuilt { rebuilt, current, wait } => {
                object.key("rebuilt").number(*rebuilt);
                object.key("current").number(*current);
                object.key("wait").number(*wait);
            }
            Reason::LossBoundAggregate(loss) => object.key("loss").number(*loss),
            Reason::ChainLoss(lost) => losses(object, lost),
            Reason::Divergence { divergence, limit } => {
                object.key("divergence").number(*divergence);
                object.key("limit").number(*limit);
            }
            Reason::BudgetInfeasible { needed, budget, needed_bytes } => {
                object.key("needed").number(*needed);
                object.key("budget").number(*budget);
                object.key("needed_bytes").optional(*needed_bytes, Writer::number);
            }
            Reason::NothingToGain { possible, least } => {
                object.key("possible").number(*possible);
                object.key("least").number(*least);
            }
        }
    }
}

/// Traits, as they may be given
pub fn traits(writer: &mut Writer, traits: &Traits) {
    writer.object(|object| {
        object.key("regenerable").string_unescaped(traits.regenerable.name());
        object.key("idempotent").string_unescaped(traits.idempotent.name());
        object.key("task_critical").string_unescaped(traits.task_critical.name());
    });
}

/// An effect, as it may be given in a ledger
pub fn effect(writer: &mut Writer, effect: &Effect<'_>) {
    writer.object(|object| {
        object.key("id").string(&effect.id);
        object.key("action").string(&effect.action);
        object.key("target").string(&effect.target);
        object.key("idempotency_key").optional(effect.idempotency_key.as_deref(), Writer::string);
        object.key("status").string_unescaped(effect.status.name());
        object.key("arguments").optional(effect.arguments.as_deref(), Writer::string);
        object.key("fired_at").optional(effect.fired_at.as_deref(), Writer::string);
        object.key("outcome").optional(effect.outcome.as_deref(), Writer::string);
        object.key("element").optional(effect.element.as_deref(), Writer::string);
    });
}

/// What a pass leaves as data, as it may be given
pub fn marker(writer: &mut Writer, marker: &Marker) {
    writer.object(|object| {
        object.key("sequence").optional(marker.sequence, Writer::number);
        object.key("covers").optional(marker.covers, Writer::digest);
        object.key("opaque").flag(marker.opaque);
    });
}

/// The member `losses`
pub fn losses(object: &mut Writer, losses: &[ChainLoss]) {
    object.key("losses").array(losses, |writer, loss| {
        writer.object(|object| {
            object.key("chain").string(&loss.chain);
            object.key("anchors").number(loss.anchors);
            object.key("leaving").number(loss.leaving);
            object.key("loss").number(loss.loss);
        });
    });
}
