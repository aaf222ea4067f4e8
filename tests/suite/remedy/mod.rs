//! What a caller does with each remedy.

use anchorhold_rules::recall::probes;
use anchorhold_rules::request::{EvictionScore, IndexState, LossBound, PassMode, ProbeOutcome, Request};
use anchorhold_rules::verdict::Remedy;
use anchorhold_rules::window::{Answer, CallProcess, Element, ElementKind, Standing, Traits};

/// The request after its caller did what a remedy says
pub fn applied(request: &Request<'static>, remedy: &Remedy) -> Request<'static> {
    let mut next = request.clone();
    match remedy {
        Remedy::Wait => {
            next = at_rest(&next);
            // Work went on meanwhile: there is more to set aside.
            let more = "The work went on, and this is what was thought about it. ".repeat(60);
            let mut thought = Element::new(format!("w{}", next.window.len()), ElementKind::Reasoning, more);
            thought.traits = Traits { regenerable: Answer::Yes, idempotent: Answer::Yes, task_critical: Answer::No };
            next.window.insert(0, thought);
        }
        Remedy::PlanAgain => next.current_revision = next.revision,
        Remedy::Reload(places) => {
            for place in places {
                next.window[*place].kind = ElementKind::Reasoning;
                next.window[*place].text = "the original of what was summarized".into();
            }
        }
        Remedy::Externalize(places) => {
            for place in places {
                let element = &mut next.window[*place];
                element.traits =
                    Traits { regenerable: Answer::No, idempotent: Answer::Unknown, task_critical: Answer::Yes };
                element.externalized = true;
            }
        }
        Remedy::RebuildIndex => {
            if let IndexState::Built(index) = &mut next.index {
                index.from_summaries = false;
                index.rebuilt_from_summaries = None;
            }
        }
        Remedy::WaitEpochs(epochs) => next.current_epoch += epochs,
        Remedy::ChangeScore => next.score = EvictionScore::Structural,
        Remedy::BoundPerChain => next.loss_bound = LossBound::PerChain(1000),
        Remedy::Keep(places) => {
            for place in places {
                next.window[*place].pin = Some(Standing::Active);
            }
        }
        Remedy::MonitorQueries => {
            if let IndexState::Built(index) = &mut next.index {
                index.queries_logged = true;
            }
        }
        Remedy::Probe(places) => {
            // A caller can ask only what the policy gives it to ask.
            let duties = probes(request).expect("a generated request breaks no rule");
            for duty in duties.iter().filter(|duty| places.contains(&duty.element)) {
                let element = request.window[duty.element].id.clone();
                let asked = duty.queries.iter().map(|query| ProbeOutcome {
                    element: element.clone(),
                    query: query.clone().into(),
                    returned: true,
                });
                next.probes.extend(asked);
            }
        }
        Remedy::Spill => next.mode = PassMode::Spill,
        Remedy::RaiseBudget(tokens) => {
            next.budget.limit_tokens = tokens + next.budget.reserve_tokens + next.budget.overhead_tokens;
        }
        Remedy::Stop => {}
    }
    next
}

/// The request once nothing moves any more: no model call, no open call, the window as it was read
pub fn at_rest(request: &Request<'static>) -> Request<'static> {
    let mut next = request.clone();
    next.inference_in_flight = false;
    next.current_revision = next.revision;
    for element in &mut next.window {
        if let ElementKind::ToolCall(call) = &mut element.kind {
            call.process = CallProcess::Dead;
        }
    }
    next
}
