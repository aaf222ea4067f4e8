//! A trial: whether a version may serve at all. It is checked, compiled, asked, and its answers are looked at.

use crate::cases::{difference, embedded};
use crate::contract;
use crate::probes::{candidate, receipts, request, windows};
use crate::profile::Profile;
use anchorhold_runtime::wit::guard::{Admission, Verdict};
use anchorhold_runtime::wit::types::{PassMode, Preset, Settings};
use anchorhold_runtime::{Bounds, CompiledCache, DeskFunction, Digest, Engine, Failure, Policy, World, admit};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Instant;

/// What came of a trial
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrialReport {
    /// SHA-256 of the component
    pub digest: Digest,
    /// The steps that were taken, in order. The last is the one that failed, if one did.
    pub steps: Vec<TrialStep>,
}

/// One step of a trial
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrialStep {
    /// Which: `static`, `compile`, `probes` or `cases`
    pub step: String,
    /// It was passed
    pub is_passed: bool,
    /// A stable name for what went wrong; empty: nothing
    pub code: String,
    /// What was done, or what went wrong, for people
    pub message: String,
    /// How long it took, in milliseconds
    pub took_ms: u64,
}

/// What went wrong in a step
pub(crate) struct Wrong {
    code: String,
    message: String,
}

impl TrialReport {
    /// Whether the version may serve
    pub fn is_passed(&self) -> bool {
        !self.steps.is_empty() && self.steps.iter().all(|step| step.is_passed)
    }

    /// The step that was not passed. `None`: all were.
    pub fn failed(&self) -> Option<&TrialStep> {
        self.steps.iter().find(|step| !step.is_passed)
    }

    /// The report of a trial that came to no report of its own
    pub(crate) fn ended(digest: Digest, code: &str, message: String, took_ms: u64) -> TrialReport {
        let step = TrialStep { step: "compile".to_owned(), is_passed: false, code: code.to_owned(), message, took_ms };
        TrialReport { digest, steps: vec![step] }
    }
}

/// Tries a component out in this process. What it compiles to is put into the cache.
pub fn try_out(bytes: &[u8], profile: Profile, cache: Option<&CompiledCache>) -> TrialReport {
    let mut report = TrialReport { digest: Digest::of(bytes), steps: Vec::new() };
    let bounds = Bounds { concurrent_decisions_max: 1, ..profile.bounds() };
    let checked = report.take("static", || {
        let admitted = admit(bytes, &bounds).map_err(|refusal| Wrong::of("component-refused", &refusal))?;
        let message = format!("imports nothing, one memory, world {}", admitted.world.name());
        Ok((message, ()))
    });
    if checked.is_none() {
        return report;
    }
    let policy = report.take("compile", || {
        let engine = Engine::new(bounds).map_err(|error| Wrong::of("engine-failed", &error))?;
        let loaded = match cache {
            Some(cache) => Policy::load_cached(&engine, bytes, cache),
            None => Policy::load(&engine, bytes),
        };
        let policy = loaded.map_err(|error| Wrong::of("not-loaded", &error))?;
        Ok(("its functions are of the contract's types".to_owned(), policy))
    });
    let Some(policy) = policy else { return report };
    if report.take("probes", || probe(&policy)).is_some() && policy.world() == World::Desk {
        report.take("cases", || run_cases(&policy));
    }
    report
}

impl TrialReport {
    /// Takes a step, and keeps what came of it
    fn take<T>(&mut self, step: &str, run: impl FnOnce() -> Result<(String, T), Wrong>) -> Option<T> {
        let began = Instant::now();
        let (code, message, given) = match run() {
            Ok((message, given)) => (String::new(), message, Some(given)),
            Err(Wrong { code, message }) => (code, message, None),
        };
        self.steps.push(TrialStep {
            step: step.to_owned(),
            is_passed: given.is_some(),
            code,
            message,
            took_ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
        });
        given
    }
}

impl Wrong {
    pub(crate) fn of(code: &str, error: &dyn std::error::Error) -> Wrong {
        let mut message = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            message = format!("{message}: {error}");
            cause = error.source();
        }
        Wrong { code: code.to_owned(), message }
    }

    fn failed(asked: &str, failure: &Failure) -> Wrong {
        Wrong { code: failure.code().to_owned(), message: format!("asked for `{asked}`: {failure}") }
    }

    fn nonsense(asked: &str, why: &dyn std::fmt::Display) -> Wrong {
        Wrong { code: "nonsense".to_owned(), message: format!("asked for `{asked}`: {why}") }
    }
}

