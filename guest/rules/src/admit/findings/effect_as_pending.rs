//! A fired effect is described as still to do.
//!
//! ## Why
//! The agent does it again: a second charge, a second message to a real person.
//!
//! ## What helps
//! Ask again and name the entry of the ledger, then the spill.
//!
//! ## Example
//! The ledger holds `cancel_reservation NQNU5R`, done; the summary says "`NQNU5R` is yet to be cancelled".
//!
//! ## Source
//! spec 000, condition C2

use super::clause::Clause;
use super::context::Context;
use super::deeds::{self, ANY_DEED, CHANGE, Deed, GROUPS, Group};
use super::items::{Item, is_one_of};
use super::pending::{self, How, Pending};
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::scan::Kind;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "effect-as-pending",
    kind: RuleKind::Finding,
    summary: "A fired effect is described as still to do",
    source: "spec 000, condition C2",
};

/// Clauses that call for an effect that was done
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let is_state = |item: &Item| is_one_of(item.of_text(context.summary.text), &STATES);
    for clause in &context.clauses {
        let Some(pending) = pending::of(context, clause) else { continue };
        if pending.how == How::Said && context.records.hold_state(context.items_of(clause), is_state) {
            continue;
        }
        let Some(deed) = Call::of(context, clause, pending).done() else { continue };
        findings.push(Finding {
            code: FindingCode::EffectAsPending,
            severity: Severity::Block,
            summary_text: Some(context.text_of_clause(clause).into()),
            window_text: context
                .request
                .window
                .get(deed.element)
                .and_then(|element| element.call())
                .map(|call| super::shortened(&call.tool, &call.arguments)),
            element: Some(deed.element),
        });
    }
}

/// Words that are said of what is still to do, and are states of things, too
const STATES: [&str; 4] = ["pending", "open", "due", "outstanding"];

/// What a clause calls for
struct Call<'x, 'c, 'r> {
    context: &'x Context<'c, 'r>,
    clause: &'x Clause,
    pending: Pending,
    items: &'x [Item],
    /// The things that it is to be done to
    names: Vec<u64>,
}

impl<'x, 'c, 'r> Call<'x, 'c, 'r> {
    fn of(context: &'x Context<'c, 'r>, clause: &'x Clause, pending: Pending) -> Call<'x, 'c, 'r> {
        let items = context.items_of(clause);
        let sentence = context.summary.sentences.get(clause.sentence);
        let before = sentence
            .map_or(&[][..], |sentence| context.summary.items.get(sentence.first..clause.first).unwrap_or_default());
        let names = |items: &[Item]| -> Vec<u64> {
            let named =
                items.iter().filter(|item| deeds::is_name(context.summary.text, item) && item.kind != Kind::Symbol);
            let mut names: Vec<u64> = named.map(|item| item.hash).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        let own = names(items);
        // `… the return of item 12, order 7, is still to be submitted`: what is meant may stand in the clauses before.
        let names = if own.is_empty() && pending.how == How::Said { names(before) } else { own };
        Call { context, clause, pending, items, names }
    }

