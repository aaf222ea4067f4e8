//! Numbers that one could have become by a slip or by rounding.

use super::amounts;
use super::context::Context;
use super::distance;
use super::quantity::Quantity;
use super::window::Number;
use crate::scan::normal::Value;

/// The most digits that are compared
const DIGITS: usize = 24;

/// The digits of a number, without leading signs and separators
#[derive(Clone, Copy)]
struct Digits {
    digits: [u8; DIGITS],
    count: usize,
}

impl Digits {
    fn of(text: &str) -> Digits {
        let mut found = Digits { digits: [0; DIGITS], count: 0 };
        for (place, byte) in found.digits.iter_mut().zip(text.bytes().filter(u8::is_ascii_digit)) {
            *place = byte;
            found.count = found.count.saturating_add(1);
        }
        found
    }

    fn get(&self) -> &[u8] {
        self.digits.get(..self.count).unwrap_or_default()
    }
}

/// How a number of the window could have become this one
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slip {
    /// Two neighbouring digits are swapped: this hardly happens by accident
    Swapped,
    /// One digit is another, or there is one more or less
    Changed,
}

/// The slip that leads from a number of the window to this one
pub fn slip(context: &Context<'_, '_>, quantity: &Quantity, number: &Number) -> Option<Slip> {
    let left = context.summary.items.get(quantity.item).map_or("", |item| item.of_text(context.summary.text));
    let right = context.request.window.get(number.element).map_or("", |element| number.span.of(&element.text));
    // Minutes are no slip of hours.
    let other_unit = quantity.dimension == number.quantity.dimension
        && amounts::factor(quantity) != amounts::factor(&number.quantity);
    if other_unit {
        return None;
    }
    let left = Digits::of(left);
    // Most numbers have far more or far fewer digits, and need not be read.
    let least = number.quantity.raw.mantissa.checked_ilog10().map_or(1, |digits| digits.saturating_add(1));
    if right.len().saturating_add(1) < left.count || least as usize > left.count.saturating_add(1) {
        return None;
    }
    let right = Digits::of(right);
    let (left, right) = (left.get(), right.get());
    if left == right
        || left.len().abs_diff(right.len()) > 1
        || left.len() != right.len() && left.len().min(right.len()) < 3
    {
        return None;
    }
    let most = if left.len() >= 6 { 2 } else { 1 };
    distance::between(left, right, most)?;
    let changed = left.iter().zip(right).filter(|(left, right)| left != right).count();
    Some(if left.len() == right.len() && changed == 2 { Slip::Swapped } else { Slip::Changed })
}

/// Whether `rounded` is `exact` with fewer digits, or within a few per cent of it with zeros at its end
pub fn is_rounded(rounded: &Quantity, exact: &Quantity) -> bool {
    let same = rounded.dimension == exact.dimension;
    let (rounded, exact) = if same { (rounded.value, exact.value) } else { (rounded.raw, exact.raw) };
    let significant = |value: Value| {
        let mut mantissa = value.mantissa;
        while mantissa > 0 && mantissa.is_multiple_of(10) {
            mantissa /= 10;
        }
        mantissa.checked_ilog10().map_or(0, |digits| digits.saturating_add(1))
    };
    rounded != exact && significant(rounded) < significant(exact) && amounts::ratio_within(rounded, exact, 14)
}
