//! The laws, over generated windows and requests. Each test bears the name of its law.
#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod generated;
mod remedy;

use anchorhold_rules::admission::{Admission, Candidate, Feedback, NextElement, Receipts, Rejection, Seal};
use anchorhold_rules::admit::admit;
use anchorhold_rules::demands::constraint;
use anchorhold_rules::plan::plan;
use anchorhold_rules::request::{PassMode, Request};
use anchorhold_rules::verdict::{Disposition, Duty, Plan, Reason, Remedy, Verdict};
use anchorhold_rules::window::ElementKind;
use generated::{requests, summaries};
use proptest::prelude::*;

fn planned(request: &Request<'_>) -> Result<Plan, Vec<Reason>> {
    match plan(request).expect("a generated request breaks no rule") {
        Verdict::Proceed(plan) => Ok(plan),
        Verdict::Refuse(refusal) => Err(refusal.reasons),
    }
}

/// What a host that does all its duties can show
fn receipts(plan: &Plan) -> Receipts<'static> {
    let mut receipts = Receipts { window: Some(plan.window), ..Receipts::default() };
    for duty in &plan.duties {
        match duty {
            Duty::Archive(duty) => receipts.archived.push(duty.digest),
            Duty::Ledger(effect) => receipts.ledgered.push(effect.id.clone()),
            Duty::Probe(_) => {}
        }
    }
    receipts
}

fn answered(request: &Request<'_>, plan: &Plan, text: &str) -> Admission {
    let candidate = Candidate { text: text.into(), ..Candidate::default() };
    admit(request, &receipts(plan), &candidate).expect("a generated request breaks no rule")
}

fn admitted(request: &Request<'_>, plan: &Plan, text: &str) -> Option<Seal> {
    match answered(request, plan, text) {
        Admission::Admitted(seal) => Some(seal),
        Admission::Retry(_) | Admission::Refused(_) => None,
    }
}

fn carried(seal: &Seal) -> &str {
    let carry = seal.next.iter().find_map(|element| match element {
        NextElement::Carry(text) => Some(text.as_str()),
        NextElement::Kept(_) => None,
    });
    carry.unwrap_or_default()
}

