//! A number that the window gives in another unit: `30 ms` for `30 s`.

use super::amounts;
use super::context::Context;
use super::matching::Slot;
use super::quantity::{Dimension, Manner, Quantity};
use super::window::Number;

/// The number of the window that has the digits of a quantity and another unit, and stands beside one of its words.
///
/// What the window says in this unit anywhere is no fault.
pub fn find(context: &Context<'_, '_>, quantity: &Quantity, slot: &Slot, beside: &[(usize, &Number)]) -> Option<usize> {
    // A word that stands in every third line says nothing of what is measured.
    const TELLING: u32 = 60;
    if !is_measured(quantity.dimension) || quantity.manner == Manner::InWords || quantity.raw.mantissa == 0 {
        return None;
    }
    let known = |other: &Quantity| {
        other.raw == quantity.raw && !is_measured(other.dimension)
            || other.dimension == quantity.dimension && amounts::is_equal(quantity, other)
    };
    if context.window.quantities.iter().any(known) {
        return None;
    }
    let other_unit = |number: &Number| is_measured(number.quantity.dimension) && number.quantity.raw == quantity.raw;
    let fits = beside.iter().filter(|(_, number)| other_unit(number));
    fits.map(|(at, number)| (slot.fit(context, number).weight, *at))
        .max()
        .filter(|(fit, _)| *fit >= TELLING)
        .map(|(_, at)| at)
}

fn is_measured(dimension: Dimension) -> bool {
    matches!(dimension, Dimension::Duration | Dimension::Bytes | Dimension::Percent | Dimension::Money)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, check};
    use crate::admission::FindingCode;

    #[test]
    fn other_units() {
        let window = [
            Turn::User("How long does it wait?"),
            Turn::Assistant("The timeout is 30 s. The buffer takes 512 MiB. Retries wait 5 minutes."),
        ];
        let faulty = [
            "The timeout is 30 ms.",
            "Das timeout beträgt 30 Minuten.",
            "The buffer takes 512 KiB.",
            "Retries wait 5 hours.",
        ];
        let innocent = [
            "The timeout is 30 seconds, or 30000 ms.",
            "timeout: 30s, buffer: 512 MB, retries: 5 min",
            "Das Zeitlimit ist 30 Sekunden; Wiederholung nach 5 Minuten.",
        ];
        check(FindingCode::NumberAltered, &window, &faulty, &innocent);
    }
}
