//! How the fuel of a plan grows with the size of its window.

use crate::probes::{request, window_of};
use anchorhold_runtime::wit::types::{PassMode, Preset};
use anchorhold_runtime::{Failure, Policy};
use serde::Serialize;

/// How the fuel of a plan grows
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FuelReport {
    /// What was measured, the smallest window first
    pub points: Vec<FuelPoint>,
    /// The fuel of each further byte, between the smallest window and the largest
    pub fuel_per_byte: u64,
    /// How much more a byte costs in the upper half than in the lower, in thousandths; 1000: the same
    pub growth_permille: u64,
    /// The largest share of its fuel that a plan used, in thousandths
    pub used_permille_max: u64,
    /// The fuel grows no faster than the window
    pub is_linear: bool,
}

/// The fuel of one plan
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct FuelPoint {
    /// The size of the window, in bytes
    pub bytes: u64,
    /// What the plan used
    pub fuel: u64,
    /// What it had
    pub allowed: u64,
}

/// Measures the fuel of plans over windows of growing size
///
/// # Errors
/// Where a plan fails, as when it runs out of fuel.
pub fn fuel(policy: &Policy, sizes_bytes: &[usize]) -> Result<FuelReport, Failure> {
    /// Work that doubles with the window has a growth of about 1000; with its square, of 2000 and more.
    const GROWTH_PERMILLE_MAX: u64 = 1600;
    let settings = policy.settings_of(Preset::Standard)?.answer;
    let mut points = Vec::new();
    for bytes in sizes_bytes {
        let window = window_of(*bytes);
        let size = window.iter().map(|element| element.text.len()).sum::<usize>();
        let limit_tokens = u32::try_from(size / 8).unwrap_or(u32::MAX).max(2000);
        let decided = policy.plan(&request(window, settings.clone(), limit_tokens, PassMode::Spill))?;
        points.push(FuelPoint { bytes: size as u64, fuel: decided.fuel_used, allowed: policy.bounds().fuel(size) });
    }
    let slope = |from: Option<&FuelPoint>, to: Option<&FuelPoint>| match (from, to) {
        (Some(from), Some(to)) => to.fuel.saturating_sub(from.fuel) / to.bytes.saturating_sub(from.bytes).max(1),
        _ => 0,
    };
    let middle = points.get(points.len() / 2);
    let (lower, upper) = (slope(points.first(), middle), slope(middle, points.last()));
    let growth_permille = upper.saturating_mul(1000) / lower.max(1);
    Ok(FuelReport {
        fuel_per_byte: slope(points.first(), points.last()),
        growth_permille,
        used_permille_max: points
            .iter()
            .map(|point| point.fuel.saturating_mul(1000) / point.allowed.max(1))
            .max()
            .unwrap_or(0),
        is_linear: growth_permille <= GROWTH_PERMILLE_MAX,
        points,
    })
}
