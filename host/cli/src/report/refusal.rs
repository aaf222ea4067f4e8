//! Why something was refused, what was found, and what helps.

use super::bars::Bars;
use super::report_columns;
use super::style::{BAD, CAREFUL, FAINT, GOOD, PLAIN, styled};
use super::table::{Table, shortened};
use super::words;
use anchorhold_flow::{Coded, Finding, Sizes};

/// Sizes, where there are some, then reasons and remedies
pub fn text(reasons: &[Coded], remedies: &[Coded], sizes: Option<Sizes>) -> String {
    let bars = sizes.map(|sizes| format!("{}\n", Bars::of_plan(sizes).text())).unwrap_or_default();
    let line =
        |mark: &str, coded: &Coded| format!("  {mark} {}\n", shortened(&words::coded(coded), report_columns() - 4));
    let mut text = bars;
    text.extend(reasons.iter().map(|reason| line(&styled(BAD, "✗"), reason)));
    if !remedies.is_empty() {
        text.push_str(&format!("\n  {}\n", styled(FAINT, "what helps, the most helpful first")));
        text.extend(remedies.iter().map(|remedy| line(&styled(GOOD, "→"), remedy)));
    }
    text
}

/// What was found in a summary
pub fn findings(findings: &[Finding]) -> String {
    if findings.is_empty() {
        return String::new();
    }
    let mut table = Table::new(["finding", "severity", "the summary says", "the window says"]);
    for finding in findings {
        let style = if finding.severity == "block" { BAD } else { CAREFUL };
        let quoted = |text: &Option<String>| text.as_deref().map(|text| shortened(text, 32)).unwrap_or_default();
        table.row([
            (finding.code.clone(), style),
            (finding.severity.clone(), PLAIN),
            (quoted(&finding.summary_text), PLAIN),
            (quoted(&finding.window_text), FAINT),
        ]);
    }
    table.text()
}
