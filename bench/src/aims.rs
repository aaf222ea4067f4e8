//! The aims, and whether this run met them.

use crate::decisions::Decision;
use crate::measure::Spread;
use crate::sections::{Decisions, Memory, Small, shown};
use crate::table::Table;
use crate::windows::Window;

/// The table of aims
pub fn section(windows: &[Window], decisions: &Decisions, memory: &Memory, small: &Small, size_bytes: usize) -> String {
    let mut table = Table::new(["what", "aim", "measured", ""]);
    let mut row = |what: &str, aim: &str, measured: String, is_met: Option<bool>| {
        let met = is_met.map_or("not measured", |is_met| if is_met { "met" } else { "missed" });
        table.row([what.to_owned(), aim.to_owned(), measured, met.to_owned()]);
    };
    let below = |spread: &Result<Spread, String>, most: f64| spread.as_ref().ok().map(|one| one.seconds() <= most);
    row("an instance", "≤ 10 µs", shown(&small.instance), below(&small.instance, 10e-6));
    if let Some((planning, _)) = decisions.get(2) {
        row("plan of 1 MiB by the component", "≤ 15 ms", shown(&planning.unbounded), below(&planning.unbounded, 15e-3));
        let ratio = seconds(&planning.bounded).zip(seconds(&planning.native)).map(|(limits, native)| limits / native);
        row("the same with limits, against native", "≤ 2 ×", number(ratio, " ×"), ratio.map(|ratio| ratio <= 2.0));
    }
    let growth =
        [growth(windows, decisions, |(planning, _)| planning), growth(windows, decisions, |(_, admitting)| admitting)];
    let worst = growth.into_iter().flatten().reduce(f64::max);
    row(
        "growth from 256 KiB to 8 MiB, for each byte, the worse of both decisions",
        "linear: about 1",
        number(worst, ""),
        worst.map(|worst| worst <= 1.25),
    );
    let peak = memory.iter().skip(2).map(|(typed, desk)| typed.max(*desk)).reduce(f64::max);
    row("memory of the guest, from 1 MiB on", "≤ 4 × the input", number(peak, " ×"), peak.map(|peak| peak <= 4.0));
    let kilobytes = size_bytes as f64 / 1e3;
    row("the component", "≤ 600 kB", format!("{kilobytes:.0} kB"), Some(kilobytes <= 600.0));
    row("a decision from a new process", "≤ 40 ms", shown(&small.cold), below(&small.cold, 40e-3));
    format!("## The aims\n\n{}", table.text())
}

/// Time for each byte at 8 MiB with limits, against that at 256 KiB
fn growth(windows: &[Window], decisions: &Decisions, of: fn(&(Decision, Decision)) -> &Decision) -> Option<f64> {
    let each = |place: usize| {
        let bytes = windows.get(place)?.bytes() as f64;
        Some(seconds(&of(decisions.get(place)?).bounded)? / bytes)
    };
    Some(each(3)? / each(1)?)
}

fn seconds(spread: &Result<Spread, String>) -> Option<f64> {
    spread.as_ref().ok().map(Spread::seconds)
}

fn number(value: Option<f64>, unit: &str) -> String {
    value.map_or_else(|| "failed".to_owned(), |value| format!("{value:.2}{unit}"))
}
