//! The laws that hold for every policy, over generated windows: for whoever writes one. Each bears the name of its law.

use crate::contract;
use crate::probes::{candidate, receipts, request, windows};
use anchorhold_runtime::wit::guard::{Admission, Disposition, NextElement, PassPlan, Reason, Seal, Verdict};
use anchorhold_runtime::wit::types::{Answer, ElementKind, PassMode, Preset, Request, Settings, ToolTraits, Traits};
use anchorhold_runtime::{Failure, Policy};
use serde::Serialize;
use std::collections::BTreeSet;

/// What came of one law
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LawReport {
    /// The law
    pub law: &'static str,
    /// How many windows it was looked at with
    pub windows: u64,
    /// The first window that breaks it. `None`: none does.
    pub broken: Option<Counterexample>,
}

/// A window that breaks a law
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Counterexample {
    /// The number that the window is made from: the same number makes the same window
    pub seed: u64,
    /// The budget of the request, in tokens
    pub limit_tokens: u32,
    /// How it breaks the law
    pub why: String,
}

/// Looks at every law with so many windows. `watch` is told of each window before it is looked at.
///
/// # Errors
/// Where the policy does not say its settings.
pub fn laws(policy: &Policy, count: u64, watch: &mut dyn FnMut(u64)) -> Result<Vec<LawReport>, Failure> {
    let settings = policy.settings_of(Preset::Standard)?.answer;
    let mut reports: Vec<LawReport> = LAWS.iter().map(|(law, _)| LawReport { law, windows: 0, broken: None }).collect();
    for seed in 0..count {
        watch(seed);
        let limit_tokens = LIMITS.get(usize::try_from(seed).unwrap_or(0) % LIMITS.len()).copied().unwrap_or(1500);
        let subject = Subject { policy, settings: &settings, seed, limit_tokens };
        for (report, (_, holds)) in reports.iter_mut().zip(LAWS).filter(|(report, _)| report.broken.is_none()) {
            report.windows += 1;
            report.broken = holds(&subject).err().map(|why| Counterexample { seed, limit_tokens, why });
        }
    }
    Ok(reports)
}

/// Budgets from far too small to more than enough, in tokens
const LIMITS: [u32; 4] = [300, 1200, 4000, 40_000];

type Law = fn(&Subject<'_>) -> Result<(), String>;

const LAWS: [(&str, Law); 9] = [
    ("nothing_leaves_unarchived", nothing_leaves_unarchived),
    ("demands_survive_verbatim", demands_survive_verbatim),
    ("summaries_are_never_summarized", summaries_are_never_summarized),
    ("admitted_is_within_budget", admitted_is_within_budget),
    ("equal_requests_equal_answers", equal_requests_equal_answers),
    ("more_budget_never_refuses_more", more_budget_never_refuses_more),
    ("label_order_does_not_matter", label_order_does_not_matter),
    ("admit_after_spill_always_admits", admit_after_spill_always_admits),
    ("every_refusal_names_a_remedy", every_refusal_names_a_remedy),
];

/// A policy and a window
struct Subject<'a> {
    policy: &'a Policy,
    settings: &'a Settings,
    seed: u64,
    limit_tokens: u32,
}

impl Subject<'_> {
    fn request(&self, mode: PassMode) -> Request {
        request(windows(self.seed), self.settings.clone(), self.limit_tokens, mode)
    }

    fn verdict(&self, request: &Request) -> Result<Verdict, String> {
        let decided = self.policy.plan(request).map_err(|failure| format!("plan failed: {failure}"))?;
        decided.answer.map_err(|error| format!("a sound request is called unsound: {error:?}"))
    }

    fn admission(&self, request: &Request, plan: &PassPlan, text: &str) -> Result<Admission, String> {
        let decided = self.policy.admit(request, &receipts(plan), &candidate(text));
        let decided = decided.map_err(|failure| format!("admit failed: {failure}"))?;
        decided.answer.map_err(|error| format!("a sound request is called unsound: {error:?}"))
    }

    /// What is admitted of a pass, where one is planned and a summary or the spill is admitted
    fn sealed(&self, mode: PassMode) -> Result<Option<(PassPlan, Seal)>, String> {
        let request = self.request(mode);
        let Verdict::Proceed(plan) = self.verdict(&request)? else { return Ok(None) };
        let text = if mode == PassMode::Spill { "" } else { "The work goes on." };
        match self.admission(&request, &plan, text)? {
            Admission::Admitted(seal) => Ok(Some((plan, seal))),
            Admission::Retry(_) | Admission::Refused(_) => Ok(None),
        }
    }
}

const MODES: [PassMode; 2] = [PassMode::Summarize, PassMode::Spill];

fn nothing_leaves_unarchived(subject: &Subject<'_>) -> Result<(), String> {
    MODES.into_iter().try_for_each(|mode| {
        let request = subject.request(mode);
        let verdict = subject.verdict(&request)?;
        contract::plan_of(&request.window, subject.limit_tokens, &verdict).map_err(|nonsense| nonsense.to_string())
    })
}

