//! Numbers that are reckoned from others: sums, differences and products.

use super::amounts::comparable;
use super::context::Context;
use super::quantity::{Dimension, Quantity};
use crate::scan::normal::Value;
use alloc::vec::Vec;

/// Whether it is a sum, a difference or a product of numbers of its own sentence
pub fn is_derived_here(context: &Context<'_, '_>, quantity: &Quantity) -> bool {
    const LEAST: u64 = 10;
    let Some(sentence) = context.summary.sentence_of(quantity.item) else { return false };
    let others = context.summary.quantities.iter().filter(|other| {
        (sentence.first..sentence.end).contains(&other.item)
            && other.item != quantity.item
            && comparable(quantity.dimension, other.dimension)
    });
    let values: Vec<Value> = others.map(|other| other.value).take(12).collect();
    quantity.raw.mantissa >= LEAST && (pairs_give(&values, quantity.value, false) || runs_give(&values, quantity.value))
}

/// Whether it is a sum, a difference or a product of numbers that stand together
pub fn is_derived(context: &Context<'_, '_>, quantity: &Quantity) -> bool {
    if matches!(quantity.dimension, Dimension::Day | Dimension::Clock | Dimension::Version) {
        return false;
    }
    let place = context.summary.quantities.iter().position(|other| other.item == quantity.item).unwrap_or(0);
    let end = place.saturating_add(7).min(context.summary.quantities.len());
    let here = context.summary.quantities.get(place.saturating_sub(12)..end).unwrap_or_default();
    let values: Vec<Value> = here
        .iter()
        .filter(|other| other.item != quantity.item && comparable(quantity.dimension, other.dimension))
        .map(|other| other.value)
        .collect();
    if pairs_give(&values, quantity.value, true) || runs_give(&values, quantity.value) {
        return true;
    }
    let sentence = context.summary.sentence_of(quantity.item);
    let factors = context.summary.quantities.iter().filter(|other| {
        sentence.is_some_and(|sentence| (sentence.first..sentence.end).contains(&other.item))
            && other.value.scale == 0
            && (2..=24).contains(&other.value.mantissa)
    });
    let is_multiple = |factor: u64| {
        context.window.quantities.iter().any(|other| {
            let product =
                other.raw.mantissa.checked_mul(factor).map(|mantissa| Value { mantissa, scale: other.raw.scale });
            product.and_then(|product| product.shifted(0)) == Some(quantity.raw)
        })
    };
    if quantity.raw.mantissa >= 100 && factors.into_iter().any(|factor| is_multiple(factor.value.mantissa)) {
        return true;
    }
    let numbers = &context.window.numbers;
    if let Some(noun) = context.summary.items.get(quantity.item.saturating_add(quantity.width.max(1))) {
        // All that the window gives of one thing, such as the tests that passed in two runs.
        const MOST: usize = 6;
        let of_noun = numbers.iter().filter(|number| number.noun == noun.hash).map(|number| number.quantity.value);
        let mut values: Vec<Value> = of_noun.take(MOST.saturating_add(1)).collect();
        values.dedup();
        let few = quantity.dimension == Dimension::Count && values.len() <= MOST;
        if few && (pairs_give(&values, quantity.value, false) || runs_give(&values, quantity.value)) {
            return true;
        }
    }
    // In the window: two values of one key near each other, such as the prices of two legs.
    let wanted = quantity.value;
    let is_tiny = |value: Value| value.scale == wanted.scale && value.mantissa.saturating_mul(20) < wanted.mantissa;
    numbers.iter().enumerate().filter(|(_, number)| !is_tiny(number.quantity.value)).any(|(place, number)| {
        let near = numbers
            .get(place.saturating_add(1)..)
            .unwrap_or_default()
            .iter()
            .take_while(|other| other.at.saturating_sub(number.at) <= 40);
        near.filter(|other| comparable(quantity.dimension, other.quantity.dimension)).any(|other| {
            (other.key == number.key || other.noun == number.noun)
                && pair_gives(number.quantity.value, other.quantity.value, quantity.value)
        })
    })
}

/// Whether it is the sum or the difference of two values
fn pair_gives(left: Value, right: Value, wanted: Value) -> bool {
    if left.scale == wanted.scale && right.scale == wanted.scale {
        return is_reckoned(left.mantissa, right.mantissa, wanted.mantissa);
    }
    let scale = left.scale.max(right.scale).max(wanted.scale);
    let raise =
        |value: Value| value.mantissa.checked_mul(10u64.checked_pow(u32::from(scale.saturating_sub(value.scale)))?);
    let (Some(left), Some(right), Some(wanted)) = (raise(left), raise(right), raise(wanted)) else { return false };
    is_reckoned(left, right, wanted)
}

/// The same of values with one scale
fn is_reckoned(left: u64, right: u64, wanted: u64) -> bool {
    // A sum of something large and something tiny is an accident.
    let counts = |operand: u64| operand.saturating_mul(20) >= wanted;
    counts(left) && counts(right) && (left.saturating_add(right) == wanted || left.abs_diff(right) == wanted)
}

fn pairs_give(values: &[Value], wanted: Value, products: bool) -> bool {
    let scale = values.iter().map(|value| value.scale).chain([wanted.scale]).max().unwrap_or(0);
    let raise =
        |value: &Value| value.mantissa.checked_mul(10u64.checked_pow(u32::from(scale.saturating_sub(value.scale)))?);
    let Some(wanted_raised) = raise(&wanted) else { return false };
    let raised: Vec<u64> = values.iter().filter_map(raise).collect();
    raised.iter().enumerate().any(|(place, left)| {
        let counts = |operand: u64| operand.saturating_mul(20) >= wanted_raised;
        let multiples = products && (2..=12u64).any(|count| left.checked_mul(count) == Some(wanted_raised));
        multiples
            || raised.get(place.saturating_add(1)..).unwrap_or_default().iter().any(|right| {
                let sum = left.saturating_add(*right);
                is_reckoned(*left, *right, wanted_raised)
                    || products
                        && counts(*left)
                        && counts(*right)
                        && (2..=4u64).any(|count| sum.checked_mul(count) == Some(wanted_raised))
            })
    })
}

/// Whether some values that follow each other add up to it
fn runs_give(values: &[Value], wanted: Value) -> bool {
    let scale = values.iter().map(|value| value.scale).chain([wanted.scale]).max().unwrap_or(0);
    let raise =
        |value: &Value| value.mantissa.checked_mul(10u64.checked_pow(u32::from(scale.saturating_sub(value.scale)))?);
    let Some(wanted) = raise(&wanted) else { return false };
    (0..values.len()).any(|start| {
        let mut sum = 0u64;
        values.get(start..).unwrap_or_default().iter().filter_map(raise).any(|value| {
            sum = sum.saturating_add(value);
            sum == wanted
        })
    })
}
