//! A demand stands neither in the carry block nor in what is kept.
//!
//! ## Why
//! The carry block is made by the policy from the same demands, so this is a fault of the host or of the policy
//! itself, and no summary can mend it.
//!
//! ## What helps
//! Plan again; if it stays, the policy is at fault.
//!
//! ## Example
//! In `literal`, an invariant that is no substring of the summary.
//!
//! ## Source
//! spec 001, reference code: invariants

use super::finding;
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode};
use crate::admit::installation::Installation;
use crate::verdict::Demand;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "invariant-lost",
    kind: RuleKind::Finding,
    summary: "A demand stands neither in the carry block nor in what is kept",
    source: "spec 001, reference code: invariants",
};

/// The demands of which a line is missing in the carry block
pub fn find(installation: &Installation<'_, '_, '_>, findings: &mut Vec<Finding>) {
    let carry = &installation.draft.carry;
    // As the block writes its lines: an item, or the further lines of one.
    let mut written: BTreeSet<&str> = BTreeSet::new();
    for line in carry.text.lines() {
        written.extend([line.strip_prefix("- "), line.strip_prefix("  ")].into_iter().flatten());
    }
    let is_lost = |demand: &&Demand| !demand.text.lines().all(|line| written.contains(line));
    for demand in carry.demands.iter().filter(is_lost) {
        let mut lost = finding(FindingCode::InvariantLost);
        lost.window_text = Some(demand.text.clone());
        lost.element = demand.element;
        findings.push(lost);
    }
}
