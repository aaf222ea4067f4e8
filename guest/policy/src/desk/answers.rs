//! Writes what the functions answer.

use super::document::Document;
use super::words::{Words, effect, losses, marker};
use super::writer::Writer;
use alloc::string::String;
use alloc::vec::Vec;
use anchorhold_rules::about::rules;
use anchorhold_rules::admission::{Admission, NextElement, Seal};
use anchorhold_rules::classification::Classification;
use anchorhold_rules::digest::Digest;
use anchorhold_rules::effects::Judgement;
use anchorhold_rules::recall::DivergenceReport;
use anchorhold_rules::request::Request;
use anchorhold_rules::settings::{Preset, Settings};
use anchorhold_rules::verdict::{ArchiveDuty, Disposition, Duty, Plan, ProbeDuty, Sizes, Treatment, Verdict};
use anchorhold_rules::window::Marker;
use anchorhold_transcripts::Format;
use core::ops::Range;

use super::settings;
use crate::identity;

/// What `plan` answers; `document` is the transcript that the window was read from
pub fn verdict(words: Words<'_>, verdict: &Verdict, document: Option<&Document<'_>>) -> String {
    let bytes = match verdict {
        Verdict::Proceed(pass) => bytes_of_plan(pass),
        Verdict::Refuse(_) => 0,
    };
    Writer::large_object_of(bytes, |object| {
        object.key("verdict").string_unescaped(verdict.name());
        match verdict {
            Verdict::Proceed(pass) => plan(object.key("plan"), words, pass, document),
            Verdict::Refuse(refusal) => {
                words.reasons(object, &refusal.reasons);
                words.remedies(object, &refusal.remedies);
                sizes(object, refusal.sizes);
            }
        }
    })
}

/// What `admit` and `check` answer; `document` is the next document, where the window was read from a transcript
pub fn admission(request: &Request<'_>, admission: &Admission, document: Option<String>) -> String {
    let words = Words(&request.window);
    // Escapes and findings take about this much more than the document.
    let bytes = document.as_ref().map_or(0, |document| document.len().saturating_add(document.len() / 4));
    Writer::large_object_of(bytes, |object| {
        object.key("verdict").string_unescaped(admission.name());
        match admission {
            Admission::Admitted(seal) => admitted(object, request, seal, document),
            Admission::Retry(feedback) => {
                words.findings(object, &feedback.findings);
                object.key("instructions").string(&feedback.instructions);
                object.key("attempts_left").number(feedback.attempts_left);
            }
            Admission::Refused(rejection) => {
                words.reasons(object, &rejection.reasons);
                words.findings(object, &rejection.findings);
                words.remedies(object, &rejection.remedies);
            }
        }
    })
}

/// What `classify` answers
pub fn classifications(words: Words<'_>, classifications: &[Classification]) -> String {
    Writer::object_of(|object| {
        object.key("classifications").array(classifications, |writer, classification| {
            writer.object(|object| words.classification(object, classification));
        });
    })
}

/// What `probes` answers
pub fn probes(words: Words<'_>, duties: &[ProbeDuty]) -> String {
    Writer::object_of(|object| {
        object.key("probes").array(duties, |writer, duty| writer.object(|object| probe(object, words, duty)));
    })
}

/// What `divergence` answers
pub fn divergence(report: &DivergenceReport) -> String {
    Writer::object_of(|object| {
        object.key("queries").number(report.queries);
        object.key("missed").number(report.missed);
        object.key("divergence").number(report.divergence);
        object.key("exceeded").flag(report.exceeded);
    })
}

/// What `judge` answers
pub fn judgement(judgement: &Judgement) -> String {
    Writer::object_of(|object| {
        object.key("judgement").string_unescaped(judgement.name());
        match judgement {
            Judgement::Fire(entry) => {
                object.key("effect").optional(entry.as_ref(), |writer, entry| writer.string(&entry.id));
                object.key("entry").optional(entry.as_ref(), effect);
            }
            Judgement::AlreadyDone(entry) | Judgement::InFlight(entry) | Judgement::OutcomeUnknown(entry) => {
                effect(object.key("entry"), entry);
            }
            Judgement::KeyReused { entry, field } => {
                effect(object.key("entry"), entry);
                object.key("field").string(field);
            }
        }
    })
}

