//! A number that the window holds elsewhere, where beside the same words another one stands.

use super::amounts;
use super::context::Context;
use super::matching::Surroundings;
use super::quantity::{Dimension, Manner, Quantity};
use super::twins;
use super::window::Number;

/// The number of the window that one of the summary became by a slip: it stands among the same words, of which none stands
/// near the number that the summary gives
pub fn find(context: &Context<'_, '_>, quantity: &Quantity, beside: &[(usize, &Number)]) -> Option<usize> {
    // Small numbers stand everywhere, so that more of the words must agree.
    const SEVERAL_DIGITS: u32 = 100;
    const ONE_DIGIT: u32 = 150;
    if quantity.manner != Manner::Exact || quantity.dimension == Dimension::Version {
        return None;
    }
    let around = Surroundings::of(context, quantity);
    let (mut own, mut other) = (0u32, None);
    for (at, number) in beside {
        let is_own = amounts::is_equal(quantity, &number.quantity);
        if is_own || twins::slip(context, quantity, number).is_some() {
            let fit = around.fit(context, number);
            if is_own {
                own = own.max(fit);
            } else {
                other = other.max(Some((fit, *at)));
            }
        }
    }
    let least = if quantity.raw.mantissa >= 10 { SEVERAL_DIGITS } else { ONE_DIGIT };
    other.filter(|(fit, _)| *fit >= least && own.saturating_mul(4) <= *fit).map(|(_, at)| at)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use crate::admission::FindingCode;

    #[test]
    fn numbers_that_stand_elsewhere() {
        let window = [
            Turn::User("Run the suite, and mind the quota."),
            Turn::Done("run", "{\"suite\":\"heron\"}", "heron suite: 421 tests passed, 3 skipped, exit code 0"),
            Turn::Done(
                "stat",
                "{\"path\":\"pool\"}",
                "pool holds 412 sockets; worker 17 leases 96 slots, worker 4 leases 69",
            ),
            Turn::Assistant("The quota of the importer is 250 rows a minute."),
        ];
        let faulty = [
            "The heron suite ran: 412 tests passed, 3 skipped.",
            "The quota of the importer is 205 rows a minute.",
            "Die Quota des importer ist 251 rows.",
        ];
        let innocent = [
            "The heron suite ran: 421 tests passed, 3 skipped.",
            "The pool holds 412 sockets, the heron suite has 421 tests.",
            "The importer is limited to 250 rows a minute by its quota.",
            "424 tests in all: 421 passed, 3 were skipped.",
        ];
        check(FindingCode::NumberAltered, &window, &faulty, &innocent);
    }
}
