//! The laws over every small window: each combination of kinds, traits and places, in each regime of the budget.
//!
//! Windows of the most elements state their traits class by class: what is stated in full acts through its class alone.
//! Windows of one element fewer state every combination of traits, and smaller ones also pins, seals and durable stores.
//! `ANCHORHOLD_EXHAUSTIVE` sets the most elements; 3 without it, and 4 takes hours.
#![expect(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod remedy;
mod small;

use anchorhold_rules::admission::{Admission, Candidate, Receipts};
use anchorhold_rules::admit::admit;
use anchorhold_rules::plan::plan;
use anchorhold_rules::request::{PassMode, Request};
use anchorhold_rules::verdict::{Disposition, Duty, KeepReason, Plan, Reason, Refusal, Remedy, Verdict};
use anchorhold_rules::window::ElementKind;
use small::{Alphabet, REGIMES, Sketch};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most elements where nothing else is said
const ELEMENTS: usize = 3;

#[test]
fn the_laws_hold_for_every_small_window() {
    let most = std::env::var("ANCHORHOLD_EXHAUSTIVE").ok().map_or(ELEMENTS, |most| most.parse().expect("a number"));
    let (mut windows, mut refused) = (0, 0);
    for length in 0..=most {
        let alphabet = match most - length {
            0 => Alphabet::ByClass,
            1 => Alphabet::EveryTrait,
            _ => Alphabet::EveryMark,
        };
        let letters = alphabet.letters();
        let count = letters.len().pow(u32::try_from(length).expect("a small number"));
        refused += tried(&letters, length, count);
        windows += count;
    }
    let requests = windows * REGIMES.len();
    println!("{windows} windows of up to {most} elements, {requests} requests, {refused} of them refused at first");
}

/// Tries all windows of one length, on all cores; answers how many requests were refused at first
fn tried(letters: &[Sketch], length: usize, count: usize) -> usize {
    const BLOCK: usize = 256;
    let (next, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        loop {
            let start = next.fetch_add(BLOCK, Ordering::Relaxed);
            if start >= count {
                return;
            }
            for number in start..count.min(start + BLOCK) {
                let sketches = small::spelled(letters, length, number);
                match laws(&sketches) {
                    Ok(refusals) => refused.fetch_add(refusals, Ordering::Relaxed),
                    Err(broken) => panic!("{broken}: {sketches:?}"),
                };
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    refused.into_inner()
}

/// All laws over one window in all regimes; answers how many of its requests were refused
fn laws(sketches: &[Sketch]) -> Result<usize, String> {
    let mut refused = 0;
    let mut reasons_before: Option<Vec<&'static str>> = None;
    for regime in REGIMES {
        let request = small::request(sketches, regime);
        let verdict = plan(&request).map_err(|error| format!("an input error: {error:?}"))?;
        let reasons: Vec<&'static str> = match &verdict {
            Verdict::Proceed(plan) => {
                planned(&request, plan)?;
                Vec::new()
            }
            Verdict::Refuse(refusal) => {
                refused += 1;
                remedied(&request, refusal)?;
                refusal.reasons.iter().map(Reason::code).collect()
            }
        };
        // Regimes stand in the order of their budgets.
        if let Some(before) = &reasons_before {
            let new = reasons.iter().find(|reason| **reason != "nothing-to-gain" && !before.contains(reason));
            holds(new.is_none(), "more_budget_never_refuses_more")?;
        }
        reasons_before = Some(reasons);
        ends(remedy::at_rest(&request))?;
    }
    Ok(refused)
}

fn holds(law: bool, name: &str) -> Result<(), String> {
    if law { Ok(()) } else { Err(name.to_owned()) }
}

/// What must be true of a pass that may begin
fn planned(request: &Request<'_>, plan: &Plan) -> Result<(), String> {
    let mut receipts = Receipts { window: Some(plan.window), ..Receipts::default() };
    let mut archived = Vec::new();
    for duty in &plan.duties {
        match duty {
            Duty::Archive(duty) => {
                receipts.archived.push(duty.digest);
                archived.extend_from_slice(&duty.elements);
            }
            Duty::Ledger(effect) => receipts.ledgered.push(effect.id.clone()),
            Duty::Probe(_) => {}
        }
    }
    for (place, (element, treatment)) in request.window.iter().zip(&plan.treatments).enumerate() {
        let stays = matches!(treatment.disposition, Disposition::Keep(_));
        holds(stays || element.externalized || archived.contains(&place), "nothing_leaves_unarchived")?;
        if let Some(effect) = &treatment.classification.effect {
            holds(receipts.ledgered.contains(&effect.id), "effects_are_never_summarized_away")?;
        }
        let is_summary = matches!(element.kind, ElementKind::Summary(_));
        holds(!is_summary || treatment.disposition != Disposition::Summarize, "summaries_are_never_summarized")?;
        if matches!(element.kind, ElementKind::ToolCall(_) | ElementKind::ToolResult(_)) {
            let kept = |place: usize| matches!(plan.treatments[place].disposition, Disposition::Keep(_));
            let is_recent = treatment.disposition == Disposition::Keep(KeepReason::Recent);
            // Half a pair stays only where the caller wants it, never for being recent.
            let law = small::partner(&request.window, place).map_or(!is_recent, |partner| kept(partner) == stays);
            holds(law, "pairs_stay_together")?;
        }
    }
    holds(plan.sizes.must_stay <= plan.sizes.budget, "admitted_is_within_budget")?;
    for demand in &plan.carry.demands {
        holds(demand.text.lines().all(|line| plan.carry.text.contains(line)), "demands_survive_verbatim")?;
    }
    let candidate = Candidate { text: "The work goes on.".into(), ..Candidate::default() };
    match admit(request, &receipts, &candidate).map_err(|error| format!("an input error: {error:?}"))? {
        Admission::Admitted(seal) => holds(seal.tokens <= request.budget.tokens(), "admitted_is_within_budget"),
        Admission::Retry(_) | Admission::Refused(_) => {
            holds(request.mode == PassMode::Summarize, "admit_after_spill_always_admits")
        }
    }
}

/// What must be true of a refusal: its remedies lead on, and in the end to a pass
fn remedied(request: &Request<'static>, refusal: &Refusal) -> Result<(), String> {
    const LAW: &str = "every_refusal_names_a_remedy_that_changes_the_next_answer";
    let (mut request, mut refusal) = (request.clone(), refusal.clone());
    for _ in 0..12 {
        let Some(remedy) = refusal.remedies.iter().find(|remedy| **remedy != Remedy::Stop) else {
            return holds(false, LAW);
        };
        let next = remedy::applied(&request, remedy);
        match plan(&next).map_err(|error| format!("an input error: {error:?}"))? {
            Verdict::Proceed(_) => return Ok(()),
            Verdict::Refuse(after) => {
                holds(after != refusal, LAW)?;
                refusal = after;
            }
        }
        request = next;
    }
    holds(false, LAW)
}

/// A pass that no summary ever comes right for ends with the spill, or there was nothing to do
fn ends(mut request: Request<'static>) -> Result<(), String> {
    request.mode = PassMode::Spill;
    match plan(&request).map_err(|error| format!("an input error: {error:?}"))? {
        Verdict::Proceed(plan) => planned(&request, &plan),
        Verdict::Refuse(refusal) => {
            let may =
                |reason: &Reason| matches!(reason, Reason::BudgetInfeasible { .. } | Reason::NothingToGain { .. });
            holds(refusal.reasons.iter().all(may), "a_pass_always_ends")
        }
    }
}
