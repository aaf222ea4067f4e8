//! Sizes before and after as bars, against the budget.

use super::numbers::{change, grouped};
use super::report_columns;
use super::style::{BAD, CAREFUL, FAINT, GOOD, PLAIN, styled};
use anchorhold_flow::Sizes;
use anstyle::Style;

/// What stands beside a bar at most, in columns: its name, a size, and the margin
const BESIDE_COLUMNS: usize = 40;

/// What is drawn, in tokens
#[derive(Clone, Copy)]
pub struct Bars {
    pub before: u32,
    /// The next window; and whether that is its size, or only what stays whatever a summary says
    pub after: u32,
    pub is_least: bool,
    pub margin: u32,
    pub budget: u32,
}

impl Bars {
    /// The sizes of a plan: what stays whatever a summary says
    pub fn of_plan(sizes: Sizes) -> Bars {
        let Sizes { before, must_stay, budget, margin, .. } = sizes;
        Bars { before, after: must_stay, is_least: true, margin, budget }
    }

    /// Three lines
    pub fn text(&self) -> String {
        self.text_of(report_columns() - BESIDE_COLUMNS)
    }

    /// The same with bars that are so wide
    fn text_of(&self, bar_columns: usize) -> String {
        let whole = self.before.max(self.budget).max(self.after).max(1);
        let after_style = if self.after > self.budget {
            BAD
        } else if self.after > self.margin {
            CAREFUL
        } else {
            GOOD
        };
        let name = if self.is_least { "at least" } else { "after" };
        let after = format!("{:>11}  {}", grouped(self.after.into()), change(self.before, self.after));
        format!(
            "  {:<9} {} {:>11} tokens\n  {name:<9} {} {after}\n  {:<9} {} {:>11}  margin {}\n",
            "before",
            bar(self.before, whole, bar_columns, PLAIN),
            grouped(self.before.into()),
            bar(self.after, whole, bar_columns, after_style),
            "budget",
            self.rule(whole, bar_columns),
            grouped(self.budget.into()),
            grouped(self.margin.into()),
        )
    }

    /// The budget as a line that ends where it ends, with a mark at the margin
    fn rule(&self, whole: u32, bar_columns: usize) -> String {
        let end = columns(self.budget, whole, bar_columns).clamp(1, bar_columns);
        let mark = columns(self.margin, whole, bar_columns).min(end - 1);
        let line: String = (0..end)
            .map(|column| match column {
                _ if column + 1 == end => '┤',
                _ if column == mark => '┴',
                _ => '─',
            })
            .collect();
        format!("{}{}", styled(FAINT, &line), " ".repeat(bar_columns - end))
    }
}

fn columns(size: u32, whole: u32, bar_columns: usize) -> usize {
    (bar_columns as u64 * u64::from(size) / u64::from(whole)) as usize
}

/// A bar in eighths of a column; what is not nothing is seen
fn bar(size: u32, whole: u32, bar_columns: usize, style: Style) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (8 * bar_columns as u64 * u64::from(size)).div_ceil(u64::from(whole)) as usize;
    let eighths = eighths.min(8 * bar_columns);
    let (full, part) = (eighths / 8, EIGHTHS.get(eighths % 8).copied().unwrap_or(""));
    let blank = bar_columns - full - usize::from(!part.is_empty());
    format!("{}{}", styled(style, &format!("{}{part}", "█".repeat(full))), " ".repeat(blank))
}

#[cfg(test)]
mod tests {
    use super::Bars;

    #[test]
    fn bars_are_equally_wide_whatever_the_sizes() {
        for (before, after, margin, budget) in
            [(100, 25, 35, 50), (0, 0, 0, 0), (10, 20, 5, 7), (u32::MAX, 1, u32::MAX, u32::MAX), (1, 1, 700, 1000)]
        {
            let text = Bars { before, after, is_least: false, margin, budget }.text_of(20);
            let plain = anstream::adapter::strip_str(&text).to_string();
            let starts: Vec<usize> =
                plain.lines().map(|line| line.chars().skip(13 + 20).take(12).collect::<String>().len()).collect();
            assert_eq!(starts, [12, 12, 12], "{plain}");
        }
    }
}
