//! What every answer must hold, whoever wrote the policy: the host's own look at it, before anything is done by it.
//!
//! A policy may decide what it likes; what it may not is contradict itself or the window. A plan that forgets an element,
//! or lets one leave without having it archived, would lose it, and no rule of the policy could tell.

use anchorhold_runtime::Digest;
use anchorhold_runtime::wit::guard::{Admission, Disposition, Duty, NextElement, Verdict};
use anchorhold_runtime::wit::types::Element;
use std::collections::HashSet;

/// What is wrong with an answer
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Nonsense {
    /// Treatments are not those of the window's elements, each once and in order
    #[error("the plan treats `{found}` at place {place}, where the window has `{expected}`")]
    Treatments {
        /// The place, from 0
        place: usize,
        /// The element of the window there; empty: it has ended
        expected: String,
        /// The element of the plan there; empty: it has ended
        found: String,
    },
    /// An element would leave, and nothing says to archive it first
    #[error("the plan lets `{element}` leave without having it archived")]
    LeavesUnarchived {
        /// The element
        element: String,
    },
    /// What must stay is more than there is room for
    #[error("the plan goes on though {must_stay} tokens must stay and {budget} fit")]
    AboveBudget {
        /// What must stay
        must_stay: u32,
        /// B
        budget: u32,
    },
    /// The digest of the carry block is not that of its text
    #[error("the carry block has another digest than the plan says")]
    CarryDigest,
    /// A refusal without a reason or a remedy
    #[error("the refusal names no {0}")]
    Silent(&'static str),
    /// Something is admitted that does not fit
    #[error("{tokens} tokens are admitted though {budget} fit")]
    AdmittedAboveBudget {
        /// What was admitted
        tokens: u32,
        /// B
        budget: u32,
    },
    /// The next window holds an element that the old one does not, or one twice or out of order
    #[error("the next window keeps `{element}`, which is not there, or not in its place")]
    Kept {
        /// The element
        element: String,
    },
    /// Classes are not those of the window's elements
    #[error("{given} classifications were given for {expected} elements")]
    Classes {
        /// How many there are
        given: usize,
        /// How many there should be
        expected: usize,
    },
}

/// What a plan that goes on says, as far as it is looked at
#[derive(Clone, Debug)]
pub struct PlanFacts<'a> {
    /// Each element that it treats, and whether it leaves
    pub treatments: Vec<(&'a str, bool)>,
    /// The elements that it has archived. `None`: it does not name them.
    pub archived: Option<HashSet<&'a str>>,
    /// What must stay, in tokens
    pub must_stay: u32,
    /// B, as the caller gives it, in tokens
    pub budget: u32,
    /// The carry block, and the digest that the plan gives it. `None`: it gives none.
    pub carry: Option<(&'a str, &'a str)>,
}

/// What an admission says, as far as it is looked at
#[derive(Clone, Debug)]
pub struct SealFacts<'a> {
    /// The elements that the next window keeps
    pub kept: Vec<&'a str>,
    /// Its size in tokens
    pub tokens: u32,
    /// B, as the caller gives it, in tokens
    pub budget: u32,
}

impl PlanFacts<'_> {
    /// Looks at a plan. `window`: the elements, in order, and whether the caller holds each in a store of its own.
    ///
    /// # Errors
    /// Names the first thing that cannot be.
    pub fn check<'w>(&self, window: impl IntoIterator<Item = (&'w str, bool)>) -> Result<(), Nonsense> {
        let mut treated = self.treatments.iter();
        let mut place = 0;
        for (element, is_held) in window {
            let (found, leaves) = treated.next().copied().unwrap_or(("", false));
            if found != element {
                return Err(Nonsense::Treatments { place, expected: element.to_owned(), found: found.to_owned() });
            }
            let is_archived = self.archived.as_ref().is_none_or(|archived| archived.contains(element));
            if leaves && !is_held && !is_archived {
                return Err(Nonsense::LeavesUnarchived { element: element.to_owned() });
            }
            place += 1;
        }
        if let Some((found, _)) = treated.next() {
            return Err(Nonsense::Treatments { place, expected: String::new(), found: (*found).to_owned() });
        }
        if self.must_stay > self.budget {
            return Err(Nonsense::AboveBudget { must_stay: self.must_stay, budget: self.budget });
        }
        match self.carry {
            Some((text, digest)) if Digest::of(text.as_bytes()).to_string() != digest => Err(Nonsense::CarryDigest),
            _ => Ok(()),
        }
    }
}

impl SealFacts<'_> {
    /// Looks at what was admitted. `window`: the elements, in order.
    ///
    /// # Errors
    /// Names the first thing that cannot be.
    pub fn check<'w>(&self, window: impl IntoIterator<Item = &'w str>) -> Result<(), Nonsense> {
        if self.tokens > self.budget {
            return Err(Nonsense::AdmittedAboveBudget { tokens: self.tokens, budget: self.budget });
        }
        let mut window = window.into_iter();
        let stranger = self.kept.iter().find(|kept| !window.any(|element| element == **kept));
        stranger.map_or(Ok(()), |kept| Err(Nonsense::Kept { element: (*kept).to_owned() }))
    }
}

