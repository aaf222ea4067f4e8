//! A constraint or a fact lost or gained its negation.
//!
//! ## Why
//! "A human agent cannot help with that" and "a human agent can help with that" share every word but one, and that one is
//! the whole of the rule. Word overlap, which guards go by, tells nothing here.
//!
//! ## What helps
//! Ask again and quote the sentence, then the spill.
//!
//! ## Example
//! The window says "Retargeting an existing tag requires `--force`", the summary "retargeting one does not require it".
//!
//! ## Source
//! spec 001, invariant: constraints keep their negation

use super::claim::{ALLOWING, CONDITIONS, Claim, has_any};
use super::clause::Clause;
use super::context::Context;
use super::forbidden;
use super::items;
use super::negation;
use super::outcomes;
use super::refusals;
use super::stance;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::scan::Family;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "polarity-flipped",
    kind: RuleKind::Finding,
    summary: "A constraint or a fact lost or gained its negation",
    source: "spec 001, invariant: constraints keep their negation",
};

/// Clauses that say what the window denies, and clauses that deny what the window says
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let single = context.clauses.iter().zip(&context.alignments).map(|(clause, alignment)| (clause, alignment, false));
    let paired =
        context.pairs.iter().zip(&context.pair_alignments).map(|(clause, alignment)| (clause, alignment, true));
    for (clause, alignment, is_pair) in single.chain(paired) {
        let contrary = Claim::of(context, clause)
            .filter(|claim| !is_pair || claim.affirms())
            .and_then(|claim| claim.contradicted(context, alignment));
        match contrary {
            Some(segment) => {
                findings.push(context.contradiction(FindingCode::PolarityFlipped, Severity::Block, clause, segment))
            }
            None if is_pair => {}
            None => findings.extend(
                stance::contradicted(context, clause)
                    .or_else(|| forbidden::contradicted(context, clause))
                    .map(|segment| {
                        context.contradiction(FindingCode::PolarityFlipped, Severity::Block, clause, segment)
                    })
                    .or_else(|| affirms_what_is_only_denied(context, clause)),
            ),
        }
    }
    for clause in &context.clauses {
        if let Some(element) = forbidden::is_only_forbidden(context, clause) {
            findings.push(Finding {
                code: FindingCode::PolarityFlipped,
                severity: Severity::Block,
                summary_text: Some(context.text_of_clause(clause).into()),
                window_text: None,
                element: Some(element),
            });
        }
    }
    outcomes::find(context, FindingCode::PolarityFlipped, false, findings);
    refusals::find(context, findings);
    // A clause and the pair in which it stands may be found both.
    let is_ours = |finding: &Finding| finding.code == FindingCode::PolarityFlipped;
    findings.dedup_by(|one, other| is_ours(one) && is_ours(other) && one.window_text == other.window_text);
}

/// A name that the window mentions only to deny it, in a sentence that denies nothing. This holds across languages.
fn affirms_what_is_only_denied(context: &Context<'_, '_>, clause: &Clause) -> Option<Finding> {
    const MENTIONS_MAX: usize = 6;
    let text = context.summary.text;
    let sentence = context.summary.sentences.get(clause.sentence)?;
    let whole = context.summary.items.get(sentence.first..clause.end)?;
    if sentence.heading
        || sentence.denies_before(clause.end)
        || has_any(text, whole, &CONDITIONS)
        || has_any(text, whole, &DENYING)
    {
        return None;
    }
    let names = (clause.first..clause.end).filter(|place| {
        let family = context.summary.items.get(*place).map(|item| item.kind.family());
        // A file that is named in a prohibition can be told of in many ways; to allow something with it is the contrary.
        family == Some(Family::Identifier) || family == Some(Family::Path) && has_any(text, whole, &ALLOWING)
    });
    names.into_iter().find_map(|place| {
        let term = context.term_of(place)?;
        let hash = context.summary.items.get(place)?.hash;
        let mentions = context.window.segments_with(term);
        let first = *mentions.first()? as usize;
        if mentions.len() > MENTIONS_MAX {
            return None;
        }
        let denied =
            mentions.iter().filter_map(|place| context.window.segments.get(*place as usize)).filter(|segment| {
                let theirs = context.text_of(segment);
                let mut row = Vec::new();
                items::read_into(theirs, &mut row);
                let denial = negation::read(theirs, &row);
                row.iter().enumerate().any(|(place, item)| item.hash == hash && denial.is_denied(place))
                    && row.len() >= 4
            });
        // Beside several that deny it, one may define it.
        let denied = denied.count();
        let is_denied = denied == mentions.len() || denied >= 3 && mentions.len().saturating_sub(denied) == 1;
        is_denied.then(|| context.contradiction(FindingCode::PolarityFlipped, Severity::Block, clause, first))
    })
}

/// With these a sentence denies without a negation
const DENYING: [&str; 16] = [
    "instead",
    "removed",
    "dropped",
    "deleted",
    "forbids",
    "forbidden",
    "rejected",
    "missing",
    "absent",
    "lacks",
    "lack",
    "unlike",
    "avoided",
    "blocked",
    "unset",
    "unsupported",
];

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn lost_and_gained_negations() {
        let window = [
            Turn::System(
                "The number of passengers cannot be modified. This is something that even a human agent cannot assist with. Basic economy flights cannot be modified, but business flights can always be cancelled.",
            ),
            Turn::Assistant(
                "Retargeting an existing tag requires `--force`. It is not triggered by user interrupt (Ctrl+C). yash has no `source` builtin.",
            ),
            Turn::User(
                "Approve each option explicitly before any charge on the card; once I approve, charge the card.",
            ),
        ];
        let faulty = [
            "A human agent can assist with that.",
            "Retargeting an existing tag does not require `--force`.",
            "The fare is basic economy, so it can be modified.",
            "yash has a `source` builtin.",
            "The card may be charged without approving an option.",
        ];
        let opposite = [
            Turn::Assistant("The nightly build of the parser failed. The patch is correct."),
            Turn::Done("flags", "{}", "The cache layer is enabled on the staging host."),
            Turn::User("Do not purge the public mirror of the host."),
        ];
        let faulty_opposites = [
            "The nightly build of the parser passed.",
            "The patch is incorrect.",
            "On the staging host the cache layer is disabled.",
        ];
        let innocent_opposites = [
            "The nightly build of the parser failed.",
            "The nightly build of the parser did not pass.",
            "The patch is correct.",
            "The patch was not rejected.",
            "If the cache layer is disabled on the staging host, it is slower.",
            "The public mirror of the host must not be purged.",
        ];
        check(FindingCode::PolarityFlipped, &opposite, &faulty_opposites, &innocent_opposites);
        let innocent = [
            "Even a human agent cannot assist with that.",
            "Retargeting an existing tag requires `--force`; no tag was retargeted.",
            "The fare is basic economy, so it can't be modified.",
            "yash does not have a `source` builtin.",
            "The number of passengers can't be modified. Nothing was cancelled.",
            "Auch ein menschlicher Agent kann dabei nicht helfen.",
        ];
        check(FindingCode::PolarityFlipped, &window, &faulty, &innocent);
    }
}