/// Asks every function at least once, and looks at what it says
fn probe(policy: &Policy) -> Result<(String, ()), Wrong> {
    const WINDOWS: u64 = 6;
    let mut asked = 0;
    policy.describe().map_err(|failure| Wrong::failed("describe", &failure))?;
    let settings = policy.settings_of(Preset::Standard).map_err(|failure| Wrong::failed("settings-of", &failure))?;
    let settings = settings.answer;
    for seed in 0..WINDOWS {
        for mode in [PassMode::Summarize, PassMode::Spill] {
            asked += probe_pass(policy, &settings, seed, mode)?;
        }
    }
    if policy.world() == World::Desk {
        asked += probe_desk(policy)?;
    }
    Ok((format!("{asked} answers were looked at"), ()))
}

fn probe_pass(policy: &Policy, settings: &Settings, seed: u64, mode: PassMode) -> Result<u64, Wrong> {
    const LIMIT_TOKENS: u32 = 1500;
    let unsound = |asked: &str| Wrong::nonsense(asked, &"a sound request is called unsound");
    let request = request(windows(seed), settings.clone(), LIMIT_TOKENS, mode);
    let classes =
        policy.classify(&request.window, &[], settings).map_err(|failure| Wrong::failed("classify", &failure))?;
    let classes = classes.answer.map_err(|_| unsound("classify"))?;
    if classes.len() != request.window.len() {
        let nonsense = contract::Nonsense::Classes { given: classes.len(), expected: request.window.len() };
        return Err(Wrong::nonsense("classify", &nonsense));
    }
    let verdict = policy.plan(&request).map_err(|failure| Wrong::failed("plan", &failure))?;
    let verdict = verdict.answer.map_err(|_| unsound("plan"))?;
    contract::plan_of(&request.window, LIMIT_TOKENS, &verdict).map_err(|why| Wrong::nonsense("plan", &why))?;
    let probes = policy.probes(&request).map_err(|failure| Wrong::failed("probes", &failure))?;
    probes.answer.map_err(|_| unsound("probes"))?;
    let Verdict::Proceed(plan) = verdict else { return Ok(3) };
    let text = if mode == PassMode::Spill { "" } else { "The work goes on." };
    let admission = policy.admit(&request, &receipts(&plan), &candidate(text));
    let admission =
        admission.map_err(|failure| Wrong::failed("admit", &failure))?.answer.map_err(|_| unsound("admit"))?;
    contract::admission_of(&request.window, LIMIT_TOKENS, &admission).map_err(|why| Wrong::nonsense("admit", &why))?;
    match (mode, admission) {
        // Without this way out a summarizer that fails for ever would stop the session.
        (PassMode::Spill, Admission::Retry(_) | Admission::Refused(_)) => {
            Err(Wrong::nonsense("admit", &"a spill that was planned is not admitted"))
        }
        _ => Ok(4),
    }
}

fn probe_desk(policy: &Policy) -> Result<u64, Wrong> {
    let call = r#"{"request": {"window": [{"id": "u1", "kind": "user-request", "text": "Ship 4.2.1."}],
        "budget": {"limit_tokens": 8000}}, "candidate": {"text": "The release is being made."}}"#;
    for function in DeskFunction::ALL {
        let answered = policy.call(function, call).map_err(|failure| Wrong::failed(function.name(), &failure))?;
        let (Ok(text) | Err(text)) = answered.answer;
        if serde_json::from_str::<Value>(&text).is_err() {
            return Err(Wrong::nonsense(function.name(), &"the answer is not JSON"));
        }
    }
    Ok(DeskFunction::ALL.len() as u64)
}

fn run_cases(policy: &Policy) -> Result<(String, ()), Wrong> {
    let cases = embedded();
    for case in &cases {
        let answered = policy.answer(&case.line).map_err(|failure| Wrong::failed(case.name, &failure))?;
        let answer: Value = serde_json::from_str(&answered.answer)
            .map_err(|_| Wrong::nonsense(case.name, &"the answer is not JSON"))?;
        if let Some(difference) = difference(&case.expect, &answer, "answer") {
            return Err(Wrong {
                code: "case-failed".to_owned(),
                message: format!("case `{}`: {difference}", case.name),
            });
        }
    }
    Ok((format!("{} cases", cases.len()), ()))
}