/// Looks at the answer of `guard.plan`. `budget`: B in tokens.
///
/// # Errors
/// Names the first thing that cannot be.
pub fn plan_of(window: &[Element], budget: u32, verdict: &Verdict) -> Result<(), Nonsense> {
    let plan = match verdict {
        Verdict::Refuse(refusal) if refusal.reasons.is_empty() => return Err(Nonsense::Silent("reason")),
        Verdict::Refuse(refusal) if refusal.remedies.is_empty() => return Err(Nonsense::Silent("remedy")),
        Verdict::Refuse(_) => return Ok(()),
        Verdict::Proceed(plan) => plan,
    };
    let leaves = |disposition: &Disposition| !matches!(disposition, Disposition::Keep(_));
    let facts = PlanFacts {
        treatments: plan
            .treatments
            .iter()
            .map(|treatment| (treatment.classification.element.as_str(), leaves(&treatment.disposition)))
            .collect(),
        archived: Some(
            plan.duties
                .iter()
                .filter_map(|duty| match duty {
                    Duty::Archive(duty) => Some(duty.elements.iter().map(String::as_str)),
                    Duty::Ledger(_) | Duty::Probe(_) => None,
                })
                .flatten()
                .collect(),
        ),
        must_stay: plan.sizes.must_stay,
        budget,
        carry: Some((&plan.carry.text, &plan.carry.digest)),
    };
    facts.check(window.iter().map(|element| (element.id.as_str(), element.externalized)))
}

/// Looks at the answer of `guard.admit` or `guard.check`. `budget`: B in tokens.
///
/// # Errors
/// Names the first thing that cannot be.
pub fn admission_of(window: &[Element], budget: u32, admission: &Admission) -> Result<(), Nonsense> {
    match admission {
        Admission::Admitted(seal) => {
            let kept = seal.next.iter().filter_map(|next| match next {
                NextElement::Kept(element) => Some(element.as_str()),
                NextElement::Carry(_) => None,
            });
            let facts = SealFacts { kept: kept.collect(), tokens: seal.tokens, budget };
            facts.check(window.iter().map(|element| element.id.as_str()))
        }
        Admission::Retry(feedback) if feedback.findings.is_empty() => Err(Nonsense::Silent("finding")),
        Admission::Refused(rejection) if rejection.remedies.is_empty() => Err(Nonsense::Silent("remedy")),
        Admission::Retry(_) | Admission::Refused(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Nonsense, PlanFacts, SealFacts};

    const WINDOW: [(&str, bool); 3] = [("a", false), ("b", false), ("c", true)];

    fn plan<'a>(treatments: &[(&'a str, bool)], archived: &[&'a str]) -> PlanFacts<'a> {
        PlanFacts {
            treatments: treatments.to_vec(),
            archived: Some(archived.iter().copied().collect()),
            must_stay: 5,
            budget: 10,
            carry: None,
        }
    }

    #[test]
    fn every_element_has_exactly_one_treatment() {
        let at = |place, expected: &str, found: &str| {
            Err(Nonsense::Treatments { place, expected: expected.to_owned(), found: found.to_owned() })
        };
        for (treatments, expected) in [
            (&[("a", false), ("b", false), ("c", false)][..], Ok(())),
            (&[("a", false), ("b", false)], at(2, "c", "")),
            (&[("a", false), ("a", false), ("b", false), ("c", false)], at(1, "b", "a")),
            (&[("b", false), ("a", false), ("c", false)], at(0, "a", "b")),
            (&[("a", false), ("b", false), ("c", false), ("d", false)], at(3, "", "d")),
            (&[], at(0, "a", "")),
        ] {
            assert_eq!(plan(treatments, &[]).check(WINDOW), expected);
        }
    }

    #[test]
    fn nothing_leaves_unarchived() {
        let leaving = [("a", true), ("b", false), ("c", true)];
        assert_eq!(plan(&leaving, &["a"]).check(WINDOW), Ok(()));
        let unarchived = Err(Nonsense::LeavesUnarchived { element: "a".to_owned() });
        assert_eq!(plan(&leaving, &["b", "c"]).check(WINDOW), unarchived);
    }

    #[test]
    fn sizes_and_digests_must_agree() {
        let keeping = [("a", false), ("b", false), ("c", false)];
        let above = PlanFacts { must_stay: 11, ..plan(&keeping, &[]) };
        assert_eq!(above.check(WINDOW), Err(Nonsense::AboveBudget { must_stay: 11, budget: 10 }));
        let forged = PlanFacts { carry: Some(("text", "0000")), ..plan(&keeping, &[]) };
        assert_eq!(forged.check(WINDOW), Err(Nonsense::CarryDigest));
    }

    #[test]
    fn the_next_window_keeps_only_what_is_there_and_in_order() {
        let seal = |kept: &[&'static str], tokens| {
            SealFacts { kept: kept.to_vec(), tokens, budget: 10 }.check(["a", "b", "c"])
        };
        assert_eq!(seal(&["a", "c"], 10), Ok(()));
        for kept in [&["c", "a"][..], &["a", "a"], &["d"]] {
            assert!(matches!(seal(kept, 1), Err(Nonsense::Kept { .. })), "{kept:?}");
        }
        assert_eq!(seal(&[], 11), Err(Nonsense::AdmittedAboveBudget { tokens: 11, budget: 10 }));
    }
}
