//! What the policy is, and the list of its rules.

use crate::admit::{findings, form};
use crate::plan::refusals;

/// What kind of rule a code belongs to
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleKind {
    /// A refusal of `plan`
    Refusal,
    /// A finding of `admit`
    Finding,
}

/// One rule
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its stable code
    pub code: &'static str,
    /// What kind it is
    pub kind: RuleKind,
    /// What it catches, in one sentence for people
    pub summary: &'static str,
    /// The document that it comes from
    pub source: &'static str,
}

/// The rules, in order of precedence, refusals first
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    refusals::RULES.iter().chain(&form::RULES).chain(&findings::RULES)
}