/// What `describe` answers
pub fn description() -> String {
    Writer::object_of(|object| {
        object.key("name").string(identity::NAME);
        object.key("version").string(identity::VERSION);
        object.key("preset").string_unescaped(identity::PRESET.name());
        object.key("rules").array(rules(), |writer, rule| {
            writer.object(|object| {
                object.key("code").string(rule.code);
                object.key("kind").string_unescaped(rule.kind.name());
                object.key("summary").string(rule.summary);
                object.key("source").string(rule.source);
            });
        });
        object.key("settings").object(|presets| {
            for preset in Preset::ALL {
                settings::write(presets.key(preset.name()), &Settings::of(*preset));
            }
        });
        object.key("formats").array(Format::ALL, |writer, format| writer.string_unescaped(format.name()));
    })
}

/// What the text of a plan usually takes, and a little more
fn bytes_of_plan(plan: &Plan) -> usize {
    const OF_TREATMENT: usize = 360;
    const OF_DUTY: usize = 160;
    let contents = plan.duties.iter().map(|duty| match duty {
        Duty::Archive(duty) => duty.content.as_ref().map_or(0, String::len),
        Duty::Ledger(entry) => entry.arguments.as_ref().map_or(0, |arguments| arguments.len()).saturating_add(OF_DUTY),
        Duty::Probe(_) => OF_DUTY,
    });
    let demands = plan.carry.demands.iter().map(|demand| demand.text.len().saturating_add(OF_DUTY / 2));
    let texts = contents.chain(demands).fold(plan.carry.text.len(), usize::saturating_add);
    let effects = plan.treatments.iter().filter_map(|each| each.classification.effect.as_ref());
    let effects =
        effects.map(|effect| effect.arguments.as_ref().map_or(0, |text| text.len()).saturating_add(OF_TREATMENT));
    let records = effects.fold(plan.treatments.len().saturating_mul(OF_TREATMENT), usize::saturating_add);
    records.saturating_add(plan.duties.len().saturating_mul(OF_DUTY)).saturating_add(texts.saturating_add(texts / 8))
}

fn plan(writer: &mut Writer, words: Words<'_>, plan: &Plan, document: Option<&Document<'_>>) {
    writer.object(|object| {
        object.key("window").digest(plan.window);
        sizes(object, plan.sizes);
        object.key("treatments").array(&plan.treatments, |writer, each| treatment(writer, words, each));
        let places = document.map(Document::places).unwrap_or_default();
        object.key("duties").array(&plan.duties, |writer, duty| {
            writer.object(|object| {
                object.key("code").string_unescaped(duty.name());
                match duty {
                    Duty::Archive(duty) => {
                        archive(object, words, duty);
                        if document.is_some() {
                            places_of(object, places.get(&duty.digest).map_or(&[], Vec::as_slice));
                        }
                    }
                    Duty::Ledger(entry) => effect(object.key("effect"), entry),
                    Duty::Probe(duty) => probe(object, words, duty),
                }
            });
        });
        object.key("carry").object(|carry| {
            carry.key("text").string(&plan.carry.text);
            carry.key("digest").digest(plan.carry.digest);
            carry.key("tokens").number(plan.carry.tokens);
            carry.key("demands").array(&plan.carry.demands, |writer, demand| {
                writer.object(|object| {
                    object.key("kind").string_unescaped(demand.kind.name());
                    object.key("text").string(&demand.text);
                    object.key("element").optional(demand.element, |writer, place| words.id(writer, place));
                });
            });
            marker(carry.key("marker"), &plan.carry.marker);
        });
        object.key("brief").optional(plan.brief.as_ref(), |writer, brief| {
            writer.object(|object| {
                object.key("instructions").string(&brief.instructions);
                words.ids(object.key("elements"), &brief.elements);
                object.key("effects").array(&brief.effects, effect);
                object.key("room").number(brief.room);
            });
        });
        losses(object, &plan.losses);
    });
}