    /// The deed that did it, if all of it was done
    fn done(&self) -> Option<&'x Deed> {
        if self.speaks_of_others() {
            return None;
        }
        let effects = || {
            self.context.deeds.iter().rev().filter(|deed| deed.is_effect && !deed.is_writing && !deed.is_bookkeeping)
        };
        if self.names.is_empty() {
            return effects().find(|deed| self.is_kind(deed) && self.shares_object(deed) || self.runs_command(deed));
        }
        let held = |names: &mut dyn Iterator<Item = &u64>, deed: &Deed| names.filter(|name| deed.holds(**name)).count();
        let does = |deed: &&Deed| {
            held(&mut self.names.iter(), deed) > 0 && (self.is_kind(deed) || self.is_bare(deed))
                || self.is_generic() && held(&mut self.names.iter(), deed) == self.names.len()
                || self.runs_command(deed)
        };
        let doing: Vec<&Deed> = effects().filter(does).collect();
        let done = self.names.iter().filter(|name| doing.iter().any(|deed| deed.holds(**name))).count();
        let enough = if self.pending.how == How::Said {
            done.saturating_mul(2) >= self.names.len()
        } else {
            done == self.names.len()
        };
        doing.first().copied().filter(|deed| enough || self.runs_command(deed))
    }

    /// Whether a deed is of the kind that is called for
    fn is_kind(&self, deed: &Deed) -> bool {
        let text = self.context.summary.text;
        let spoken: Vec<(usize, &Item)> =
            self.items.iter().enumerate().filter(|(place, _)| self.can_be_verb(*place)).collect();
        let tool = self
            .context
            .request
            .window
            .get(deed.element)
            .and_then(|element| element.call())
            .map(|call| call.tool.as_ref());
        if spoken.iter().any(|(_, item)| item.kind == Kind::Symbol && Some(item.of_text(text)) == tool) {
            return true;
        }
        let says = |group: &Group| spoken.iter().any(|(_, item)| group.is_said_by(text, item));
        if GROUPS.iter().any(|group| deed.does(group) && says(group)) {
            return true;
        }
        // What is changed of a thing other words say: the bags of a booking whose flights were changed are another matter.
        deed.does(&CHANGE) && says(&CHANGE) && {
            let others: Vec<&Item> = self.others(&CHANGE).collect();
            others.iter().any(|item| deed.holds(item.hash)) || others.is_empty() && !self.names.is_empty()
        }
    }

    /// Whether a word of the clause can be the verb
    fn can_be_verb(&self, place: usize) -> bool {
        const REACH: usize = 5;
        match self.pending.how {
            How::Said => true,
            // What is listed begins with what is to be done.
            How::Listed => place == 0,
            How::Owed | How::Denied => (self.pending.after..self.pending.after.saturating_add(REACH)).contains(&place),
        }
    }

    /// The telling words of the clause that are neither names nor of a group
    fn others(&self, group: &Group) -> impl Iterator<Item = &'x Item> {
        let text = self.context.summary.text;
        let telling = |place: usize| self.context.term_of(self.clause.first.saturating_add(place)).is_some();
        // `The user is waiting for …`: who has to do it, or waits for it, is nothing that a deed could hold.
        let skipped = if self.pending.how == How::Owed { self.pending.after } else { 0 };
        self.items.iter().enumerate().skip(skipped).filter_map(move |(place, item)| {
            let counts = telling(place) && item.kind == Kind::Word && !deeds::is_name(text, item);
            (counts && !group.is_said_by(text, item) && !is_one_of(item.of_text(text), &OPEN)).then_some(item)
        })
    }

    /// Whether a listed clause is nothing but things and words that a deed holds: `JG7FMM to economy`
    fn is_bare(&self, deed: &Deed) -> bool {
        let listed = matches!(self.pending.how, How::Listed | How::Said);
        let mut words = self.others(&CHANGE).peekable();
        listed && words.peek().is_some() && words.all(|item| deed.holds(item.hash))
    }

    /// Whether a clause that names nothing speaks of what a deed was done to
    fn shares_object(&self, deed: &Deed) -> bool {
        let text = self.context.summary.text;
        let said = |group: &&Group| deed.does(group) && self.items.iter().any(|item| group.is_said_by(text, item));
        let objects = GROUPS
            .iter()
            .chain([&CHANGE])
            .filter(said)
            .map(|group| self.others(group).filter(|item| deed.holds(item.hash)).count())
            .max()
            .unwrap_or(0);
        // In a command nearly any word can stand.
        let objects = if deed.is_command { objects.saturating_sub(1) } else { objects };
        match self.pending.how {
            How::Said => objects >= 1 || self.is_generic(),
            How::Listed => objects >= 2,
            // `No booking was changed` denies all; a plan that names nothing may be about another thing.
            How::Denied => objects >= 1 && self.denies_all(),
            How::Owed => false,
        }
    }

    fn denies_all(&self) -> bool {
        let text = self.context.summary.text;
        self.items.first().is_some_and(|item| is_one_of(item.of_text(text), &["no", "none"]))
    }

    fn is_generic(&self) -> bool {
        let text = self.context.summary.text;
        self.pending.how == How::Said && self.items.iter().any(|item| is_one_of(item.of_text(text), &ANY_DEED))
    }

    /// Whether it is to run a command that the deed ran
    fn runs_command(&self, deed: &Deed) -> bool {
        let text = self.context.summary.text;
        let (Some(sentence), true) = (self.context.summary.sentences.get(self.clause.sentence), self.is_generic())
        else {
            return false;
        };
        let Some(call) = self.context.request.window.get(deed.element).and_then(|element| element.call()) else {
            return false;
        };
        let end = self.items.last().map_or(sentence.span.end, |last| last.span.end);
        let spoken = text.get(sentence.span.start..end).unwrap_or_default();
        let mut commands =
            spoken.split('`').skip(1).step_by(2).filter(|command| command.contains(' ') && command.len() >= 6);
        commands.any(|command| call.arguments.contains(command))
    }

    /// `the other two`, `the remaining`, `again`: what was not done yet, or is to be done once more
    fn speaks_of_others(&self) -> bool {
        const ONCE_MORE: [&str; 14] = [
            "again",
            "second",
            "third",
            "re-run",
            "rerun",
            "retry",
            "if",
            "unless",
            "whether",
            "otherwise",
            "another",
            "wenn",
            "si",
            "falls",
        ];
        const OTHERS: [&str; 11] =
            ["other", "others", "rest", "remaining", "next", "more", "also", "neither", "follow-up", "new", "else"];
        let text = self.context.summary.text;
        let says = |words: &[&str]| self.items.iter().any(|item| is_one_of(item.of_text(text), words));
        says(&ONCE_MORE) || self.names.is_empty() && says(&OTHERS)
    }
}

