//! An identifier that the window does not hold.
//!
//! ## Why
//! A name made up after the pattern of real ones is called, charged or waited for in vain.
//!
//! ## What helps
//! Ask again without it, then the spill.
//!
//! ## Example
//! The summary speaks of refund `RF-204417`; the window holds no refund number at all.
//!
//! ## Source
//! spec 001, invariant: no identifier is introduced

use super::context::Context;
use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::scan::Kind;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "identifier-introduced",
    kind: RuleKind::Finding,
    summary: "An identifier that the window does not hold",
    source: "spec 001, invariant: no identifier is introduced",
};

/// Names that the window does not hold and that resemble none, and masks that stand where a name should
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for unknown in context.unknown.iter().filter(|unknown| unknown.twin.is_none() && unknown.hard) {
        findings.push(finding(context, FindingCode::IdentifierIntroduced, Severity::Block, unknown.item));
    }
    for (place, _) in context.summary.items.iter().enumerate().filter(|(_, item)| item.kind == Kind::Mask) {
        if is_given_as_value(context, place) {
            findings.push(finding(context, FindingCode::IdentifierIntroduced, Severity::Block, place));
        }
    }
}

/// Whether a mask is given as the value of something: `doc_ref = ***`, in a sentence that does not say what it is
fn is_given_as_value(context: &Context<'_, '_>, place: usize) -> bool {
    const TELLING: [&str; 14] = [
        "redacted",
        "masked",
        "hidden",
        "removed",
        "again",
        "unknown",
        "secret",
        "credential",
        "key",
        "password",
        "token",
        "mask",
        "redaction",
        "withheld",
    ];
    let text = context.summary.text;
    let Some(item) = context.summary.items.get(place) else { return false };
    let before = text.get(..item.span.start).unwrap_or_default().trim_end_matches(['\'', '"', '`', ' ', '<', '[']);
    let told = context.summary.sentence_of(place).is_some_and(|sentence| {
        let items = context.summary.items.get(sentence.first..sentence.end).unwrap_or_default();
        items
            .iter()
            .filter(|item| item.kind != Kind::Mask)
            .any(|item| TELLING.iter().any(|word| item.of_text(text).eq_ignore_ascii_case(word)))
    });
    before.ends_with('=') && !told
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn names_without_a_source() {
        let window = [
            Turn::User("Settle my share of the cabin bill."),
            Turn::Done(
                "run_python",
                "{\"code\":\"open_items = tabsplit_list_open_items(group='cabin')\"}",
                "ok; signature tabsplit_record_payment(item_id:int, cents:int)",
            ),
        ];
        let faulty = [
            "Refunded as `RF-204417`.",
            "Next: call fetch_group_members_all for the share.",
            "Use `--settle-now` to finish.",
            "Siguiente paso: llamar a `mergeShares()`.",
            "The group is doc_ref = ***.",
        ];
        let innocent = [
            "Next: call tabsplit_record_payment for the share of the cabin.",
            "The variable `open_items` is bound, read/write access and/or GitHub are of no matter.",
            "The key is ***, a credential that must be asked for again.",
        ];
        check(FindingCode::IdentifierIntroduced, &window, &faulty, &innocent);
    }
}