fn leaves(plan: &Plan, place: usize) -> bool {
    !matches!(plan.treatments[place].disposition, Disposition::Keep(_))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_leaves_unarchived(request in requests()) {
        if let Ok(plan) = planned(&request) {
            let archived: Vec<usize> = plan.duties.iter().filter_map(|duty| match duty {
                Duty::Archive(duty) => Some(duty.elements.clone()),
                Duty::Ledger(_) | Duty::Probe(_) => None,
            }).flatten().collect();
            for (place, element) in request.window.iter().enumerate() {
                prop_assert!(!leaves(&plan, place) || element.externalized || archived.contains(&place));
            }
        }
    }

    #[test]
    fn effects_are_never_summarized_away(request in requests()) {
        if let Ok(plan) = planned(&request) {
            let ledgered: Vec<&str> = plan.duties.iter().filter_map(|duty| match duty {
                Duty::Ledger(effect) => Some(effect.id.as_ref()),
                Duty::Archive(_) | Duty::Probe(_) => None,
            }).collect();
            for (place, treatment) in plan.treatments.iter().enumerate() {
                if let Some(effect) = &treatment.classification.effect {
                    prop_assert!(ledgered.contains(&effect.id.as_ref()));
                }
                let seen = plan.brief.iter().any(|brief| brief.elements.contains(&place));
                prop_assert_eq!(seen, treatment.disposition == Disposition::Summarize && plan.brief.is_some());
            }
        }
    }

    #[test]
    fn demands_survive_verbatim(request in requests(), text in summaries()) {
        if let Ok(plan) = planned(&request) && let Some(seal) = admitted(&request, &plan, &text) {
            for demand in &plan.carry.demands {
                prop_assert!(demand.text.lines().all(|line| carried(&seal).contains(line)), "{}", demand.text);
            }
            for (place, element) in request.window.iter().enumerate() {
                if element.kind != ElementKind::UserRequest || !leaves(&plan, place) {
                    continue;
                }
                for found in constraint::find(&element.text) {
                    let said = found.span.of(&element.text);
                    prop_assert!(said.lines().all(|line| carried(&seal).contains(line)), "{said}");
                }
            }
        }
    }

    #[test]
    fn summaries_are_never_summarized(request in requests()) {
        if let Ok(plan) = planned(&request) {
            for (element, treatment) in request.window.iter().zip(&plan.treatments) {
                let is_summary = matches!(element.kind, ElementKind::Summary(_));
                prop_assert!(!is_summary || treatment.disposition != Disposition::Summarize);
            }
        }
    }

    #[test]
    fn admitted_is_within_budget(request in requests(), text in summaries()) {
        if let Ok(plan) = planned(&request) {
            prop_assert!(plan.sizes.must_stay <= plan.sizes.budget, "{:?}", plan.sizes);
            if let Some(seal) = admitted(&request, &plan, &text) {
                prop_assert!(seal.tokens <= request.budget.tokens());
            }
        }
    }

    #[test]
    fn equal_requests_equal_answers(request in requests(), text in summaries()) {
        let again = request.clone();
        prop_assert_eq!(plan(&request), plan(&again));
        if let Ok(plan) = planned(&request) {
            prop_assert_eq!(admitted(&request, &plan, &text), admitted(&again, &plan, &text));
        }
    }

    #[test]
    fn more_budget_never_refuses_more(request in requests(), more in 1u32..20_000) {
        let mut larger = request.clone();
        larger.budget.limit_tokens += more;
        let code = |reasons: Vec<Reason>| -> Vec<&'static str> { reasons.iter().map(Reason::code).collect() };
        let (small, large) = (code(planned(&request).err().unwrap_or_default()), code(planned(&larger).err().unwrap_or_default()));
        for reason in large.into_iter().filter(|reason| *reason != "nothing-to-gain") {
            prop_assert!(small.contains(&reason), "{reason} holds only with the larger budget");
        }
    }

    #[test]
    fn label_order_does_not_matter(request in requests()) {
        let mut turned = request.clone();
        turned.tools.reverse();
        turned.probes.reverse();
        turned.installed.reverse();
        turned.external.reverse();
        prop_assert_eq!(plan(&request), plan(&turned));
    }

    #[test]
    fn admit_after_spill_always_admits(request in requests()) {
        let mut spill = request;
        spill.mode = PassMode::Spill;
        if let Ok(plan) = planned(&spill) {
            prop_assert!(admitted(&spill, &plan, "").is_some());
        }
    }

    #[test]
    fn every_refusal_names_a_remedy_that_changes_the_next_answer(request in requests()) {
        let mut request = request;
        for _ in 0..12 {
            let Verdict::Refuse(refusal) = plan(&request).expect("no input error") else { return Ok(()) };
            prop_assert!(!refusal.remedies.is_empty());
            let helps = refusal.remedies.iter().find(|remedy| **remedy != Remedy::Stop);
            let Some(remedy) = helps else {
                prop_assert!(false, "nothing but to stop: {refusal:?}");
                return Ok(());
            };
            let next = remedy::applied(&request, remedy);
            prop_assert_ne!(plan(&next), Ok(Verdict::Refuse(refusal)));
            request = next;
        }
        prop_assert!(false, "twelve remedies did not lead to a pass: {:?}", planned(&request));
    }

    #[test]
    fn feedback_names_each_finding_once(request in requests(), text in summaries()) {
        if let Ok(plan) = planned(&request) {
            let answer = answered(&request, &plan, &text);
            let (Admission::Retry(Feedback { findings, .. }) | Admission::Refused(Rejection { findings, .. })) = &answer else {
                return Ok(());
            };
            for (place, finding) in findings.iter().enumerate() {
                let again = findings[..place].iter().any(|one| {
                    (one.code, &one.summary_text, &one.window_text) == (finding.code, &finding.summary_text, &finding.window_text)
                });
                prop_assert!(!again, "{finding:?}");
            }
        }
    }

    #[test]
    fn a_refusal_that_repeats_asks_the_owner_first(request in requests(), text in summaries()) {
        let mut request = request;
        request.attempts = request.settings.retries;
        for streak in [0, request.settings.streak_limit, request.settings.streak_limit + 1] {
            request.refusal_streak = streak;
            let remedies = match plan(&request).expect("no input error") {
                Verdict::Refuse(refusal) => refusal.remedies,
                Verdict::Proceed(plan) => match answered(&request, &plan, &text) {
                    Admission::Refused(rejection) => rejection.remedies,
                    Admission::Admitted(_) => continue,
                    Admission::Retry(_) => {
                        prop_assert!(false, "sent back although no try is left");
                        continue;
                    }
                },
            };
            prop_assert_eq!(remedies.first() == Some(&Remedy::Stop), streak >= request.settings.streak_limit);
        }
    }

    #[test]
    fn a_pass_always_ends(request in requests(), texts in proptest::collection::vec(summaries(), 8)) {
        match end_of_pass(remedy::at_rest(&request), texts) {
            End::Installed { tokens } => prop_assert!(tokens <= request.budget.tokens()),
            End::Infeasible | End::Idle => {}
            End::Stuck(why) => prop_assert!(false, "{why}"),
        }
    }
}

/// How a pass can end
enum End {
    Installed { tokens: u32 },
    Infeasible,
    Idle,
    Stuck(String),
}

/// Runs a pass as a host does: retries while the policy asks for them, and the spill after that
fn end_of_pass(mut request: Request<'static>, texts: Vec<String>) -> End {
    let mut texts = texts.into_iter();
    for _ in 0..request.settings.retries + 4 {
        let plan = match planned(&request) {
            Ok(plan) => plan,
            Err(reasons) if reasons.iter().any(|reason| matches!(reason, Reason::BudgetInfeasible { .. })) => {
                return End::Infeasible;
            }
            Err(reasons) if reasons.iter().all(|reason| matches!(reason, Reason::NothingToGain { .. })) => {
                return End::Idle;
            }
            Err(reasons) if request.mode == PassMode::Spill => {
                return End::Stuck(format!("the spill is refused: {reasons:?}"));
            }
            Err(_) => {
                request.mode = PassMode::Spill;
                continue;
            }
        };
        let text = if request.mode == PassMode::Spill { String::new() } else { texts.next().unwrap_or_default() };
        match admitted(&request, &plan, &text) {
            Some(seal) => return End::Installed { tokens: seal.tokens },
            None if request.mode == PassMode::Spill => return End::Stuck("the spill was not admitted".to_owned()),
            None if request.attempts < request.settings.retries => request.attempts += 1,
            None => request.mode = PassMode::Spill,
        }
    }
    End::Stuck("the retries did not end".to_owned())
}
