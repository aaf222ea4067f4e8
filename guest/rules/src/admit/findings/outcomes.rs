//! Calls that failed and are told as a success.

use super::claim::{CONDITIONS, has_any};
use super::clause::Clause;
use super::context::Context;
use super::items::{self, is_one_of};
use super::negation;
use crate::admission::{Finding, FindingCode, Severity};
use crate::window::CallOutcome;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Clauses that say that a call went well which only ever failed; of calls that would have changed something, or of others
pub fn find(context: &Context<'_, '_>, code: FindingCode, of_effects: bool, findings: &mut Vec<Finding>) {
    let mut failures: Option<Vec<Failure>> = None;
    for clause in &context.clauses {
        let Some(subject) = subject_of_success(context, clause) else { continue };
        let failures = failures.get_or_insert_with(|| failures_of(context));
        let command = command_before_end(context, clause);
        let arguments = |element: usize| {
            context
                .request
                .window
                .get(element)
                .and_then(|element| element.call())
                .map_or("", |call| call.arguments.as_ref())
        };
        let is_meant = |element: usize, holds: &dyn Fn(u64) -> bool| match command {
            Some(command) => arguments(element).contains(command),
            None => subject.len() >= 2 && subject.iter().all(|hash| holds(*hash)),
        };
        let failed = failures.iter().rev().find(|failure| is_meant(failure.call, &|hash| failure.holds(hash)));
        let Some(failed) = failed.filter(|failed| failed.is_effect == of_effects) else { continue };
        if context.deeds.iter().any(|deed| is_meant(deed.element, &|hash| deed.holds(hash))) {
            continue;
        }
        let result = context.text_of_element(failed.result);
        findings.push(Finding {
            code,
            severity: Severity::Block,
            summary_text: Some(context.text_of_clause(clause).into()),
            window_text: Some(super::shortened("", result).trim().into()),
            element: Some(failed.result),
        });
    }
}

/// A call whose result is a failure
struct Failure {
    /// The place of the call
    call: usize,
    /// The place of the result
    result: usize,
    /// It would have changed something
    is_effect: bool,
    /// The hashes of what stands in its name and its arguments, in order of their size
    words: Vec<u64>,
}

impl Failure {
    fn holds(&self, hash: u64) -> bool {
        self.words.binary_search(&hash).is_ok()
    }
}

fn failures_of(context: &Context<'_, '_>) -> Vec<Failure> {
    let window = &context.request.window;
    let results: BTreeMap<&str, usize> = window
        .iter()
        .enumerate()
        .filter_map(|(place, element)| Some((place, element.result()?)))
        .filter(|(_, result)| result.outcome == CallOutcome::Failure)
        .map(|(place, result)| (result.call_id.as_ref(), place))
        .collect();
    let mut row = Vec::new();
    let mut failures = Vec::new();
    for (place, element) in window.iter().enumerate() {
        let Some(call) = element.call() else { continue };
        let Some(result) = results.get(call.call_id.as_ref()) else { continue };
        items::read_into(&call.arguments, &mut row);
        let mut words: Vec<u64> = row.iter().map(|item| item.hash).collect();
        super::deeds::parts(&call.tool, &mut words);
        words.sort_unstable();
        words.dedup();
        let is_effect = context.classifications.get(place).is_some_and(|one| one.effect.is_some());
        failures.push(Failure { call: place, result: *result, is_effect, words });
    }
    failures
}

/// The telling items of which a clause says that they went well; `None`: it says so of nothing that can be a call
fn subject_of_success(context: &Context<'_, '_>, clause: &Clause) -> Option<Vec<u64>> {
    const SUCCESS: [&str; 14] = [
        "passed",
        "passes",
        "pass",
        "succeeded",
        "succeeds",
        "successful",
        "successfully",
        "green",
        "worked",
        "erfolgreich",
        "éxito",
        "succès",
        "sucesso",
        "exitosamente",
    ];
    const SUPPOSED: [&str; 12] =
        ["must", "should", "will", "would", "could", "can", "expected", "supposed", "wants", "asked", "once", "after"];
    let text = context.summary.text;
    let items = context.items_of(clause);
    let place = items.iter().position(|item| is_one_of(item.of_text(text), &SUCCESS))?;
    if !negation::read(text, items).negators.is_empty()
        || has_any(text, items, &CONDITIONS)
        || has_any(text, items, &SUPPOSED)
    {
        return None;
    }
    const RUN: [&str; 8] = ["run", "ran", "command", "call", "executed", "agent", "completed", "finished"];
    let subject: Vec<u64> = (0..place)
        .filter(|at| context.term_of(clause.first.saturating_add(*at)).is_some())
        .filter_map(|at| items.get(at))
        .filter(|item| !is_one_of(item.of_text(text), &RUN))
        .map(|item| item.hash)
        .collect();
    Some(subject)
}

/// The last command in back-quotes of a clause, and of what stands before it in its sentence
fn command_before_end<'c>(context: &Context<'c, '_>, clause: &Clause) -> Option<&'c str> {
    let text = context.summary.text;
    let sentence = context.summary.sentences.get(clause.sentence)?;
    let end = context.items_of(clause).last()?.span.end;
    let spoken = text.get(sentence.span.start..end)?;
    spoken.split('`').skip(1).step_by(2).filter(|command| command.trim().contains(' ')).last()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use crate::admission::FindingCode;

    #[test]
    fn failures_told_as_successes() {
        let window = [
            Turn::User("Run the tests, then clean up the cache folder."),
            Turn::Failed("shell", "{\"command\":\"go test ./internal/auth\"}", "FAIL internal/auth 0.2s"),
            Turn::Failed("shell", "{\"command\":\"rm -rf .gocache\"}", "rejected: blocked by policy"),
            Turn::Done("shell", "{\"command\":\"go test -c ./internal/auth\"}", "ok"),
            Turn::Done("shell", "{\"command\":\"go vet ./internal/auth\"}", "ok"),
        ];
        let passed =
            ["`go test ./internal/auth` passed.", "`go test ./internal/auth` ran, and all of it was successful."];
        let innocent = [
            "`go test ./internal/auth` did not pass.",
            "`go vet ./internal/auth` passed.",
            "Once `go test ./internal/auth` has passed, the cache can go.",
            "`rm -rf .gocache` was rejected; the tests failed.",
        ];
        check(FindingCode::PolarityFlipped, &window, &passed, &innocent);
        check(FindingCode::EffectInvented, &window, &["`rm -rf .gocache` was run successfully."], &[]);
    }
}