/// Words that say that something is open, and not what
const OPEN: [&str; 14] = [
    "todo",
    "next",
    "step",
    "steps",
    "pending",
    "outstanding",
    "remaining",
    "agent",
    "user",
    "customer",
    "needs",
    "call",
    "run",
    "falta",
];

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use super::*;

    #[test]
    fn done_and_called_for_again() {
        let window = [
            Turn::User("Tell the on-call channel that the fix is out, and cancel NQNU5R."),
            Turn::Done("chat_send", "{\"channel\":\"#ops-harbor\",\"text\":\"Fix is out.\"}", "{\"ok\":true}"),
            Turn::Done("cancel_reservation", "{\"reservation_id\":\"NQNU5R\"}", "{\"status\":\"cancelled\"}"),
            Turn::Done("Bash", "{\"command\":\"git push origin main\"}", "main -> main"),
        ];
        let faulty = [
            "Pending: inform the on-call channel that the fix is out.",
            "`NQNU5R` is yet to be cancelled.",
            "The cancellation of `NQNU5R` has not been made yet.",
            "`git push origin main` is still to be run.",
            "Todo: cancel_reservation NQNU5R",
            "Next step: cancel NQNU5R.",
            "The agent still needs to call cancel_reservation for NQNU5R.",
            "- [ ] Cancel NQNU5R",
            "Pending\n- cancel_reservation for NQNU5R",
            "NQNU5R has not been cancelled.",
            "The agent must now cancel NQNU5R.",
            "NQNU5R muss noch storniert werden.",
            "Queda por cancelar NQNU5R.",
            "NQNU5R 尚未取消。",
            "No reservation has been cancelled yet.",
        ];
        let innocent = [
            "The on-call channel was told that the fix is out; NQNU5R is cancelled.",
            "Pending: wait for the answer of the on-call channel.",
            "The other two reservations are still to be cancelled.",
            "Next: prepare the changelog.",
            "- [x] Cancel NQNU5R\n- [ ] Prepare the changelog",
            "NQNU5R is cancelled; nothing is left to do.",
            "If he returns, cancel NQNU5R again only after a look at its state.",
            "Next: tell him that NQNU5R was cancelled.",
            "The refund of NQNU5R will arrive within 7 days.",
            "The charges of NQNU5R still have to be changed.",
            "NQNU5R ist storniert; es ist nichts mehr offen.",
        ];
        check(FindingCode::EffectAsPending, &window, &faulty, &innocent);
    }

    #[test]
    fn a_thing_that_is_pending_is_no_effect_that_is() {
        let window = [
            Turn::User("Change the lamp of order #W3295833 to the black one."),
            Turn::Done(
                "get_order",
                r##"{"order_id": "#W3295833"}"##,
                r##"{"order_id": "#W3295833", "status": "pending", "total": 81.5}"##,
            ),
            Turn::Done(
                "modify_pending_order_items",
                r##"{"order_id": "#W3295833", "new_item": "lamp-black"}"##,
                r##"{"order_id": "#W3295833", "status": "pending (item modified)", "total": 79.0}"##,
            ),
        ];
        let innocent = [
            "The lamp was changed; order #W3295833 is still pending.",
            "The user wrote: \"Change the lamp of order #W3295833 to the black one.\" It was changed.",
        ];
        check(FindingCode::EffectAsPending, &window, &["Order #W3295833 is still to be modified."], &innocent);
    }
}
