//! The report of `policy test`.

use super::numbers::{bytes, grouped};
use super::registry::steps;
use super::style::{BAD, FAINT, GOOD, PLAIN, TITLE, styled};
use super::table::{Table, shortened};
use anchorhold_flow::registry::{FuelReport, LawReport, TrialReport};
use serde_json::json;

/// What came of the test of a policy
pub struct Tested {
    pub trial: TrialReport,
    pub laws: Vec<LawReport>,
    pub fuel: Option<FuelReport>,
}

impl Tested {
    /// Whether all of it was passed
    pub fn is_passed(&self) -> bool {
        let laws_hold = self.laws.iter().all(|law| law.broken.is_none());
        self.trial.is_passed() && laws_hold && self.fuel.as_ref().is_some_and(|fuel| fuel.is_linear)
    }
}

/// The report
pub fn text(tested: &Tested) -> String {
    let (style, title) = if tested.is_passed() { (GOOD, "passes") } else { (BAD, "does not pass") };
    let digest = format!("{:.12}", tested.trial.digest);
    let mut text = format!("\n  {}  {}\n\n{}", styled(style, title), styled(TITLE, &digest), steps(&tested.trial));
    if !tested.laws.is_empty() {
        text.push_str(&format!("\n  {}\n", styled(FAINT, "laws, over generated windows")));
    }
    for law in &tested.laws {
        text.push_str(&match &law.broken {
            None => format!("  {} {:<34} {}\n", styled(GOOD, "✓"), law.law, styled(FAINT, &grouped(law.windows))),
            Some(broken) => {
                let place = format!("window {}, {} tokens", broken.seed, broken.limit_tokens);
                let why = shortened(&broken.why, 90);
                format!("  {} {:<34} {}\n      {why}\n", styled(BAD, "✗"), law.law, styled(FAINT, &place))
            }
        });
    }
    if let Some(fuel) = &tested.fuel {
        text.push_str(&format!("\n{}", of_fuel(fuel)));
    }
    text + "\n"
}

/// The same as JSON
pub fn json(tested: &Tested) -> String {
    let passed = tested.is_passed();
    format!("{}\n", json!({"passed": passed, "trial": tested.trial, "laws": tested.laws, "fuel": tested.fuel}))
}

fn of_fuel(fuel: &FuelReport) -> String {
    let mut table = Table::new([">window", ">fuel of a plan", ">of what it has"]);
    for point in &fuel.points {
        let share = point.fuel.saturating_mul(1000) / point.allowed.max(1);
        let size = usize::try_from(point.bytes).unwrap_or(usize::MAX);
        table.row([
            (bytes(size), PLAIN),
            (grouped(point.fuel), PLAIN),
            (format!("{}.{} %", share / 10, share % 10), FAINT),
        ]);
    }
    let growth = format!("{}.{:02}", fuel.growth_permille / 1000, fuel.growth_permille % 1000 / 10);
    let told =
        format!("{} units a byte; a byte of a large window costs {growth} times as much", grouped(fuel.fuel_per_byte));
    let (mark, style) = if fuel.is_linear { ("✓", GOOD) } else { ("✗", BAD) };
    format!("{}\n  {} {told}\n", table.text(), styled(style, mark))
}
