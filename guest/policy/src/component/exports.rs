//! The functions of the contract: each hands its arguments to the rule of that name, and the answer back.

use super::bindings::exports::anchorhold::policy::{about, classifier, effects, guard, recall, types};
use super::bindings::exports::desk as json;
use super::give::{self, Giver};
use super::take;
use crate::{desk, identity};
use alloc::string::String;
use alloc::vec::Vec;
use anchorhold_rules::about::rules;
use anchorhold_rules::admit::{admit, check};
use anchorhold_rules::classify::classify;
use anchorhold_rules::effects::judge;
use anchorhold_rules::error::InputError;
use anchorhold_rules::plan::plan;
use anchorhold_rules::recall::{divergence, probes};
use anchorhold_rules::settings::Settings;
use anchorhold_rules::validate;

/// The one policy of this component
pub struct Policy;

impl guard::Guest for Policy {
    fn plan(request: types::Request) -> Result<guard::Verdict, types::InputError> {
        given(|| {
            let request = take::request(request)?;
            let verdict = plan(&request)?;
            Ok(Giver(&request.window).verdict(verdict))
        })
    }

    fn admit(
        request: types::Request,
        receipts: guard::Receipts,
        candidate: guard::Candidate,
    ) -> Result<guard::Admission, types::InputError> {
        given(|| {
            let request = take::request(request)?;
            let admission = admit(&request, &take::receipts(receipts)?, &take::candidate(candidate))?;
            Ok(Giver(&request.window).admission(admission))
        })
    }

    fn check(request: types::Request, candidate: guard::Candidate) -> Result<guard::Admission, types::InputError> {
        given(|| {
            let request = take::request(request)?;
            let admission = check(&request, &take::candidate(candidate))?;
            Ok(Giver(&request.window).admission(admission))
        })
    }
}

impl classifier::Guest for Policy {
    fn classify(
        window: Vec<types::Element>,
        tools: Vec<types::ToolTraits>,
        settings: types::Settings,
    ) -> Result<Vec<classifier::Classification>, types::InputError> {
        given(|| {
            let window = take::window(window)?;
            validate::window(&window)?;
            let classes = classify(&window, &take::tools(tools), &take::settings(settings));
            let giver = Giver(&window);
            Ok(classes.into_iter().map(|class| giver.classification(class)).collect())
        })
    }
}

impl recall::Guest for Policy {
    fn probes(request: types::Request) -> Result<Vec<guard::ProbeDuty>, types::InputError> {
        given(|| {
            let request = take::request(request)?;
            let duties = probes(&request)?;
            let giver = Giver(&request.window);
            Ok(duties.into_iter().map(|duty| giver.probe(duty)).collect())
        })
    }

    fn divergence(
        log: Vec<recall::LoggedQuery>,
        evictions: Vec<recall::Eviction>,
        limit: types::Permille,
    ) -> recall::DivergenceReport {
        give::divergence(divergence(&take::log(log), &take::evictions(evictions), limit))
    }
}

impl effects::Guest for Policy {
    fn judge(call: types::ToolCall, tools: Vec<types::ToolTraits>, ledger: Vec<types::Effect>) -> effects::Judgement {
        give::judgement(judge(&take::tool_call(call), &take::tools(tools), &take::effects(ledger)))
    }
}

impl about::Guest for Policy {
    fn describe() -> about::Description {
        about::Description {
            name: identity::NAME.into(),
            version: identity::VERSION.into(),
            preset: identity::PRESET.into(),
            rules: rules().map(give::rule).collect(),
        }
    }

    fn settings_of(preset: types::Preset) -> types::Settings {
        give::settings(Settings::of(preset.into()))
    }
}

impl json::Guest for Policy {
    fn answer(line: String) -> String {
        desk::answer(line)
    }

    fn read(call: String) -> Result<String, String> {
        desk::read(call)
    }

    fn classify(call: String) -> Result<String, String> {
        desk::classify(call)
    }

    fn plan(call: String) -> Result<String, String> {
        desk::plan(call)
    }

    fn admit(call: String) -> Result<String, String> {
        desk::admit(call)
    }

    fn check(call: String) -> Result<String, String> {
        desk::check(call)
    }

    fn probes(call: String) -> Result<String, String> {
        desk::probes(call)
    }

    fn divergence(call: String) -> Result<String, String> {
        desk::divergence(call)
    }

    fn judge(call: String) -> Result<String, String> {
        desk::judge(call)
    }

    fn describe(call: String) -> Result<String, String> {
        desk::describe(call)
    }
}

/// An answer, or the input error in the words of the contract
fn given<Answer>(answer: impl FnOnce() -> Result<Answer, InputError>) -> Result<Answer, types::InputError> {
    answer().map_err(give::error)
}