fn sizes(object: &mut Writer, sizes: Sizes) {
    object.key("sizes").object(|object| {
        object.key("before").number(sizes.before);
        object.key("must_stay").number(sizes.must_stay);
        object.key("budget").number(sizes.budget);
        object.key("margin").number(sizes.margin);
        object.key("summary_room").number(sizes.summary_room);
    });
}

fn treatment(writer: &mut Writer, words: Words<'_>, treatment: &Treatment) {
    writer.object(|object| {
        words.classification(object, &treatment.classification);
        object.key("disposition").string_unescaped(treatment.disposition.name());
        let reason = match treatment.disposition {
            Disposition::Keep(reason) => Some(reason.name()),
            Disposition::Summarize | Disposition::Ledger | Disposition::Point | Disposition::Carry => None,
        };
        object.key("reason").optional(reason, Writer::string_unescaped);
        object.key("tokens").number(treatment.tokens);
    });
}

fn archive(object: &mut Writer, words: Words<'_>, duty: &ArchiveDuty) {
    object.key("digest").digest(duty.digest);
    words.ids(object.key("elements"), &duty.elements);
    object.key("content").optional(duty.content.as_deref(), Writer::string);
}

fn places_of(object: &mut Writer, places: &[Range<usize>]) {
    object.key("places").array(places, |writer, place| {
        writer.array([place.start, place.end], |writer, end| writer.number(end as u64));
    });
}

fn probe(object: &mut Writer, words: Words<'_>, duty: &ProbeDuty) {
    words.id(object.key("element"), duty.element);
    object.key("queries").array(&duty.queries, |writer, query| writer.string(query));
}

fn admitted(object: &mut Writer, request: &Request<'_>, seal: &Seal, document: Option<String>) {
    let words = Words(&request.window);
    let digest = document.as_ref().map_or(seal.digest, |document| Digest::of(document.as_bytes()));
    object.key("seal").object(|object| {
        object.key("digest").digest(digest);
        object.key("window_digest").digest(seal.digest);
        object.key("tokens").number(seal.tokens);
        object.key("regime").string_unescaped(seal.regime.name());
    });
    object.key("carry").optional(carried(seal), |writer, text| {
        writer.object(|object| {
            object.key("digest").digest(Digest::of(text.as_bytes()));
            marker(object.key("marker"), &marker_of(text, request));
        });
    });
    words.findings(object, &seal.findings);
    match document {
        Some(document) => object.key("next").object(|object| {
            object.key("digest").digest(digest);
            object.key("document").string(&document);
        }),
        None => object.key("next").array(&seal.next, |writer, piece| {
            writer.object(|object| match piece {
                NextElement::Carry(text) => {
                    object.key("code").string_unescaped("carry");
                    object.key("text").string(text);
                }
                NextElement::Kept(place) => {
                    object.key("code").string_unescaped("kept");
                    words.id(object.key("element"), *place);
                }
            });
        }),
    }
}

/// The text that the pass puts into the window
pub fn carried(seal: &Seal) -> Option<&str> {
    seal.next.iter().find_map(|piece| match piece {
        NextElement::Carry(text) if !text.is_empty() => Some(text.as_str()),
        NextElement::Carry(_) | NextElement::Kept(_) => None,
    })
}

/// What the pass leaves as data: what its text says of itself, else what the request says of the pass
pub fn marker_of(text: &str, request: &Request<'_>) -> Marker {
    anchorhold_rules::marker::recognise(text).unwrap_or(Marker {
        sequence: Some(request.sequence),
        covers: request.original,
        opaque: false,
    })
}
