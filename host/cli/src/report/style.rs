//! The few styles of a report. Nothing is said by colour alone.

use anstyle::{AnsiColor, Style};

pub const TITLE: Style = Style::new().bold();
pub const FAINT: Style = Style::new().dimmed();
pub const GOOD: Style = AnsiColor::Green.on_default();
pub const CAREFUL: Style = AnsiColor::Yellow.on_default();
pub const BAD: Style = AnsiColor::Red.on_default().bold();
pub const NAME: Style = AnsiColor::Cyan.on_default();
pub const PLAIN: Style = Style::new();

/// A text in a style
pub fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