fn demands_survive_verbatim(subject: &Subject<'_>) -> Result<(), String> {
    MODES.into_iter().try_for_each(|mode| {
        let Some((plan, seal)) = subject.sealed(mode)? else { return Ok(()) };
        let carried: String = seal
            .next
            .iter()
            .filter_map(|next| match next {
                NextElement::Carry(text) => Some(text.as_str()),
                NextElement::Kept(_) => None,
            })
            .collect();
        let is_lost = |text: &str| text.lines().any(|line| !carried.contains(line));
        let lost = plan.carry.demands.iter().find(|demand| is_lost(&demand.text));
        lost.map_or(Ok(()), |demand| Err(format!("`{}` is not in the next window", demand.text)))
    })
}

fn summaries_are_never_summarized(subject: &Subject<'_>) -> Result<(), String> {
    let request = subject.request(PassMode::Summarize);
    let Verdict::Proceed(plan) = subject.verdict(&request)? else { return Ok(()) };
    let is_summary = |id: &str| {
        request.window.iter().any(|element| element.id == id && matches!(element.kind, ElementKind::Summary(_)))
    };
    let seen = plan.brief.iter().flat_map(|brief| &brief.elements);
    let treated = plan.treatments.iter().filter(|treatment| treatment.disposition == Disposition::Summarize);
    let mut shown = seen.chain(treated.map(|treatment| &treatment.classification.element));
    shown.find(|id| is_summary(id)).map_or(Ok(()), |id| Err(format!("the summary `{id}` is given to the summarizer")))
}

fn admitted_is_within_budget(subject: &Subject<'_>) -> Result<(), String> {
    MODES.into_iter().try_for_each(|mode| {
        let Some((_, seal)) = subject.sealed(mode)? else { return Ok(()) };
        let window = subject.request(mode).window;
        let admitted = Admission::Admitted(seal);
        contract::admission_of(&window, subject.limit_tokens, &admitted).map_err(|nonsense| nonsense.to_string())
    })
}

fn equal_requests_equal_answers(subject: &Subject<'_>) -> Result<(), String> {
    let request = subject.request(PassMode::Summarize);
    let once = subject.policy.plan(&request).map_err(|failure| failure.to_string())?;
    let again = subject.policy.plan(&request).map_err(|failure| failure.to_string())?;
    match (once.answer == again.answer, once.fuel_used == again.fuel_used) {
        (true, true) => Ok(()),
        (false, _) => Err("the same request has two answers".to_owned()),
        (true, false) => Err(format!("the same request uses {} and {} units of fuel", once.fuel_used, again.fuel_used)),
    }
}

fn more_budget_never_refuses_more(subject: &Subject<'_>) -> Result<(), String> {
    let request = subject.request(PassMode::Summarize);
    let mut larger = request.clone();
    larger.budget.limit_tokens = larger.budget.limit_tokens.saturating_mul(2);
    let (small, large) = (names(&subject.verdict(&request)?), names(&subject.verdict(&larger)?));
    let new = large.difference(&small).find(|reason| *reason != "NothingToGain");
    new.map_or(Ok(()), |reason| Err(format!("{reason} holds only with the larger budget")))
}

fn label_order_does_not_matter(subject: &Subject<'_>) -> Result<(), String> {
    let mut request = subject.request(PassMode::Summarize);
    let traits = |idempotent| Traits { regenerable: Answer::Yes, idempotent, task_critical: Answer::No };
    request.tools = vec![
        ToolTraits { tool: "frob*".to_owned(), traits: traits(Answer::Yes) },
        ToolTraits { tool: "frobnicate".to_owned(), traits: traits(Answer::No) },
    ];
    let one_way = subject.verdict(&request)?;
    request.tools.reverse();
    if subject.verdict(&request)? == one_way { Ok(()) } else { Err("the order of the host's tools matters".to_owned()) }
}

fn admit_after_spill_always_admits(subject: &Subject<'_>) -> Result<(), String> {
    let request = subject.request(PassMode::Spill);
    let Verdict::Proceed(plan) = subject.verdict(&request)? else { return Ok(()) };
    match subject.admission(&request, &plan, "")? {
        Admission::Admitted(_) => Ok(()),
        other => Err(format!("a spill that was planned is not admitted: {other:?}").chars().take(300).collect()),
    }
}

fn every_refusal_names_a_remedy(subject: &Subject<'_>) -> Result<(), String> {
    MODES.into_iter().try_for_each(|mode| match subject.verdict(&subject.request(mode))? {
        Verdict::Refuse(refusal) if refusal.reasons.is_empty() => Err("a refusal without a reason".to_owned()),
        Verdict::Refuse(refusal) if refusal.remedies.is_empty() => Err("a refusal without a remedy".to_owned()),
        Verdict::Refuse(_) | Verdict::Proceed(_) => Ok(()),
    })
}

/// The reasons of a refusal by their names in the contract
fn names(verdict: &Verdict) -> BTreeSet<String> {
    let name = |reason: &Reason| {
        let shown = format!("{reason:?}");
        shown
            .split(|character: char| !character.is_alphanumeric())
            .find(|word| !word.is_empty() && *word != "Reason")
            .unwrap_or_default()
            .to_owned()
    };
    match verdict {
        Verdict::Refuse(refusal) => refusal.reasons.iter().map(name).collect(),
        Verdict::Proceed(_) => BTreeSet::new(),
    }
}
